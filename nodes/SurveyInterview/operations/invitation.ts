import type { RetryClass } from '../http/policy';
import {
	identityInInvitation,
	INVITATION,
	missingLinkHint,
	notSentSentence,
	personOfInvitation,
	PUBLIC_INVITATION,
	readInvitation,
	SENT_EMAIL,
} from '../service/invitations';
import type { JsonObject } from '../service/json';
import { areOtherNames, emailKey, externalIdKey, isMasked } from '../service/person';
import { type KnownFacts, withoutEnvelope } from '../service/simplified';
import { UNDOCUMENTED, choice, choices, choicesOf, integer, text } from './field';
import { invitationUpdate, linkExpiry, optionalFields, recipientFields } from './invitationFields';
import { invitationFilters } from './invitationFilters';
import { invitationSync } from './invitationSync';
import { isAboutEmail } from './proof';
import { resource } from './resource';

const MANAGE_INVITATIONS = {
	insufficient_scope: 'Managing invitations needs a token with the scope invitations:write.',
};

/**
 * A repeat of the public create is safe if the service skips it. Skip is its default, and it recognises a recipient
 * by email address or external ID.
 */
function retryOfPublicCreate(body: JsonObject): RetryClass {
	const skips = body.on_duplicate === undefined || body.on_duplicate === 'skip';
	const namesRecipient = [body.recipient_email, body.recipient_external_id].some(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return skips && namesRecipient ? 'idempotent' : 'create';
}

const RETURNED_EXISTING = 'The service returned an existing invitation';

/**
 * Why the invitation is another person's: the public create returns an existing one that has the same email address
 * or the same external ID, and its other key may differ from what was sent.
 */
function otherPersonRefusal(sent: JsonObject, record: JsonObject) {
	const { emails, externalIds } = personOfInvitation(withoutEnvelope(record));
	// A masked key, such as `a***@example.com`, may be the one that was sent.
	const differs = (sentKey: string | undefined, returnedKeys: string[]) =>
		sentKey !== undefined &&
		returnedKeys.length > 0 &&
		!returnedKeys.some((key) => key === sentKey || isMasked(key));
	if (differs(emailKey(sent.recipient_email), emails))
		return {
			message: `${RETURNED_EXISTING} with another email address, so its link is somebody else’s`,
			hint: 'Nothing was created. Correct the external ID, which both have, or use Create Personal.',
		};
	if (differs(externalIdKey(sent.recipient_external_id), externalIds))
		return {
			message: `${RETURNED_EXISTING} with another external ID, so its link may be somebody else’s`,
			hint: 'Nothing was created. If several people share the email address, use Create Personal.',
		};
	return undefined;
}

/** Warns if the returned invitation has another name, where only an email address or only an external ID was sent. */
function otherNameWarning(sent: JsonObject, record: JsonObject) {
	if (sent.recipient_email !== undefined && sent.recipient_external_id !== undefined)
		return undefined;
	if (!areOtherNames(sent.recipient_name, readInvitation(record).name)) return undefined;
	return {
		sentence: `${RETURNED_EXISTING} with another name: before you pass on its link, see in the output whose it is.`,
		isWarning: true,
	} as const;
}

/** The sentence of operations that make a link. */
const sentenceOnLink = (_sent: JsonObject, record: JsonObject, knownFacts: KnownFacts) =>
	missingLinkHint(record, knownFacts);

/** The interface does not show the body of the public create, so the names of its fields may be wrong. */
const HINT_ON_FIELDS =
	'The service documents only On Duplicate for this operation. If it does not know another field, use Create Personal.';

const HOW_TO_CHECK =
	'Before you create it again, look up the recipient with Invitation > Get Many.';

export const invitation = resource('invitation', INVITATION, {
	create: {
		name: 'Create or Get',
		action: 'Invite person or get existing invitation',
		description: 'Create an invitation for a person, or get their existing one; sends no email',
		endpoint: 'POST /public-api/v1/surveys/{survey_id}/invitations',
		retry: retryOfPublicCreate,
		oneAtATimeFor: 'person',
		notice:
			'The service documents only On Duplicate. If it refuses or ignores another field, use Create Personal. Each new invitation counts toward the workspace’s participant allowance.',
		inForm: recipientFields,
		takesProperties: true,
		optional: [
			...optionalFields,
			choice(
				'on_duplicate',
				'What to do if the email or external ID already has an invitation. Skip returns it unchanged. The service does not document its other value; enter it under Other.',
				[{ value: 'skip', label: 'Skip' }],
				{ open: true },
			),
		],
		body: 'notEmpty',
		simplified: PUBLIC_INVITATION,
		runSentence: (body, record, knownFacts) =>
			otherNameWarning(body, record) ?? missingLinkHint(record, knownFacts),
		refusalOf: otherPersonRefusal,
		// The interface shows only that it returns the link (docs/interface.md, Invitations).
		proof: (answer, passesRule) => passesRule || typeof readInvitation(answer).link === 'string',
		hints: {
			...MANAGE_INVITATIONS,
			400: `The service refused these values. ${HINT_ON_FIELDS}`,
			422: `Check the values of the fields. ${HINT_ON_FIELDS}`,
		},
		howToCheck: HOW_TO_CHECK,
	},
	createPersonal: {
		action: 'Invite person with personal link',
		description: 'Create an invitation with a link for one named person; sends no email',
		endpoint: 'POST /surveys/{survey_id}/invitations/personal',
		retry: 'create',
		oneAtATimeFor: 'person',
		inForm: recipientFields,
		takesProperties: true,
		optional: optionalFields,
		body: 'notEmpty',
		runSentence: sentenceOnLink,
		hints: MANAGE_INVITATIONS,
		howToCheck: HOW_TO_CHECK,
	},
	createSharedLink: {
		action: 'Create link that anybody can open',
		description: 'Create an invitation link that any number of people can open; sends no email',
		endpoint: 'POST /surveys/{survey_id}/invitations/shared-link',
		retry: 'create',
		inForm: [
			text('label', `Name of the link in the application. ${UNDOCUMENTED}`, {
				placeholder: 'e.g. Newsletter, spring',
			}),
		],
		// The interface mentions a maximum number of uses, but does not show its name.
		optional: [
			linkExpiry,
			integer('max_uses', `How many times the link can be used. ${UNDOCUMENTED}`, {
				min: 1,
				default: 100,
				defaultOnlyProposed: true,
			}),
		],
		body: 'required',
		runSentence: sentenceOnLink,
		hints: MANAGE_INVITATIONS,
		howToCheck:
			'Before you create it again, look for it with Invitation > Get Many (type Shared Link).',
	},
	find: {
		kind: 'find',
		action: 'Find invitations of person',
		description: 'Find the invitations of a person in a survey by email or external ID',
		endpoint: 'GET /surveys/{survey_id}/invitations',
		personOf: personOfInvitation,
		identityOf: identityInInvitation,
	},
	get: {
		action: 'Get invitation',
		description: 'Get an invitation with its recipient, link, status and uses',
		endpoint: 'GET /invitations/{invitation_id}',
	},
	getAll: {
		action: 'Get many invitations',
		description: 'Get the invitations of a survey, with recipient and status',
		endpoint: 'GET /surveys/{survey_id}/invitations',
		optional: [
			text('batch_id', 'Only invitations of this batch.', { format: 'uuid' }),
			text('q', 'Only invitations that match this search text.', { label: 'Search' }),
			choices(
				'status',
				'Only invitations with one of these statuses.',
				choicesOf('open', 'used', 'expired'),
				{ open: true },
			),
			choices(
				'type',
				'Only invitations of one of these types.',
				choicesOf('api', 'csv', 'personal', 'popup', 'shared_link', 'test'),
				{ open: true },
			),
		],
		nodeFilters: invitationFilters,
	},
	reissue: {
		action: 'Replace link and disable old one',
		description:
			'Create a new link for an invitation’s recipient and disable the old one; sends no email',
		endpoint: 'POST /invitations/{invitation_id}/reissue',
		retry: 'create',
		notice: 'The old link stops working immediately.',
		runSentence: sentenceOnLink,
		hints: MANAGE_INVITATIONS,
		effect: 'reissued',
		howToCheck:
			'Look up the recipient with Invitation > Get Many: if there is a new link, it was done.',
	},
	revoke: {
		action: 'Revoke invitation permanently',
		description:
			'Disable the link of an invitation immediately; conversations completed through it are kept',
		endpoint: 'DELETE /invitations/{invitation_id}',
		notice: 'The link stops working immediately. Conversations completed through it are kept.',
		hints: MANAGE_INVITATIONS,
		effect: 'revoked',
	},
	sendEmail: {
		action: 'Email invitation irreversibly',
		description: 'Email an invitation to its recipient immediately; it cannot be recalled',
		endpoint: 'POST /invitations/{invitation_id}/send-email',
		retry: 'irreversible',
		notice:
			'This sends a real email to the recipient immediately, from the workspace’s verified sending address. It cannot be recalled. Every run sends again: behind Sync, keep only the items whose action is created.',
		body: 'required',
		simplified: SENT_EMAIL,
		runSentence(_sent, record) {
			const sentence = notSentSentence(record);
			return sentence && { sentence, isWarning: true };
		},
		proof: isAboutEmail,
		hints: {
			insufficient_scope:
				'Sending needs a token with the scope mailings:write; invitations:write is not enough.',
		},
		effect: 'sent',
		howToCheck:
			'Check the invitation in the application, or ask the recipient, before you send it again.',
	},
	sync: invitationSync,
	update: {
		action: 'Update invitation',
		description: 'Update an invitation; fields that you do not add stay unchanged',
		endpoint: 'PATCH /invitations/{invitation_id}',
		takesProperties: true,
		readsOtherProperties: true,
		optional: invitationUpdate,
		hints: MANAGE_INVITATIONS,
	},
});
