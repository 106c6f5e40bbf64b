/** How a report writes numbers and sentences, in its language. */
import { rounded } from '../records/scalars';
import { hasGroups } from '../service/metric';
import { dutch } from './dutch';
import { english, type Words } from './english';
import type { lengthOf } from './periods';

const LANGUAGES: Record<string, Words> = { en: english, nl: dutch };

/** The words of a report in a language such as `nl-NL`; in English where the package does not have it. */
export const wordsIn = (language: unknown): Words =>
	LANGUAGES[String(language).slice(0, 2).toLowerCase()] ?? english;

/** A sentence with its names filled in, on which one space is enough where a name is empty. */
export const filled = (sentence: string, values: Record<string, string>): string =>
	sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').replace(/ {2,}/g, ' ');

/** Beside a sign, so that nothing is told by a colour alone. */
export interface Mark {
	tone: 'good' | 'bad' | 'even';
	text: string;
}

export class Phrases {
	/** The name of the metric. */
	readonly metric: string;

	constructor(
		readonly words: Words,
		private readonly metricType: unknown,
	) {
		const metrics: Record<string, string> = words.metric;
		this.metric = metrics[String(metricType)] ?? words.score;
	}

	/** What is read first of a sentence, and the rest. */
	sentence(sentence: string, values: Record<string, string> = {}) {
		const [strong = '', rest = ''] = sentence.split('|').map((part) => filled(part, values));
		return { strong, rest };
	}

	count(value: number): string {
		return this.format({ maximumFractionDigits: 1 }, value);
	}

	/** `33`, `−17`, `4.2` */
	score(value: number | null): string {
		if (value === null) return '–';
		const digits = hasGroups(this.metricType) ? 0 : 1;
		const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
		return this.format(fixed, rounded(value, digits));
	}

	percent(share: number): string {
		return this.format({ style: 'percent' }, share);
	}

	/** `1 answer`, `8 points` */
	counted(noun: keyof Words['nouns'], count: number): string {
		return `${this.count(count)} ${this.words.nouns[noun][count === 1 ? 0 : 1]}`;
	}

	/** `the four weeks before` */
	before({ unit, count }: ReturnType<typeof lengthOf>): string {
		const inWords = this.words.counts.split(' ')[count - 2] ?? this.count(count);
		return filled(this.words.before[unit][count === 1 ? 0 : 1] ?? '', { count: inWords });
	}

	/** A change of the metric; of CES and scales nobody knows which end is the better one. */
	mark(by: number, text: string, isJudged = true): Mark {
		const isKnown = hasGroups(this.metricType) || this.metricType === 'csat';
		const tone = by === 0 || !isJudged || !isKnown ? 'even' : by > 0 ? 'good' : 'bad';
		return { tone, text: `${by === 0 ? '=' : by > 0 ? '▲' : '▼'} ${text}`.trim() };
	}

	private format(options: Intl.NumberFormatOptions, value: number): string {
		return new Intl.NumberFormat(this.words.formats, options).format(value).replace('-', '−');
	}
}
