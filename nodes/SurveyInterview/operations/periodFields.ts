/** Relative periods as a person chooses them; `input/periods.ts` turns them into days. */
import type { Choice } from './field';

/** The first and the last millisecond of a range, in ISO 8601 and UTC; both belong to it. */
export interface TimeRange {
	start: string;
	end: string;
}

/** The person enters the two ends of the range. */
export const CUSTOM_PERIOD = 'custom';

export const PERIOD_CHOICES = [
	{ value: 'last30Days', label: 'Last 30 Days' },
	{ value: 'last7Days', label: 'Last 7 Days' },
	{ value: 'last90Days', label: 'Last 90 Days' },
	{ value: 'lastMonth', label: 'Last Month' },
	{ value: 'lastQuarter', label: 'Last Quarter' },
	{ value: 'lastWeek', label: 'Last Week' },
	{ value: 'thisMonth', label: 'This Month' },
	{ value: 'thisQuarter', label: 'This Quarter' },
	{ value: 'thisWeek', label: 'This Week' },
] as const;

export type PeriodName = (typeof PERIOD_CHOICES)[number]['value'];

/** The choices of a period field; with Custom, if the form has fields for its two ends. */
export const periodChoices = ({ ends }: { ends?: unknown }): readonly Choice[] =>
	ends ? [{ value: CUSTOM_PERIOD, label: 'Custom' }, ...PERIOD_CHOICES] : PERIOD_CHOICES;
