import type { RespondentRecord, SurveyRecord } from '../world/records';

export interface Distribution {
	value: number;
	count: number;
}

/** The survey's metric over these people, to one decimal; null when nobody gave a score. */
export function metricScore(
	{ metricType }: SurveyRecord,
	people: readonly RespondentRecord[],
): number | null {
	const scores = people.flatMap(({ score }) => (score === null ? [] : [score]));
	if (scores.length === 0) return null;
	const share = (from: number, to: number) =>
		(100 * scores.filter((score) => score >= from && score <= to).length) / scores.length;
	switch (metricType) {
		case 'nps':
		case 'enps':
			return rounded(share(9, 10) - share(0, 6));
		case 'csat':
			return rounded(share(4, 5));
		default:
			return rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
	}
}

/** How many people gave each value of the scale. */
export function distribution(
	survey: SurveyRecord,
	people: readonly RespondentRecord[],
): Distribution[] {
	const counts = new Map<number, number>();
	for (const { score } of people) {
		if (score !== null) counts.set(score, (counts.get(score) ?? 0) + 1);
	}
	return scoresOf(survey).map((value) => ({ value, count: counts.get(value) ?? 0 }));
}

/** The values of a survey's scale. */
export const scoresOf = ({ scaleMin, scaleMax }: SurveyRecord): number[] =>
	Array.from({ length: scaleMax - scaleMin + 1 }, (_, step) => scaleMin + step);

export function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
