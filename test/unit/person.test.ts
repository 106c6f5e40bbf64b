import { personOfInvitation } from '../../nodes/SurveyInterview/service/invitations';
import { personOfRespondent } from '../../nodes/SurveyInterview/service/respondents';
import {
	emailKey,
	externalIdKey,
	hasNoRecipient,
} from '../../nodes/SurveyInterview/service/person';
import { isNoValue } from '../../nodes/SurveyInterview/service/placeholders';

const ANN = 'ann@example.com';

it.each([
	['Ann@Example.com', 'ann@example.com'],
	['  ann@example.com\n', 'ann@example.com'],
	['ann@MÜNCHEN.de', 'ann@xn--mnchen-3ya.de'],
	// The same letter, composed and decomposed.
	['ann@mu\u0308nchen.de', 'ann@xn--mnchen-3ya.de'],
	['rene\u0301@example.com', 'ren\u00e9@example.com'],
	["o'neil@example.com", "o'neil@example.com"],
	['ann@Example.com.', 'ann@example.com'],
	['ann@163.com', 'ann@163.com'],
	['ann@mail.b2', 'ann@mail.b2'],
])('the email address %j is %s', (given, key) => {
	expect(emailKey(given)).toBe(key);
});

it.each([
	'',
	'  ',
	'ann',
	'@example.com',
	'ann@',
	'ann@b@example.com',
	'Ann <ann@example.com>',
	'ann@example.com, bob@example.com',
	'ann@example.com/x',
	'ann@ex%61mple.com',
	'ann@1.2.3.4',
	'ann@1.2',
	'ann\u200b@example.com',
	null,
	undefined,
	42,
	{},
])('%j is no email address', (given) => {
	expect(emailKey(given)).toBeUndefined();
});

it('tells apart what only looks alike', () => {
	expect(emailKey('ann@example.com')).not.toBe(emailKey('ann@example.org'));
	expect(emailKey('a.nn@example.com')).not.toBe(emailKey('ann@example.com'));
	expect(emailKey('ann@münchen.de')).not.toBe(emailKey('ann@munchen.de'));
});

it.each([
	['crm-1', 'crm-1'],
	[' crm-1 ', 'crm-1'],
	['"crm-1"', 'crm-1'],
	['CRM-1', 'CRM-1'],
	['007', '007'],
	['Rene\u0301', 'Ren\u00e9'],
	[7, '7'],
	[0, undefined],
	['  ', undefined],
	[undefined, undefined],
	[true, undefined],
	[2 ** 60, undefined],
	[{}, undefined],
])('the external ID %j is %j', (given, key) => {
	expect(externalIdKey(given)).toBe(key);
});

it.each<[string, boolean]>([
	['N/A', true],
	['--None--', true],
	['none', false],
	['-'.repeat(60), true],
	['-'.repeat(61), false],
	['undefined, null', true],
	['undefined, Ada', false],
	['Ada, undefined', false],
	['#REF!', true],
	['Err:502', true],
	['Err:5021', false],
	['see Err:502', false],
])('the value %j of a property is only a placeholder: %s', (value, isPlaceholder) => {
	expect(isNoValue(value)).toBe(isPlaceholder);
});

it.each<[unknown, string | undefined]>([
	['1001.0', '1001'],
	['1001,00', '1001'],
	['1001.05', '1001.05'],
	['1001.000', '1001.000'],
	['v1001.0', 'v1001.0'],
	["'0012", '0012'],
])('the external ID %j, as a spreadsheet writes it, is %j', (given, key) => {
	expect(externalIdKey(given)).toBe(key);
});

it('shared links, popups and tests have no recipient', () => {
	const without = ['personal', 'csv', 'api', 'shared_link', 'popup', 'test', undefined].filter(
		hasNoRecipient,
	);
	expect(without).toEqual(['shared_link', 'popup', 'test']);
});

describe('who a respondent is', () => {
	it.each([
		{ email: ANN },
		{ Email: ` ${ANN.toUpperCase()} ` },
		{ recipient_email: ANN },
		{ participant_email: ANN },
		{ contact: { email: ANN } },
		{ participant: { email: ANN } },
		{ invitation: { recipient_email: ANN } },
	])('by email: %j', (record) => {
		expect(personOfRespondent(record)).toEqual({ emails: [ANN], externalIds: [] });
	});

	it.each([
		{ external_id: 'A-1' },
		{ recipient_external_id: 'A-1' },
		{ participant_external_reference: 'A-1' },
		{ person: { external_id: 'A-1' } },
		{ invitation: { recipient_external_id: 'A-1' } },
	])('by external ID: %j', (record) => {
		expect(personOfRespondent(record)).toEqual({ emails: [], externalIds: ['A-1'] });
	});

	it.each([
		{ created_by_email: ANN },
		{ interviewer: { email: ANN } },
		{ invitation: { email: ANN, created_by_email: ANN, sender: { email: ANN } } },
		{ properties: { email: ANN, external_id: 'A-1' } },
		{ person: { manager: { email: ANN } } },
		{ email: { sent: true } },
		{ email: null, external_id: null },
		{ email: '[erased]', external_id: '' },
		{ person: { contact: { details: { email: ANN } } } },
	])('not by %j', (record) => {
		expect(personOfRespondent(record)).toEqual({ emails: [], externalIds: [] });
	});
});

it('whom an invitation is for: wherever the output finds it', () => {
	const keys = { recipient_email: 'Ann@Example.com', recipient_external_id: ' A-1 ' };
	const ann = { emails: [ANN], externalIds: ['A-1'] };
	expect(personOfInvitation({ type: 'personal', ...keys })).toEqual(ann);
	expect(personOfInvitation({ type: 'a kind to come', ...keys })).toEqual(ann);
	expect(personOfInvitation({ type: 'popup', ...keys })).toEqual({ emails: [], externalIds: [] });
	expect(personOfInvitation({ type: 'csv', email: ANN })).toEqual({
		emails: [ANN],
		externalIds: [],
	});
	const nested = { recipient: { email: ANN, external_id: 'A-1' } };
	expect(personOfInvitation({ type: 'csv', ...nested })).toEqual(ann);
	expect(personOfInvitation({ invitation: { type: 'csv', ...nested } })).toEqual(ann);
	expect(
		personOfInvitation({ type: 'csv', created_by_email: ANN, sender: { email: ANN } }),
	).toEqual({ emails: [], externalIds: [] });
});
