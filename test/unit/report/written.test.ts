/** What a report says, word by word, in both languages: one snapshot of its situations. */
import { compareScores } from '../../../nodes/SurveyInterview/report/groups';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import type { ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import { wordsIn } from '../../../nodes/SurveyInterview/report/words';
import type { ReportFacts } from '../../../nodes/SurveyInterview/report/reportFacts';
import { plainTextOf, slackBlocksOf } from '../../../nodes/SurveyInterview/report/document';
import { writeReport } from '../../../nodes/SurveyInterview/report/writeReport';
import { FACTS, groupOf, NO_PARTS, reportOf, scoresOf, topicOf, weeks } from './aReport';

const ORDINARY: ReportParts = {
	scores: scoresOf('nps', 10, 9, 9, 9, 9, 9, 9, 8, 7, 3, 0),
	previous_scores: scoresOf('nps', 10, 9, 2, 9, 9, 9, 7, 7, 3, 2),
	response_rate: { value: { invited: 40, response_rate: 0.275 } },
	trend: { value: weeks(-50, null, 25) },
	topics: {
		value: [
			...[topicOf('Prices', 9, 2, 1), topicOf('People', 0, 0, 8), topicOf('Rarely', 3, 0, 0)],
			...[topicOf('Other'), topicOf('Never', 0, 0, 0), topicOf('Tea', 2, 2, 2)],
			...[topicOf('Phone', 4, 0, 3), topicOf('Web', 1, 1, 8)],
		],
	},
	quotes: {
		value: [
			{ text: 'Nice', topic: 'People', sentiment: 'positive' },
			{ text: 'Too "dear"', topic: 'Prices', sentiment: 'negative' },
			{ text: 'Too "dear"', topic: 'Prices', sentiment: 'negative' },
			{ text: 'Nobody knows', topic: 'Other', sentiment: null },
		],
	},
	conclusion: { value: { text: 'One.\n\nTwo.', points: [{ text: 'A point', tone: null }] } },
};

/** Fourteen teams, of which one has the lowest score. */
const people = Array.from({ length: 14 }, (_, index) =>
	[index < 5 ? 10 : 8, 9, index === 5 ? 3 : 7, index > 8 ? 0 : 9, index].map((score) => ({
		score: Math.min(score, 10),
		values: [`Team ${index + 1}`],
	})),
).flat();

const SITUATIONS: Record<string, (facts: ReportFacts) => [ReportFacts, ReportParts]> = {
	ordinary: (facts) => [
		{
			...facts,
			brand: { heading: 'Our heading', linkUrl: 'https://example.com/report', footer: 'By us.' },
			property: 'Team',
		},
		{ ...ORDINARY, groups: { value: compareScores('nps', people, 1, false) } },
	],
	'a score of another kind, and parts of the service’s period': (facts) => [
		{ ...facts, metric: 'csat', isServicePeriod: false, beginsAtMidnightUtc: false },
		{
			...ORDINARY,
			scores: scoresOf('csat', ...Array<number>(30).fill(4), 5),
			previous_scores: scoresOf('csat', 4, 4, 5),
		},
	],
	'nothing is known': (facts) => [
		facts,
		{
			scores: { missing: 'suppressed' },
			previous_scores: { missing: 'suppressed' },
			response_rate: { missing: 'unreadable' },
			trend: { missing: 'unreadable' },
			topics: { missing: 'maybeSuppressed' },
			quotes: { missing: 'empty' },
			conclusion: { missing: 'empty' },
		},
	],
	'no score is wanted': (facts) => [
		{ ...facts, wanted: new Set(['topics']) },
		{ ...NO_PARTS, topics: { value: [topicOf('Prices', 9, 2, 1)] } },
	],
	'eNPS of a day, the same as before, and some people with few answers': (facts) => [
		{
			...facts,
			...{ metric: 'enps', lengthBefore: { unit: 'day', count: 1 }, servicePeriod: 'all_time' },
			...{ isServicePeriod: false, property: 'Team', mayBeAnonymous: true },
			trend: { ...facts.trend, granularity: 'month' },
		},
		{
			...ORDINARY,
			scores: scoresOf('enps', ...Array<number>(40).fill(9)),
			previous_scores: scoresOf('enps', ...Array<number>(40).fill(9)),
			trend: { value: weeks(10, 20, null) },
			topics: { value: [...'ABCDEFG'].map((name, at) => topicOf(name, 1, 0, 4 + at)) },
			groups: { value: compareScores('enps', people.slice(0, 17), 5, false) },
		},
	],
	'CES of two months, of few answers': (facts) => [
		{
			...facts,
			...{ metric: 'ces', lengthBefore: { unit: 'month', count: 2 }, isServicePeriod: false },
			...{ servicePeriod: 'current_month', trend: { ...facts.trend, granularity: 'year' } },
		},
		{
			...ORDINARY,
			scores: scoresOf('ces', ...Array<number>(12).fill(4)),
			previous_scores: scoresOf('ces', ...Array<number>(40).fill(5)),
			groups: { missing: 'suppressed' },
		},
	],
	'a scale that could not be read, in the year before': (facts) => [
		{
			...facts,
			...{ metric: 'scale', lengthBefore: { unit: 'year', count: 1 }, isServicePeriod: false },
			servicePeriod: 'last_month',
		},
		{ ...ORDINARY, scores: { missing: 'unreadable' } },
	],
	'a metric that is not known, and nobody has answered': (facts) => [
		{ ...facts, metric: null, servicePeriod: 'last_year', isServicePeriod: false },
		{ ...ORDINARY, scores: { missing: 'empty' } },
	],
	'a score that may be held back': (facts) => [
		facts,
		{ ...ORDINARY, scores: { missing: 'maybeSuppressed' } },
	],
	'only the score, the same as before, of few': (facts) => [
		{ ...facts, name: '', wanted: new Set(['scores']) },
		{ ...NO_PARTS, scores: scoresOf('nps', 10, 1), previous_scores: scoresOf('nps', 9, 2) },
	],
};

describe.each(['en', 'nl'])('in the language %s', (language) => {
	it.each(Object.keys(SITUATIONS))('%s', (situation) => {
		const given = SITUATIONS[situation]?.({ ...FACTS, words: wordsIn(language) });
		if (!given) throw new Error(`There is no situation “${situation}”.`);
		const report = writeReport(...given);
		const { subject, highlights } = report;
		expect({ subject, highlights, text: plainTextOf(report) }).toMatchSnapshot();
	});
});

/** The texts of a language by where they stand in it. */
const textsIn = (words: object, path = ''): Array<[string, string]> =>
	Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
		typeof value === 'string'
			? [[`${path}${key}`, value]]
			: textsIn(value as object, `${path}${key}.`),
	);

it('each phrase of a language has the names of the English one, and only nouns that there are', () => {
	const placesIn = (phrase: string) => new Set(phrase.match(/\{[^}]*\}|\||#/g));
	const { nouns } = wordsIn('en');
	const dutch = new Map(textsIn(wordsIn('nl')));
	for (const [path, phrase] of textsIn(wordsIn('en'))) {
		expect([path, placesIn(dutch.get(path) ?? '')]).toEqual([path, placesIn(phrase)]);
		for (const [, noun = ''] of phrase.matchAll(/\{\w+ (\w+)\}/g))
			expect(nouns).toHaveProperty(noun);
	}
});

it('the mail', () => {
	const [facts, parts] = SITUATIONS.ordinary?.({ ...FACTS, words: wordsIn('en') }) ?? [];
	if (!facts || !parts) throw new Error('There is no ordinary situation.');
	expect(htmlOf(writeReport(facts, parts)).split(/(?<=<\/tr>)/)).toMatchSnapshot();
});

it('for Slack', () => {
	const report = writeReport(
		{ ...FACTS, brand: { linkUrl: 'https://example.com/report' } },
		ORDINARY,
	);
	expect(slackBlocksOf(report)).toMatchSnapshot();
});

describe('what is told first', () => {
	const saidOf = (topics: ReportParts['topics'], own: number[], before: number[]) => {
		const parts = {
			topics,
			scores: scoresOf('nps', ...own),
			previous_scores: scoresOf('nps', ...before),
		};
		const report = reportOf({}, parts);
		const [, tone] = / (good|bad|even)Tint pill"/.exec(htmlOf(report)) ?? [];
		return { tone, said: report.highlights.join(' ') };
	};
	const NONE = { value: [] };
	const many = (count: number, score: number) => Array<number>(count).fill(score);

	it('a change of 30 answers and more is one', () => {
		const { tone, said } = saidOf(NONE, many(30, 9), [...many(29, 9), 2]);
		expect([tone, said]).toEqual(['good', '']);
	});

	it('a change of fewer may be chance, also where the period before has fewer', () => {
		expect(saidOf(NONE, many(29, 9), [...many(29, 9), 2])).toEqual({
			tone: 'good',
			said: expect.stringMatching(/^With 29 answers, .* may be chance\.$/),
		});
		expect(saidOf(NONE, many(300, 2), many(29, 9))).toEqual({
			tone: 'bad',
			said: expect.stringMatching(/^With 29 answers in the four weeks before, .* may be chance\.$/),
		});
	});

	it('a mark of fewer than ten is grey, and the score is said to be of too few', () => {
		const { tone, said } = saidOf(NONE, many(9, 9), many(40, 2));
		expect(tone).toBe('even');
		expect(said).toMatch(/^9 answers are too few for a score\./);
		expect(saidOf(NONE, many(40, 2), many(9, 9)).tone).toBe('even');
		expect(saidOf(NONE, [9], many(40, 2)).said).toMatch(/^1 answer is too few/);
	});

	it('the group with the lowest score is named, and never the people gathered from small ones', () => {
		const groups = [groupOf('Sales', 20, 30), groupOf('Care', 40, 30), groupOf(undefined, -50, 30)];
		const all = { ...scoresOf('nps', 9).value, score: 30 };
		const told = (...some: typeof groups) =>
			reportOf(
				{ property: 'Team' },
				{ groups: { value: { groups: some, all, gathered: 2 } } },
			).highlights.join(' ');
		expect(told(...groups)).toContain('Sales');
		expect(told(groupOf('Sales', 20, 30), groupOf(undefined, -50, 30))).toBe('');
		expect(told(groupOf('Sales', 30, 30), groupOf('Care', 30, 30))).toBe('');
		// Of two with the same score, none is lower than the other.
		expect(told(groupOf('Sales', 20, 30), groupOf('Care', 20, 30))).toBe('');
		expect(told(groupOf('Sales', 20, 30), groupOf('Care', 20, 30, 4))).toContain('Sales');
	});

	it('a topic is named from five mentions on, and the one that pulls the most', () => {
		const named = (...topics: Array<ReturnType<typeof topicOf>>) =>
			saidOf({ value: topics }, many(40, 9), many(40, 9)).said;
		expect(named(topicOf('Few', 4, 0, 0))).toBe('');
		expect(named(topicOf('Few', 4, 0, 0), topicOf('Enough', 3, 1, 1))).toMatch(
			/^Look at Enough first: 3 of 5/,
		);
		expect(named(topicOf('Loud', 30, 0, 29), topicOf('Bad', 9, 0, 1))).toMatch(
			/^Look at Bad first/,
		);
		const good = topicOf('Good', 1, 0, 9);
		expect(named(good)).toBe('No topic is mostly negative.');
		expect(named(good, topicOf('Few', 4, 0, 0))).toBe('');
		expect(saidOf({ value: [good] }, many(9, 9), many(40, 9)).said).not.toMatch(/No topic/);
	});
});

/** The words of a language, and which of their texts were read. */
function watched<T extends object>(
	words: T,
	path = '',
	read = new Set<string>(),
): [T, Set<string>] {
	const proxy = new Proxy(words, {
		get(of: T, key: string) {
			const value: unknown = Reflect.get(of, key);
			if (typeof value === 'string') read.add(`${path}${key}`);
			return typeof value === 'object' && value !== null
				? watched(value, `${path}${key}.`, read)[0]
				: value;
		},
	});
	return [proxy, read];
}

it('each phrase stands in one of these situations', () => {
	const [words, read] = watched(wordsIn('en'));
	for (const situation of Object.values(SITUATIONS)) {
		const report = writeReport(...situation({ ...FACTS, words }));
		htmlOf(report);
		plainTextOf(report);
	}
	const unread = textsIn(wordsIn('en')).filter(([path, text]) => text !== '' && !read.has(path));
	expect(unread.map(([path]) => path)).toEqual([]);
});
