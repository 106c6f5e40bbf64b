/** What a form of Get Report asks for. */
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import type { Parameter } from '../../../nodes/SurveyInterview/input/parameters';
import { findOperation } from '../../../nodes/SurveyInterview/operations';
import type { ComposedOperation } from '../../../nodes/SurveyInterview/operations/operation';
import { readReportRequest } from '../../../nodes/SurveyInterview/report/reportRequest';

const SURVEY = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const NOW = new Date('2026-05-20T12:00:00Z');

const read = (options: object = {}, form: object = {}) => {
	const surveyId = { __rl: true, mode: 'id', value: SURVEY };
	const values: Record<string, unknown> = { surveyId, period: 'lastMonth', ...form, options };
	const parameter = ((name: string, absent?: unknown) => values[name] ?? absent) as Parameter;
	const operation = findOperation('result', 'getReport') as ComposedOperation;
	return readReportRequest(operation, new FieldChecker('UTC', NOW), parameter);
};

it('without options, it is all parts in the language of the survey', () => {
	expect(read()).toMatchObject({
		surveyId: SURVEY,
		range: { start: '2026-04-01T00:00:00.000Z', end: '2026-04-30T23:59:59.999Z' },
		previousRange: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-31T23:59:59.999Z' },
		property: undefined,
		language: 'survey',
		includeConclusion: false,
		parts: new Set(['scores', 'trend', 'topics', 'quotes', 'conclusion']),
	});
});

it('with options, it is what they say', () => {
	const property = { __rl: true, mode: 'id', value: 'team' };
	const options = { parts: ['trend'], language: 'nl', includeConclusion: true };
	expect(read(options, { property })).toMatchObject({
		...{ property: 'team', language: 'nl', includeConclusion: true },
		parts: new Set(['trend']),
	});
});

it('a period of one’s own goes from the first day to the end of the last', () => {
	const own = { periodStart: '2026-03-10T08:00:00', periodEnd: '2026-03-12' };
	expect(read({}, { period: 'custom', ...own })).toMatchObject({
		range: { start: '2026-03-10T00:00:00.000Z', end: '2026-03-12T23:59:59.999Z' },
		previousRange: { start: '2026-03-07T00:00:00.000Z', end: '2026-03-09T23:59:59.999Z' },
	});
});

it.each([
	['#3B2', '#33BB22'],
	[' #3451b2 ', '#3451b2'],
])('the accent %j is %s', (accentColor, accent) => {
	expect(read({ accentColor }).brand.accentColor).toBe(accent);
});

it.each(['3b2', '#3b', '#3b2f', 'a#3b2', '#3b2#3b2', '##3451b2', '#3451b2f', '#3451bg'])(
	'%s is no accent',
	(accentColor) => {
		expect(() => read({ accentColor })).toThrow(/^Accent Color /);
	},
);

it.each<[string, string | undefined, string | undefined]>([
	['https://example.com/a|b', 'https://example.com/a%7Cb', 'https://example.com/a%7Cb'],
	['HTTP://example.com', 'http://example.com/', undefined],
	['ftp://example.com', undefined, undefined],
	['see https://example.com', undefined, undefined],
	['data:https://example.com', undefined, undefined],
	['https://', undefined, undefined],
	['https://a b', undefined, undefined],
])('of %s, the link is %j and the logo %j', (address, link, logo) => {
	const addressOf = (options: object) => {
		try {
			const { brand } = read(options);
			return brand.linkUrl ?? brand.logoUrl;
		} catch {
			return undefined;
		}
	};
	expect(addressOf({ linkUrl: address })).toBe(link);
	expect(addressOf({ logoUrl: address })).toBe(logo);
});
