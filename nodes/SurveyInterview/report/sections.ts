/** A report in words: its parts as blocks of a document, with the sentences that say what changed most. */
import { harmless } from '../facts/message';
import { hasGroups } from '../facts/respondentPlaces';
import type { Bar, Block, ReportDocument, Tone } from './document';
import type { Words } from './english';
import type { Comparison, Group } from './groups';
import type { Part, ReportParts, ServicePeriod, Topic } from './parts';

/** What a report is about, besides its parts. */
export interface About {
	words: Words;
	surveyName: string;
	metric: unknown;
	/** The days of the report, and those before it that it is compared with, in the workflow's time zone. */
	days: string;
	servicePeriod: ServicePeriod;
	/** Whether the service has topics, quotes and conclusion of just these days. */
	isServicePeriod: boolean;
	/** How the beginning of a bucket of the trend is written. */
	dayOf: (time: string) => string;
	heading?: string;
	link?: { url: string; label: string };
	/** In the order of the document. */
	parts: ReadonlySet<string>;
	groups?: { property: string; comparison: Part<Comparison> };
}

/** Characters of what others wrote: names, quotes, paragraphs of a conclusion. */
const MAX = { name: 80, quote: 300, paragraph: 1_200 };
const MAX_TOPICS = 6;
const MAX_QUOTES = 4;
const MAX_BUCKETS = 16;
const MAX_GROUPS = 12;
const MAX_POINTS = 6;
const HIGHLIGHTS = 3;

export interface WrittenReport {
	subject: string;
	highlights: string[];
	document: ReportDocument;
}

export function written(about: About, parts: ReportParts): WrittenReport {
	const { words, surveyName, days, link, heading } = about;
	const write = new Writer(about, parts);
	const name = harmless(surveyName, MAX.name) || words.aSurvey;
	const highlights = write.highlights();
	const blocks: Block[] = [
		...(about.parts.has('scores') ? [write.score()] : []),
		...(highlights.length === 0
			? []
			: [{ kind: 'lines', title: words.titles.highlights, lines: highlights } as const]),
		...(about.parts.has('scores') ? write.distribution() : []),
		...(about.parts.has('trend') ? [write.trend()] : []),
		...(about.parts.has('topics') ? [write.topics()] : []),
		...(about.parts.has('quotes') ? [write.quotes()] : []),
		...(about.parts.has('conclusion') ? [write.conclusion()] : []),
		...(about.groups ? [write.groups(about.groups)] : []),
	];
	const title = harmless(heading ?? '', MAX.name) || name;
	return {
		subject: words.subject(name, write.subject()),
		highlights,
		document: { locale: words.locale, title, subtitle: days, blocks, link },
	};
}

class Writer {
	private readonly words: Words;
	private readonly number: (value: number) => string;
	private readonly metric: string;

	constructor(
		private readonly about: About,
		private readonly parts: ReportParts,
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
		const now = valueOf(this.parts.scores);
		if (now?.score == null) return this.words.nobody;
		const change = this.change();
		const score = `${this.metric} ${this.number(now.score)}`;
		return change === undefined ? score : `${score}, ${change}`;
	}

	score(): Block {
		const { words, number } = this;
		const { scores, before } = this.parts;
		const [now, then] = [valueOf(scores), valueOf(before)];
		if (now?.score == null) {
			return { kind: 'score', score: '–', label: this.metric, lines: [this.missing(scores)] };
		}
		const change = this.change();
		const answers = this.answers(now.answers);
		const counted = then ? `${answers} (${words.before(number(then.answers))})` : answers;
		const since =
			change === undefined || then?.score == null
				? []
				: [capital(words.sincePeriodBefore(change, number(then.score)))];
		const lines = [...since, counted];
		return { kind: 'score', score: number(now.score), label: this.metric, lines };
	}

	/** Those that can be said, the most important first. */
	highlights(): string[] {
		const { words, number, metric } = this;
		const [now, then] = [valueOf(this.parts.scores), valueOf(this.parts.before)];
		const scores = [then?.score, now?.score].map((score) => score ?? undefined);
		const [from, to] = scores;
		const moved =
			from === undefined || to === undefined
				? []
				: [
						from === to
							? words.stayed(metric, number(to))
							: words[to > from ? 'rose' : 'fell'](metric, number(from), number(to)),
					];
		const lowest = this.lowestGroup();
		const answered =
			now && then
				? [words.answered(this.answers(now.answers), words.before(number(then.answers)))]
				: [];
		const said = [
			...moved,
			...(lowest ? [words.lowest(lowest.label, lowest.score)] : []),
			...this.toldTopics(),
			...answered,
		];
		return said.slice(0, HIGHLIGHTS);
	}

	/** Scores from the highest down, and how many are in each group of the metric. */
	distribution(): Block[] {
		const { words, number } = this;
		const now = valueOf(this.parts.scores);
		if (!now) return [];
		const { groups, answers, distribution } = now;
		const share = (count: number) =>
			`${number(count)} (${number(Math.round((100 * count) / answers))} %)`;
		const bars = [...distribution].reverse().map(({ score, count }): Bar => {
			const tone = groups ? toneOf(score) : 'plain';
			return { label: number(score), text: share(count), parts: [{ tone, count }] };
		});
		const note = groups
			? [
					words.promoters(share(groups.promoters)),
					words.passives(share(groups.passives)),
					words.detractors(share(groups.detractors)),
				].join(', ')
			: undefined;
		return [{ kind: 'bars', title: words.titles.scores, bars, note }];
	}

	trend(): Block {
		return this.orMissing('trend', this.parts.trend, (buckets) => ({
			bars: barsFrom(
				buckets.slice(-MAX_BUCKETS).map(({ from, score, answers }) => ({
					label: this.about.dayOf(from),
					text: [
						score === null ? '–' : this.number(score),
						...(answers === null ? [] : [this.answers(answers)]),
					].join(' · '),
					score,
				})),
			),
		}));
	}

	topics(): Block {
		return this.orMissing('topics', this.parts.topics, (topics) => ({
			bars: topics.slice(0, MAX_TOPICS).map((topic): Bar => {
				const tones = tonesOf(topic);
				const counted = topic.mentions ?? tones?.reduce((sum, { count }) => sum + count, 0);
				return {
					label: harmless(topic.name, MAX.name),
					text: this.toldTones(topic) ?? (counted === undefined ? '' : this.mentions(counted)),
					parts: tones ?? [{ tone: 'plain', count: counted ?? 0 }],
				};
			}),
		}));
	}

	quotes(): Block {
		const { words } = this;
		const title = this.titleOf('quotes');
		const quotes = valueOf(this.parts.quotes);
		if (!quotes) return { kind: 'lines', title, lines: [this.missing(this.parts.quotes)] };
		const tones: Record<string, string> = words.tone;
		const different = quotes.filter(
			({ text }, place) => quotes.findIndex((one) => one.text === text) === place,
		);
		const shown = different.slice(0, MAX_QUOTES).map(({ text, topic, sentiment }) => {
			const tone = tones[String(sentiment)];
			const about = [harmless(topic, MAX.name), ...(tone === undefined ? [] : [tone])];
			return { text: harmless(text, MAX.quote), about: about.join(', ') };
		});
		return { kind: 'quotes', title, quotes: shown };
	}

	conclusion(): Block {
		const found = valueOf(this.parts.conclusion);
		const lines = found
			? [
					...(found.text?.split(/\n+/) ?? []),
					...(found.points ?? []).slice(0, MAX_POINTS).map(({ text }) => `• ${text}`),
				].map((line) => harmless(line, MAX.paragraph))
			: [this.missing(this.parts.conclusion)];
		return { kind: 'lines', title: this.titleOf('conclusion'), lines };
	}

	groups({ property, comparison }: NonNullable<About['groups']>): Block {
		const title = harmless(property, MAX.name);
		const found = valueOf(comparison);
		if (!found?.groups.length) return { kind: 'lines', title, lines: [this.missing(comparison)] };
		const rows = found.groups.slice(0, MAX_GROUPS).map((group) => ({
			label: this.nameOf(group),
			text: [...this.toldGroup(group), this.answers(group.answers)].join(' · '),
			score: group.score,
		}));
		const bars = barsFrom(rows);
		return { kind: 'bars', title, bars };
	}

	private orMissing<T>(
		name: 'trend' | 'topics',
		part: Part<T>,
		barsOf: (value: T) => { bars: Bar[] },
	): Block {
		const value = valueOf(part);
		const title = this.titleOf(name);
		if (value === undefined) return { kind: 'lines', title, lines: [this.missing(part)] };
		return { kind: 'bars', title, ...barsOf(value) };
	}

	/** A title; of what the service has for its own periods only, with that period. */
	private titleOf(name: 'trend' | 'topics' | 'quotes' | 'conclusion'): string {
		const { words, about } = this;
		const title = words.titles[name];
		if (name === 'trend' || about.isServicePeriod) return title;
		return `${title} (${words.partPeriod[about.servicePeriod]})`;
	}

	private missing(part: Part<unknown>): string {
		return this.words.missing['missing' in part ? part.missing : 'empty'];
	}

	/** `up 6`; undefined where there is no period before. */
	private change(): string | undefined {
		const [now, then] = [valueOf(this.parts.scores)?.score, valueOf(this.parts.before)?.score];
		if (now == null || then == null) return undefined;
		const by = this.number(Math.abs(Math.round(10 * (now - then)) / 10));
		if (now === then) return this.words.same;
		return now > then ? this.words.up(by) : this.words.down(by);
	}

	private answers(count: number): string {
		return this.words.answers(count, this.number(count));
	}

	private mentions(count: number): string {
		return this.words.mentions(count, this.number(count));
	}

	private toldTones(topic: Topic): string | undefined {
		const { tone } = this.words;
		const tones = tonesOf(topic);
		return tones?.map((one) => `${this.number(one.count)} ${tone[one.tone]}`).join(', ');
	}

	/** The topic with most negative mentions, and of the others the one with most positive ones. */
	private toldTopics(): string[] {
		const { criticised, praised } = this.words;
		const topics = (valueOf(this.parts.topics) ?? []).filter(tonesOf);
		const mostIn = (tone: 'positive' | 'negative', others: Topic[]) => {
			const [most] = others.sort((one, other) => Number(other[tone]) - Number(one[tone]));
			return most && Number(most[tone]) > 0 ? most : undefined;
		};
		const worst = mostIn('negative', topics);
		const best = mostIn(
			'positive',
			topics.filter((topic) => topic !== worst),
		);
		const say = (topic: Topic | undefined, as: typeof praised) =>
			topic ? [as(harmless(topic.name, MAX.name), this.toldTones(topic) ?? '')] : [];
		return [...say(worst, criticised), ...say(best, praised)];
	}

	private lowestGroup(): { label: string; score: string } | undefined {
		const { groups = [] } = (this.about.groups && valueOf(this.about.groups.comparison)) ?? {};
		const lowest = groups.filter(({ name }) => name !== undefined).at(-1);
		if (!lowest || groups.length < 2) return undefined;
		return { label: this.nameOf(lowest), score: this.toldGroup(lowest).join(', ') };
	}

	private toldGroup({ score, difference }: Group): string[] {
		const { compared } = this.words;
		if (score === null || difference === null) return ['–'];
		const by = this.number(Math.abs(difference));
		const than =
			difference > 0 ? compared.above(by) : difference < 0 ? compared.below(by) : compared.same;
		return [this.number(score), than];
	}

	private nameOf({ name }: Group): string {
		return name === undefined ? this.words.others : harmless(name, MAX.name);
	}
}

const valueOf = <T>(part: Part<T>): T | undefined => ('value' in part ? part.value : undefined);

const toneOf = (score: number): Tone =>
	score >= 9 ? 'positive' : score >= 7 ? 'neutral' : 'negative';

/** From the left, as people read a scale; undefined where the service does not tell all three. */
function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	return [
		{ tone: 'negative', count: negative },
		{ tone: 'neutral', count: neutral },
		{ tone: 'positive', count: positive },
	] as const;
}

/** Bars of scores begin at 0, or where a score is below it, at the lowest that NPS has. */
function barsFrom(rows: ReadonlyArray<{ label: string; text: string; score: number | null }>) {
	const floor = rows.some(({ score }) => Number(score) < 0) ? -100 : 0;
	return rows.map(({ label, text, score }): Bar => {
		const count = score === null ? 0 : score - floor;
		return { label, text, parts: [{ tone: 'plain', count }] };
	});
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
