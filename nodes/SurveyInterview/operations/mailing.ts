import {
	MAILING,
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
	MAILING_RECIPIENT,
} from '../service/mailings';
import { statusFilter } from './filter';
import {
	AUDIENCE,
	AUDIENCE_FILTERS,
	audienceProblem,
	partOfAudienceProblem,
	audienceSentence,
	templateOverrides,
	sendingAddress,
	template,
} from './mailingFields';
import { resource } from './resource';

const CHECK_STATS =
	'Check its status and counts with Mailing > Get and Mailing > Get Stats before you send it again.';

const ONLY_UNSENT = 'Only an unsent mailing can be deleted; sent ones are kept for statistics.';

const readMailing = MAILING.read;

export const mailing = resource('mailing', MAILING, {
	create: {
		action: 'Create mailing without sending it',
		description: 'Create a mailing to an audience of a survey; sends no email',
		endpoint: 'POST /surveys/{survey_id}/mailings',
		retry: 'create',
		isOnceForEqualRows: true,
		notice:
			'Equal items create one mailing. Items that differ, such as in a name in the subject, create one each, for the whole audience.',
		required: [template, AUDIENCE],
		optional: [...templateOverrides, sendingAddress],
		nested: { ...AUDIENCE_FILTERS, shownFor: { audience: ['filtered'] } },
		problem: audienceProblem,
		runSentence: audienceSentence,
		body: 'required',
		howToCheck: 'Before you create it again, look for it with Mailing > Get Many.',
	},
	delete: {
		action: 'Permanently delete unsent mailing',
		description: 'Delete a mailing that was not sent; this cannot be undone',
		endpoint: 'DELETE /mailings/{mailing_id}',
		notice: ONLY_UNSENT,
		refusedWhen: ONLY_UNSENT,
	},
	get: {
		action: 'Get mailing with recipients',
		description: 'Get a mailing with its status and recipients',
		endpoint: 'GET /mailings/{mailing_id}',
		simplified: MAILING_WITH_RECIPIENTS,
		// The mailing is one item, with all its recipients. Get Recipients makes an item of each of them.
		items: { from: 'pagesInRecord', pageSize: 500, key: 'recipients' },
	},
	getAll: {
		action: 'Get many mailings',
		description: 'Get the mailings of a survey, with status and counts',
		endpoint: 'GET /surveys/{survey_id}/mailings',
		nodeFilters: [
			statusFilter(
				'Only mailings with one of these statuses; case does not matter. The service documents only sent and failed.',
				(record) => [readMailing(record).status],
			),
		],
	},
	getRecipients: {
		action: 'Get recipients of mailing',
		description:
			'Get the recipients of a mailing, an item each: whether the email was sent, and why not',
		endpoint: 'GET /mailings/{mailing_id}',
		simplified: MAILING_RECIPIENT,
		items: { from: 'pages', pageSize: 500, likely: ['recipients'] },
	},
	getStats: {
		action: 'Get delivery stats of mailing',
		description:
			'Get the delivery counts of a mailing, such as delivered, bounced and failed, with its status',
		endpoint: 'GET /mailings/{mailing_id}/stats',
		simplified: MAILING_STATS,
		// An absent counter is 0, so all may be absent (docs/interface.md, Mailings).
		proof: (answer, passesGeneralRule) => passesGeneralRule || Object.keys(answer).length === 0,
	},
	pause: {
		action: 'Pause mailing',
		description:
			'Pause a mailing that is being sent; emails that were already sent are not affected',
		endpoint: 'POST /mailings/{mailing_id}/pause',
		retry: 'idempotent',
		effect: 'paused',
	},
	resume: {
		action: 'Resume mailing irreversibly',
		description:
			'Continue sending a paused mailing to the recipients who have no email yet; it cannot be recalled',
		endpoint: 'POST /mailings/{mailing_id}/resume',
		retry: 'irreversible',
		notice:
			'This sends a real email to every recipient who does not have one yet. It cannot be recalled.',
		effect: 'resumed, and email sent',
		howToCheck: CHECK_STATS,
	},
	send: {
		action: 'Send mailing irreversibly',
		description: 'Send a mailing to all its recipients immediately; it cannot be recalled',
		endpoint: 'POST /mailings/{mailing_id}/send',
		retry: 'irreversible',
		notice:
			'This sends a real email to every recipient of the mailing, from the workspace’s verified sending address. It cannot be recalled.',
		body: 'optional',
		hints: {
			insufficient_scope:
				'Sending needs a token with the scope mailings:write; invitations:write is not enough.',
		},
		effect: 'sent',
		howToCheck: CHECK_STATS,
	},
	unschedule: {
		action: 'Cancel schedule of mailing',
		description: 'Cancel the schedule of a mailing; the mailing is kept',
		endpoint: 'POST /mailings/{mailing_id}/unschedule',
		retry: 'idempotent',
		effect: 'unscheduled',
	},
	update: {
		action: 'Update unsent mailing',
		description: 'Update a mailing that was not sent; fields that you do not add stay unchanged',
		endpoint: 'PATCH /mailings/{mailing_id}',
		optional: [...templateOverrides, { ...template, nullable: true }],
		nested: { ...AUDIENCE_FILTERS, nullable: true },
		problem: partOfAudienceProblem,
		runSentence: (body, record) => ('filters' in body ? audienceSentence(body, record) : undefined),
		refusedWhen: 'A mailing that was sent or has failed can no longer be changed.',
	},
});
