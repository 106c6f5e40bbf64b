/** What a report shows, in its order and its words, before it becomes a mail, blocks of Slack or text. */
import { oneLine, rounded } from '../records/scalars';
import { harmless } from '../service/messages';
import { hasGroups } from '../service/metric';
import type { Words } from './english';
import type { Comparison, Group } from './groups';
import { scaleOf, type Scale } from './metricScore';
import {
	ENOUGH,
	HELD,
	type ReportPart,
	type ReportParts,
	type ServicePeriod,
	tonesOf,
	worstFirst,
} from './parts';
import type { lengthOf } from './periods';
import { filled, Phrases } from './phrases';
import type { Brand, ReportRequest } from './reportRequest';

/** What a report needs besides the values of its parts. */
export interface ReportAbout extends Pick<ReportRequest, 'parts'> {
	brand: Brand;
	words: Words;
	surveyName: string;
	metric: unknown;
	/** The ends of the survey's scale, if it tells them. */
	scale: readonly unknown[];
	/** The period in words, in the workflow's time zone. */
	days: string;
	/** The length of the period before. */
	before: ReturnType<typeof lengthOf>;
	servicePeriod: ServicePeriod;
	/** Whether the service's period, of topics, quotes and conclusion, is just that of the report. */
	isServicePeriod: boolean;
	/** Whether the period begins at midnight in UTC, as the buckets of the trend do. */
	isUtc: boolean;
	granularity: keyof Words['trend'];
	/** The beginning of a bucket in words. */
	dayOf: (time: string) => string;
	isInPeriod: (time: string) => boolean;
	/** The period in words that are short enough to stand below a part of the trend. */
	shortDays: string;
	/** Whether the survey may be anonymous. */
	isGuarded: boolean;
	groups?: { property: string; comparison: ReportPart<Comparison> };
}

/** The names of colours: from against to for, and others where nobody knows which end is the better one. */
export type Tone = 'bad' | 'middle' | 'good' | 'pale' | 'accent';
export type ReportPage = ReturnType<PageWriter['page']>;
export type Trend = NonNullable<ReportPage['trend']>;
export type GroupRows = NonNullable<ReportPage['groups']>;

/** Characters of texts that others wrote. */
export const MAX_REPORT_NAME = 80;
const MAX = { label: 45, quote: 180, paragraph: 320, line: 200 };
const MOST = {
	columns: 13,
	topics: 5,
	quotes: 3,
	negativeQuotes: 2,
	points: 3,
	groups: 7,
	ends: 3,
};
/** With fewer answers, a change may be chance; with still fewer, a score says little. */
const FEW = 30;
const TOO_FEW = 10;
const TONES = ['negative', 'neutral', 'positive'] as const;

export const writePage = (about: ReportAbout, parts: ReportParts) =>
	new PageWriter(about, parts).page();

class PageWriter {
	private readonly words: Words;
	private readonly phrases: Phrases;
	private readonly scale: Scale;
	/** Those with a score, the lowest first, and the gathered people last. */
	private readonly compared: Group[];
	/** The period before, in words. */
	private readonly before: string;

	constructor(
		private readonly about: ReportAbout,
		private readonly parts: ReportParts,
	) {
		this.words = about.words;
		this.phrases = new Phrases(about.words, about.metric);
		this.before = this.phrases.before(about.before);
		const orderOf = ({ name, score }: Group) => (name === undefined ? Infinity : Number(score));
		this.compared = (about.groups?.comparison.value?.groups ?? [])
			.filter(({ score }) => score !== null)
			.sort((one, other) => orderOf(one) - orderOf(other));
		const given = parts.scores.value?.distribution ?? [];
		const scores = [...given, ...this.compared].flatMap(({ score }) => score ?? []);
		this.scale = scaleOf(about.metric, about.scale, scores);
	}

	page() {
		const { about, words, phrases } = this;
		const { brand, days, surveyName, parts } = about;
		const name = harmless(brand.heading ?? surveyName, MAX_REPORT_NAME);
		const title = name || harmless(surveyName, MAX_REPORT_NAME) || words.aSurvey;
		const hasScores = parts.has('scores');
		const lead = this.lead();
		const isNet = hasScores && hasGroups(about.metric);
		const explained = isNet ? [filled(words.explain, { metric: phrases.metric })] : [];
		return {
			...{ title, days, brand, lead },
			locale: words.locale,
			subject: `${title}: ${this.subject()}`,
			headline: hasScores ? this.headline() : undefined,
			shares: hasScores ? this.shares() : [],
			highlights: lead.map(({ strong, rest }) => `${strong} ${rest}`.trim()),
			trend: parts.has('trend') ? this.trend() : undefined,
			/** The heading of topics and quotes. */
			said: { title: words.said, aside: this.when() },
			topics: parts.has('topics') ? this.topics() : undefined,
			quotes: parts.has('quotes') ? this.quotes() : [],
			conclusion: parts.has('conclusion') ? this.conclusion() : undefined,
			groups: this.groups(),
			missing: this.missing(),
			link: brand.link && {
				url: brand.link,
				label: oneLine(brand.linkText ?? words.more, MAX.label),
			},
			footer: [...explained, ...(brand.footer ? [oneLine(brand.footer, MAX.line)] : [])],
		};
	}

	/** How the score has changed; undefined without a score in both periods. */
	private change() {
		const [now, then] = [this.parts.scores.value?.score, this.parts.previous_scores.value?.score];
		if (now == null || then == null) return undefined;
		const by = rounded(now - then, 1);
		return { by, size: Math.abs(by), way: by === 0 ? 'same' : by > 0 ? 'up' : 'down' } as const;
	}

	/** `NPS 42, up 6` */
	private subject(): string {
		const { phrases, parts } = this;
		const { subject } = this.words;
		const { value: now, missing = 'empty' } = parts.scores;
		if (now?.score == null) return subject[missing];
		const change = this.change();
		const told = change && filled(subject[change.way], { by: phrases.count(change.size) });
		return [`${phrases.metric} ${phrases.score(now.score)}`, ...(told ? [told] : [])].join(', ');
	}

	private headline() {
		const { phrases, words, before } = this;
		const { value: now, missing = 'empty' } = this.parts.scores;
		const [low = '', high = ''] = this.scale.map((end) => phrases.count(end));
		const change = this.change();
		const points = phrases.counted('points', change?.size ?? 0);
		const text = filled(words.change[change?.way ?? 'same'], { points, before });
		const isJudged = this.fewest() >= TOO_FEW;
		return {
			score: now?.score == null ? undefined : phrases.score(now.score),
			/** Instead of the score. */
			why: now?.score == null ? words.noScore[missing] : undefined,
			change: change && phrases.mark(change.by, text, isJudged),
			answers: now && phrases.counted('answers', now.answers),
			response: now && this.response(),
			metric: now && filled(words.onScale, { metric: phrases.metric, low, high }),
		};
	}

	/** The answers of that period which has fewer of them. */
	private fewest(): number {
		const { scores, previous_scores: previous } = this.parts;
		return Math.min(...[scores, previous].flatMap(({ value }) => value?.answers ?? []));
	}

	/** The response rate, with the service's period where it is not that of the report. */
	private response(): string | undefined {
		const { phrases, words } = this;
		const { invited = null, response_rate: rate } = this.parts.response_rate.value ?? {};
		if (rate === undefined) return undefined;
		const share = phrases.percent(rate);
		if (!this.about.isServicePeriod)
			return filled(words.responseRate, { share, when: this.when() });
		return invited === null
			? undefined
			: filled(words.ofInvited, { share, invited: phrases.count(invited) });
	}

	/** Those against, between and for, or below, in and above the middle of the scale, in whole percents. */
	private shares() {
		const { phrases, words } = this;
		const { groups, distribution = [] } = this.parts.scores.value ?? {};
		const [low, high] = this.scale;
		const middle = (low + high) / 2;
		const countIf = (isIn: (score: number) => boolean, from: number, to: number) => {
			const own = distribution.filter(({ score }) => isIn(score));
			const count = own.reduce((sum, one) => sum + one.count, 0);
			const scores = [...new Set([from, to])].map((end) => phrases.count(end)).join('–');
			return { count, label: filled(words.gave, { count: phrases.count(count), scores }) };
		};
		const kinds = groups
			? (['detractors', 'passives', 'promoters'] as const).map((name) => {
					const count = groups[name];
					return { count, label: phrases.counted(name, count) };
				})
			: [
					countIf((score) => score < middle, low, Math.ceil(middle) - 1),
					countIf((score) => score === middle, middle, middle),
					countIf((score) => score > middle, Math.floor(middle) + 1, high),
				];
		const isJudged = groups !== undefined && groups !== null;
		const judged: Tone[] = ['bad', 'middle', 'good'];
		const others: Tone[] = ['pale', 'middle', 'accent'];
		const tones = isJudged || this.about.metric === 'csat' ? judged : others;
		const percents = wholePercents(kinds.map(({ count }) => count));
		const shares = kinds.map((kind, at) => {
			const percent = percents[at] ?? 0;
			return {
				...kind,
				tone: tones[at] ?? 'middle',
				percent,
				share: phrases.percent(percent / 100),
			};
		});
		if (distribution.length === 0) return [];
		return isJudged || Number.isInteger(middle) ? shares : shares.filter((_, at) => at !== 1);
	}

	/** What to look at first, and whether it may be chance. */
	private lead() {
		const { words, phrases, before } = this;
		const { scores, previous_scores: previous } = this.parts;
		const own = scores.value?.answers ?? 0;
		const isTooFew = scores.value !== undefined && own < TOO_FEW;
		const [few, is] = [phrases.counted('answers', own), words.are[own === 1 ? 0 : 1] ?? ''];
		const size = this.change()?.size ?? 0;
		const isChance = size > 0 && this.fewest() < FEW && !isTooFew;
		const isBefore = this.fewest() < own && previous.value !== undefined;
		const answers = phrases.counted('answers', this.fewest());
		const points = phrases.counted('points', size);
		const chance = isBefore ? words.chanceBefore : words.chance;
		return [
			...(isTooFew ? [phrases.sentence(words.tooFew, { answers: few, is })] : []),
			...[...this.worstTopic(), ...this.lowestGroup()].sort(boldFirst),
			...(isChance ? [phrases.sentence(chance, { answers, before, points })] : []),
		];
	}

	private worstTopic() {
		const { words, phrases } = this;
		const worst = worstFirst(this.parts.topics.value ?? []).find(({ all }) => all >= ENOUGH);
		if (!worst) return [];
		const { negative, positive, all } = worst;
		if (negative <= positive) return [phrases.sentence(words.allWell)];
		const values = {
			negative: phrases.count(negative),
			mentions: phrases.counted('mentions', all),
		};
		const is = words.are[negative === 1 ? 0 : 1] ?? '';
		const topic = harmless(worst.name, MAX.label);
		return [phrases.sentence(words.lookAt, { ...values, topic, is, when: this.when() })];
	}

	/** The group with the lowest score, if it is below that of all. */
	private lowestGroup() {
		const { words, phrases } = this;
		const named = this.compared.filter(({ name }) => name !== undefined);
		const lowest = named.find(({ answers }) => answers >= ENOUGH);
		if (!lowest || named.length < 2 || Number(lowest.difference) >= 0) return [];
		const points = phrases.counted('points', Math.abs(Number(lowest.difference)));
		const values = { group: this.nameOf(lowest), score: phrases.score(lowest.score), points };
		return [phrases.sentence(words.lowest, values)];
	}

	private trend() {
		const { about, words, phrases } = this;
		const buckets = (this.parts.trend.value ?? []).slice(-MOST.columns);
		const scores = buckets.flatMap(({ score }) => score ?? []);
		if (scores.length < 2) return undefined;
		const columns = buckets.map(({ from, score, answers }) => ({
			score,
			label: about.dayOf(from),
			text: phrases.score(score),
			answers: answers === null ? '' : phrases.counted('answers', answers),
			isPale: score !== null && answers !== null && answers < ENOUGH,
			isInPeriod: about.isInPeriod(from),
		}));
		const aside = [
			hasGroups(about.metric) ? '' : words.byService,
			columns.some(({ isPale }) => isPale)
				? filled(words.pale, { count: phrases.count(ENOUGH) })
				: '',
			about.isGuarded && scores.length < columns.length ? words.notShown : '',
			about.isUtc ? '' : words.inUtc,
		];
		const title = capital(filled(words.trend[about.granularity], { metric: phrases.metric }));
		const scale = scaleOf(about.metric, about.scale, scores);
		const numberOf = (end: number) => phrases.count(end);
		return {
			title,
			aside: aside.filter(Boolean).join('; '),
			scale,
			columns,
			numberOf,
			days: about.shortDays,
		};
	}

	private topics() {
		const { words, phrases } = this;
		const { value: all = [] } = this.parts.topics;
		const known = worstFirst(all);
		const inOrder = [...known, ...all.filter((topic) => !tonesOf(topic) && topic.mentions !== 0)];
		const rows = inOrder.slice(0, MOST.topics).map((topic) => {
			const tones = tonesOf(topic);
			const told =
				tones && TONES.map((tone) => `${phrases.count(tones[tone])} ${words.tone[tone]}`);
			return {
				name: harmless(topic.name, MAX.label),
				percents: tones && wholePercents(TONES.map((tone) => tones[tone])),
				/** For a text, which has no bars. */
				told: told?.join(', '),
				count: tones
					? filled(words.ofAll, {
							count: phrases.count(tones.negative),
							all: phrases.count(tones.all),
						})
					: topic.mentions === null
						? ''
						: phrases.counted('mentions', topic.mentions),
			};
		});
		const best = known.slice(MOST.topics).findLast(({ positive, negative }) => positive > negative);
		const topic = harmless(best?.name ?? '', MAX.label);
		const [count, mentions] = [best?.positive ?? 0, best?.all ?? 0].map((one) =>
			phrases.count(one),
		);
		const praise = filled(words.praised, { topic, count: count ?? '', all: mentions ?? '' });
		const more = inOrder.length - rows.length - (best ? 1 : 0);
		const rest = filled(words.moreTopics, { topics: phrases.counted('topics', more) });
		const note = [best ? praise : '', more > 0 ? rest : ''].filter(Boolean).join(' ');
		return rows.length > 0
			? { rows, legend: TONES.map((tone) => words.tone[tone]), note }
			: undefined;
	}

	/** Different quotes: two negative ones at most if there are others, so that praise is heard as well. */
	private quotes() {
		const { words } = this;
		const tones: Record<string, string> = words.tone;
		const byText = new Map((this.parts.quotes.value ?? []).map((one) => [quotable(one.text), one]));
		byText.delete('');
		const all = [...byText].map(([text, quote]) => ({ ...quote, text }));
		const of = (tone: string) => all.filter(({ sentiment }) => sentiment === tone);
		const first = [...of('negative').slice(0, MOST.negativeQuotes), ...of('positive').slice(0, 1)];
		return [...new Set([...first, ...all])].slice(0, MOST.quotes).map((quote) => {
			const tone = tones[String(quote.sentiment)] ?? '';
			const about = { tone, topic: harmless(quote.topic, MAX.label) };
			const colour = { negative: 'bad', positive: 'good' }[String(quote.sentiment)] ?? 'middle';
			return {
				text: quote.text,
				quoted: filled(words.quoted, { text: quote.text }),
				about: filled(tone ? words.about : words.aboutOnly, about),
				tone: colour as Tone,
			};
		});
	}

	private conclusion() {
		const { text, points } = this.parts.conclusion.value ?? {};
		const bullets = (points ?? []).slice(0, MOST.points).map((point) => `• ${point.text}`);
		const lines = [...(text?.split(/\n+/) ?? []), ...bullets];
		const shown = lines.map((line) => harmless(line, MAX.paragraph)).filter(Boolean);
		const title = this.words.conclusion;
		return shown.length > 0 ? { title, aside: this.when(), lines: shown } : undefined;
	}

	private groups() {
		const { about, words, phrases, compared, scale } = this;
		const { value: found } = about.groups?.comparison ?? {};
		if (!about.groups || found?.all.score == null || !this.hasGroups()) return undefined;
		const hidden = compared.length > MOST.groups ? compared.slice(MOST.ends, -MOST.ends) : [];
		const rows = compared
			.filter((group) => !hidden.includes(group))
			.map((group) => {
				const by = Number(group.difference);
				return {
					name: this.nameOf(group),
					answers: phrases.counted('answers', group.answers),
					score: Number(group.score),
					text: phrases.score(group.score),
					difference: phrases.mark(by, by === 0 ? '' : phrases.count(Math.abs(by))),
					isPale: group.answers < ENOUGH,
				};
			});
		const [low, high] = [hidden[0], hidden.at(-1)].map((one) => phrases.score(one?.score ?? null));
		const range = { count: phrases.count(hidden.length), low: low ?? '', high: high ?? '' };
		const few = filled(words.gathered, { groups: phrases.counted('groups', found.gathered) });
		const hasOthers = compared.at(-1)?.name === undefined && found.gathered > 0;
		return {
			...{ rows, scale },
			title: harmless(about.groups.property, MAX_REPORT_NAME),
			aside: filled(words.lowestFirst, { metric: phrases.metric }),
			numberOf: (end: number) => phrases.count(end),
			/** Stands for the groups that are left out, after the lowest ones. */
			between: hidden.length > 0 ? filled(words.between, range) : undefined,
			lowest: MOST.ends,
			everyone: {
				name: words.everyone,
				score: found.all.score,
				text: phrases.score(found.all.score),
			},
			note: hasOthers ? few : '',
		};
	}

	/** Whether there is more than the gathered people, who are nearly everybody then. */
	private hasGroups(): boolean {
		return this.compared.some(({ name }) => name !== undefined);
	}

	private nameOf({ name }: Group): string {
		return name === undefined ? this.words.others : harmless(name, MAX.label);
	}

	/** What could not be shown, in one sentence for each reason; that of the score stands in its place. */
	private missing(): string[] {
		const { about, words, parts } = this;
		const list = new Intl.ListFormat(words.formats);
		const { comparison } = about.groups ?? {};
		const groups = comparison?.value && !this.hasGroups() ? HELD : comparison;
		const names = Object.keys(words.part) as Array<keyof Words['part']>;
		return (['unreadable', 'suppressed', 'perhapsHeld', 'empty'] as const).flatMap((why) => {
			// That there is nothing at all is said in place of the score, and a rate may just not be counted.
			const isNothing = why === 'empty' || why === 'perhapsHeld';
			if (isNothing && parts.scores.missing === why) return [];
			const own = names.filter((name) => {
				const part = name === 'groups' ? groups : parts[name];
				const isWanted =
					name === 'groups' || about.parts.has(name === 'response_rate' ? 'scores' : name);
				return isWanted && part?.missing === why && !(isNothing && name === 'response_rate');
			});
			const told = list.format(own.map((name) => words.part[name]));
			return own.length > 0 ? [filled(words.missing[why], { parts: told })] : [];
		});
	}

	/** The service's period, where it is not that of the report. */
	private when(): string {
		const { isServicePeriod, servicePeriod } = this.about;
		return isServicePeriod ? '' : this.words.when[servicePeriod];
	}
}

const boldFirst = (one: { strong: string }, other: { strong: string }) =>
	Number(one.strong === '') - Number(other.strong === '');

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a participant said, cut, and without quotation marks, which could end the quote early. */
const quotable = (text: string) => harmless(text, MAX.quote).replace(/["“”„‟«»]/g, '’');

/** Whole percents that make 100, so that a bar and its numbers agree. */
export function wholePercents(counts: readonly number[]): number[] {
	const all = counts.reduce((sum, count) => sum + count, 0);
	const exact = counts.map((count) => (100 * count) / Math.max(all, 1));
	const whole = exact.map(Math.floor);
	const lacking = all === 0 ? 0 : 100 - whole.reduce((sum, share) => sum + share, 0);
	const restOf = (at: number) => (exact[at] ?? 0) % 1;
	const largestRests = [...exact.keys()].sort((one, other) => restOf(other) - restOf(one));
	return whole.map((share, at) => share + Number(largestRests.indexOf(at) < lacking));
}
