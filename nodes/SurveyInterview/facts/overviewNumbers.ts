import { toNumber } from '../records/scalars';
import type { Fact } from './fact';
import { METRIC_FACT } from './scored';
import { toCount } from './values';

/** Objects of an overview that hold the metric, and those that hold its counts. */
export const METRIC_OBJECT = '((metric|score|result|overview|summary)\\.)?';
export const COUNT_OBJECT = '((funnel|counts?|participation|totals?|statistics|stats|numbers)\\.)?';
const funnel = (name: string): Fact => ({
	name,
	at: [
		new RegExp(`^(total)?${name}(count)?$`),
		new RegExp(`^${COUNT_OBJECT}(total)?${name}(count)?$`),
	],
	read: toCount,
});

/** The numbers of an overview that a sentence tells. */
export const OVERVIEW_NUMBERS: readonly Fact[] = [
	{
		name: 'score',
		at: [/^score$/, /^metricscore$/, new RegExp(`^${METRIC_OBJECT}(score|value)$`)],
		read: toNumber,
	},
	METRIC_FACT,
	funnel('invited'),
	funnel('started'),
	funnel('completed'),
];
