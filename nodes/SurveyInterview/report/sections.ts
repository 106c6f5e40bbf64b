/** A report in words: its parts as blocks of a document, with the sentences that say what changed most. */
import { harmless } from '../facts/message';
import type { Bar, Block, ReportDocument, Tone } from './document';
import type { ReportPart, ReportParts } from './parts';
import {
	capital,
	MAX_REPORT_NAME,
	type ReportAbout,
	ReportPhrases,
	tonesOf,
	valueIn,
} from './phrases';

/** Characters of what others wrote: names, quotes, paragraphs of a conclusion. */
const MAX = { name: MAX_REPORT_NAME, quote: 300, paragraph: 1_200 };
const MAX_TOPICS = 6;
const MAX_QUOTES = 4;
const MAX_BUCKETS = 16;
const MAX_GROUPS = 12;
const MAX_POINTS = 6;
/** A scale spans at most 20 points. */
const MAX_SCORES = 21;

export interface WrittenReport {
	subject: string;
	highlights: string[];
	document: ReportDocument;
}

export function written(about: ReportAbout, parts: ReportParts): WrittenReport {
	const { words, surveyName, days, link, heading } = about;
	const write = new ReportWriter(about, parts);
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
		document: {
			locale: words.locale,
			title,
			subtitle: days,
			blocks,
			link: link === undefined ? undefined : { url: link, label: words.more },
		},
	};
}

class ReportWriter extends ReportPhrases {
	score(): Block {
		const { words, number } = this;
		const { scores, scoresBefore } = this.parts;
		const [now, then] = [valueIn(scores), valueIn(scoresBefore)];
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

	/** Scores from the highest down, and how many are in each group of the metric. */
	distribution(): Block[] {
		const { words, number } = this;
		const now = valueIn(this.parts.scores);
		if (!now) return [];
		const { groups, answers, distribution } = now;
		// More would be no picture.
		if (distribution.length > MAX_SCORES) return [];
		const share = (count: number) =>
			`${number(count)} (${number(Math.round((100 * count) / answers))} %)`;
		const bars = [...distribution].reverse().map(({ score, count }): Bar => {
			const tone = groups ? toneOf(score) : 'plain';
			return { label: number(score), text: share(count), parts: [{ tone, count }] };
		});
		const note = groups
			? [
					words.promoters(groups.promoters, share(groups.promoters)),
					words.passives(share(groups.passives)),
					words.detractors(groups.detractors, share(groups.detractors)),
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
			note: this.about.isUtc ? undefined : this.words.inUtc,
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
		const quotes = valueIn(this.parts.quotes);
		if (!quotes) return { kind: 'lines', title, lines: [this.missing(this.parts.quotes)] };
		const tones: Record<string, string> = words.tone;
		const different = quotes.filter(
			({ text }, place) => quotes.findIndex((one) => one.text === text) === place,
		);
		const visible = different.filter(({ text }) => quotable(text) !== '');
		const shown = visible.slice(0, MAX_QUOTES).map(({ text, topic, sentiment }) => {
			const tone = tones[String(sentiment)];
			const about = [harmless(topic, MAX.name), ...(tone === undefined ? [] : [tone])];
			return { text: quotable(text), about: about.join(', ') };
		});
		return { kind: 'quotes', title, quotes: shown };
	}

	conclusion(): Block {
		const found = valueIn(this.parts.conclusion);
		const lines = found
			? [
					...(found.text?.split(/\n+/) ?? []),
					...(found.points ?? []).slice(0, MAX_POINTS).map(({ text }) => `• ${text}`),
				].map((line) => harmless(line, MAX.paragraph))
			: [this.missing(this.parts.conclusion)];
		return { kind: 'lines', title: this.titleOf('conclusion'), lines };
	}

	groups({ property, comparison }: NonNullable<ReportAbout['groups']>): Block {
		const title = harmless(property, MAX.name);
		const found = valueIn(comparison);
		if (!found?.groups.length) return { kind: 'lines', title, lines: [this.missing(comparison)] };
		// The lowest are what people look for.
		const half = MAX_GROUPS / 2;
		const isCut = found.groups.length > MAX_GROUPS;
		const shown = isCut
			? [...found.groups.slice(0, half), ...found.groups.slice(-half)]
			: found.groups;
		const rows = shown.map((group) => ({
			label: this.nameOf(group),
			text: [...this.toldGroup(group), this.answers(group.answers)].join(' · '),
			score: group.score,
		}));
		const note = isCut ? this.words.notShown(found.groups.length - MAX_GROUPS) : undefined;
		return { kind: 'bars', title, bars: barsFrom(rows), note };
	}

	private orMissing<T>(
		name: 'trend' | 'topics',
		part: ReportPart<T>,
		barsOf: (value: T) => { bars: Bar[]; note?: string },
	): Block {
		const value = valueIn(part);
		const title = this.titleOf(name);
		if (value === undefined) return { kind: 'lines', title, lines: [this.missing(part)] };
		return { kind: 'bars', title, ...barsOf(value) };
	}
}

const toneOf = (score: number): Tone =>
	score >= 9 ? 'positive' : score >= 7 ? 'neutral' : 'negative';

/** Bars of scores begin at zero, which is in the same place in each of them; those below it go to the left. */
function barsFrom(rows: ReadonlyArray<{ label: string; text: string; score: number | null }>) {
	const lowest = Math.min(0, ...rows.map(({ score }) => score ?? 0));
	return rows.map(({ label, text, score: given }): Bar => {
		const score = given ?? 0;
		const room = { tone: 'none', count: Math.min(score, 0) - lowest } as const;
		const bar = { tone: score < 0 ? 'below' : 'plain', count: Math.abs(score) } as const;
		return { label, text, parts: lowest < 0 ? [room, bar] : [bar] };
	});
}

/** What a participant said, cut; it cannot end the quotation. */
const quotable = (text: string) => harmless(text, MAX.quote).replace(/["“”„‟«»]/g, '’');
