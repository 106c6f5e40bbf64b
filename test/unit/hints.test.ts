import type { IExecuteFunctions } from 'n8n-workflow';

import { hintPartialLists, type Result } from '../../nodes/SurveyInterview/run/output';

const WHOLE: Result = { status: 'done', items: [] };
const PART: Result = { ...WHOLE, isPartial: true };

it('hints once, and through n8n’s own context', () => {
	const given: unknown[] = [];
	class Context {
		private readonly hints = given;
		addExecutionHints(...hints: unknown[]) {
			this.hints.push(...hints);
		}
	}
	const context = new Context() as unknown as IExecuteFunctions;
	hintPartialLists(context, [WHOLE, undefined]);
	expect(given).toEqual([]);
	hintPartialLists(context, [PART, WHOLE, PART]);
	expect(given).toEqual([expect.objectContaining({ message: expect.stringContaining('2 of 3') })]);
});

it('does without, where n8n has no hints', () => {
	expect(() => hintPartialLists({} as IExecuteFunctions, [PART])).not.toThrow();
});
