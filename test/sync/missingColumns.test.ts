/** Which field of the form names a column that the list does not have. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	PROPERTIES_BY_KEY,
	PROPERTY_MAPPER,
} from '../../nodes/SurveyInterview/operations/nodeFields';
import { propertyId, refuseMissingColumns } from '../../nodes/SurveyInterview/sync/columns';

/** @returns the field that is refused, and why, as far as they are facts */
function refused(
	parameters: IDataObject,
	rows: IDataObject[],
	{ filled = [] as string[], hasSeveralRows = true } = {},
): string | undefined {
	const context = {
		getInputData: () => rows.map((json) => ({ json })),
		getNode: () => ({ parameters }),
	} as unknown as IExecuteFunctions;
	try {
		refuseMissingColumns(context, new Set(filled), hasSeveralRows);
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
}
const EMAIL = { recipient_email: '={{ $json.email }}' };
const named = (expression: string) => ({ recipient_name: expression });
const NAME = named('={{ $json.name }}');

describe('of a list', () => {
	it.each<[what: string, parameters: IDataObject, rows: IDataObject[], refusedField: string]>([
		['another column', EMAIL, [{ mail: 'a' }, { mail: 'b' }], 'Recipient Email'],
		['an empty column of addresses', EMAIL, [{ email: '' }, { email: '' }], 'Recipient Email'],
		['no expression', { recipient_email: 'email' }, [{ mail: 'a' }, { mail: 'b' }], ''],
		['no column', NAME, [{ mail: 'a' }, { mail: 'b' }], 'Recipient Name'],
		['an empty column', NAME, [{ name: '' }, { name: null }], ''],
		['a column in some row', NAME, [{ mail: 'a' }, { name: '' }], ''],
		['one of two columns', named('={{ $json.first + $json.last }}'), [{ first: '' }, {}], ''],
		['a function of a text', named('={{ $json.name.trim() }}'), [{ name: '' }, {}], ''],
		['no such key in it', named('={{ $json.who.name }}'), [{ who: {} }, {}], 'Recipient Name'],
		['a key in it', named('={{ $json.who.name }}'), [{ who: { name: '' } }, {}], ''],
	])('%s', (_what, parameters, rows, field) => {
		const message = refused(parameters, rows);
		if (field === '') expect(message).toBeUndefined();
		else expect(message?.startsWith(field)).toBe(true);
	});

	it('nothing where the field has a value in some row', () => {
		expect(refused(EMAIL, [{ mail: 'a' }, {}], { filled: ['recipient_email'] })).toBeUndefined();
	});

	it('its columns are named once', () => {
		const message = refused(EMAIL, [{ mail: 'a' }, { mail: 'b', tel: 1 }]);
		expect(message).toContain('these columns: "mail" and "tel".');
	});

	it('a field under Contact Fields', () => {
		const contactFields = { recipient_notes: '={{ $json.notes }}' };
		expect(refused({ contactFields }, [{ mail: 'a' }, {}])).toContain('Notes has no value');
	});

	it('a property of the form by its key, one that was added by its place', () => {
		const properties = { value: { team: '={{ $json.team }}' } };
		const byKey = { values: [{ key: 'level', value: '={{ $json.level }}' }] };
		const form = { properties, contactFields: { properties: byKey } };
		const ids = {
			team: propertyId(PROPERTY_MAPPER.label, 'team', 7),
			level: propertyId(PROPERTIES_BY_KEY.label, 'of this row', 0),
		};
		const rows = [{ mail: 'a' }, {}];
		expect(refused(form, rows)).toContain(' → "team" has no value');
		expect(refused(form, rows, { filled: [ids.team] })).toContain(' → "level" has no value');
		expect(refused(form, rows, { filled: [ids.level] })).toContain(' → "team" has no value');
		expect(refused(form, rows, { filled: [ids.team, ids.level] })).toBeUndefined();
	});
});

describe('of a single row', () => {
	it.each<[what: string, parameters: IDataObject, rows: IDataObject[], isRefused: boolean]>([
		['a column in another case', EMAIL, [{ Email: 'a' }], true],
		['and an empty row', EMAIL, [{}, { 'E-Mail': 'a' }], true],
		['one of two', { recipient_email: '={{ $json.email || $json.mail }}' }, [{ Mail: 'a' }], true],
		['another column', EMAIL, [{ tel: 'a' }], false],
		['the column itself', EMAIL, [{ email: '' }], false],
		['both', EMAIL, [{ email: '', Email: 'a' }], false],
		['another field', NAME, [{ Name: 'a' }], false],
	])('%s', (_what, parameters, rows, isRefused) => {
		const message = refused(parameters, rows, { hasSeveralRows: false });
		expect(message !== undefined).toBe(isRefused);
	});
});

it.each([
	['\uFEFFemail', true],
	['ï»¿email', true],
	['e-mail', false],
	['e\uFEFFmail', false],
])('a column %j begins with an invisible mark: %s', (column, isMarked) => {
	const message = refused(EMAIL, [{ tel: 1, [column]: 'a' }, {}]);
	expect(message?.includes('Byte Order Mark')).toBe(isMarked);
});
