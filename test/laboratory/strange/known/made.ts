/** Values of one record that must agree with each other: more interviews than people would be percentages. */
import type { Random } from '../foreign/random';
import type { Made } from './record';
import { inStyle, type Said, type Style } from './values';

export const DISTRIBUTION_FORMS = ['list', 'map', 'columns'] as const;

/** How many gave each score, as a service may write it. */
export function distributionIn(
	rows: ReadonlyArray<{ score: number; count: number }>,
	form: (typeof DISTRIBUTION_FORMS)[number],
): unknown {
	switch (form) {
		case 'list':
			return rows;
		case 'map':
			return Object.fromEntries(rows.map(({ score, count }) => [score, count]));
		case 'columns':
			return { scores: rows.map(({ score }) => score), counts: rows.map(({ count }) => count) };
	}
}

export const percentOf = (rate: number) => Number((rate * 100).toFixed(1));

export const RATE_FORMS = ['share', 'percent', 'sign'] as const;

/** A share as a service may write it, and what is left of it. */
export function rateIn(rate: number, form: (typeof RATE_FORMS)[number]): Said {
	const percent = percentOf(rate);
	if (form === 'share') return { written: rate, value: rate };
	return { written: form === 'sign' ? `${percent}%` : percent, value: percent / 100 };
}

/** The counts of an overview; each score and each group has some of the completed interviews. */
export function madeOverview(random: Random, style: Style): Made {
	const completed = random.int(10, 80);
	const started = completed + random.int(0, 9);
	const invited = started + random.int(0, completed);
	const given = Array.from({ length: completed }, () => random.int(0, 10));
	const counts = Array.from(
		{ length: 11 },
		(_unused, score) => given.filter((one) => one === score).length,
	);
	const rows = counts.flatMap((count, score) => (count > 0 ? [{ score, count }] : []));
	const sumOf = (from: number, to: number) =>
		counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
	const rate = Number((completed / invited).toFixed(4));
	const percent = percentOf(rate);
	const shuffled = random.shuffle(rows);
	const form = random.pick(DISTRIBUTION_FORMS);
	const written = distributionIn(form === 'list' ? shuffled : rows, form);
	return {
		invited: inStyle(invited, style),
		started: inStyle(started, style),
		completed: inStyle(completed, style),
		response_rate: rateIn(rate, random.pick(RATE_FORMS)),
		response_rate_percent: { written: percent, value: percent / 100 },
		distribution: { written, value: rows },
		promoters: inStyle(sumOf(9, 10), style),
		passives: inStyle(sumOf(7, 8), style),
		detractors: inStyle(sumOf(0, 6), style),
	};
}

/** How often a topic is mentioned, and in which tone. */
export function madeMentions(random: Random, style: Style): Made {
	const tones = ['positive', 'neutral', 'negative'].map(
		(tone) => [tone, random.int(0, 99)] as const,
	);
	const mentions = tones.reduce((sum, [, count]) => sum + count, random.int(0, 9));
	return Object.fromEntries(
		[['mentions', mentions] as const, ...tones].map(([name, count]) => [
			name,
			inStyle(count, style),
		]),
	);
}
