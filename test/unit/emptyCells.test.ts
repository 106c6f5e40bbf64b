/** Rows that nobody has filled in, and external IDs that an expression makes of empty cells. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import {
	isEmptyRow,
	isOfEmptyCells,
	sharedIdsOf,
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
])('an ID %s: of %j, %j identify nobody', (_what, ids, shared) => {
	const people = ids.map((recipient_external_id, item) =>
		contactOf(item, { recipient_email: `p${item}@x.com`, recipient_external_id }, 'email'),
	);
	expect([...sharedIdsOf(people).keys()]).toEqual(shared);
});

it.each([
	['={{ $json.id }}', undefined],
	['={{ $json["id"] }}', undefined],
	['={{ $("Set").item.json.id }}', undefined],
	['={{ "A-1" }}', undefined],
	['A-1', undefined],
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
	[undefined, false],
])('%j is an ID of empty cells: %s', (id, expected) => {
	expect(isOfEmptyCells(id, 'C')).toBe(expected);
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
	{ ticked: false, box: 'FALSCH', other: 'ONWAAR', sum: 0, price: '€ 0,00', share: '0%' },
])('nobody has filled in %j', (row) => {
	expect(isEmptyRow(row)).toBe(true);
});

it.each([
	{ name: 'Ada' },
	{ 'No.': 12, name: 'Ada' },
	{ status: 'active' },
	{ subscribed: 'Yes' },
	{ id: 1, phone: '0612345678' },
	{ price: '€ 0,50' },
	{ box: true },
])('somebody has filled in %j', (row) => {
	expect(isEmptyRow(row)).toBe(false);
});
