import type { RetryClass } from '../http/retry';
import type { JsonObject } from '../records/json';
import { personOfInvitation, identityInInvitation } from '../records/person';
import { DELETED, INVITATION_READ, NOT_SHOWN } from '../records/shapes';
import { hasSentValues, isRevoked } from './verification';
import { MATCH_KEYS } from '../find/find';
import { choice, choices, text, choicesOf } from '../fields/makeField';
import { invitationFilters } from '../filters/invitation';
import { invitationSync } from './invitationSync';
import {
	invitationUpdate,
	invitationAssumed,
	recipientAssumed,
	recipientNamed,
	sharedLinkAssumed,
} from './invitationFields';
import type { Resource } from './operation';

/**
 * The public create may be repeated when the service would skip a second one: skip is its default, and
 * it knows a recipient by e-mail or external id (interface-spec, Invitations).
 */
function retryOfPublicCreate(body: JsonObject): RetryClass {
	const skips = body.on_duplicate === undefined || body.on_duplicate === 'skip';
	const named = [body.recipient_email, body.recipient_external_id].some(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return skips && named ? 'idempotent' : 'create';
}

const MANAGE = {
	insufficient_scope: 'Managing invitations needs a token with the scope invitations:write.',
};

/** The body of the public create is not shown, so a refusal may be about the names of its fields. */
const OR_PERSONAL =
	'The service’s description does not show the fields of this operation but On Duplicate: if the service does not know one of the others, use Create Personal.';
const MANAGE_PUBLIC = {
	...MANAGE,
	400: `The service refuses these values as they are. ${OR_PERSONAL}`,
	422: `Check the values of the fields. ${OR_PERSONAL}`,
};

const FIND_IT = 'Look with Invitation > Get Many for the recipient before creating it again.';

export const invitation: Resource = {
	value: 'invitation',
	name: 'Invitation',
	composed: [invitationSync],
	operations: [
		{
			value: 'create',
			name: 'Create (Public API)',
			action: 'Create an invitation through the public API',
			description: 'Create a personal invitation, or get the one that the recipient already has',
			endpoint: 'POST /public-api/v1/surveys/{survey_id}/invitations',
			retry: retryOfPublicCreate,
			notice:
				'The names of these fields, but for On Duplicate, are assumptions: where the service refuses or ignores them, use Create Personal. Each invitation that is created counts toward the workspace’s participant allowance.',
			optional: [
				...recipientAssumed,
				...invitationAssumed,
				choice(
					'on_duplicate',
					'On Duplicate',
					'What to do when the e-mail or external ID already has an invitation. Skip returns it unchanged; the word for creating another is not shown, enter it under Other.',
					[{ value: 'skip', label: 'Skip' }],
					{ open: true },
				),
			],
			freeForm: true,
			bodyRequired: true,
			fieldsRequired: true,
			output: NOT_SHOWN,
			hints: MANAGE_PUBLIC,
			howToCheck: FIND_IT,
		},
		{
			value: 'createPersonal',
			name: 'Create Personal',
			action: 'Create a personal invitation',
			description: 'Create a link for one named recipient; sends nothing',
			endpoint: 'POST /surveys/{survey_id}/invitations/personal',
			retry: 'create',
			optional: [...recipientNamed, ...invitationAssumed],
			freeForm: true,
			bodyRequired: true,
			fieldsRequired: true,
			output: INVITATION_READ,
			hints: MANAGE,
			howToCheck: FIND_IT,
		},
		{
			value: 'createSharedLink',
			name: 'Create Shared Link',
			action: 'Create a shared link',
			description: 'Create one link that any number of people can open',
			endpoint: 'POST /surveys/{survey_id}/invitations/shared-link',
			retry: 'create',
			optional: sharedLinkAssumed,
			freeForm: true,
			bodyRequired: true,
			output: INVITATION_READ,
			hints: MANAGE,
			howToCheck: 'Look with Invitation > Get Many (type Shared Link) before creating it again.',
		},
		{
			value: 'find',
			name: 'Find',
			action: 'Find the invitations of a person',
			description: 'Find the invitations of a person in a survey by e-mail or external ID',
			endpoint: 'GET /surveys/{survey_id}/invitations',
			retry: 'read',
			find: {
				likely: ['invitations'],
				record: INVITATION_READ,
				personOf: personOfInvitation,
				identityOf: identityInInvitation,
			},
			output: {
				survey_id: 'string',
				count: 'integer',
				match: INVITATION_READ,
				matches: 'records',
				keys: MATCH_KEYS,
			},
		},
		{
			value: 'get',
			name: 'Get',
			action: 'Get an invitation',
			description: 'Get an invitation',
			endpoint: 'GET /invitations/{invitation_id}',
			retry: 'read',
			output: INVITATION_READ,
		},
		{
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many invitations',
			description: 'Get the invitations of a survey',
			endpoint: 'GET /surveys/{survey_id}/invitations',
			retry: 'read',
			optional: [
				text('batch_id', 'Batch ID', 'Only invitations of this batch.', { format: 'uuid' }),
				text('q', 'Search', 'Only invitations in which the service finds this text.'),
				choices(
					'status',
					'Status',
					'Only invitations in one of these states.',
					choicesOf('open', 'used', 'expired'),
					{
						open: true,
					},
				),
				choices(
					'type',
					'Type',
					'Only invitations of one of these kinds.',
					[
						{ value: 'api', label: 'API' },
						{ value: 'csv', label: 'CSV' },
						...choicesOf('personal', 'popup', 'shared_link', 'test'),
					],
					{ open: true },
				),
			],
			nodeFilters: invitationFilters,
			output: INVITATION_READ,
			items: { from: 'list', likely: ['invitations'] },
		},
		{
			value: 'reissue',
			name: 'Reissue',
			action: 'Reissue an invitation',
			description: 'Create a fresh link for the same recipient and end the old one',
			endpoint: 'POST /invitations/{invitation_id}/reissue',
			retry: 'create',
			notice: 'The old link stops working at once.',
			output: INVITATION_READ,
			hints: MANAGE,
			effect: 'reissued',
			howToCheck:
				'Look with Invitation > Get Many for the recipient: if there is a fresh link, it was done.',
		},
		{
			value: 'revoke',
			name: 'Revoke',
			action: 'Revoke an invitation',
			description: 'End the link at once; conversations already completed through it stay',
			endpoint: 'DELETE /invitations/{invitation_id}',
			retry: 'idempotent',
			notice: 'The link stops working at once. Conversations already completed through it stay.',
			output: DELETED,
			hints: MANAGE,
			effect: 'revoked',
			verify: {
				read: ['/surveys/{survey_id}/invitations', '/invitations/{invitation_id}'],
				judge: isRevoked,
			},
		},
		{
			value: 'sendEmail',
			name: 'Send Email',
			action: 'Send an invitation by email',
			description: 'Send the invitation to its recipient by e-mail, at once',
			endpoint: 'POST /invitations/{invitation_id}/send-email',
			retry: 'irreversible',
			notice:
				'This sends a real e-mail to the recipient at once, from the workspace’s verified sending address. It cannot be recalled.',
			freeForm: true,
			bodyRequired: true,
			output: NOT_SHOWN,
			hints: {
				insufficient_scope:
					'Sending needs a token with the scope mailings:write; invitations:write is not enough.',
			},
			effect: 'sent',
			howToCheck:
				'Look at the invitation in the application, or ask the recipient, before sending again.',
		},
		{
			value: 'update',
			name: 'Update',
			action: 'Update an invitation',
			description: 'Change an invitation; only the fields you add are sent',
			endpoint: 'PATCH /invitations/{invitation_id}',
			retry: 'idempotent',
			optional: invitationUpdate,
			freeForm: true,
			output: INVITATION_READ,
			hints: MANAGE,
			verify: { read: ['/invitations/{invitation_id}'], judge: hasSentValues },
		},
	],
};
