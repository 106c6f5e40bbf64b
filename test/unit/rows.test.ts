/** How sentences name the rows that came in. */
import { rowOf, rowsInWords } from '../../nodes/SurveyInterview/run/rows';

const input = [
	{ name: 'Ada Lovelace', email: 'ada@x.com' },
	{ row_number: 7, first_name: 'Bob' },
	{ 'E-mail': 'cy@x.com' },
	{ row_number: '9', email: 'dee@x.com' },
	{ row_number: 1.5, name: 'N\n'.repeat(50) },
	{},
].map((json) => ({ json }));

it('a row has the number of its sheet, or its place from 1', () => {
	expect(input.map((_, item) => rowOf(input, item))).toEqual([1, 7, 3, 4, 5, 6]);
	expect(rowOf(input, 99)).toBe(100);
});

it('the person stands behind it, on one line and cut; five rows are named', () => {
	expect(rowsInWords(input, [0])).toBe('row 1 (Ada Lovelace)');
	expect(rowsInWords(input, [3, 5])).toBe('rows 4 (dee@x.com), 6');
	expect(rowsInWords(input, [0, 1, 2, 3, 5])).toBe(
		'rows 1 (Ada Lovelace), 7, 3 (cy@x.com), 4 (dee@x.com), 6',
	);
	const all = rowsInWords(input, [0, 1, 2, 3, 4, 5]);
	expect(all).toMatch(
		/^rows 1 \(Ada Lovelace\), 7, 3[^,]*, 4 \(dee@x\.com\), 5 \([N ]{38,40}…\) and 1 more$/,
	);
});
