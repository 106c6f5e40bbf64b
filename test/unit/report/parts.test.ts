/** Get Report and Compare Groups: what they ask the service, and what becomes of each answer. */
import { compareGroups } from '../../../nodes/SurveyInterview/report/compareGroups';
import { makeReport } from '../../../nodes/SurveyInterview/report/makeReport';
import type { ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import type { ReportRequest } from '../../../nodes/SurveyInterview/report/reportRequest';
import { EVERY_PART } from './aReport';
import { type Answers, type Asked, runPartsOf, SURVEY } from './aService';

const [START, END] = ['2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'];
const ASKED: ReportRequest = {
	surveyId: SURVEY,
	range: { start: START, end: END },
	previousRange: { start: '2026-02-01T00:00:00.000Z', end: '2026-02-28T23:59:59.999Z' },
	minGroup: 5,
	language: 'survey',
	parts: EVERY_PART,
	includeConclusion: false,
	brand: {},
};
const DETAIL = {
	...{ id: SURVEY, name: 'Customers', metric_type: 'nps', anonymous: false },
	properties: [
		{ key: 'team', label: 'Team of the person' },
		{ key: 'city', label: 'City' },
	],
};
const topicIdOf = (name: string) =>
	`00000000-0000-4000-8000-${String(name.charCodeAt(0)).padStart(12, '0')}`;
const topic = (name: string, more: object = {}) => ({ id: topicIdOf(name), name, ...more });
const many = <T>(count: number, entry: T) => Array<T>(count).fill(entry);
const dots = (count: number) => many(count, { score: 9 });
const ANSWERS: Answers = {
	'respondent-dots': dots(10),
	overview: { invited: 20, response_rate: 0.5 },
	'over-time': [
		{ from: '2026-03-02T00:00:00.000Z', score: 9, answers: 7 },
		{ from: '2026-03-09T00:00:00.000Z', score: 8, answers: 7 },
	],
	topics: [topic('Prices', { mentions: 9, positive: 1, neutral: 1, negative: 7 })],
	quotes: [{ text: 'Too dear', sentiment: 'negative' }],
	conclusion: { text: 'Well.', points: [] },
	respondents: [],
};

interface Given extends Partial<Omit<ReportRequest, 'parts'>> {
	parts?: string[];
	detail?: object;
	answers?: Answers;
	isTool?: boolean;
	now?: string;
}

function setUp({
	detail = {},
	answers = {},
	isTool = false,
	now = '2026-04-10',
	...request
}: Given) {
	const asked: Asked[] = [];
	const runParts = runPartsOf(
		{ ...ANSWERS, [SURVEY]: { ...DETAIL, ...detail }, ...answers },
		asked,
	);
	const parts = request.parts ? new Set(request.parts) : EVERY_PART;
	const circumstances = { now: new Date(now), timeZone: 'UTC', isTool };
	return { asked, of: [runParts, { ...ASKED, ...request, parts }, circumstances] as const };
}

async function report(given: Given = {}) {
	const { asked, of } = setUp(given);
	const result = await makeReport(...of);
	if (result.status !== 'done') throw new Error(result.status);
	const { remarks } = result;
	const [item = {}] = result.items;
	const { numbers } = item as { numbers: ReportParts & Record<string, unknown> };
	return { asked, item, numbers, remarks };
}

const ANONYMOUS = { anonymous: true };
/** A survey that does not say whether it is anonymous. */
const UNCLEAR = { anonymous: undefined };

describe('what the service is asked', () => {
	const SCORES = ['overview', 'respondent-dots', 'respondent-dots'];

	it.each<[string[], Given, string[]]>([
		[['scores'], {}, SCORES],
		[['scores'], { detail: UNCLEAR }, [...SCORES, 'respondent-dots']],
		[['trend'], {}, ['over-time']],
		[['trend'], { detail: UNCLEAR }, ['over-time']],
		[['topics'], {}, ['topics']],
		[['topics'], { detail: UNCLEAR }, ['respondent-dots', 'topics']],
		[['quotes'], {}, ['quotes', 'topics']],
		[['quotes'], { detail: UNCLEAR }, ['quotes', 'respondent-dots', 'topics']],
		[['conclusion'], {}, ['conclusion']],
		[['conclusion'], { detail: UNCLEAR }, ['conclusion', 'respondent-dots']],
		[['trend'], { property: 'team' }, ['over-time', 'respondents']],
	])('for %j of %j is %j', async (parts, given, expected) => {
		const { asked } = await report({ parts, ...given });
		const names = asked.map(({ name }) => name).filter((name) => name !== SURVEY);
		expect(names.sort()).toEqual(expected);
	});

	it('is for the period of the report, or for the service’s that includes it', async () => {
		const queriesOf = async (given: Given) => {
			const { asked } = await report({ includeConclusion: true, ...given });
			return Object.fromEntries(asked.map(({ name, query }) => [name, query]));
		};
		expect(await queriesOf({})).toMatchObject({
			overview: { period: 'last_month' },
			topics: { period: 'last_month' },
			quotes: { period: 'last_month', limit: 12 },
			conclusion: { period: 'last_month', locale: 'en' },
			'over-time': { range_start: '2026-01-05T00:00:00.000Z', range_end: END, granularity: 'week' },
			'respondent-dots': {
				range_start: ASKED.previousRange.start,
				range_end: ASKED.previousRange.end,
			},
		});
		expect(await queriesOf({ now: '2026-05-10' })).toMatchObject({
			topics: { period: 'current_year' },
		});
	});
});

describe('what becomes of an answer', () => {
	const at = (from: string | null, score: number | null = 9, answers: number | null = 7) => ({
		...{ from, score, answers },
	});
	const FIRST = '2026-01-05T00:00:00.000Z';

	type Row = [name: string, part: keyof ReportParts, given: Given, expected: unknown];
	it.each<Row>([
		['scores', 'scores', {}, { value: expect.objectContaining({ answers: 10, score: 100 }) }],
		['no scores', 'scores', { answers: { 'respondent-dots': [] } }, { missing: 'empty' }],
		[
			'no scores of an anonymous survey',
			'scores',
			{ detail: ANONYMOUS, answers: { 'respondent-dots': [] } },
			{ missing: 'maybeSuppressed' },
		],
		[
			'no scores of a survey that does not say whether it is anonymous',
			'scores',
			{ detail: UNCLEAR, answers: { 'respondent-dots': [] } },
			{ missing: 'empty' },
		],
		[
			'four scores of an anonymous survey',
			'scores',
			{ detail: ANONYMOUS, minGroup: 1, answers: { 'respondent-dots': dots(4) } },
			{ missing: 'suppressed' },
		],
		[
			'five scores of an anonymous survey',
			'scores',
			{ detail: ANONYMOUS, minGroup: 1, answers: { 'respondent-dots': dots(5) } },
			{ value: expect.objectContaining({ answers: 5 }) },
		],
		[
			'fewer scores than the minimum of the form',
			'scores',
			{ detail: UNCLEAR, minGroup: 11 },
			{ missing: 'suppressed' },
		],
		[
			'one score of a survey that is not anonymous',
			'scores',
			{ answers: { 'respondent-dots': dots(1) } },
			{ value: expect.objectContaining({ answers: 1 }) },
		],
		[
			'scores that the service holds back',
			'scores',
			{ answers: { 'respondent-dots': 409 } },
			{ missing: 'suppressed', reason: expect.any(String) },
		],
		[
			'scores that are refused',
			'scores',
			{ answers: { 'respondent-dots': 403 } },
			{ missing: 'unreadable', reason: expect.stringMatching(/^No /) },
		],
		[
			'a response rate',
			'response_rate',
			{ answers: { overview: { response_rate: 0.25 } } },
			{ value: { invited: null, response_rate: 0.25 } },
		],
		[
			'no response rate',
			'response_rate',
			{ answers: { overview: { invited: 20 } } },
			{ missing: 'empty' },
		],
		[
			'buckets around the trend',
			'trend',
			{
				answers: {
					'over-time': [
						...[at('2026-01-04T23:59:59.999Z'), at(FIRST), at(null), at(END)],
						...[at('2026-04-01T00:00:00.000Z')],
					],
				},
			},
			{ value: [expect.objectContaining(at(FIRST)), expect.objectContaining(at(END))] },
		],
		[
			'buckets without scores',
			'trend',
			{ answers: { 'over-time': [at(FIRST, null, 0), at(END, null, 0)] } },
			{ missing: 'empty' },
		],
		[
			'buckets without scores of an anonymous survey',
			'trend',
			{ detail: ANONYMOUS, answers: { 'over-time': [at(FIRST, null, 0)] } },
			{ missing: 'maybeSuppressed' },
		],
		[
			'buckets of few people',
			'trend',
			{ detail: ANONYMOUS, answers: { 'over-time': [at(FIRST, 9, 2), at(END, 9, 2)] } },
			{ missing: 'suppressed' },
		],
		[
			'buckets of few people who are not anonymous',
			'trend',
			{ answers: { 'over-time': [at(FIRST, 9, 2), at(END, 9, 2)] } },
			{ value: [expect.anything(), expect.anything()] },
		],
		[
			'buckets of which one has no score',
			'trend',
			{ answers: { 'over-time': [at(FIRST, null, 0), at(END)] } },
			{ value: [expect.anything(), expect.anything()] },
		],
		['no topics', 'topics', { answers: { topics: [] } }, { missing: 'empty' }],
		[
			'topics without names',
			'topics',
			{ answers: { topics: [{ id: topicIdOf('P'), mentions: 9 }] } },
			{ missing: 'empty' },
		],
		['no quotes', 'quotes', { answers: { quotes: [] } }, { missing: 'empty' }],
		[
			'no quotes of an anonymous survey',
			'quotes',
			{ detail: ANONYMOUS, answers: { quotes: [] } },
			{ missing: 'maybeSuppressed' },
		],
		[
			'quotes without texts',
			'quotes',
			{ answers: { quotes: [{ sentiment: 'negative' }] } },
			{ missing: 'empty' },
		],
		[
			'quotes that are refused',
			'quotes',
			{ answers: { quotes: 403 } },
			{ missing: 'unreadable', reason: expect.stringMatching(/^No /) },
		],
		['no topics for quotes', 'quotes', { answers: { topics: [] } }, { missing: 'empty' }],
		[
			'a conclusion',
			'conclusion',
			{},
			{ value: expect.objectContaining({ text: 'Well.', points: [] }) },
		],
		[
			'a conclusion of points alone',
			'conclusion',
			{ answers: { conclusion: { points: [{ text: 'A' }] } } },
			{ value: expect.objectContaining({ text: null }) },
		],
		[
			'a conclusion without points',
			'conclusion',
			{ answers: { conclusion: { text: 'Well.' } } },
			{ value: expect.objectContaining({ text: 'Well.' }) },
		],
		[
			'an empty conclusion',
			'conclusion',
			{ answers: { conclusion: { text: null, points: [] } } },
			{ missing: 'empty' },
		],
		[
			'a conclusion of another period',
			'conclusion',
			{ now: '2026-05-10' },
			{ missing: 'notWanted' },
		],
		[
			'a conclusion of another period that is wanted',
			'conclusion',
			{ now: '2026-05-10', includeConclusion: true },
			{ value: expect.anything() },
		],
		['trends that nobody wants', 'trend', { parts: ['scores'] }, { missing: 'notWanted' }],
	])('%s: %s', async (_name, part, given, expected) => {
		const { numbers } = await report(given);
		expect(numbers[part]).toMatchObject(expected as object);
		expect(Object.keys(numbers[part] ?? {})).toEqual(Object.keys(expected as object));
	});

	it('an error that does not come from the service ends the report', async () => {
		const stop = () => {
			throw new RangeError('stopped');
		};
		await expect(report({ parts: ['trend'], answers: { 'over-time': stop } })).rejects.toThrow();
	});

	it('of the service’s period nothing shows where too few have answered in it', async () => {
		// The report is of a part of last year, in which the service has its period.
		const given = { now: '2026-04-10', range: { start: '2026-03-02T00:00:00.000Z', end: END } };
		const inMarch = ({ range_start }: { range_start?: string }) =>
			dots(range_start === START ? 4 : 9);
		const answers = { 'respondent-dots': inMarch };
		const shownOf = async (detail: object) => {
			const { numbers } = await report({ ...given, answers, detail, includeConclusion: true });
			const { scores, response_rate: rate, topics, quotes, conclusion } = numbers;
			return [scores, rate, topics, quotes, conclusion].map((part) => part.missing ?? 'shown');
		};
		expect(await shownOf(UNCLEAR)).toEqual(['shown', ...many(4, 'suppressed')]);
		expect(await shownOf({})).toEqual(many(5, 'shown'));
		answers['respondent-dots'] = () => dots(9);
		expect(await shownOf(UNCLEAR)).toEqual(many(5, 'shown'));
	});

	const from = (team: string, more: object = {}) => ({
		...{ status: 'completed', completed_at: '2026-03-05T00:00:00Z', score: 9 },
		properties: { team },
		...more,
	});
	it.each<[string, object[], object, string | undefined]>([
		['groups', many(5, from('Sales')), ANONYMOUS, undefined],
		['groups of too few people', many(4, from('Sales')), ANONYMOUS, 'suppressed'],
		['people without scores', [from('Sales', { score: null })], {}, 'empty'],
		['nobody', [], {}, 'empty'],
	])('%s', async (_name, respondents, detail, missing) => {
		const { numbers } = await report({ property: 'team', detail, answers: { respondents } });
		expect(numbers.groups?.missing).toBe(missing);
		expect(numbers.groups?.value === undefined).toBe(missing !== undefined);
		expect((await report()).numbers).not.toHaveProperty('groups');
	});

	it.each<[string, object[], string[]]>([
		['mentions', [topic('A', { mentions: 2 }), topic('B', { mentions: 3 })], ['B', 'A']],
		['frequency', [topic('A', { frequency: 0.2 }), topic('B', { frequency: 0.3 })], ['B', 'A']],
		[
			'frequency, if one has no mentions',
			[topic('A', { mentions: 9, frequency: 0.2 }), topic('B', { frequency: 0.3 })],
			['B', 'A'],
		],
		['neither', [topic('A'), topic('B', { mentions: 9 })], ['A', 'B']],
	])('topics are in the order of their %s', async (_name, topics, names) => {
		const { numbers } = await report({ answers: { topics } });
		expect(numbers.topics.value?.map(({ name }) => name)).toEqual(names);
	});

	it('quotes are on the worst topic and on the most mentioned ones, in turn', async () => {
		const tones = { positive: 9, neutral: 0, negative: 0 };
		const topics = [
			topic('A', { mentions: 90, ...tones }),
			topic('B', { mentions: 80, ...tones }),
			topic('C', { mentions: 70, ...tones }),
			{ name: 'No ID', mentions: 85, ...tones },
			topic('W', { mentions: 9, positive: 0, neutral: 0, negative: 9 }),
		];
		const quotes = (_query: object, path: string) =>
			[1, 2].map((nth) => ({ text: `${path.split('/').at(-2)?.slice(-2)} ${nth}` }));
		const { numbers } = await report({ answers: { topics, quotes } });
		expect(numbers.quotes.value?.map(({ text, topic: name }) => `${name} ${text}`)).toEqual([
			...['W 87 1', 'A 65 1', 'B 66 1', 'W 87 2', 'A 65 2', 'B 66 2'],
		]);
	});
});

describe('the item', () => {
	it.each<[string, object, string]>([
		['survey', { interview_locale: 'nl-NL' }, 'onveranderd'],
		['survey', { interview_locale: 'en' }, 'unchanged'],
		['nl', { interview_locale: 'en' }, 'onveranderd'],
		['en', { interview_locale: 'nl' }, 'unchanged'],
	])('in the language %s of a survey with %j has %s', async (language, detail, word) => {
		expect((await report({ language, detail })).item.subject).toContain(word);
	});

	it('has the scale that the survey tells', async () => {
		const detail = { metric_type: 'scale', scale_min: 0, scale_max: 40 };
		expect((await report({ detail })).item.text).toContain('on a scale of 0 to 40');
	});

	it.each<[Answers, object]>([
		[{}, { answers: 10, score: 100 }],
		[{ 'respondent-dots': [] }, { answers: 0, score: null }],
		[{ 'respondent-dots': 409 }, { answers: null, score: null }],
	])('of %j has %j', async (answers, expected) => {
		expect((await report({ answers })).item).toMatchObject(expected);
	});

	const PEOPLE = many(5, {
		...{ status: 'completed', completed_at: '2026-03-05T00:00:00Z', score: 9 },
		properties: { team: 'Sales', size: 'Large' },
	});
	it.each([
		['team', 'Team of the person'],
		['size', 'size'],
	])('calls the property %s by its label: %s', async (property, heading) => {
		const { item } = await report({ property, answers: { respondents: PEOPLE } });
		expect(item.text).toMatch(new RegExp(`^${heading} \\(`, 'm'));
	});

	it('reads a property whose key is written in another case', async () => {
		const { item } = await report({ property: 'TEAM', answers: { respondents: PEOPLE } });
		expect(item.text).toContain('Sales: 100');
	});

	it('says of a property that nobody has that it may be another, and not that people are few', async () => {
		const asked = { property: 'Department', answers: { respondents: PEOPLE } };
		const { item, remarks, numbers } = await report(asked);
		expect(numbers.groups?.missing).toBe('empty');
		expect(item.text).not.toContain('too few');
		expect(remarks?.note).toMatchObject({
			sentence: expect.stringMatching(/No answer .* has one value of Department: .*team/),
			isWarning: true,
		});
	});

	it('for a model has the quotes apart, at most twenty, those against first', async () => {
		const topics = ['A', 'B', 'C'].map((name) => topic(name, { mentions: 9 }));
		const answers = {
			topics,
			quotes: Array.from({ length: 12 }, (_, nth) => ({
				...{ text: `Quote ${nth}`, sentiment: nth === 11 ? 'negative' : 'positive' },
			})),
		};
		const { item } = await report({ isTool: true, answers });
		const quotes = item.quotes as Array<{ sentiment: string }>;
		expect(quotes.map(({ sentiment }) => sentiment)).toEqual([
			...many(3, 'negative'),
			...many(17, 'positive'),
		]);
		expect(item).toMatchObject({ quotes_period: 'last month', previous_score: 100 });
		expect(item.text).not.toContain('Quote');
		expect(item).not.toHaveProperty('html');
		expect((await report({ answers })).item.text).toContain('Quote');
		const none = await report({ isTool: true, parts: ['scores'], answers });
		expect(none.item).not.toHaveProperty('quotes');
	});

	it.each<[boolean, unknown]>([
		[false, '<b>Customers'],
		[true, '‹b›Customers'],
	])('has the survey’s name, harmless for a model: %s', async (isTool, name) => {
		const given = { isTool, detail: { name: '<b>Customers' } };
		expect((await report(given)).item.survey_name).toBe(name);
	});

	it('has a warning with each reason once', async () => {
		expect((await report()).remarks).toEqual({});
		const { remarks } = await report({ answers: { 'respondent-dots': 403, topics: 403 } });
		expect(remarks).toMatchObject({ note: { isWarning: true } });
		const { sentence = '' } = remarks?.note ?? {};
		expect(sentence.match(/No respondent-dots/g)).toHaveLength(1);
		expect(sentence.match(/ No topics/g)).toHaveLength(1);
	});

	it('is none if nothing could be read', async () => {
		const given = { parts: ['trend'], answers: { 'over-time': 403 } };
		await expect(report(given)).rejects.toThrow('No over-time');
		await expect(report({ ...given, parts: ['trend', 'scores'] })).resolves.toBeDefined();
		await expect(report({ answers: { [SURVEY]: 404 } })).rejects.toThrow(`No ${SURVEY}`);
	});
});

describe('Compare Groups', () => {
	type Person = Record<string, unknown>;
	const person = (team: unknown, more: Person = {}): Person => ({
		...{ status: 'completed', completed_at: '2026-03-05T00:00:00Z', score: 9 },
		properties: { team },
		...more,
	});
	const compare = async (respondents: Person[], given: Given = {}) => {
		const { of } = setUp({ property: 'team', minGroup: 1, ...given, answers: { respondents } });
		const result = await compareGroups(...of);
		if (result.status !== 'done') throw new Error(result.status);
		const rows = result.items.map(({ group, answers, score }) => [group, answers, score]);
		return { rows, items: result.items, note: result.remarks?.note };
	};

	it('counts who completed in the period, with its first and its last millisecond', async () => {
		const at = (completed_at: string) => person('Sales', { completed_at });
		const { rows, items, note } = await compare([
			...[at(START), at(END), at('2026-02-28T23:59:59.999Z'), at('2026-04-01T00:00:00.000Z')],
			...[person('Sales', { status: 'started' }), person('Sales', { score: null })],
		]);
		expect(rows).toEqual([
			['Everyone', 2, 100],
			['Sales', 2, 100],
		]);
		expect(items[0]).toMatchObject({ property: 'team', survey_name: 'Customers' });
		expect(note).toBeUndefined();
	});

	it('has a row of zeros, and no groups of NPS, for another metric', async () => {
		const { items } = await compare([person('Sales')], { detail: { metric_type: 'csat' } });
		expect(items[0]).toEqual({
			...{ group: 'Everyone', answers: 1, score: 9, difference: 0 },
			...{ promoters: null, passives: null, detractors: null },
			...{ property: 'team', survey_name: 'Customers', period: expect.any(String) },
		});
	});

	it('takes people without properties for others', async () => {
		const { rows, note } = await compare([person('Sales'), person('', { properties: null })]);
		expect(rows.slice(1)).toEqual([
			['Sales', 1, 100],
			['Others', 1, 100],
		]);
		expect(note).toBeUndefined();
		expect((await compare([])).rows).toEqual([]);
	});

	it.each<[string, Person[], Given, RegExp, boolean | undefined]>([
		['nobody answered', [], {}, /^No answers in this period/, true],
		['nobody answered an anonymous survey', [], { detail: ANONYMOUS }, /^No answers/, true],
		[
			'nobody has a score',
			[person('Sales', { score: null })],
			{},
			/^No answer .* has a score/,
			true,
		],
		['too few', many(4, person('')), { detail: ANONYMOUS }, /^Too few/, true],
		['too few, in a group', many(4, person('Sales')), { detail: ANONYMOUS }, /^Too few/, false],
		['no time', [person('Sales', { completed_at: null })], {}, /^1 completed interview /, true],
		[
			'no time, in one of two',
			[person('Sales'), person('Sales', { completed_at: null })],
			{},
			/^1 completed interview /,
			undefined,
		],
		[
			'one group is gathered',
			[...many(5, person('Sales')), person('IT')],
			{ minGroup: 5 },
			/^1 group with few answers is [^.]*\.$/,
			undefined,
		],
		[
			'two groups are gathered, and no time',
			[
				...many(5, person('Sales')),
				...[person('IT'), person('Care'), person('Care', { completed_at: null })],
			],
			{ minGroup: 5 },
			/^2 groups with few answers are .*\. 1 completed interview /,
			undefined,
		],
		['no value', [person('')], {}, / of team: .* property \(city\), /, true],
	])('says so if there is %s', async (_name, people, given, sentence, isWarning) => {
		const { note } = await compare(people, given);
		expect(note?.sentence).toMatch(sentence);
		expect(note?.isWarning).toBe(isWarning);
	});

	it.each<[string[], string]>([
		[[], 'property, or'],
		[['team'], 'property, or'],
		[['team', 'plain_key-1', 'Größe'], ' (plain_key-1, Größe), or'],
		[['two words', '[a](b)', 'a:', 'x'.repeat(61)], 'property, or'],
		[many(25, '').map((_, nth) => `k${nth}`), ', k19), or'],
	])('names of the properties %j those that a chat shows as they are', async (keys, part) => {
		const properties = keys.map((key) => ({ key, label: key }));
		const { note } = await compare([person('')], { detail: { properties } });
		expect(note?.sentence).toContain(part);
	});
});
