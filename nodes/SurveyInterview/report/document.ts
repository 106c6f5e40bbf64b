/** What a report says, before it is a mail, a Slack message or plain text: each form renders the same blocks. */

/** What a part of a bar is about; no form shows it by its colour alone. `below`: from a score up to zero; `none`: room before that. */
export type Tone = 'positive' | 'neutral' | 'negative' | 'plain' | 'below' | 'none';

export interface Bar {
	label: string;
	/** The number beside it, in words. */
	text: string;
	/** Its parts, which share its length. */
	parts: ReadonlyArray<{ tone: Tone; count: number }>;
}

export type Block =
	/** The number that is looked at first. */
	| { kind: 'score'; score: string; label: string; lines: readonly string[] }
	| { kind: 'lines'; title?: string; lines: readonly string[] }
	/** Bars that compare with each other: the longest has the whole width. */
	| { kind: 'bars'; title: string; bars: readonly Bar[]; note?: string }
	| { kind: 'quotes'; title: string; quotes: ReadonlyArray<{ text: string; about: string }> };

export interface ReportDocument {
	/** BCP 47, of the words. */
	locale: string;
	title: string;
	/** The period. */
	subtitle: string;
	blocks: readonly Block[];
	link?: { url: string; label: string };
}

const lengthOf = ({ parts }: Bar): number =>
	parts.reduce((sum, { count }) => sum + Math.max(count, 0), 0);

/** How long bars are beside each other, and their parts within them, as shares of the width. */
export function sharesOf({ bars }: Pick<Block & { kind: 'bars' }, 'bars'>) {
	const longest = bars.reduce((most, bar) => Math.max(most, lengthOf(bar)), 0);
	return bars.map(({ parts }) =>
		parts.map(({ tone, count }) => ({
			tone,
			count,
			share: longest === 0 ? 0 : Math.max(count, 0) / longest,
		})),
	);
}
