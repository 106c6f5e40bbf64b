import { SURVEY, SURVEY_DETAIL } from '../service/surveys';
import { choice, list, number, text, toggle, UNDOCUMENTED } from './field';
import { resource } from './resource';

const scaleHelp = (end: string) =>
	`${end} score of the metric Scale. Add both ends, at most 20 points apart. ${UNDOCUMENTED}`;

/**
 * The specification does not show SurveyCreate and SurveyUpdate. These fields come from docs/interface.md, Hints from a
 * public service.
 */
const surveyFields = [
	toggle(
		'anonymous_responses',
		`Whether answers are anonymous, which cannot be changed later. ${UNDOCUMENTED}`,
		false,
	),
	text('goal', `What the survey should find out, in a sentence or two. ${UNDOCUMENTED}`, {
		rows: 3,
		placeholder: 'e.g. Why customers leave in their first year',
	}),
	number('scale_min', scaleHelp('Lowest'), { default: 1 }),
	number('scale_max', scaleHelp('Highest'), { default: 10 }),
];

const name = text('name', 'Name of the survey in the workspace.', {
	placeholder: 'e.g. Customer survey, spring',
});

const metricType = choice(
	'metric_type',
	'What the survey measures.',
	[
		{ value: 'ces', label: 'CES', help: 'Customer effort score' },
		{ value: 'csat', label: 'CSAT', help: 'Customer satisfaction' },
		{ value: 'enps', label: 'eNPS', help: 'Employee net promoter score' },
		{ value: 'nps', label: 'NPS', help: 'Net promoter score' },
		{ value: 'scale', label: 'Scale', help: 'A custom scale: also add Scale Min and Scale Max' },
	],
	{ default: 'nps' },
);

const interviewLocale = choice(
	'interview_locale',
	'Language of the interview. The service documents only English and Dutch; for one that is not in the list, choose Other.',
	[
		{ value: 'auto', label: 'Automatic', help: 'The language of the participant’s browser' },
		{ value: 'nl', label: 'Dutch' },
		{ value: 'en', label: 'English' },
		{ value: 'fr', label: 'French' },
		{ value: 'de', label: 'German' },
		{ value: 'it', label: 'Italian' },
		{ value: 'pl', label: 'Polish' },
		{ value: 'pt', label: 'Portuguese' },
		{ value: 'es', label: 'Spanish' },
	],
	{ open: true, default: 'en' },
);

const billing = {
	402: 'Billing blocks this: an invoice is outstanding, or the plan’s survey allowance is used up. A workspace administrator can resolve this in the application.',
};

/** `operation.ts` explains the words of an entry, such as `required`, `inForm`, `optional` and `body`. */
export const survey = resource('survey', SURVEY_DETAIL, {
	create: {
		action: 'Create empty survey',
		description: 'Create an empty survey; invites nobody',
		endpoint: 'POST /surveys',
		retry: 'create',
		required: [name, metricType, interviewLocale],
		optional: [
			...surveyFields,
			list('themes', `Names of themes that the interviewer asks about. ${UNDOCUMENTED}`, {
				entry: 'Theme',
				mayHaveCommas: true,
			}),
		],
		body: 'required',
		hints: billing,
		howToCheck: 'Before you create it again, look for it with Survey > Get Many.',
	},
	clone: {
		action: 'Clone survey without answers',
		description:
			'Copy the settings, themes and properties of a survey, but not its respondents, invitations or results',
		endpoint: 'POST /surveys/{survey_id}/clone',
		retry: 'create',
		inForm: [text('name', `Name of the copy. ${UNDOCUMENTED}`)],
		body: 'optional',
		hints: billing,
		howToCheck: 'Before you clone it again, look for the copy with Survey > Get Many.',
	},
	get: {
		action: 'Get survey with themes and properties',
		description: 'Get a survey with its metric, themes, properties and locked fields',
		endpoint: 'GET /surveys/{survey_id}',
	},
	getAll: {
		action: 'Get many surveys',
		description: 'Get surveys with their ID, counts and latest completed interview, newest first',
		endpoint: 'GET /surveys',
		simplified: SURVEY,
	},
	update: {
		action: 'Update survey',
		description: 'Update a survey; fields that you do not add stay unchanged',
		endpoint: 'PATCH /surveys/{survey_id}',
		optional: [name, metricType, interviewLocale, ...surveyFields],
		hints: {
			400: 'Fields in the survey’s locked_fields can no longer be changed, because responses exist. Survey > Get shows them.',
		},
	},
	delete: {
		action: 'Permanently delete survey with answers',
		description:
			'Permanently delete a survey with its invitations, respondents, conversations and results',
		endpoint: 'DELETE /surveys/{survey_id}',
		notice:
			'This deletes the survey with all its invitations, respondents, conversations and results. It cannot be undone.',
	},
});
