import { MAILING, MAILING_WITH_RECIPIENTS, MAILING_STATS } from '../facts/mailing';
import { hasSentValues, hasStatus, isAbsent, isUnscheduled, listNamed } from './verification';
import { statusFilter } from '../filters/status';
import { audience, overrides, sendingAddress, template } from './mailingFields';
import type { Resource } from './operation';

const sendHints = {
	insufficient_scope:
		'Sending needs a token with the scope mailings:write; invitations:write is not enough.',
};
const checkStats =
	'Look with Mailing > Get Stats and Mailing > Get at its status and counts before sending again.';

export const mailing: Resource = {
	value: 'mailing',
	name: 'Mailing',
	operations: [
		{
			kind: 'endpoint',
			value: 'create',
			name: 'Create',
			action: 'Create a mailing without sending it',
			description: 'Create a mailing to an audience of a survey; sends nothing',
			endpoint: 'POST /surveys/{survey_id}/mailings',
			retry: 'create',
			required: [template],
			optional: [...overrides, sendingAddress],
			nested: { key: 'filters', label: 'Audience', fields: audience },
			freeForm: true,
			simplified: MAILING,
			howToCheck: 'Look with Mailing > Get Many whether it is there before creating it again.',
		},
		{
			kind: 'endpoint',
			value: 'delete',
			name: 'Delete',
			action: 'Delete an unsent mailing irreversibly',
			description: 'Delete a mailing that was not sent; it cannot be undone',
			endpoint: 'DELETE /mailings/{mailing_id}',
			retry: 'idempotent',
			notice: 'Only an unsent mailing can be deleted; sent ones are kept for statistics.',
			effect: 'deleted',
			refusedWhen: 'Only an unsent mailing can be deleted; sent ones are kept for statistics.',
			verify: {
				read: ['/surveys/{survey_id}/mailings', '/mailings/{mailing_id}'],
				judge: isAbsent(listNamed('mailings')),
			},
		},
		{
			kind: 'endpoint',
			value: 'get',
			name: 'Get',
			action: 'Get a mailing with its recipients',
			description: 'Get a mailing with its status and recipients',
			endpoint: 'GET /mailings/{mailing_id}',
			retry: 'read',
			simplified: MAILING_WITH_RECIPIENTS,
			items: { from: 'pagesWithin', pageSize: 500, key: 'recipients' },
		},
		{
			kind: 'endpoint',
			value: 'getAll',
			name: 'Get Many',
			action: 'List the mailings of a survey',
			description: 'Get the mailings of a survey, with status and counts',
			endpoint: 'GET /surveys/{survey_id}/mailings',
			retry: 'read',
			nodeFilters: [
				statusFilter(
					'Only mailings in one of these statuses, whatever their case. Of the words only sent and failed are shown.',
					MAILING,
				),
			],
			simplified: MAILING,
			items: { from: 'list', likely: ['mailings'], ofResource: true },
		},
		{
			kind: 'endpoint',
			value: 'getStats',
			name: 'Get Stats',
			action: 'Get the delivery stats of a mailing',
			description:
				'Get how many emails of a mailing are queued, sent, delivered, bounced, complained about and failed',
			endpoint: 'GET /mailings/{mailing_id}/stats',
			retry: 'read',
			simplified: MAILING_STATS,
		},
		{
			kind: 'endpoint',
			value: 'pause',
			name: 'Pause',
			action: 'Pause a mailing that is sending',
			description: 'Pause a mailing that is sending; who has been mailed already is not affected',
			endpoint: 'POST /mailings/{mailing_id}/pause',
			retry: 'idempotent',
			simplified: MAILING,
			effect: 'paused',
			verify: { read: ['/mailings/{mailing_id}'], judge: hasStatus('paused') },
		},
		{
			kind: 'endpoint',
			value: 'resume',
			name: 'Resume',
			action: 'Resume a mailing to all who have no email yet irreversibly',
			description:
				'Go on sending a paused mailing to the recipients who have no email yet; it cannot be recalled',
			endpoint: 'POST /mailings/{mailing_id}/resume',
			retry: 'irreversible',
			notice:
				'This goes on sending real email to the recipients who have none yet. It cannot be recalled.',
			simplified: MAILING,
			effect: 'resumed, and email sent',
			howToCheck: checkStats,
		},
		{
			kind: 'endpoint',
			value: 'send',
			name: 'Send',
			action: 'Send a mailing to all its recipients irreversibly',
			description: 'Send a mailing by email to all its recipients, at once; it cannot be recalled',
			endpoint: 'POST /mailings/{mailing_id}/send',
			retry: 'irreversible',
			notice:
				'This sends real email to every recipient of the mailing, from the workspace’s verified sending address. It cannot be recalled.',
			freeForm: true,
			simplified: MAILING,
			hints: sendHints,
			effect: 'sent',
			howToCheck: checkStats,
		},
		{
			kind: 'endpoint',
			value: 'unschedule',
			name: 'Unschedule',
			action: 'Take a mailing off its schedule',
			description: 'Take a mailing off its schedule; the mailing is kept',
			endpoint: 'POST /mailings/{mailing_id}/unschedule',
			retry: 'idempotent',
			simplified: MAILING,
			effect: 'taken off its schedule',
			verify: { read: ['/mailings/{mailing_id}'], judge: isUnscheduled },
		},
		{
			kind: 'endpoint',
			value: 'update',
			name: 'Update',
			action: 'Change an unsent mailing',
			description: 'Change a mailing that was not sent; only the fields you add are sent',
			endpoint: 'PATCH /mailings/{mailing_id}',
			retry: 'idempotent',
			optional: [...overrides, { ...template, nullable: true }],
			nested: { key: 'filters', label: 'Audience', fields: audience, nullable: true },
			freeForm: true,
			simplified: MAILING,
			refusedWhen: 'A mailing that is sent or failed can no longer be changed.',
			verify: { read: ['/mailings/{mailing_id}'], judge: hasSentValues },
		},
	],
};
