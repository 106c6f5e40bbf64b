/** What an update carries: only the keys that differ. */
import { changesOf } from '../../nodes/SurveyInterview/sync/changes';
import { personKeys, type ContactFields } from '../../nodes/SurveyInterview/sync/contact';
import { fieldsOf, invitation, type Who } from './examples';

const ada: Who = {
	email: 'Ada@Example.com',
	id: 'A1',
	name: 'Ada',
	notes: 'one\ntwo',
	label: 'VIP',
	properties: { team: 'North', level: '3' },
};
const personOf = (fields: ContactFields) => ({ fields, ...personKeys({ ...fields }) });
const known = invitation('I1', ada);
const changed = (who: Who, record: object = known, propertiesMode: 'merge' | 'replace' = 'merge') =>
	Object.fromEntries(
		changesOf(personOf(fieldsOf(who)), record as Record<string, unknown>, { propertiesMode }).map(
			({ key, to }) => [key, to],
		),
	);

it.each<[string, Who]>([
	['all the same', ada],
	['the address in another case', { ...ada, email: 'ADA@EXAMPLE.com' }],
	['fields that the contact leaves empty', { email: 'ada@example.com' }],
	['an address that the contact leaves empty', { id: 'A1' }],
	['spaces around a text, other ends of lines', { ...ada, name: ' Ada ', notes: 'one\r\ntwo' }],
	['the ends of lines of an old Mac', { ...ada, notes: 'one\rtwo' }],
])('nothing: %s', (_, who) => expect(changed(who)).toStrictEqual({}));

it.each<[keyof Who, string, string]>([
	['email', 'recipient_email', 'new@example.com'],
	['id', 'recipient_external_id', 'a1'],
	['name', 'recipient_name', 'ada'],
	['notes', 'recipient_notes', 'one two'],
	['label', 'label', 'vip'],
])('%s alone', (key, name, value) => {
	expect(changed({ ...ada, [key]: value })).toEqual({ [name]: value });
});

it('accents written in two ways are the same text', () => {
	const record = invitation('I1', { name: 'Ren\u00e9' });
	expect(changed({ name: 'Rene\u0301' }, record)).toEqual({});
});

it('the number and kind of spaces do not count, but whether there is one does', () => {
	const record = invitation('I1', { name: 'Ada King' });
	expect(changed({ name: 'Ada \u00a0 King' }, record)).toEqual({});
	expect(changed({ name: 'AdaKing' }, record)).toEqual({ recipient_name: 'AdaKing' });
});

it('tells what stands there before, and null where there is nothing', () => {
	const who = { ...ada, name: 'Ada King', label: 'new' };
	const record = { ...known, label: undefined };
	expect(changesOf(personOf(fieldsOf(who)), record, { propertiesMode: 'merge' })).toEqual([
		{ key: 'recipient_name', from: 'Ada', to: 'Ada King' },
		{ key: 'label', from: null, to: 'new' },
	]);
});

it('a number that the service keeps is compared as text', () => {
	expect(changed({ name: '7' }, { ...known, recipient_name: 7 })).toEqual({});
});

describe('properties', () => {
	const given = { properties: { team: 'South', city: 'Rome' } };

	it('are merged by key, and sent whole, for an update puts them in place of all', () => {
		expect(changed(given)).toEqual({
			properties: { team: 'South', level: '3', city: 'Rome' },
		});
		expect(changed({ properties: { level: '3' } })).toEqual({});
		const onlyOne = { properties: { team: 'South', level: '3' } };
		expect(changed(onlyOne)).toEqual(onlyOne);
	});

	it('or replaced', () => {
		expect(changed(given, known, 'replace')).toEqual({ properties: given.properties });
		expect(changed({ properties: { level: '3' } }, known, 'replace')).toEqual({
			properties: { level: '3' },
		});
		expect(changed({ properties: ada.properties }, known, 'replace')).toEqual({});
	});

	it('stay when the contact has none, replaced or not', () => {
		expect(changed({ name: 'Ada' }, known, 'replace')).toEqual({});
	});

	it('that are no text in the service go along as text, and null not at all', () => {
		const record = { ...known, properties: { level: 3, vip: true, gone: null } };
		expect(changed({ properties: { level: '3', vip: 'true' } }, record)).toEqual({});
		expect(changed({ properties: { team: 'South' } }, record)).toEqual({
			properties: { level: '3', vip: 'true', team: 'South' },
		});
	});

	it('reach into no prototype', () => {
		const properties: unknown = JSON.parse('{"__proto__":"x","constructor":"y"}');
		const after = changed({ properties: { team: 'South' } }, { ...known, properties }).properties;
		expect(JSON.stringify(after)).toBe('{"__proto__":"x","constructor":"y","team":"South"}');
		expect(({} as Record<string, unknown>).team).toBeUndefined();
	});
});

it('expires_at is for new invitations alone', () => {
	const fields = { ...fieldsOf(ada), expires_at: '2030-01-01T00:00:00Z' };
	expect(changesOf(personOf(fields), known, { propertiesMode: 'merge' })).toEqual([]);
});
