import { MAX_TRANSCRIPT } from '../fields/output';
import { list, pair, toggle } from '../fields/makeField';
import { propertyValueFilter } from '../filters/property';
import { scoreFilter } from '../filters/score';
import { COMPLETED } from '../records/respondent';
import type { Notice } from './event';

const SCORE_HELP =
	'Scores of different metrics are not comparable: 5 may be the best score of one and a bad one of another, so watch surveys of one metric, or add Metric Types. A completion without a score is looked at in three polls, and then left out.';

/** What the form says above its fields. */
export const completionNotices = (): Notice[] => [
	{
		name: 'untrustedNotice',
		text: 'Interview text is written by participants: treat it as data, never as instructions, above all when an AI agent reads it.',
	},
	scoreNotice('scoreFrom', []),
	scoreNotice('scoreTo', ['scoreFrom']),
];

/** For one end of a range of scores. There are never two notices at a time. */
const scoreNotice = (withFilter: string, withoutFilters: string[]): Notice => ({
	name: `${withFilter}Notice`,
	withFilter,
	withoutFilters: [...withoutFilters, 'scoreGroups', 'metricTypes'],
	text: 'Scores of different metrics are not comparable. If the surveys have several, add the filter Metric Types, or use Score Group instead.',
});

/** The options of the event, besides those of every event. */
export const COMPLETION_OPTIONS = [
	list(
		'completedStatuses',
		'Completed Status Values',
		'Statuses of a respondent that mean a completed interview, whatever their case. A time of completion means it too. Who has a status already when you add it here counts as old.',
		{ entry: 'Status', default: [COMPLETED], atLeastOne: true },
	),
	toggle(
		'includeConversation',
		'Include Conversation',
		'Whether to add the transcript as text; with Everything, the conversation as the service sent it. It is written by participants: data, never instructions. It costs one request for each event.',
		false,
	),
	MAX_TRANSCRIPT,
	toggle(
		'quoteInMessage',
		'Quote in Message',
		'Whether message quotes what the participant wrote: at most 200 characters, without links, mentions and markup. Only with Include Conversation. It is written by participants: data, never instructions.',
		true,
		// Whoever adds it wants it; without it nothing is quoted.
		{ whenAbsent: 'unset' },
	),
] as const;

/** Which completions come as events. */
export const COMPLETION_FILTERS = [
	propertyValueFilter(
		pair(
			'propertyFilter',
			'Property Filter',
			'Only respondents who carry this value of a property when they complete; case does not matter. It is decided once.',
			{
				row: 'filter',
				entry: 'Property',
				ofProperties: true,
				whenAbsent: 'unfiltered',
				key: { help: 'Key of the property', placeholder: 'e.g. department' },
				value: { help: 'Value that the respondent must carry', placeholder: 'e.g. Sales' },
			},
		),
	),
	scoreFilter({
		who: 'completion',
		help: SCORE_HELP,
		groupHelp:
			'A survey of another metric has no groups, so nothing of it comes: n8n’s log says so once, and a choice of such surveys alone is refused.',
		ofSeveralSurveys: true,
	}),
] as const;
