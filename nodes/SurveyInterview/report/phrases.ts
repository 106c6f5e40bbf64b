/** What a report says of its numbers, in the words of its language: parts of sentences, and those that say what changed most. */
import { harmless } from '../facts/message';
import { hasGroups } from '../facts/respondentPlaces';
import type { Words } from './english';
import type { Comparison, Group } from './groups';
import type { ReportPart, ReportParts, ServicePeriod, Topic } from './parts';

/** What a report is about, besides its parts. */
export interface ReportAbout {
	words: Words;
	surveyName: string;
	metric: unknown;
	/** The days of the report, and those before it that it is compared with, in the workflow's time zone. */
	days: string;
	servicePeriod: ServicePeriod;
	/** Whether the service has topics, quotes and conclusion of just these days. */
	isServicePeriod: boolean;
	/** Whether the period begins at midnight in UTC, where the buckets of the trend do as well. */
	isUtc: boolean;
	/** How the beginning of a bucket of the trend is written. */
	dayOf: (time: string) => string;
	heading?: string;
	link?: string;
	/** In the order of the document. */
	parts: ReadonlySet<string>;
	groups?: { property: string; comparison: ReportPart<Comparison> };
}

/** Characters of a name that others wrote. */
export const MAX_REPORT_NAME = 80;
const HIGHLIGHTS = 3;
/** Fewer answers than this say little of a change: the usual size of a small sample. */
const FEW = 30;

export class ReportPhrases {
	protected readonly words: Words;
	protected readonly number: (value: number) => string;
	protected readonly metric: string;

	constructor(
		protected readonly about: ReportAbout,
		protected readonly parts: ReportParts,
	) {
		this.words = about.words;
		const format = new Intl.NumberFormat(about.words.formats, {
			maximumFractionDigits: hasGroups(about.metric) ? 0 : 1,
		});
		this.number = (value) => format.format(value).replace('-', '−');
		const metrics: Record<string, string> = about.words.metric;
		this.metric = metrics[String(about.metric)] ?? about.words.score;
	}

	/** `42 NPS, up 6` */
	subject(): string {
		const now = valueIn(this.parts.scores);
		if (now?.score == null) {
			const { subjectWithout } = this.words;
			const { scores } = this.parts;
			return subjectWithout['missing' in scores ? scores.missing : 'empty'];
		}
		const change = this.change();
		const score = `${this.metric} ${this.number(now.score)}`;
		return change === undefined ? score : `${score}, ${change}`;
	}

	/** Those that can be said, the most important first. */
	highlights(): string[] {
		const { words, number } = this;
		const [now, then] = [valueIn(this.parts.scores), valueIn(this.parts.scoresBefore)];
		const lowest = this.lowestGroup();
		const answered =
			now && then
				? [words.answered(this.answers(now.answers), words.before(number(then.answers)))]
				: [];
		const said = [
			...this.moved(),
			...(lowest ? [words.lowest(lowest.label, lowest.score)] : []),
			...this.toldTopics(),
			...answered,
		];
		return said.slice(0, HIGHLIGHTS).map(capital);
	}

	protected missing(part: ReportPart<unknown>): string {
		return this.words.missing['missing' in part ? part.missing : 'empty'];
	}

	/** `up 6`; undefined where there is no period before. */
	protected change(): string | undefined {
		const [now, then] = [
			valueIn(this.parts.scores)?.score,
			valueIn(this.parts.scoresBefore)?.score,
		];
		if (now == null || then == null) return undefined;
		const by = this.number(Math.abs(Math.round(10 * (now - then)) / 10));
		if (now === then) return this.words.same;
		return now > then ? this.words.up(by) : this.words.down(by);
	}

	/** How the score has changed, with a caution where few have answered; nothing without a score in both periods. */
	private moved(): string[] {
		const { words, number, metric } = this;
		const [now, then] = [valueIn(this.parts.scores), valueIn(this.parts.scoresBefore)];
		if (now?.score == null || then?.score == null) return [];
		if (now.score === then.score) return [words.stayed(metric, number(now.score))];
		const way = now.score > then.score ? 'rose' : 'fell';
		const sentence = words[way](metric, number(then.score), number(now.score));
		const isOfFew = Math.min(now.answers, then.answers) < FEW;
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

	/** The topics with most negative and with most positive mentions, in the period of the service's that they are of. */
	protected toldTopics(): string[] {
		const { about, words } = this;
		const topics = (valueIn(this.parts.topics) ?? []).filter(tonesOf);
		const period = words.partPeriod[about.servicePeriod];
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
			return [`${period}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`];
		};
		if (worst === best) return told('both', best);
		return [...told('negative', worst), ...told('positive', best)];
	}

	/** The group with the lowest score, if it is below that of all. */
	protected lowestGroup(): { label: string; score: string } | undefined {
		const { groups = [] } = (this.about.groups && valueIn(this.about.groups.comparison)) ?? {};
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

	/** A title; of what the service has for its own periods only, with that period. */
	protected titleOf(name: 'trend' | 'topics' | 'quotes' | 'conclusion'): string {
		const { words, about } = this;
		const title = words.titles[name];
		if (name === 'trend') {
			return hasGroups(about.metric) ? title : `${title} (${words.byService})`;
		}
		if (about.isServicePeriod) return title;
		return `${title} (${words.partPeriod[about.servicePeriod]})`;
	}
}

export const valueIn = <T>(part: ReportPart<T>): T | undefined =>
	'value' in part ? part.value : undefined;

/** The tones of a topic, from the left, as people read a scale; undefined where the service does not tell all three. */
export function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	return [
		{ tone: 'negative', count: negative },
		{ tone: 'neutral', count: neutral },
		{ tone: 'positive', count: positive },
	] as const;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
