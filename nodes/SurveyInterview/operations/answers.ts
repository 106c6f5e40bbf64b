/** The operations that make an answer of several reads: their entries stand in `result.ts`. */
import { choice, choices, dateTime, integer, propertyKey, text } from '../fields/field';

/** The period of a report, and its ends where it is a custom one. */
export const REPORT_PERIOD = choice(
	'period',
	'Period',
	'In the workflow’s time zone. The last days include today.',
	[
		{ value: 'custom', label: 'Custom' },
		{ value: 'last30Days', label: 'Last 30 Days' },
		{ value: 'last7Days', label: 'Last 7 Days' },
		{ value: 'last90Days', label: 'Last 90 Days' },
		{ value: 'lastMonth', label: 'Last Month' },
		{ value: 'lastQuarter', label: 'Last Quarter' },
		{ value: 'lastWeek', label: 'Last Week' },
		{ value: 'thisMonth', label: 'This Month' },
		{ value: 'thisQuarter', label: 'This Quarter' },
		{ value: 'thisWeek', label: 'This Week' },
	],
	{ default: 'lastWeek' },
);
const CUSTOM = { [REPORT_PERIOD.name]: ['custom'] };
export const PERIOD_START = dateTime('periodStart', 'Start', 'First day of the period.', {
	shownFor: CUSTOM,
});
export const PERIOD_END = dateTime('periodEnd', 'End', 'Last day of the period.', {
	shownFor: CUSTOM,
	endsRange: true,
});

export const GROUP_PROPERTY = propertyKey(
	'property',
	'Property',
	'Whose values make the groups, such as Department.',
);

export const MIN_GROUP = integer(
	'minGroup',
	'Minimum Group Size',
	'Groups with fewer answers are gathered as Others.',
	{ min: 1, default: 5 },
);

/** The parts of a report, by the alphabet. */
export const REPORT_PARTS = [
	{ value: 'conclusion', label: 'Conclusion' },
	{ value: 'trend', label: 'Over Time' },
	{ value: 'quotes', label: 'Quotes' },
	{ value: 'scores', label: 'Scores' },
	{ value: 'topics', label: 'Topics' },
] as const;

export const REPORT_OPTIONS = [
	text('heading', 'Heading', 'The title of the report; without it, the name of the survey.'),
	choice('language', 'Language', 'Language of the report and of its conclusion.', [
		{ value: 'survey', label: 'Of the Survey' },
		{ value: 'en', label: 'English' },
		{ value: 'nl', label: 'Dutch' },
	]),
	text('linkUrl', 'Link', 'Where the report leads to.', {
		placeholder: 'e.g. https://app.example.com/surveys/…',
	}),
	MIN_GROUP,
	choices('parts', 'Parts', 'What the report has; all if not added.', REPORT_PARTS),
];
