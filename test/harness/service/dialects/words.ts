/** Words, statuses and codes of each dialect: plain, nested, wide. What the specification gives is the same in all. */
import type { Scope } from '../http/tokens';
import type { RefusalReason } from '../refusal';
import type { MailingStatus, RecipientStatus } from '../world/records';
import { inDialect } from './choices';
import type { DialectName } from './choices';

type Three<T> = readonly [T, T, T];

const SCOPES: Record<Scope, Three<string>> = {
	'surveys:read': ['surveys:read', 'studio.view', 'surveys:view'],
	'surveys:write': ['surveys:write', 'studio.edit', 'surveys:manage'],
	'invitations:read': ['invitations:read', 'invitations.view', 'invitations:view'],
	'invitations:write': ['invitations:write', 'invitations:write', 'invitations:write'],
	'respondents:read': ['respondents:read', 'people.view', 'participants:view'],
	'respondents:write': ['respondents:write', 'people.manage', 'participants:manage'],
	'results:read': ['results:read', 'insights.view', 'reports:view'],
	'mailings:read': ['mailings:read', 'mailings.view', 'mailings:view'],
	'mailings:write': ['mailings:write', 'mailings:write', 'mailings:write'],
};

const MAILINGS: Record<MailingStatus, Three<string>> = {
	unsent: ['unsent', 'DRAFT', 'draft'],
	scheduled: ['scheduled', 'QUEUED', 'planned'],
	sending: ['sending', 'IN_PROGRESS', 'processing'],
	paused: ['paused', 'ON_HOLD', 'interrupted'],
	sent: ['sent', 'sent', 'sent'],
	failed: ['failed', 'failed', 'failed'],
};

const RECIPIENTS: Record<RecipientStatus, Three<string>> = {
	pending: ['pending', 'WAITING', 'queued'],
	sent: ['sent', 'DELIVERED', 'accepted'],
	failed: ['failed', 'UNDELIVERABLE', 'rejected'],
	skipped: ['skipped', 'SKIPPED', 'excluded'],
};

const REFUSALS: Record<RefusalReason, Three<`${number} ${string}`>> = {
	'missing token': ['401 unauthorized', '403 not_authenticated', '401 authentication_required'],
	'invalid token': ['401 invalid_token', '401 token_rejected', '401 authentication_failed'],
	'expired token': ['401 token_expired', '401 token_rejected', '401 authentication_failed'],
	'insufficient scope': [
		'403 insufficient_scope',
		'401 insufficient_scope',
		'403 insufficient_scope',
	],
	// In the third, whoever may not see a survey is not told that it exists.
	'other survey': ['403 survey_restricted', '403 no_access', '404 resource_not_found'],
	'unknown identifier': ['404 not_found', '403 no_access', '404 resource_not_found'],
	'deleted before': ['404 not_found', '403 no_access', '410 resource_deleted'],
	'unknown path': ['404 not_found', '404 no_route', '404 path_not_found'],
	'locked field': ['400 field_locked', '400 survey.locked', '400 locked_field'],
	'segment suppressed': [
		'409 segment_suppressed',
		'409 segment_suppressed',
		'409 segment_suppressed',
	],
	'rate limited': ['429 rate_limited', '429 slow_down', '429 too_many_requests'],
	'theme has answers': ['409 category_in_use', '400 category.has_results', '409 theme_has_results'],
	'theme already so': ['409 conflict', '409 category.unchanged', '409 theme_unchanged'],
	'recipient not allowed': [
		'400 recipient_not_supported',
		'409 invitation.no_recipient',
		'400 no_recipient_data',
	],
	'no recipient address': [
		'400 recipient_email_missing',
		'409 invitation.no_recipient',
		'400 recipient_without_email',
	],
	'invitation closed': [
		'409 invitation_not_open',
		'400 invitation.closed',
		'410 invitation_inactive',
	],
	'survey closed': ['409 survey_closed', '400 survey.closed', '410 survey_inactive'],
	'mailing terminal': ['409 mailing_finished', '400 mailing.state', '409 mailing_state_conflict'],
	'mailing not unsent': [
		'409 mailing_not_unsent',
		'400 mailing.state',
		'409 mailing_state_conflict',
	],
	'mailing not scheduled': [
		'409 mailing_not_scheduled',
		'400 mailing.state',
		'409 mailing_state_conflict',
	],
	'mailing not sending': [
		'409 mailing_not_sending',
		'400 mailing.state',
		'409 mailing_state_conflict',
	],
	'mailing not paused': [
		'409 mailing_not_paused',
		'400 mailing.state',
		'409 mailing_state_conflict',
	],
	'body too large': ['413 payload_too_large', '413 too_large', '413 request_too_large'],
	internal: ['500 internal_error', '500 crash', '500 server_error'],
};

export interface Words {
	scopeWords: Record<Scope, string>;
	mailingWords: Record<MailingStatus, string>;
	recipientWords: Record<RecipientStatus, string>;
	refusals: Record<RefusalReason, { status: number; code: string }>;
}

export function wordsOf(name: DialectName): Words {
	return {
		scopeWords: column(name, SCOPES, (word) => word),
		mailingWords: column(name, MAILINGS, (word) => word),
		recipientWords: column(name, RECIPIENTS, (word) => word),
		refusals: column(name, REFUSALS, (words) => {
			const [status, code = ''] = words.split(' ');
			return { status: Number(status), code };
		}),
	};
}

function column<K extends string, T, R>(
	name: DialectName,
	table: Record<K, Three<T>>,
	read: (cell: T) => R,
): Record<K, R> {
	const rows = Object.entries(table) as Array<[K, Three<T>]>;
	return Object.fromEntries(
		rows.map(([key, three]) => [key, read(inDialect(name, three))]),
	) as Record<K, R>;
}
