import type { Dialect } from '../dialect';

/** Statuses and codes; those that the specification gives are the same in each dialect. */
export const wideRefusals: Dialect['refusals'] = {
	'missing token': { status: 401, code: 'authentication_required' },
	'invalid token': { status: 401, code: 'authentication_failed' },
	'expired token': { status: 401, code: 'authentication_failed' },
	'insufficient scope': { status: 403, code: 'insufficient_scope' },
	// Whoever may not see a survey is not told that it exists.
	'other survey': { status: 404, code: 'resource_not_found' },
	'unknown identifier': { status: 404, code: 'resource_not_found' },
	'deleted before': { status: 410, code: 'resource_deleted' },
	'unknown path': { status: 404, code: 'path_not_found' },
	'locked field': { status: 400, code: 'locked_field' },
	'outstanding invoice': { status: 402, code: 'payment_required' },
	'survey allowance used up': { status: 402, code: 'plan_limit_reached' },
	'participant allowance used up': { status: 402, code: 'plan_limit_reached' },
	'segment suppressed': { status: 409, code: 'segment_suppressed' },
	'rate limited': { status: 429, code: 'too_many_requests' },
	'theme has answers': { status: 409, code: 'theme_has_results' },
	'theme already so': { status: 409, code: 'theme_unchanged' },
	'recipient not allowed': { status: 400, code: 'no_recipient_data' },
	'no recipient address': { status: 400, code: 'recipient_without_email' },
	'invitation closed': { status: 410, code: 'invitation_inactive' },
	'survey closed': { status: 410, code: 'survey_inactive' },
	'mailing terminal': { status: 409, code: 'mailing_state_conflict' },
	'mailing not unsent': { status: 409, code: 'mailing_state_conflict' },
	'mailing not scheduled': { status: 409, code: 'mailing_state_conflict' },
	'mailing not sending': { status: 409, code: 'mailing_state_conflict' },
	'mailing not paused': { status: 409, code: 'mailing_state_conflict' },
	'body too large': { status: 413, code: 'request_too_large' },
	internal: { status: 500, code: 'server_error' },
};
