/** Which contact a row is: its values, and why it cannot be used. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import type { Contact } from '../../nodes/SurveyInterview/sync/contact';
import { readContacts } from '../../nodes/SurveyInterview/sync/contacts';

const FORM = {
	recipient_email: '={{ $json.email }}',
	recipient_external_id: '={{ $json.id }}',
	recipient_name: '={{ $json.name }}',
	contactFields: {
		label: '={{ $json.label }}',
		properties: { values: [{ key: '={{ $json.key }}', value: '={{ $json.team }}' }] },
	},
};

async function read(rows: IDataObject[], form: IDataObject = FORM) {
	const context = {
		getNode: () => ({ parameters: form, type: 'surveyInterview' }),
		getInputData: () => rows.map((json) => ({ json })),
		getNodeParameter: (name: string, _item: number, fallback: unknown) => form[name] ?? fallback,
	} as unknown as IExecuteFunctions;
	const checker = new FieldChecker('UTC');
	return await readContacts(context, checker, undefined, 'emailThenExternalId', () => []);
}
const FULL = { email: 'ada@x.com', id: '1', name: 'Ada', label: 'VIP', key: 'team', team: 'Care' };

it.each<[what: string, row: IDataObject, expected: Partial<Contact>]>([
	[
		'all values',
		FULL,
		{
			fields: {
				recipient_email: 'ada@x.com',
				recipient_external_id: '1',
				recipient_name: 'Ada',
				label: 'VIP',
				properties: { team: 'Care' },
			},
		},
	],
	[
		'no values but one',
		{ ...FULL, id: '', name: null, label: ' ', team: '' },
		{ fields: { recipient_email: 'ada@x.com' } },
	],
	[
		'a value that cannot be read, as it was given',
		{ ...FULL, email: 'ada@', label: '', team: '' },
		{
			fields: { recipient_email: 'ada@', recipient_external_id: '1', recipient_name: 'Ada' },
			problem: expect.stringContaining('"ada@"') as string,
		},
	],
	['a value without a key', { ...FULL, key: '' }, { problem: expect.any(String) as string }],
	[
		'no key where there is no value',
		{ email: 'ada@x.com', key: '', team: '' },
		{ fields: { recipient_email: 'ada@x.com' } },
	],
])('%s', async (_what, row, expected) => {
	const { contacts } = await read([row, FULL]);
	expect(contacts[0]).toMatchObject({ item: 0, row: 1, ...expected });
	expect(contacts[0]?.fields).toEqual(expected.fields ?? expect.anything());
	expect('problem' in (contacts[0] ?? {})).toBe('problem' in expected);
	expect(contacts[0]?.isEmptyRow).toBeUndefined();
});

it('a row that names nobody is no contact, whatever its label', async () => {
	const empty = { ticked: false };
	const form = { ...FORM, contactFields: { label: 'All' } };
	const { contacts } = await read([FULL, empty, { ...empty, name: 'Bob' }], form);
	expect(contacts.map(({ isEmptyRow }) => isEmptyRow)).toEqual([undefined, true, undefined]);
	expect(contacts[2]?.problem).toContain('neither external ID nor email address');
});

it('a row without values is a contact, where the form itself names its recipient', async () => {
	const { contacts } = await read([{ ticked: false }], { recipient_email: 'ada@x.com' });
	expect(contacts[0]).toMatchObject({ email: 'ada@x.com' });
	expect(contacts[0]).not.toHaveProperty('problem');
});

it('an empty row does not make a single contact a list', async () => {
	const form = { recipient_email: '={{ $json.email }}', recipient_name: '={{ $json.name }}' };
	const bob = { name: 'Bob', mail: 'bob@x.com' };
	const { contacts } = await read([bob, {}], form);
	expect(contacts[0]?.problem).toBeDefined();
	await expect(read([bob, bob], form)).rejects.toThrow('Recipient Email');
});

it('an ID that all rows have is nobody’s; a name like it stays', async () => {
	const rows = [
		{ ...FULL, name: 'C' },
		{ ...FULL, email: 'b@x.com' },
	];
	const { contacts, unusableIds } = await read(rows, { ...FORM, recipient_external_id: 'C' });
	expect(unusableIds).toEqual(['C']);
	expect(contacts.map(({ externalId, unusedId }) => [externalId, unusedId])).toEqual([
		[undefined, 'C'],
		[undefined, 'C'],
	]);
	expect(contacts[0]?.fields.recipient_name).toBe('C');
});

it('two rows may have one key of a property, one row may not', async () => {
	const byKey = (...keys: string[]) => ({
		values: keys.map((key, n) => ({ key, value: `v${n}` })),
	});
	const form = (...keys: string[]) => ({ ...FORM, contactFields: { properties: byKey(...keys) } });
	const once = await read([FULL, { ...FULL, email: 'b@x.com', id: '2' }], form('team', 'level'));
	expect(once.contacts.map(({ fields }) => fields.properties)).toEqual([
		{ team: 'v0', level: 'v1' },
		{ team: 'v0', level: 'v1' },
	]);
	const twice = await read([FULL], form('team', 'team'));
	expect(twice.contacts[0]?.problem).toContain('"team"');
});
