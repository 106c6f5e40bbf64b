/** What stands in each section of a report, by rows of what it is written from. */
import type { Group } from '../../../nodes/SurveyInterview/report/groups';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';
import type { Missing, ReportParts, Topic } from '../../../nodes/SurveyInterview/report/parts';
import type { ReportFacts } from '../../../nodes/SurveyInterview/report/reportFacts';
import { plainTextOf, slackBlocksOf } from '../../../nodes/SurveyInterview/report/document';
import { wordsIn } from '../../../nodes/SurveyInterview/report/words';
import { EVERY_PART, groupOf, reportOf, scoresOf, topicOf, weeks } from './aReport';

const english = wordsIn('en');
const textOf = (facts: Partial<ReportFacts>, parts: Partial<ReportParts>) =>
	plainTextOf(reportOf(facts, parts));
const many = (count: number, score: number) => Array<number>(count).fill(score);
/** What a line has before a colon. */
const namesIn = (text: string, sign: string) =>
	text.split('\n').flatMap((line) => (line.includes(sign) ? [line.split(':')[0]] : []));

describe('the score', () => {
	const squaresOf = (metric: string, ...scores: number[]) => {
		const report = reportOf({ metric }, { scores: scoresOf(metric, ...scores) });
		return /[🟥⬜🟩🟨🟦]+/u.exec(JSON.stringify(slackBlocksOf(report)))?.[0];
	};

	it.each<[string, number[], string]>([
		['nps', [...many(3, 2), ...many(2, 8), ...many(5, 9)], '🟥🟥🟥⬜⬜🟩🟩🟩🟩🟩'],
		['csat', [...many(3, 2), ...many(2, 3), ...many(5, 5)], '🟥🟥🟥⬜⬜🟩🟩🟩🟩🟩'],
		['ces', [...many(3, 2), ...many(2, 4), ...many(5, 5)], '🟨🟨🟨⬜⬜🟦🟦🟦🟦🟦'],
		['scale', [...many(3, 5), ...many(7, 6)], '🟨🟨🟨🟦🟦🟦🟦🟦🟦🟦'],
	])('of %s with %j is a bar %s', (metric, scores, squares) => {
		expect(squaresOf(metric, ...scores)).toBe(squares);
	});

	it.each<[number[], string[]]>([
		[
			[1, 5, 6, 10],
			['1–5', '6–10'],
		],
		[
			[1, 5.5, 6, 10],
			['1–5', '5.5', '6–10'],
		],
	])('between the ends of %j are those who are in the middle', (scores, shown) => {
		const text = textOf({ metric: 'scale' }, { scores: scoresOf('scale', ...scores) });
		expect([...text.matchAll(/gave ([\d–.]+)\)/g)].map(([, range]) => range)).toEqual(shown);
	});

	it.each<[number[], number[] | undefined, RegExp]>([
		[many(9, 9), many(10, 2), /100 \(9 answers\)$/],
		[many(10, 9), many(10, 2), /100, up 200$/],
		[many(10, 9), undefined, /NPS 100$/],
	])('of %j, after %j, has the subject %s', (scores, previous, subject) => {
		const parts = { scores: scoresOf('nps', ...scores) };
		const before = previous && { previous_scores: scoresOf('nps', ...previous) };
		expect(reportOf({}, { ...parts, ...before }).subject).toMatch(subject);
	});

	it.each<[Missing]>([['empty'], ['suppressed'], ['maybeSuppressed'], ['unreadable']])(
		'that is missing as %s says why, in Slack, too',
		(missing) => {
			const report = reportOf({}, { scores: { missing }, previous_scores: scoresOf('nps', 9) });
			expect(report.subject).toContain(english.subject[missing]);
			const [, , block] = slackBlocksOf(report).blocks;
			expect(block?.text.text).toBe(english.noScore[missing]);
		},
	);

	it('that nobody wants has no section', () => {
		const wanted = reportOf({ metric: 'csat' }, { scores: { missing: 'empty' } });
		const unwanted = reportOf({ metric: 'csat' });
		expect(unwanted.sections).toHaveLength(wanted.sections.length - 1);
		expect(slackBlocksOf(unwanted).blocks).toHaveLength(2);
	});

	it('has the share of those invited if they are counted', () => {
		const textWith = (invited: number | null) =>
			textOf(
				{},
				{
					scores: scoresOf('nps', 9),
					response_rate: { value: { invited, response_rate: 0.5 } },
				},
			);
		expect(textWith(40)).toContain('50% of 40');
		expect(textWith(null)).toContain('1 answer\n');
	});

	it('the scale is that of the period before, too', () => {
		const parts = { scores: scoresOf('csat', 3, 4), previous_scores: scoresOf('csat', 9) };
		expect(textOf({ metric: 'csat' }, parts)).toContain('on a scale of 1 to 10');
	});

	it.each<[string, number[], number[], string]>([
		['csat', [4, 5], [], '1 to 5'],
		['csat', [4, 8], [], '1 to 10'],
		['csat', [4, 5], [8], '1 to 10'],
	])('of %s with %j, and groups with %j, is on a scale of %s', (metric, scores, groups, scale) => {
		const compared = groups.map((score) => groupOf('Sales', score, 4));
		const all = summaryOf(metric, scores);
		const value = { groups: compared, all, gathered: 0 };
		const text = textOf({ metric }, { scores: scoresOf(metric, ...scores), groups: { value } });
		expect(text).toContain(`on a scale of ${scale}`);
	});

	it.each<[string, number[], number, string]>([
		['nps', [4, 9], 9, 'good'],
		['csat', [4], 5, 'good'],
		['ces', [4], 5, 'even'],
		['nps', [4, 9], 2, 'bad'],
	])('of %s that was of %j and is of %i has a mark that is %s', (metric, before, score, tone) => {
		const previous = scoresOf(metric, ...before.flatMap((one) => many(40, one)));
		const parts = { scores: scoresOf(metric, ...many(40, score)), previous_scores: previous };
		const [, found] = /(\w+)Tint pill"/.exec(htmlOf(reportOf({ metric }, parts))) ?? [];
		expect(found).toBe(tone);
	});
});

describe('what to look at first', () => {
	const highlightsOf = (parts: Partial<ReportParts>) => reportOf({}, parts).highlights;
	const ALL = summaryOf('nps', [9]);

	it('is nothing if nothing stands out', () => {
		expect(htmlOf(reportOf())).not.toContain('class="tint"');
	});

	it('is no topic with as many for as against', () => {
		expect(highlightsOf({ topics: { value: [topicOf('Even', 3, 0, 3)] } })).toEqual([
			expect.not.stringContaining('Even'),
		]);
	});

	it('is the lowest group with five answers', () => {
		const groups = [groupOf('Few', 0, 50, 4), groupOf('Five', 10, 50, 5), groupOf('More', 90, 50)];
		expect(highlightsOf({ groups: { value: { groups, all: ALL, gathered: 0 } } })).toEqual([
			expect.stringMatching(/^Five .* 10, 40 points/),
		]);
	});

	it.each<[number, number, number, boolean]>([
		[9, 9, 2, false],
		[10, 9, 2, true],
		[10, 9, 9, false],
		[30, 9, 2, false],
	])(
		'of %i answers of %i after %i, says that a change may be chance: %s',
		(count, now, then, is) => {
			const parts = {
				scores: scoresOf('nps', ...many(count, now)),
				previous_scores: scoresOf('nps', ...many(40, then)),
			};
			expect(/chance/.test(highlightsOf(parts).join())).toBe(is);
		},
	);
});

describe('what people say', () => {
	const untold = (name: string, mentions: number | null): Topic => ({
		...topicOf(name),
		mentions,
	});

	it('has topics without tones last, with their mentions, unless there is none', () => {
		const value = [untold('Two', 2), untold('None', 0), untold('Perhaps', null)];
		const text = textOf({}, { topics: { value: [...value, topicOf('Told', 0, 1, 0)] } });
		expect(text).toMatch(/\nTold: .*\nTwo: 2 mentions\nPerhaps: $/m);
		expect(text).not.toContain('None');
	});

	it.each<[Array<number | null>]>([[[9, null, 1]], [[null, 1, 9]], [[1, 9, null]], [[0, 0, 0]]])(
		'a topic with the tones %j has its mentions alone',
		(tones) => {
			const text = textOf({}, { topics: { value: [topicOf('Told', ...tones)] } });
			expect(text).toMatch(/^Told: 12 mentions$/m);
		},
	);

	it('of topics that pull alike, the one with more against stands first', () => {
		const value = [topicOf('Few', 5, 0, 3), topicOf('Many', 9, 0, 7), topicOf('Some', 6, 0, 4)];
		const lines = textOf({}, { topics: { value } }).match(/^\w+(?=: \d)/gm);
		expect(lines).toEqual(['Many', 'Some', 'Few']);
	});

	it.each<[number, number, string[]]>([
		[0, 5, ['Best']],
		[0, 4, []],
		[3, 3, []],
	])(
		'praises a topic that is not shown with %i against and %i for: %j',
		(against, pro, praised) => {
			const value = [...'ABCDE'].map((name) => topicOf(name, 9, 0, 1));
			const text = textOf({}, { topics: { value: [...value, topicOf('Best', against, 0, pro)] } });
			expect(text.match(/Best/g) ?? []).toEqual(praised);
			expect(text.includes('And 1 more topic.')).toBe(praised.length === 0);
		},
	);

	it.each<[string, string[]]>([
		['a- b- c- d+', ['a', 'b', 'd']],
		['a? b+ c+ d+', ['b', 'a', 'c']],
		['a+ b+ c-', ['c', 'a', 'b']],
		['a- b- c- d-', ['a', 'b', 'c']],
	])('of the quotes %s, %j are shown', (given, shown) => {
		const tones: Record<string, string | null> = { '-': 'negative', '+': 'positive', '?': null };
		const value = given.split(' ').map(([text = '', sign = '']) => ({
			...{ text, topic: 'All', sentiment: tones[sign] ?? null },
		}));
		const text = textOf({}, { quotes: { value } });
		expect([...text.matchAll(/“(.)”/g)].map(([, quote]) => quote)).toEqual(shown);
	});

	it('has less space between topics and quotes than below it', () => {
		const topics = { value: [topicOf('Told', 0, 1, 0)] };
		const quotes = { value: [{ text: 'a', topic: 'All', sentiment: null }] };
		const below = (parts: Partial<ReportParts>) =>
			reportOf({}, parts).sections.find(({ heading }) => heading)?.spaceBelowPx;
		expect([below({ topics, quotes }), below({ topics })]).toEqual([16, undefined]);
	});
});

describe('the conclusion', () => {
	it('has its paragraphs and three points, each on a line', () => {
		const points = [...'abcd'].map((text) => ({ text, tone: null }));
		const text = textOf({}, { conclusion: { value: { text: 'One.\n\n \nTwo.', points } } });
		expect(text).toMatch(/^Conclusion\nOne\.\nTwo\.\n• a\n• b\n• c$/m);
		expect(text).not.toContain('• d');
	});

	it('is left out without a text', () => {
		expect(textOf({}, { conclusion: { value: { text: ' ', points: null } } })).toBe(textOf({}, {}));
	});
});

describe('groups', () => {
	const report = (groups: Group[], { score = 0, gathered = 0, metric = 'nps' } = {}) => {
		const all = { ...summaryOf(metric, [9]), score };
		return reportOf({ property: 'Team', metric }, { groups: { value: { groups, all, gathered } } });
	};
	const of = (count: number) =>
		Array.from({ length: count }, (_, index) => groupOf(`Group ${index}`, index, 0));

	it('are not shown if all people are gathered', () => {
		const text = plainTextOf(report([groupOf(undefined, 5, 5)], { gathered: 2 }));
		expect(text).not.toContain('Everyone');
	});

	it('stand in the order of their scores, the gathered people last', () => {
		const groups = [groupOf('High', 50, 0), groupOf(undefined, -90, 0), groupOf('Low', -5, 0)];
		const text = plainTextOf(report(groups, { gathered: 2 }));
		expect(namesIn(text, 'answers')).toEqual(['Low', 'High', 'Others', 'Others']);
		expect(plainTextOf(report(groups)).match(/Others:/g)).toHaveLength(1);
	});

	it.each([
		[7, 7],
		[8, 6],
	])('of %i, %i have a row', (count, shown) => {
		const text = plainTextOf(report(of(count)));
		expect(namesIn(text, 'answers')).toHaveLength(shown);
		expect(/ 2 more between 3 and 4/.test(` ${text.replaceAll('\n', ' ')}`)).toBe(count > 7);
	});

	it.each<[string, number, string, string]>([
		['nps', 10, 'goodInk', '(▲ 10)'],
		['nps', -10, 'badInk', '(▼ 10)'],
		['nps', 0, 'muted', '(=)'],
		['scale', 10, 'muted', '(▲ 10)'],
	])('a difference in %s of %i is %s: %s', (metric, score, ink, text) => {
		const compared = report([groupOf('Sales', score, 0)], { metric });
		expect(plainTextOf(compared)).toContain(text);
		expect(htmlOf(compared)).toMatch(new RegExp(`class="${ink}" style="[^"]*padding-left:8px"`));
	});

	it.each([
		[4, 'pale'],
		[5, 'accent'],
	])('a bar of %i answers is %s', (answers, colour) => {
		expect(htmlOf(report([groupOf('Sales', 50, 0, answers)]))).toMatch(
			new RegExp(`height="14"[^>]* class="${colour}"`),
		);
	});

	it.each([
		[-2, 49, 'right'],
		[0, 50, 'left'],
		[100, 99, 'left'],
		[-100, 1, 'right'],
	])('everyone at %i stands at %i %%, named on the %s', (score, percent, side) => {
		const html = htmlOf(report([groupOf('Sales', 50, score)], { score }));
		const [, left = '', right = ''] =
			new RegExp(
				`width="${percent}%" align="right" nowrap[^>]*>(.*?)</td><td[^>]*>(.*?)</td>`,
			).exec(html) ?? [];
		expect([left, right].map((label) => label.includes('Everyone'))).toEqual([
			side === 'left',
			side === 'right',
		]);
	});
});

describe('what could not be shown', () => {
	const missing = (why: Missing) => ({ missing: why });
	const SCORES = { scores: scoresOf('nps', 9) };
	const gatheredOnly = {
		value: { groups: [groupOf(undefined, 5, 5)], all: summaryOf('nps', [9]), gathered: 2 },
	};
	const ALL_OF_IT = [...EVERY_PART];

	it.each<[Partial<ReportParts>, string[], Partial<Record<Missing, string>>]>([
		[{ ...SCORES, trend: missing('empty') }, ALL_OF_IT, { empty: 'the trend' }],
		// The section of the score has said so.
		[{ scores: missing('empty'), trend: missing('empty') }, ALL_OF_IT, {}],
		[{ scores: missing('maybeSuppressed'), trend: missing('maybeSuppressed') }, ALL_OF_IT, {}],
		[
			{ scores: missing('maybeSuppressed'), trend: missing('empty') },
			ALL_OF_IT,
			{ empty: 'the trend' },
		],
		[
			{ scores: missing('suppressed'), trend: missing('suppressed') },
			ALL_OF_IT,
			{ suppressed: 'the trend' },
		],
		// A service that does not count who was invited has no response rate.
		[{ ...SCORES, response_rate: missing('empty') }, ALL_OF_IT, {}],
		[{ ...SCORES, response_rate: missing('maybeSuppressed') }, ALL_OF_IT, {}],
		[
			{ ...SCORES, response_rate: missing('unreadable') },
			ALL_OF_IT,
			{ unreadable: 'the response rate' },
		],
		// Topics are read for the quotes, too.
		[
			{ ...SCORES, topics: missing('unreadable'), quotes: missing('unreadable') },
			['scores', 'quotes'],
			{ unreadable: 'quotes' },
		],
		[{ ...SCORES, groups: gatheredOnly }, ALL_OF_IT, { suppressed: 'groups' }],
		[{ ...SCORES, groups: missing('empty') }, ALL_OF_IT, { empty: 'groups' }],
		[
			{ ...SCORES, trend: missing('unreadable'), groups: missing('maybeSuppressed') },
			ALL_OF_IT,
			{ unreadable: 'the trend', maybeSuppressed: 'groups' },
		],
	])('%j, of which %j are wanted: %j', (parts, wanted, expected) => {
		const report = reportOf({ wanted: new Set(wanted) }, parts);
		const lines = Object.entries(expected).map(([why, names]) =>
			english.missing[why as keyof typeof english.missing].replace('{parts}', names),
		);
		const starts = Object.values(english.missing).map((phrase) => phrase.split('{')[0] ?? '');
		const isOfIt = (line: string) => starts.some((start) => line.startsWith(start));
		expect(plainTextOf(report).split('\n').filter(isOfIt)).toEqual(lines);
		const blocks = slackBlocksOf(report).blocks.map(({ text }) => text.text);
		expect(blocks.filter(isOfIt)).toEqual(lines.length > 0 ? [lines.join('\n')] : []);
	});

	it('stands in a box, which is not there without it', () => {
		const box = /class="track"[^>]* style="padding:12px 16px/;
		const [some, none] = [{ trend: missing('empty') }, { trend: { value: weeks(9, 9) } }];
		expect(htmlOf(reportOf({}, { ...SCORES, ...some }))).toMatch(box);
		expect(htmlOf(reportOf({}, { ...SCORES, ...none }))).not.toMatch(box);
	});
});
