import type { IExecuteFunctions } from 'n8n-workflow';

import { hintAtRemarks } from '../../nodes/SurveyInterview/run/hints';
import { reportOf } from '../../nodes/SurveyInterview/run/output';

const PART = { isPartial: true } as const;

it('hints once, and through n8n’s own context', () => {
	const given: unknown[] = [];
	class Context {
		private readonly hints = given;
		addExecutionHints(...hints: unknown[]) {
			this.hints.push(...hints);
		}
	}
	const context = new Context() as unknown as IExecuteFunctions;
	hintAtRemarks(context, [{}, undefined]);
	expect(given).toEqual([]);
	hintAtRemarks(context, [PART, {}, PART]);
	expect(given).toEqual([expect.objectContaining({ message: expect.stringContaining('2 of 3') })]);
});

it('does without, where n8n has no hints', () => {
	expect(() => hintAtRemarks({} as IExecuteFunctions, [PART])).not.toThrow();
});

it('a failed run says in one line what became of each item', () => {
	expect(reportOf(['done', 'done', 'failed', 'notStarted', 'notStarted'])).toBe(
		'Items 0–1: done. Item 2: failed. Items 3–4: not started.',
	);
	expect(reportOf(['maybeDone'])).toBe('Item 0: may have been done.');
});
