/** How long n8n lets a poll run, and how much of that the poll takes. */
import type { IPollFunctions } from 'n8n-workflow';

import { budgetOf, usableMs } from '../../../nodes/SurveyInterview/trigger/engine';

const MINUTE = 60_000;
const contextWith = (budget?: unknown) =>
	({ ...(budget !== undefined && { getPollBudgetMs: () => budget }) }) as unknown as IPollFunctions;

it.each([
	[undefined, 5 * MINUTE],
	[NaN, 5 * MINUTE],
	[Infinity, 5 * MINUTE],
	[0, 5 * MINUTE],
	[-1, 5 * MINUTE],
	[MINUTE, MINUTE],
])('where n8n says %s, a poll may run for %s ms', (budget, ms) => {
	expect(budgetOf(contextWith(budget))).toBe(ms);
});

it.each([
	[undefined, { scheduled: 5 * MINUTE - 2000, manual: MINUTE, activation: 12_000 }],
	[MINUTE, { scheduled: MINUTE - 2000, manual: MINUTE - 2000, activation: 12_000 }],
	[10_000, { scheduled: 9000, manual: 9000, activation: 9000 }],
])('of a budget of %s ms, it leaves n8n two seconds or a tenth', (budget, times) => {
	const kinds = ['scheduled', 'manual', 'activation'] as const;
	const context = contextWith(budget);
	expect(Object.fromEntries(kinds.map((kind) => [kind, usableMs(context, kind)]))).toEqual(times);
});
