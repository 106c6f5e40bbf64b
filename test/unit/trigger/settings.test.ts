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

it.each([
	[{ maxEvents: 3.7 }, 'Max Events per Poll'],
	[{ fullCheckMinutes: '1.5' }, 'Full Check Every (Minutes)'],
	[{ includeConversation: 'maybe' }, 'Include Conversation'],
])('%j is refused', (options, name) => {
	refuses(() => read(options), name);
});

it.each([
	[{ propertyFilter: {} }, 'Property Filter'],
	[{ propertyFilter: { other: {} } }, 'Property Filter'],
])('the filter %j is refused', (filters, name) => {
	refuses(() => read({}, { filters }), name);
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
