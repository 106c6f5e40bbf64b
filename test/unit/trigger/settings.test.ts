/** The trigger's options have the same meaning as those of the node and of Sync. */

import { InputError } from '../../../nodes/SurveyInterview/input/problem';
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import { Wording } from '../../harness/support/wording';
import { settingsFrom } from '../../../nodes/SurveyInterview/trigger/settings';

const checker = new FieldChecker('UTC');
type Json = Record<string, unknown>;

const read = (options: Json, others: Json = {}) => {
	const given: Json = { options, ...others };
	return settingsFrom((name, absent) => given[name] ?? absent, checker);
};

const wording = new Wording();
/** It is refused, in a sentence that begins with the name of the option or the filter. */
const refuses = (reading: () => unknown, name: string) => {
	const error = thrownBy(reading);
	expect(error).toBeInstanceOf(InputError);
	const { message } = error as InputError;
	expect(message.slice(0, name.length)).toBe(name);
	wording.note(message);
};
const thrownBy = (reading: () => unknown): unknown => {
	try {
		reading();
	} catch (error) {
		return error;
	}
	return undefined;
};

const TRANSCRIPT = { output: 'selectedFields', fields: ['transcript'] };

const DEFAULTS = { watch: 'all', surveyIds: [], emitExisting: false, maxEvents: 500 };

it.each([[{}], [{ maxEvents: null, fullCheckMinutes: '', emitExisting: null }]])(
	'%j are the defaults',
	(options) => {
		const settings = read(options);
		expect(settings).toMatchObject({ ...DEFAULTS, fullCheckMs: 3_600_000 });
		expect(settings.event.value).toBe('interviewCompleted');
		// Without a conversation there is no field of it.
		expect(() => read(options, TRANSCRIPT)).toThrow(/Include Conversation is off/);
	},
);

it('on and off may be text from an expression', () => {
	expect(read({ emitExisting: 'true' }).emitExisting).toBe(true);
	expect(() => read({ includeConversation: 'true' }, TRANSCRIPT)).not.toThrow();
	expect(() => read({ includeConversation: 'false' }, TRANSCRIPT)).toThrow(InputError);
});

it('surveys may be a text from an expression', () => {
	const [one, other] = [
		'0190aaaa-0000-7000-8000-000000000001',
		'0190aaaa-0000-7000-8000-000000000002',
	];
	for (const surveyIds of [`${one}, ${other}`, `${one}\n${other}\n`, [`${one},${other}`]]) {
		const { surveyIds: chosen } = read({}, { surveys: 'chosen', surveyIds });
		expect(chosen).toEqual([one, other]);
	}
});

it('the options of another event are ignored', () => {
	const others = { completedStatuses: [], includeConversation: 'maybe' };
	const { event } = read(others, { event: 'resultsChanged', filters: { scoreTo: -1 } });
	expect(event.scope).toBeUndefined();
});

const chosen = (surveyIds: unknown): Json => ({ surveys: 'chosen', surveyIds });
const propertyFilter = (row: unknown): Json => ({ propertyFilter: { values: [row] } });
const SURVEY = '11111111-2222-4333-8444-555555555555';

/** Options that cannot work, by the name of the control that each sentence begins with. */
const REFUSED_OPTIONS: Array<[Json, string]> = [
	[{ maxEvents: 3.7 }, 'Max Events per Poll'],
	[{ maxEvents: 0 }, 'Max Events per Poll'],
	[{ maxEvents: 'all' }, 'Max Events per Poll'],
	[{ fullCheckMinutes: '1.5' }, 'Full Check Every (Minutes)'],
	[{ fullCheckMinutes: 0 }, 'Full Check Every (Minutes)'],
	[{ includeConversation: 'maybe' }, 'Include Conversation'],
	[{ reportFailures: 'never' }, 'Report Failures'],
	[{ quoteInMessage: true, includeConversation: false }, 'Quote in Message'],
	[{ completedStatuses: [''] }, 'Completed Status Values'],
];
const REFUSED_FILTERS: Array<[Json, string]> = [
	[{ scoreFrom: 9, scoreTo: 6 }, 'Score From'],
	[{ scoreFrom: 'many' }, 'Score From'],
	[{ scoreFrom: -1 }, 'Score From'],
	[{ scoreTo: [6] }, 'Score To'],
	[{ scoreTo: -0.5 }, 'Score To'],
	[{ scoreTo: null }, 'Score To'],
	[{ scoreTo: ' ' }, 'Score To'],
	[{ scoreTo: '0x5' }, 'Score To'],
	[{ npsGroups: ['critic'] }, 'NPS Group'],
	[{ npsGroups: [] }, 'NPS Group'],
	[{ npsGroups: ['promoter'], scoreTo: 6 }, 'NPS Group'],
	[{ metricTypes: ['ratings'] }, 'Metric Types'],
	[{ propertyFilter: {} }, 'Property Filter'],
	[{ propertyFilter: { other: {} } }, 'Property Filter → "other"'],
	[propertyFilter({ key: '', value: '' }), 'Property Filter'],
	[propertyFilter({ key: ' ', value: 'Sales' }), 'Property Filter'],
	[propertyFilter({ key: 'team', value: '' }), 'Property Filter'],
	[propertyFilter({ key: 'team', value: { a: 1 } }), 'Property Filter → "team"'],
];
const REFUSED_CHOICES: Array<[Json, string]> = [
	[{ event: 'interviewStarted' }, 'Event'],
	[{ event: '' }, 'Event'],
	[{ surveys: 'some' }, 'Surveys'],
	[chosen([]), 'No survey is chosen'],
	[chosen(['', ' ']), 'No survey is chosen'],
	[chosen(['customer-survey']), 'Survey Names or IDs'],
	[chosen([SURVEY, '42']), 'Survey Names or IDs'],
];

it.each(REFUSED_OPTIONS)('the options %j are refused', (options, name) => {
	refuses(() => read(options), name);
});

it.each(REFUSED_FILTERS)('the filters %j are refused', (filters, name) => {
	refuses(() => read({}, { filters }), name);
});

it.each(REFUSED_CHOICES)('%j is refused', (others, name) => {
	refuses(() => read({}, others), name);
});

it('equal scores, and numbers as text, are accepted', () => {
	expect(() => read({}, { filters: { scoreFrom: 6, scoreTo: 6 } })).not.toThrow();
	const settings = read(
		{ maxEvents: '5', fullCheckMinutes: '60' },
		{ filters: { scoreFrom: '0' } },
	);
	expect(settings).toMatchObject({ maxEvents: 5, fullCheckMs: 3_600_000 });
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
