/** Fields of the operations in `result.ts`: periods, Get Report and Compare Groups. */
import {
	choice,
	choices,
	dateTime,
	type Field,
	integer,
	period,
	propertyKey,
	text,
	toggle,
} from './field';
import { CUSTOM_PERIOD, type PeriodName } from './periodFields';

const PERIOD_HELP = 'In the workflow’s time zone. The last days include today.';
const IF_CUSTOM = { period: [CUSTOM_PERIOD] };

/** The period of a report or a comparison. The node itself reads it, so nothing of it is sent. */
const periodField = (defaultPeriod: PeriodName) =>
	period('period', PERIOD_HELP, {
		default: defaultPeriod,
		ends: ['periodStart', 'periodEnd'],
	});

export const REPORT_PERIOD = periodField('lastWeek');
/** Its default is longer than that of a report: in a week, few groups have enough answers to be shown. */
export const COMPARISON_PERIOD = periodField('last90Days');
export const PERIOD_START = dateTime('periodStart', 'First day of the period.', {
	label: 'Start',
	shownFor: IF_CUSTOM,
});
export const PERIOD_END = dateTime('periodEnd', 'Last day of the period.', {
	label: 'End',
	shownFor: IF_CUSTOM,
	endsRange: true,
});

/** Fields for a time range. Its two ends are sent, and the period, which only decides them, is `unsent`. */
export const RANGE: Field[] = [
	period('period', PERIOD_HELP, {
		default: 'last90Days',
		ends: ['range_start', 'range_end'],
		unsent: true,
	}),
	dateTime('range_start', 'Start of the time range.', { shownFor: IF_CUSTOM }),
	dateTime('range_end', 'End of the time range. A date, or its midnight, includes that day.', {
		shownFor: IF_CUSTOM,
		endsRange: true,
	}),
];

export const GROUP_PROPERTY = propertyKey(
	'property',
	'Whose values make the groups, such as Department.',
);

export const MIN_GROUP = integer('minGroup', 'Smaller groups are gathered as Others.', {
	label: 'Minimum Group Size',
	min: 1,
	default: 5,
});

/**
 * The response rate is no choice, as it stands beside the scores. Groups are none, as they are shown if a property is
 * chosen.
 */
export const REPORT_PARTS = [
	{ value: 'conclusion', label: 'Conclusion' },
	{ value: 'trend', label: 'Over Time' },
	{ value: 'quotes', label: 'Quotes' },
	{ value: 'scores', label: 'Scores' },
	{ value: 'topics', label: 'Topics' },
] as const;

export const REPORT_OPTIONS = [
	text('accentColor', 'Color of the bars and the button.', {
		placeholder: 'e.g. #3451b2',
		format: 'color',
	}),
	text('footer', 'Last line, such as who sends it.', {
		placeholder: 'e.g. Sent by the customer team of Example Ltd',
	}),
	text('heading', 'Title, in place of the survey’s name; also in the subject.'),
	toggle(
		'includeConclusion',
		'Whether to show the conclusion even if it is of a longer period than the report.',
		false,
	),
	choice('language', 'Language of the report and its conclusion.', [
		{ value: 'survey', label: 'Of the Survey' },
		{ value: 'en', label: 'English' },
		{ value: 'nl', label: 'Dutch' },
	]),
	text('linkUrl', 'Where the button leads to.', {
		label: 'Link',
		placeholder: 'e.g. https://app.example.com/surveys/…',
	}),
	text('linkText', 'What the button says.', { placeholder: 'e.g. See all results' }),
	text('logoUrl', 'Picture above the title, shown 28 pixels high.', {
		label: 'Logo URL',
		placeholder: 'e.g. https://www.example.com/logo.png',
	}),
	MIN_GROUP,
	choices('parts', 'What the report has; all of it if not added.', REPORT_PARTS),
];
