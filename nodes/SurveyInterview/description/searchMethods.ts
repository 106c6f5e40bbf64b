import type { RecordName } from '../records/identifiers';

/** The node's method that lists the records of a kind for a picker. */
export const SEARCH_METHODS = {
	survey: 'searchSurveys',
	mailing: 'searchMailings',
	invitation: 'searchInvitations',
	respondent: 'searchRespondents',
	theme: 'searchThemes',
	property: 'searchProperties',
	topic: 'searchTopics',
} as const satisfies Record<RecordName, string>;
