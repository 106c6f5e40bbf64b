import type { IExecuteFunctions } from 'n8n-workflow';

import { giveHints } from '../../nodes/SurveyInterview/run/itemResult';
import { rowsReport } from '../../nodes/SurveyInterview/run/rows';
import { type Remarks, remarkSentences } from '../../nodes/SurveyInterview/run/remarks';

const PART = { hasGap: true } as const;

it('a run hints once, and through n8n’s own context', () => {
	const given: unknown[] = [];
	class Context {
		private readonly hints = given;
		addExecutionHints(...hints: unknown[]) {
			this.hints.push(...hints);
		}
	}
	const context = new Context() as unknown as IExecuteFunctions;
	giveHints(context, remarkSentences([{}, undefined]));
	expect(given).toEqual([]);
	giveHints(context, remarkSentences([PART, {}, PART]));
	expect(given).toEqual([expect.objectContaining({ message: expect.stringContaining('2 of 3') })]);
});

it('a run does without hints, where n8n has no hints', () => {
	expect(() => giveHints({} as IExecuteFunctions, remarkSentences([PART]))).not.toThrow();
});

it('keys of properties that the survey does not have are named once', () => {
	const of = (unknown: string[], has: string[]) => ({ unknownProperties: { unknown, has } });
	const long = Array.from({ length: 12 }, (_, n) => `key${n}`);
	const told = remarkSentences([of(['departmnt'], ['department', 'city']), of(['departmnt'], [])]);
	expect(told).toEqual([{ isWarning: true, sentence: expect.any(String) }]);
	expect(told[0]?.sentence).toMatchSnapshot();
	const [{ sentence } = { sentence: '' }] = remarkSentences([of(long, [])]);
	expect(sentence).toMatch(/key9, and 2 more\. Its properties are: none\.$/);
});

type List = NonNullable<Remarks['list']>;
const list = (shown: number, all?: number, passed?: number): List => ({
	...{ records: 'respondents', shown },
	...(all === undefined ? {} : { all }),
	...(passed === undefined ? {} : { passed }),
});
/** The numbers of the sentences on lists, and whether they say how to get all. */
it.each<[List[], string[], boolean]>([
	[[list(5, 5)], [], false],
	[[list(5, 9)], ['5', '9'], true],
	[[list(5, 9), list(2, 2)], ['7', '11'], true],
	[[list(5, 9, 5)], ['5', '9'], false],
	[[list(5, 9, 7)], ['7', '9', '5', '7'], true],
	[[list(5, 9, 7), list(1, 2, 1)], ['8', '11', '6', '8'], true],
	[[list(5)], ['5'], true],
	// Of one of them the total is not known.
	[[list(5), list(2, 9)], ['7'], true],
	[[list(5, 9), list(2)], ['7'], true],
])('of the lists %j it says %j', (lists, numbers, isPart) => {
	const sentences = remarkSentences(lists.map((one) => ({ list: one })));
	const text = sentences.map(({ sentence }) => sentence).join(' ');
	expect(text.match(/\d+/g) ?? []).toEqual(numbers);
	expect(text.includes('Return All')).toBe(isPart);
	// A model has no such switch.
	const forModel = remarkSentences(
		lists.map((one) => ({ list: one })),
		true,
	);
	expect(JSON.stringify(forModel)).not.toContain('Return All');
	expect(JSON.stringify(forModel).includes('a higher Limit')).toBe(isPart);
});

it.each<[number[], string[]]>([
	[[], []],
	[
		[1, 1],
		['2 searched', '2 found'],
	],
	[
		[0, 1, 2],
		['3 searched', '2 found', '1 of them more than once', '1 not found'],
	],
	[[0], ['1 searched', '1 not found']],
])('of searches that found %j it says %j', (found, parts) => {
	const sentences = remarkSentences(found.map((count) => ({ found: count })));
	const text = sentences.map(({ sentence }) => sentence).join(' ');
	expect(text.split(/[:,.] ?/).filter(Boolean)).toEqual(parts);
});

it('a failed run says in one line what became of each row', () => {
	const statuses = ['done', 'done', 'failed', 'notStarted', 'notStarted'] as const;
	expect(rowsReport(statuses, [])).toBe('Rows 1–2: done. Row 3: failed. Rows 4–5: not started.');
	const ofSheet = [2, 3, 7, 8, 11].map((row_number) => ({ json: { row_number } }));
	expect(rowsReport(statuses, ofSheet)).toBe(
		'Rows 2–3: done. Row 7: failed. Rows 8–11: not started.',
	);
	expect(rowsReport(['maybeDone'], [])).toBe('Row 1: may have been done.');
	const eachOther = Array.from({ length: 30 }, (_, row) => (row % 2 ? 'failed' : 'done'));
	expect(rowsReport(eachOther, [])).toMatch(
		/^Row 1: done\. Row 2: failed\. .* Row 20: failed\. … and 10 more groups\.$/,
	);
});
