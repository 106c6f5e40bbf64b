/** The operations that make an answer of several reads: their entries stand in `result.ts`. */
import { choice, choices, dateTime, integer, propertyKey, text } from '../fields/field';

/** The period of a report, and its ends where it is a custom one. */
export const PERIOD = choice(
	'period',
	'Period',
	'Which answers, in the workflow’s time zone. Weeks begin on Mondays, and the last days include today.',
	[
		{ value: 'last7Days', label: 'Last 7 Days' },
		{ value: 'last30Days', label: 'Last 30 Days' },
		{ value: 'last90Days', label: 'Last 90 Days' },
		{ value: 'thisWeek', label: 'This Week' },
		{ value: 'lastWeek', label: 'Last Week' },
		{ value: 'thisMonth', label: 'This Month' },
		{ value: 'lastMonth', label: 'Last Month' },
		{ value: 'thisQuarter', label: 'This Quarter' },
		{ value: 'lastQuarter', label: 'Last Quarter' },
		{ value: 'custom', label: 'Custom' },
	],
	{ default: 'lastWeek' },
);
const CUSTOM = { [PERIOD.name]: ['custom'] };
export const PERIOD_START = dateTime('periodStart', 'Start', 'First day of the period.', {
	shownFor: CUSTOM,
});
export const PERIOD_END = dateTime('periodEnd', 'End', 'Last day of the period.', {
	shownFor: CUSTOM,
	endsRange: true,
});

export const PROPERTY = propertyKey(
	'property',
	'Property',
	'The property by whose values people are compared, such as the department.',
);

export const MIN_GROUP = integer(
	'minGroup',
	'Minimum Group Size',
	'Groups with fewer answers are gathered as Others. In an anonymous survey nothing smaller can be told from the output.',
	{ min: 1, default: 5 },
);

/** The parts of a report, in its order. */
export const REPORT_PARTS = [
	{ value: 'scores', label: 'Scores' },
	{ value: 'trend', label: 'Over Time' },
	{ value: 'topics', label: 'Topics' },
	{ value: 'quotes', label: 'Quotes' },
	{ value: 'conclusion', label: 'Conclusion' },
] as const;

export const REPORT_OPTIONS = [
	propertyKey(
		'groupBy',
		'Group By',
		'Compares the groups of a property, which reads the list of respondents.',
	),
	text('heading', 'Heading', 'The title of the report; without it, the name of the survey.', {
		placeholder: 'e.g. Customer voice of the week',
	}),
	choice('language', 'Language', 'Language of the report and of its conclusion.', [
		{ value: 'survey', label: 'Of the Survey' },
		{ value: 'en', label: 'English' },
		{ value: 'nl', label: 'Dutch' },
	]),
	text('linkUrl', 'Link', 'Where the report leads to, such as the survey in the application.', {
		placeholder: 'e.g. https://app.example.com/surveys/…',
	}),
	text('linkText', 'Link Text', 'What the link says.', { placeholder: 'e.g. Open the survey' }),
	MIN_GROUP,
	choices('parts', 'Parts', 'What the report has; all parts if this is not added.', REPORT_PARTS),
];
