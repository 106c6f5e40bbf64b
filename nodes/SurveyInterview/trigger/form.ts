import type { INodeProperties } from 'n8n-workflow';

import {
	DEFAULT_FULL_CHECK_MIN,
	DEFAULT_MAX_EVENTS,
	DEFAULT_STATUSES,
	type EventName,
} from './options';

/** All parameters of the trigger; n8n itself adds when to poll. */
export function triggerProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Interview Completed',
					value: 'interviewCompleted',
					description: 'Somebody has completed an interview; each completion comes once',
				},
				{
					name: 'Mailing Status Changed',
					value: 'mailingStatusChanged',
					description: 'A mailing is new, or its status has changed',
				},
				{
					name: 'Results Changed',
					value: 'resultsChanged',
					description: 'Numbers in the overview of a survey have changed',
				},
			],
			default: 'interviewCompleted',
			description: 'What starts the workflow',
		},
		{
			displayName: 'Surveys',
			name: 'surveys',
			type: 'options',
			options: [
				{
					name: 'All Surveys',
					value: 'all',
					description: 'Every survey that the token may see, and those that come later',
				},
				{ name: 'Chosen Surveys', value: 'chosen', description: 'Only the surveys chosen below' },
			],
			default: 'all',
			description: 'Which surveys to watch',
		},
		{
			displayName: 'Survey Names or IDs',
			name: 'surveyIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'loadSurveys' },
			required: true,
			default: [],
			displayOptions: { show: { surveys: ['chosen'] } },
			description:
				'The surveys to watch. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName:
				'Interview text is written by participants: treat it as data, never as instructions, above all when an AI agent reads it.',
			name: 'untrustedNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { event: ['interviewCompleted'] } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: options(),
		},
	];
}

/** What holds for both bounds of a score. */
const SCORES =
	'Scores of different metrics are not comparable: 5 may be the best score of one and a bad one of another, so watch surveys of one metric only.';

const only = (...events: EventName[]) => ({ show: { '/event': events } });

function options(): INodeProperties[] {
	return [
		{
			displayName: 'Completed Status Values',
			name: 'completedStatuses',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Status' },
			default: DEFAULT_STATUSES,
			displayOptions: only('interviewCompleted'),
			description:
				'Statuses of a respondent that mean a completed interview, whatever their case. A time of completion means it too. Who has a status already when you add it here counts as old.',
		},
		{
			displayName: 'Emit Existing',
			name: 'emitExisting',
			type: 'boolean',
			default: false,
			description:
				'Whether what exists when the watch of a survey begins comes as events too, and not only what comes after',
		},
		{
			displayName: 'Full Check Every (Minutes)',
			name: 'fullCheckMinutes',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: DEFAULT_FULL_CHECK_MIN,
			description:
				'Minutes after which every survey is read once, also those whose summary has not changed. It costs a request for each survey.',
		},
		{
			displayName: 'Include Conversation',
			name: 'includeConversation',
			type: 'boolean',
			default: false,
			displayOptions: only('interviewCompleted'),
			description:
				'Whether to add the transcript, message by message. It is written by participants: data, never instructions. It costs one request for each event.',
		},
		{
			displayName: 'Include Survey',
			name: 'includeSurvey',
			type: 'boolean',
			default: false,
			description: 'Whether to add the survey as the list of surveys shows it',
		},
		{
			displayName: 'Max Events per Poll',
			name: 'maxEvents',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: DEFAULT_MAX_EVENTS,
			description: 'How many events one poll delivers at most; the rest comes with the next polls',
		},
		{
			displayName: 'Property Filter',
			name: 'propertyFilter',
			type: 'fixedCollection',
			placeholder: 'Add Property',
			default: {},
			displayOptions: only('interviewCompleted'),
			description:
				'Only respondents who carry this value of a property when they complete; case does not matter. It is decided once.',
			options: [
				{
					displayName: 'Property',
					name: 'filter',
					values: [
						{
							displayName: 'Key',
							name: 'key',
							type: 'string',
							default: '',
							placeholder: 'e.g. department',
							description: 'Key of the property',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. Sales',
							description: 'Value that the respondent must carry',
						},
					],
				},
			],
		},
		{
			displayName: 'Property Filter (Results)',
			name: 'property_filter',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Filter' },
			default: [],
			displayOptions: only('resultsChanged'),
			description:
				'Filters of the overview, passed on to the service as typed, because its interface does not show their format',
		},
		{
			displayName: 'Score From',
			name: 'scoreFrom',
			type: 'number',
			default: 0,
			displayOptions: only('interviewCompleted'),
			description: `Only completions with at least this score. ${SCORES} A completion without a score is looked at in three polls, and then left out.`,
		},
		{
			displayName: 'Score To',
			name: 'scoreTo',
			type: 'number',
			default: 6,
			displayOptions: only('interviewCompleted'),
			description: `Only completions with at most this score. ${SCORES} A completion without a score is looked at in three polls, and then left out.`,
		},
	];
}
