import { INVITATION, missingLink, PUBLIC_INVITATION } from '../facts/invitation';
import type { Field } from '../fields/field';
import { ASSUMED, choice, dateTime, integer, text } from '../fields/makeField';
import { PROPERTIES_BY_KEY } from './nodeFields';
import type { RetryClass } from '../http/policy';
import type { JsonObject } from '../records/json';
import type { EndpointOperation } from './operation';
import type { EndpointEntry } from './resource';
import { isInvitationOrLink, isInvitationWithLink } from './proof';

/** What a person should know where the answer gives no link. */
export const linkSentence: EndpointOperation['says'] = (_body, record, known) =>
	missingLink(record, known);

/** What a token needs to change invitations. */
export const MANAGE_INVITATIONS = {
	insufficient_scope: 'Managing invitations needs a token with the scope invitations:write.',
};

const EMAIL = 'The recipient’s email address.';
const NAME = 'The recipient’s name.';
const EXTERNAL_ID = 'Your own ID for the recipient, such as the contact’s ID in your CRM.';
const NOTES = 'Notes about the recipient.';

const recipientExternalId = text(
	'recipient_external_id',
	'Recipient External ID',
	`${EXTERNAL_ID} ${ASSUMED}`,
);

/** The recipient: the specification names address and name as fields of a personal invitation. */
const recipientNamed: Field[] = [
	text('recipient_email', 'Recipient Email', EMAIL, {
		format: 'email',
		placeholder: 'name@email.com',
	}),
	text('recipient_name', 'Recipient Name', NAME),
	recipientExternalId,
];

const EXPIRY = dateTime('expires_at', 'Expires At', `When the link expires. ${ASSUMED}`, {
	whenAbsent: 'unset',
});

/** What else an invitation carries. The bodies that create one are not shown, so these names are assumptions. */
const invitationAssumed: Field[] = [
	EXPIRY,
	text('label', 'Label', `Name of the invitation in the application. ${ASSUMED}`),
	PROPERTIES_BY_KEY,
	text('recipient_notes', 'Recipient Notes', `${NOTES} ${ASSUMED}`, { rows: 3 }),
];

const linkLabel = text('label', 'Label', `Name of the link in the application. ${ASSUMED}`, {
	placeholder: 'e.g. Newsletter, spring',
});

/** What a shared link may carry. It has an optional maximum number of uses, whose name is not shown. */
const sharedLinkAssumed: Field[] = [
	EXPIRY,
	integer('max_uses', 'Max Uses', `How many times the link can be used. ${ASSUMED}`, {
		min: 1,
		default: 100,
		whenAbsent: 'unset',
	}),
];

/**
 * A repeat of the public create is safe where the service skips the second one. Skip is its default, and
 * it recognises a recipient by email address or external ID.
 */
function retryOfPublicCreate(body: JsonObject): RetryClass {
	const skips = body.on_duplicate === undefined || body.on_duplicate === 'skip';
	const named = [body.recipient_email, body.recipient_external_id].some(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return skips && named ? 'idempotent' : 'create';
}

/** The body of the public create is not shown, so a refusal may be about the names of its fields. */
const OR_PERSONAL =
	'The service documents only On Duplicate for this operation. If it does not know another field, use Create Personal.';
const MANAGE_PUBLIC = {
	...MANAGE_INVITATIONS,
	400: `The service refused these values. ${OR_PERSONAL}`,
	422: `Check the values of the fields. ${OR_PERSONAL}`,
};

const HOW_TO_CHECK =
	'Before you create it again, look up the recipient with Invitation > Get Many.';

export const createInvitation: EndpointEntry = {
	name: 'Create or Get',
	action: 'Invite a person or get their existing invitation',
	description: 'Create an invitation for a person, or get their existing one; sends no email',
	endpoint: 'POST /public-api/v1/surveys/{survey_id}/invitations',
	retry: retryOfPublicCreate,
	inTurn: 'person',
	notice:
		'The service documents only On Duplicate. If it refuses or ignores another field, use Create Personal. Each new invitation counts toward the workspace’s participant allowance.',
	inForm: recipientNamed,
	carriesProperties: true,
	optional: [
		...invitationAssumed,
		choice(
			'on_duplicate',
			'On Duplicate',
			'What to do if the email or external ID already has an invitation. Skip returns it unchanged. The service does not document its other value; enter it under Other.',
			[{ value: 'skip', label: 'Skip' }],
			{ open: true },
		),
	],
	freeForm: true,
	bodyRequired: true,
	fieldsRequired: true,
	simplified: PUBLIC_INVITATION,
	says: linkSentence,
	proof: isInvitationOrLink,
	hints: MANAGE_PUBLIC,
	howToCheck: HOW_TO_CHECK,
};

export const createPersonal: EndpointEntry = {
	action: 'Invite a person with a personal link',
	description: 'Create an invitation with a link for one named person; sends no email',
	endpoint: 'POST /surveys/{survey_id}/invitations/personal',
	retry: 'create',
	inTurn: 'person',
	inForm: recipientNamed,
	carriesProperties: true,
	optional: invitationAssumed,
	freeForm: true,
	bodyRequired: true,
	fieldsRequired: true,
	simplified: INVITATION,
	says: linkSentence,
	proof: isInvitationWithLink,
	hints: MANAGE_INVITATIONS,
	howToCheck: HOW_TO_CHECK,
};

export const createSharedLink: EndpointEntry = {
	action: 'Create a link that anybody can open',
	description: 'Create an invitation link that any number of people can open; sends no email',
	endpoint: 'POST /surveys/{survey_id}/invitations/shared-link',
	retry: 'create',
	inForm: [linkLabel],
	optional: sharedLinkAssumed,
	freeForm: true,
	bodyRequired: true,
	simplified: INVITATION,
	says: linkSentence,
	proof: isInvitationWithLink,
	// A shared link is nobody's (docs/interface.md, Invitations).
	unless: ({ recipient_email: email }) => typeof email === 'string' && email !== '',
	hints: MANAGE_INVITATIONS,
	howToCheck:
		'Before you create it again, look for it with Invitation > Get Many (type Shared Link).',
};
