/** A report as a document: its parts as blocks, and the sentences about what changed most. */
import { harmless } from '../service/messages';
import { hasGroups } from '../service/metric';
import type { Bar, Block, ReportDocument, Tone } from './document';
import { MAX_SCORES } from './metricScore';
import type { ReportPart, ReportParts } from './parts';
import { capital, MAX_REPORT_NAME, type ReportAbout, ReportPhrases, tonesOf } from './phrases';

/** Characters of texts that others wrote: names, quotes, paragraphs of a conclusion. */
const MAX = { name: MAX_REPORT_NAME, quote: 300, paragraph: 1_200 };
const MAX_TOPICS = 6;
const MAX_QUOTES = 4;
const MAX_BUCKETS = 16;
const MAX_GROUPS = 12;
const MAX_POINTS = 6;

/** The parts after the scores, in the order of the document. */
const ORDER = ['trend', 'topics', 'quotes', 'conclusion'] as const;

export function written(about: ReportAbout, parts: ReportParts) {
	const { words, surveyName, days, link, heading } = about;
	const write = new ReportWriter(about, parts);
	const name = harmless(surveyName, MAX.name) || words.aSurvey;
	const highlights = write.highlights();
	const hasScores = about.parts.has('scores');
	const blocks: Block[] = [
		...(hasScores ? [write.score()] : []),
		...(highlights.length === 0 ? [] : [{ title: words.titles.highlights, lines: highlights }]),
		...(hasScores ? write.distribution() : []),
		...ORDER.filter((part) => about.parts.has(part)).map((part) => write[part]()),
		...(about.groups ? [write.groups(about.groups)] : []),
	];
	const document: ReportDocument = {
		locale: words.locale,
		title: harmless(heading ?? '', MAX.name) || name,
		subtitle: days,
		blocks,
		link: link === undefined ? undefined : { url: link, label: words.more },
	};
	return { subject: `${name}: ${write.subject()}`, highlights, document };
}

class ReportWriter extends ReportPhrases {
	score(): Block {
		const { words, number, now, before, metric: label } = this;
		if (now?.score == null) {
			return { score: '–', label, lines: [this.missing(this.parts.scores)] };
		}
		const change = this.change();
		const answers = this.answers(now.answers);
		const counted = before ? `${answers} (${words.before(number(before.answers))})` : answers;
		const since =
			change === undefined || before?.score == null
				? []
				: [capital(words.sincePeriodBefore(change, number(before.score)))];
		return { score: number(now.score), label, lines: [...since, counted] };
	}

	/** Scores from the highest down, and how many are in each group of the metric. */
	distribution(): Block[] {
		const { words, number, now } = this;
		// More bars would not be readable.
		if (!now || now.distribution.length > MAX_SCORES) return [];
		const { groups, answers, distribution } = now;
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
		return [{ title: words.titles.scores, bars, note }];
	}

	trend(): Block {
		return this.blockOf('trend', this.parts.trend, (buckets) => ({
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
		return this.blockOf('topics', this.parts.topics, (topics) => ({
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
		const tones: Record<string, string> = this.words.tone;
		return this.blockOf('quotes', this.parts.quotes, (quotes) => {
			const different = quotes.filter(
				({ text }, place) => quotes.findIndex((one) => one.text === text) === place,
			);
			const visible = different.filter(({ text }) => quotable(text) !== '');
			const shown = visible.slice(0, MAX_QUOTES).map(({ text, topic, sentiment }) => {
				const tone = tones[String(sentiment)];
				const about = [harmless(topic, MAX.name), ...(tone === undefined ? [] : [tone])];
				return { text: quotable(text), about: about.join(', ') };
			});
			return { quotes: shown };
		});
	}

	conclusion(): Block {
		return this.blockOf('conclusion', this.parts.conclusion, ({ text: prose, points }) => {
			const bullets = (points ?? []).slice(0, MAX_POINTS).map(({ text }) => `• ${text}`);
			const lines = [...(prose?.split(/\n+/) ?? []), ...bullets];
			return { lines: lines.map((line) => harmless(line, MAX.paragraph)) };
		});
	}

	groups({ property, comparison }: NonNullable<ReportAbout['groups']>): Block {
		const title = harmless(property, MAX.name);
		const found = comparison.value;
		if (!found?.groups.length) return { title, lines: [this.missing(comparison)] };
		// The highest and the lowest, because people look for both.
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
		return { title, bars: barsFrom(rows), note };
	}

	/** The block of a part, or a line that says why the part is missing. */
	private blockOf<T>(
		name: (typeof ORDER)[number],
		part: ReportPart<T>,
		contentOf: (value: T) => Block,
	): Block {
		const title = this.titleOf(name);
		const line = { lines: [this.missing(part)] };
		return { title, ...(part.value === undefined ? line : contentOf(part.value)) };
	}

	/** The title of a part, with the service's period if it is not that of the report. */
	private titleOf(name: (typeof ORDER)[number]): string {
		const { words, about } = this;
		const title = words.titles[name];
		if (name === 'trend') {
			return hasGroups(about.metric) ? title : `${title} (${words.byService})`;
		}
		if (about.isServicePeriod) return title;
		return `${title} (${words.partPeriod[about.servicePeriod]})`;
	}
}

const toneOf = (score: number): Tone =>
	score >= 9 ? 'positive' : score >= 7 ? 'neutral' : 'negative';

/** Bars of scores, which have their zero at the same place; those of negative scores go to the left of it. */
function barsFrom(rows: ReadonlyArray<{ label: string; text: string; score: number | null }>) {
	const lowest = Math.min(0, ...rows.map(({ score }) => score ?? 0));
	return rows.map(({ label, text, score: given }): Bar => {
		const score = given ?? 0;
		const room = { tone: 'none', count: Math.min(score, 0) - lowest } as const;
		const bar = { tone: score < 0 ? 'below' : 'plain', count: Math.abs(score) } as const;
		return { label, text, parts: lowest < 0 ? [room, bar] : [bar] };
	});
}

/** What a participant said, cut, and without quotation marks, which could end the quote early. */
const quotable = (text: string) => harmless(text, MAX.quote).replace(/["“”„‟«»]/g, '’');
