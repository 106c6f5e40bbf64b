/** A report before it becomes a mail, a Slack message or plain text: each form renders the same blocks. */

/**
 * What a part of a bar means, which no form shows only by a colour. `below`: from a negative score up to zero;
 * `none`: the space before that.
 */
export type Tone = 'positive' | 'neutral' | 'negative' | 'plain' | 'below' | 'none';

export interface Bar {
	label: string;
	/** The number beside it. */
	text: string;
	parts: ReadonlyArray<{ tone: Tone; count: number }>;
}

/** A part of a report: a title or the main number, and below it whatever the part has of the rest, in this order. */
export interface Block {
	title?: string;
	/** The main number, with a label instead of a title. */
	score?: string;
	label?: string;
	lines?: readonly string[];
	/** Bars of one scale: the longest has the whole width. */
	bars?: readonly Bar[];
	quotes?: ReadonlyArray<{ text: string; about: string }>;
	note?: string;
}

export interface ReportDocument {
	/** The language of the words (BCP 47). */
	locale: string;
	title: string;
	/** The period. */
	subtitle: string;
	blocks: readonly Block[];
	link?: { url: string; label: string };
}

const lengthOf = ({ parts }: Bar): number =>
	parts.reduce((sum, { count }) => sum + Math.max(count, 0), 0);

export type DrawnBar = ReturnType<typeof drawnBars>[number];

/** The bars with the length of each part as a share of the width. */
export function drawnBars(bars: readonly Bar[] = []) {
	const longest = bars.reduce((most, bar) => Math.max(most, lengthOf(bar)), 0);
	const shareOf = (count: number) => (longest === 0 ? 0 : Math.max(count, 0) / longest);
	return bars.map(({ parts, ...bar }) => ({
		...bar,
		parts: parts.map((part) => ({ ...part, share: shareOf(part.count) })),
	}));
}
