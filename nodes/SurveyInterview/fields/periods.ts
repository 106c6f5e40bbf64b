/** Relative periods as a person chooses them; `input/periods.ts` says which days they are. */
import type { Choice } from './field';

/** From the first millisecond to the last one, as ISO 8601 in UTC. */
export interface TimeRange {
	start: string;
	end: string;
}

/** A range whose two ends the person enters. */
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

/** What a field of this kind offers: Custom, too, where the form has the two ends of the range. */
export const periodChoices = ({ ends }: { ends?: unknown }): readonly Choice[] =>
	ends ? [{ value: CUSTOM_PERIOD, label: 'Custom' }, ...PERIOD_CHOICES] : PERIOD_CHOICES;
