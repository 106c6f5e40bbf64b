/** The sentences and phrases of a report about its numbers, in the report's language. */
import { harmless } from '../service/messages';
import { hasGroups } from '../service/metric';
import { dutch } from './dutch';
import { english, type Words } from './english';
import type { Comparison, Group } from './groups';
import type { ScoreSummary } from './metricScore';
import type { ReportPart, ReportParts, ServicePeriod, Topic } from './parts';
import type { ReportRequest } from './reportRequest';

const LANGUAGES: Record<string, Words> = { en: english, nl: dutch };

/** The words of a report in a language such as `nl-NL`; in English where the package does not have it. */
export const wordsIn = (language: unknown): Words =>
	LANGUAGES[String(language).slice(0, 2).toLowerCase()] ?? english;

/** What a report needs besides the values of its parts. */
export interface ReportAbout extends Pick<ReportRequest, 'heading' | 'link' | 'parts'> {
	words: Words;
	surveyName: string;
	metric: unknown;
	/** The period in words, in the workflow's time zone. */
	days: string;
	servicePeriod: ServicePeriod;
	/** Whether the service's period, of topics, quotes and conclusion, is just that of the report. */
	isServicePeriod: boolean;
	/** Whether the period begins at midnight in UTC, as the buckets of the trend do. */
	isUtc: boolean;
	/** The beginning of a bucket in words. */
	dayOf: (time: string) => string;
	groups?: { property: string; comparison: ReportPart<Comparison> };
}

/** In characters, because others wrote the name. */
export const MAX_REPORT_NAME = 80;
const HIGHLIGHTS = 3;
/** The usual limit of a small sample: with fewer answers, a change may be chance. */
const FEW = 30;

export class ReportPhrases {
	protected readonly words: Words;
	protected readonly number: (value: number) => string;
	protected readonly metric: string;
	/** The scores of the period, and of the one before it. */
	protected readonly now?: ScoreSummary;
	protected readonly before?: ScoreSummary;

	constructor(
		protected readonly about: ReportAbout,
		protected readonly parts: ReportParts,
	) {
		this.now = parts.scores.value;
		this.before = parts.scoresBefore.value;
		this.words = about.words;
		const format = new Intl.NumberFormat(about.words.formats, {
			maximumFractionDigits: hasGroups(about.metric) ? 0 : 1,
		});
		this.number = (value) => format.format(value).replace('-', '−');
		const metrics: Record<string, string> = about.words.metric;
		this.metric = metrics[String(about.metric)] ?? about.words.score;
	}

	/** `NPS 42, up 6` */
	subject(): string {
		const { now, words } = this;
		if (now?.score == null) return words.subjectWithout[this.parts.scores.missing ?? 'empty'];
		const change = this.change();
		const score = `${this.metric} ${this.number(now.score)}`;
		return change === undefined ? score : `${score}, ${change}`;
	}

	/** The most important sentences, the most important first. */
	highlights(): string[] {
		const { words, number, now, before } = this;
		const lowest = this.lowestGroup();
		const said = [
			...this.moved(),
			...(lowest ? [words.lowest(lowest.label, lowest.score)] : []),
			...this.toldTopics(),
			...(now && before
				? [`${this.answers(now.answers)}, ${words.before(number(before.answers))}.`]
				: []),
		];
		return said.slice(0, HIGHLIGHTS).map(capital);
	}

	/** A part may be there and have no score: then it is empty. */
	protected missing({ missing = 'empty' }: ReportPart<unknown>): string {
		return this.words.missing[missing];
	}

	/** `up 6`; undefined where there is no period before. */
	protected change(): string | undefined {
		const [now, then] = [this.now?.score, this.before?.score];
		if (now == null || then == null) return undefined;
		const by = this.number(Math.abs(Math.round(10 * (now - then)) / 10));
		if (now === then) return this.words.same;
		return now > then ? this.words.up(by) : this.words.down(by);
	}

	/** How the score has changed, with a caution if few have answered; nothing without a score in both periods. */
	private moved(): string[] {
		const { words, number, metric, now, before } = this;
		if (now?.score == null || before?.score == null) return [];
		if (now.score === before.score) return [words.stayed(metric, number(now.score))];
		const way = now.score > before.score ? 'rose' : 'fell';
		const sentence = words[way](metric, number(before.score), number(now.score));
		const isOfFew = Math.min(now.answers, before.answers) < FEW;
		return [isOfFew ? `${sentence} ${words.fewAnswers}` : sentence];
	}

	protected answers(count: number): string {
		return this.words.answers(count, this.number(count));
	}

	protected mentions(count: number): string {
		return this.words.mentions(count, this.number(count));
	}

	protected toldTones(topic: Topic): string | undefined {
		const { tone } = this.words;
		const tones = tonesOf(topic);
		return tones?.map((one) => `${this.number(one.count)} ${tone[one.tone]}`).join(', ');
	}

	/** The topics with the most negative and the most positive mentions in the service's period. */
	private toldTopics(): string[] {
		const { about, words } = this;
		const topics = (this.parts.topics.value ?? []).filter(tonesOf);
		const mostOf = (tone: 'negative' | 'positive') => {
			const [most] = topics.toSorted((one, other) => Number(other[tone]) - Number(one[tone]));
			return most && Number(most[tone]) > 0 ? most : undefined;
		};
		const [worst, best] = [mostOf('negative'), mostOf('positive')];
		const told = (tone: keyof typeof words.most, topic?: Topic): string[] => {
			if (!topic) return [];
			const name = harmless(topic.name, MAX_REPORT_NAME);
			const sentence = words.most[tone](name, this.toldTones(topic) ?? '');
			if (about.isServicePeriod) return [sentence];
			const period = words.partPeriod[about.servicePeriod];
			return [`${period}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`];
		};
		if (worst === best) return told('both', best);
		return [...told('negative', worst), ...told('positive', best)];
	}

	/** The group with the lowest score, if it is below that of all. */
	private lowestGroup(): { label: string; score: string } | undefined {
		const { groups = [] } = this.about.groups?.comparison.value ?? {};
		const named = groups.filter(({ name }) => name !== undefined);
		const lowest = named.at(-1);
		if (!lowest || named.length < 2 || Number(lowest.difference) >= 0) return undefined;
		return { label: this.nameOf(lowest), score: this.toldGroup(lowest).join(', ') };
	}

	protected toldGroup({ score, difference }: Group): string[] {
		const { compared } = this.words;
		if (score === null || difference === null) return ['–'];
		const by = this.number(Math.abs(difference));
		const than =
			difference > 0 ? compared.above(by) : difference < 0 ? compared.below(by) : compared.same;
		return [this.number(score), than];
	}

	protected nameOf({ name }: Group): string {
		return name === undefined ? this.words.others : harmless(name, MAX_REPORT_NAME);
	}
}

/** The tones of a topic from left to right, as on a scale; undefined if the service does not give all three. */
export function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	return [
		{ tone: 'negative', count: negative },
		{ tone: 'neutral', count: neutral },
		{ tone: 'positive', count: positive },
	] as const;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
