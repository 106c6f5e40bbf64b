/** Rows that nobody has filled in, and external IDs that an expression makes of empty cells. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import {
	isEmptyRow,
	isTextOfEmptyCells,
	unusableIdsOf,
	textOfEmptyCells,
} from '../../nodes/SurveyInterview/sync/emptyCells';

it.each<[what: string, ids: Array<string | undefined>, shared: string[]]>([
	['that all have', ['A-1', 'A-1'], ['A-1']],
	['that some have', ['A-1', 'A-1', undefined], []],
	['that others have with a number', ['C', 'C', 'C7', 'C8'], ['C']],
	['of one', ['C', 'C7', 'C8'], []],
	['that is a number', ['1', '1', '10', '11'], []],
	['that ends in a sign', ['crm2-', 'crm2-', 'x7'], ['crm2-']],
	['that ends in a sign, of one', ['crm2-', 'x7'], []],
	['that is the first of a list', ['A-0', 'A-0', 'A-7'], []],
	['that only ends like one', ['YWRh=', 'Smith J.'], []],
	['of letters and a sign', ['crm-', 'x7'], ['crm-']],
	['of a sign and letters', ['-NL', 'x7'], ['-NL']],
	['of letters', ['ABC', 'x7'], []],
	['of letters that some have', ['VIP', 'VIP', undefined], []],
	['that others have, also before it', ['C7', 'C8', 'C', 'C'], ['C']],
	['that not all others have', ['C', 'C', 'C7', 'x8'], []],
	['that others have, with a number in it', ['A1B', 'A1B', 'A1BC'], ['A1B']],
])('an ID %s: of %j, %j identify nobody', (_what, ids, shared) => {
	const people = ids.map((recipient_external_id, item) =>
		contactOf(item, { recipient_email: `p${item}@x.com`, recipient_external_id }, 'email'),
	);
	expect([...unusableIdsOf(people).keys()]).toEqual(shared);
});

it('people without an address are not different people', () => {
	const people = ['ada@x.com', undefined, undefined].map((recipient_email, item) =>
		contactOf(item, { recipient_email, recipient_external_id: 'C' }, 'externalId'),
	);
	expect(unusableIdsOf(people).size).toBe(0);
});

it.each([
	['={{ $json.id }}', undefined],
	['={{ $json[ "id" ] }}', undefined],
	["={{ $json['id'] }}", undefined],
	['={{ $( "Set" ).item.json.id }}', undefined],
	["={{ $('Set').item.json.id }}", undefined],
	['={{ $json["id"] }}', undefined],
	['={{ $("Set").item.json.id }}', undefined],
	['={{ "A-1" }}', undefined],
	['A-1', undefined],
	['crm-{{ $json.id }}', undefined],
	['=US$ 5 ', undefined],
	['={{ "crm-" + $json.id }}', 'crm-'],
	["={{ 'crm-' + $json.id }}", 'crm-'],
	["={{ 'a' + $json.id + 'b' }}", 'ab'],
	['={{ $json.country }}-{{ $json.id }}-', '--'],
	['=C{{ $json.id }}', 'C'],
	["={{ 'C' + $json.id }}", 'C'],
	['={{ `user ${$json.id}` }}', 'user'],
	['=crm-{{ $json["the id"] }}-2026', 'crm--2026'],
	['=https://crm.example.com/contacts/{{ $json.id }}', 'https://crm.example.com/contacts/'],
])('of empty cells, %s leaves %j', (expression, text) => {
	expect(textOfEmptyCells(expression)).toBe(text);
});

it.each([
	['C', true],
	[' C ', true],
	['Cundefined', true],
	['Cnull', true],
	['Cfalse', true],
	['C1', false],
	['c', false],
	[7, false],
	[undefined, false],
])('%j is an ID of empty cells: %s', (id, expected) => {
	expect(isTextOfEmptyCells(id, 'C')).toBe(expected);
});

it.each([
	{ email: '', name: null },
	{ email: '\u200b' },
	{ row_number: 7, id: 'rec1', createdTime: '2026-01-01', email: '' },
	{ id: 4, createdAt: '2026-01-01', updatedAt: '2026-01-01' },
	{ '@odata.etag': 'W/1', __rowNum__: 3, index: 2 },
	{ 'No.': 12, email: '' },
	{ EMAIL: '', EMAIL_BLACKLISTED: 'No', SMS_BLACKLISTED: 'No' },
	{ '#': 12, email: '' },
	{ 'Lfd. Nr.': '12', email: '' },
	{ Timestamp: '2026-01-01', 'Last Modified By': 'Ada', email: '' },
	{
		ticked: false,
		spaced: ' No ',
		box: 'FALSCH',
		other: 'ONWAAR',
		sum: 0,
		price: '€ 0,00',
		share: '0%',
		none: '€ -',
		square: '☐',
		time: '0:00:00',
		list: [null, ''],
	},
])('nobody has filled in %j', (row) => {
	expect(isEmptyRow(row)).toBe(true);
});

it.each([
	...['Row Num', 'Record ID', 'Order', 'url', 'attributes', 'Archived', 'nr', 'Num', 'Number'],
	...['Line', 'S.No.', 'Sr. No.', 'rowid', 'Row No.', 'hs_object_id', 'Created on', 'Created'],
	...['CreatedDate', 'Created by', 'Updated on', 'Updated', 'modified_at', 'Modified on'],
	...['Modified', 'Last modified', 'LastModifiedDate', 'Last modified time', 'last_modified_at'],
	...['last_edited_time', 'SystemModstamp', 'Submitted at', 'Last edited by', 'Updated by'],
	...['Modified by', '$id'],
])('nobody has filled in a row that has only the column %s, which programs add', (column) => {
	expect(isEmptyRow({ [column]: 'x7', email: '' })).toBe(true);
});

it.each([
	{ name: 'Ada' },
	{ name: 'Noemi' },
	{ name: 'Casino' },
	{ 'user@work': 'x' },
	{ answers: ['No'] },
	{ 'No.': 12, name: 'Ada' },
	{ status: 'active' },
	{ subscribed: 'Yes' },
	{ id: 1, phone: '0612345678' },
	{ price: '€ 0,50' },
	{ box: true },
	{ tick: '☑' },
	{ list: [null, 'a'] },
])('somebody has filled in %j', (row) => {
	expect(isEmptyRow(row)).toBe(false);
});
