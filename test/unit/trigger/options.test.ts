/** The trigger's options have the same meaning as those of the node and of Sync. */

import { InputError } from '../../../nodes/SurveyInterview/input/problem';
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import { settingsFrom } from '../../../nodes/SurveyInterview/trigger/settings';

const checker = new FieldChecker('UTC');
type Json = Record<string, unknown>;

const read = (options: Json, others: Json = {}) => {
	const given: Json = { options, ...others };
	return settingsFrom((name, absent) => given[name] ?? absent, checker);
};

const TRANSCRIPT = { output: 'selectedFields', fields: ['transcript'] };

const DEFAULTS = { watch: 'all', surveyIds: [], emitExisting: false, maxEvents: 500 };

it.each([[{}], [{ maxEvents: null, fullCheckMinutes: '', emitExisting: null }]])(
	'%j are the defaults',
	(options) => {
		const settings = read(options);
		expect(settings).toMatchObject({ ...DEFAULTS, fullCheckMs: 3_600_000 });
		expect(settings.event).toMatchObject({
			value: 'interviewCompleted',
			completedStatuses: 'completed',
		});
		// Without a conversation there is no field of it.
		expect(() => read(options, TRANSCRIPT)).toThrow(/Include Conversation is off/);
	},
);

it('on and off may be text from an expression', () => {
	expect(read({ emitExisting: 'true' }).emitExisting).toBe(true);
	expect(() => read({ includeConversation: 'true' }, TRANSCRIPT)).not.toThrow();
	expect(() => read({ includeConversation: 'false' }, TRANSCRIPT)).toThrow(InputError);
});

it.each([
	[['Done', ' done ', 'completed'], 'completed\ndone'],
	['Done, completed', 'completed\ndone'],
	[['done', ''], 'done'],
	[null, 'completed'],
])('statuses %j', (completedStatuses, expected) => {
	expect(read({ completedStatuses }).event.completedStatuses).toBe(expected);
});

it('the options of another event are ignored', () => {
	const others = { completedStatuses: [], includeConversation: 'maybe' };
	const { event } = read(others, { event: 'resultsChanged', filters: { scoreTo: -1 } });
	expect(event.scope).toBeUndefined();
});

it.each([
	[
		{ maxEvents: 3.7 },
		'Max Events per Poll must be a whole number of at least 1, but it is 3.7: enter one, or remove the option.',
	],
	[
		{ fullCheckMinutes: '1.5' },
		'Full Check Every (Minutes) must be a whole number of at least 1, but it is "1.5": enter one, or remove the option.',
	],
	[
		{ includeConversation: 'maybe' },
		'Include Conversation must be on or off (true or false), but it is "maybe".',
	],
])('%j is refused', (options, sentence) => {
	expect(() => read(options)).toThrow(new InputError(sentence));
});

it.each([
	[
		{ propertyFilter: {} },
		'Property Filter is empty, and an empty filter would match everything: enter a value or correct its expression, or remove the filter.',
	],
	[
		{ propertyFilter: { other: {} } },
		'Property Filter has no key and value: enter both, or remove the filter.',
	],
])('the filter %j is refused', (filters, sentence) => {
	expect(() => read({}, { filters })).toThrow(new InputError(sentence));
});
