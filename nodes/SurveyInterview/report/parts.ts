/** What a report is made of. Each part has a value, or a reason why it is missing. */
import type { Words } from './english';
import type { Comparison } from './groups';
import type { ScoreSummary } from './metricScore';

/** Why a part is missing. `perhapsHeld`: an anonymous survey shows nothing, perhaps because too few have answered. */
export type Missing = keyof Words['noScore'];

/** `reason` is the error message of a part that could not be read. */
export type ReportPart<T> =
	| { value: T; missing?: undefined; reason?: undefined }
	| { missing: Missing; reason?: string; value?: undefined };

/** There are results, but of too few people to be shown. */
export const HELD: ReportPart<never> = { missing: 'suppressed' };
export const NOT_WANTED: ReportPart<never> = { missing: 'notWanted' };

export interface ReportParts {
	scores: ReportPart<ScoreSummary>;
	previous_scores: ReportPart<ScoreSummary>;
	/** Of the service's period. */
	response_rate: ReportPart<Invited>;
	trend: ReportPart<Bucket[]>;
	topics: ReportPart<Topic[]>;
	quotes: ReportPart<Quote[]>;
	conclusion: ReportPart<Conclusion>;
	/** Only if a property is chosen. */
	groups?: ReportPart<Comparison>;
}

export interface Invited {
	invited: number | null;
	/** As a share. */
	response_rate: number;
}

/** Of the trend. */
export interface Bucket {
	from: string;
	score: number | null;
	answers: number | null;
}

export interface Topic {
	id: string | null;
	name: string;
	mentions: number | null;
	frequency?: number | null;
	positive: number | null;
	neutral: number | null;
	negative: number | null;
}

export interface Quote {
	text: string;
	topic: string;
	sentiment: string | null;
}

export interface Conclusion {
	text: string | null;
	points: Array<{ text: string; tone: string | null }> | null;
}

export const isScored = (buckets: readonly Bucket[]) => buckets.some(({ score }) => score !== null);

/** Fewer mentions or answers say little. */
export const ENOUGH = 5;

/** The mentions of a topic and their number; undefined if the service does not give all three tones. */
export function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	const all = positive + neutral + negative;
	return all > 0 ? { negative, neutral, positive, all } : undefined;
}

/** The topics whose mentions are known: of those with enough of them, those first that pull the score down most. */
export function worstFirst(topics: readonly Topic[]) {
	const known = topics.flatMap((topic) => {
		const tones = tonesOf(topic);
		return tones ? [{ ...topic, ...tones }] : [];
	});
	type Known = (typeof known)[number];
	const pullOf = ({ negative, positive }: Known) => negative - positive;
	const isSaid = ({ all }: Known) => Number(all >= ENOUGH);
	return known.sort(
		(one, other) =>
			isSaid(other) - isSaid(one) || pullOf(other) - pullOf(one) || other.negative - one.negative,
	);
}
