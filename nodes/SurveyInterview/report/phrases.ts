/** How a report writes numbers and sentences, in its language. */
import { rounded } from '../service/scalars';
import { hasNpsGroups } from '../service/metric';
import type { Words } from './words';

/** A change with its colour. The text has a sign too, so that nothing is told by a colour alone. */
export interface Mark {
	tone: 'good' | 'bad' | 'even';
	text: string;
}

/** A sentence whose beginning is shown bold. */
export interface Line {
	strong: string;
	rest: string;
}

type Values = Record<string, string | number>;

export class Phrases {
	/** The name of the metric. */
	readonly metric: string;

	constructor(
		private readonly words: Words,
		private readonly metricType: unknown,
	) {
		const metrics: Record<string, string> = words.metric;
		this.metric = metrics[String(metricType)] ?? words.score;
	}

	/**
	 * A phrase with its names filled in: with `by` 8, `{by points}` is `8 points`. Where a name is empty, only one of the
	 * spaces around it stays.
	 */
	fill(phrase: string, values: Values): string {
		const valueOf = (_whole: string, name: string, noun?: keyof Words['nouns']): string => {
			const value = values[name] ?? '';
			if (typeof value === 'string') return value;
			return noun === undefined ? this.count(value) : this.counted(noun, value);
		};
		return phrase.replace(/\{(\w+)(?: (\w+))?\}/g, valueOf).replace(/ {2,}/g, ' ');
	}

	/** A phrase whose bold part stands before `|`. */
	line(phrase: string, values: Values = {}): Line {
		const [strong = '', rest = ''] = phrase.split('|').map((part) => this.fill(part, values));
		return { strong, rest };
	}

	/** `1,234`, `4.2` */
	count(value: number): string {
		return this.format(value, { maximumFractionDigits: 1 });
	}

	/** `33`, `−17`, `4.2` */
	score(value: number): string {
		const digits = hasNpsGroups(this.metricType) ? 0 : 1;
		const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
		return this.format(rounded(value, digits), fixed);
	}

	/** `14%` */
	percent(share: number): string {
		return this.format(share, { style: 'percent' });
	}

	/** `1 answer`, `8 points` */
	counted(noun: keyof Words['nouns'], count: number): string {
		const [singular = '', plural = ''] = this.words.nouns[noun];
		return (count === 1 ? singular : plural).replace('#', this.count(count));
	}

	/** `the week before`, `the four weeks before` */
	periodBefore({ unit, count }: { unit: keyof Words['before']; count: number }): string {
		const [singular = '', plural = ''] = this.words.before[unit];
		// The numbers in words begin with two.
		const inWords = this.words.counts.split(' ')[count - 2] ?? this.count(count);
		return count === 1 ? singular : plural.replace('#', inWords);
	}

	/**
	 * A text about a change of the score, or a difference from another. It is good or bad only for NPS, eNPS and CSAT: of
	 * others nobody knows the better end.
	 *
	 * @param isJudged whether enough people have answered to call it good or bad
	 */
	mark(difference: number, text: string, isJudged = true): Mark {
		if (difference === 0) return { tone: 'even', text: `= ${text}`.trim() };
		const isHigherBetter = hasNpsGroups(this.metricType) || this.metricType === 'csat';
		const [sign, tone] = difference > 0 ? (['▲', 'good'] as const) : (['▼', 'bad'] as const);
		return { tone: isJudged && isHigherBetter ? tone : 'even', text: `${sign} ${text}` };
	}

	private format(value: number, options: Intl.NumberFormatOptions): string {
		return new Intl.NumberFormat(this.words.formats, options).format(value).replace('-', '−');
	}
}
