import type { Fact } from './fact';
import { toCount, toMetricType, toNumber } from './values';

/** Objects of an overview that hold the metric, and those that hold its counts. */
export const METRIC_OBJECT = '((metric|score|result|overview|summary)\\.)?';
export const COUNT_OBJECT = '((funnel|counts?|participation|totals?|statistics|stats|numbers)\\.)?';
const funnel = (name: string): Fact => ({
	name,
	type: 'integer?',
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
		type: 'number?',
		at: [/^score$/, /^metricscore$/, new RegExp(`^${METRIC_OBJECT}(score|value)$`)],
		read: toNumber,
	},
	{
		name: 'metric_type',
		type: 'string?',
		at: [/^metrictype$/, /^metric(\.type)?$/, /^(survey|metric)\.metrictype$/],
		read: toMetricType,
	},
	funnel('invited'),
	funnel('started'),
	funnel('completed'),
];
