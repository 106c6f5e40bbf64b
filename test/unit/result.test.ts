import type { IExecuteFunctions } from 'n8n-workflow';

import { giveHints, rowsReport } from '../../nodes/SurveyInterview/run/itemResult';
import { remarkSentences } from '../../nodes/SurveyInterview/run/remarks';

const PART = { hasGap: true } as const;

it('hints once, and through n8n’s own context', () => {
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

it('does without, where n8n has no hints', () => {
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

it('a failed run says in one line what became of each row', () => {
	const statuses = ['done', 'done', 'failed', 'notStarted', 'notStarted'] as const;
	expect(rowsReport(statuses, [])).toBe('Rows 1–2: done. Row 3: failed. Rows 4–5: not started.');
	const ofSheet = [2, 3, 7, 8, 11].map((row_number) => ({ json: { row_number } }));
	expect(rowsReport(statuses, ofSheet)).toBe(
		'Rows 2–3: done. Row 7: failed. Rows 8–11: not started.',
	);
	expect(rowsReport(['maybeDone'], [])).toBe('Row 1: may have been done.');
});
