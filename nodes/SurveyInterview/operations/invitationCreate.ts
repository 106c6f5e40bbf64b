import { INVITATION } from '../facts/invitation';
import type { Field } from '../fields/field';
import { ASSUMED, choice, dateTime, integer, text } from '../fields/makeField';
import { PROPERTIES_BY_KEY } from '../fields/propertyFields';
import type { RetryClass } from '../http/retry';
import type { JsonObject } from '../records/json';
import type { EndpointOperation } from './operation';

/** What a token needs to change invitations. */
export const MANAGE_INVITATIONS = {
	insufficient_scope: 'Managing invitations needs a token with the scope invitations:write.',
};

const EMAIL = 'The recipient’s email address.';
const NAME = 'The recipient’s name.';
const EXTERNAL_ID =
	'Your own identifier of the recipient, for example the contact’s ID in the CRM.';
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

/** What else an invitation carries. The bodies that create one are not shown, so these names are assumptions. */
const invitationAssumed: Field[] = [
	dateTime('expires_at', 'Expires At', `When the link ends. ${ASSUMED}`),
	text('label', 'Label', `Name of the invitation in the application. ${ASSUMED}`),
	PROPERTIES_BY_KEY,
	text('recipient_notes', 'Recipient Notes', `${NOTES} ${ASSUMED}`, { rows: 3 }),
];

const linkLabel = text('label', 'Label', `Name of the link in the application. ${ASSUMED}`, {
	placeholder: 'e.g. Newsletter, spring',
});

/** What a shared link may carry. It has an optional maximum number of uses, whose name is not shown. */
const sharedLinkAssumed: Field[] = [
	dateTime('expires_at', 'Expires At', `When the link ends. ${ASSUMED}`),
	integer('max_uses', 'Max Uses', `How often the link can be used at most. ${ASSUMED}`, {
		min: 1,
		default: 100,
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
	'The service’s description does not show the fields of this operation but On Duplicate: if the service does not know one of the others, use Create Personal.';
const MANAGE_PUBLIC = {
	...MANAGE_INVITATIONS,
	400: `The service refuses these values as they are. ${OR_PERSONAL}`,
	422: `Check the values of the fields. ${OR_PERSONAL}`,
};

const HOW_TO_CHECK = 'Look with Invitation > Get Many for the recipient before creating it again.';

export const createInvitation: EndpointOperation = {
	kind: 'endpoint',
	value: 'create',
	name: 'Create or Get',
	action: 'Invite a person or get the invitation they have',
	description:
		'Create an invitation for a person, or get the one that the person already has; sends no email',
	endpoint: 'POST /public-api/v1/surveys/{survey_id}/invitations',
	retry: retryOfPublicCreate,
	inTurn: 'person',
	notice:
		'If the service refuses or ignores one of these fields, use Create Personal: all but On Duplicate are assumptions. Each invitation that is created counts toward the workspace’s participant allowance.',
	inForm: recipientNamed,
	carriesProperties: true,
	optional: [
		...invitationAssumed,
		choice(
			'on_duplicate',
			'On Duplicate',
			'What to do when the email or external ID already has an invitation. Skip returns it unchanged; the word for creating another is not shown, enter it under Other.',
			[{ value: 'skip', label: 'Skip' }],
			{ open: true },
		),
	],
	freeForm: true,
	bodyRequired: true,
	fieldsRequired: true,
	simplified: INVITATION,
	hints: MANAGE_PUBLIC,
	howToCheck: HOW_TO_CHECK,
};

export const createPersonal: EndpointOperation = {
	kind: 'endpoint',
	value: 'createPersonal',
	name: 'Create Personal',
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
	hints: MANAGE_INVITATIONS,
	howToCheck: HOW_TO_CHECK,
};

export const createSharedLink: EndpointOperation = {
	kind: 'endpoint',
	value: 'createSharedLink',
	name: 'Create Shared Link',
	action: 'Create a link that anybody can open',
	description: 'Create an invitation link that any number of people can open; sends nothing',
	endpoint: 'POST /surveys/{survey_id}/invitations/shared-link',
	retry: 'create',
	inForm: [linkLabel],
	optional: sharedLinkAssumed,
	freeForm: true,
	bodyRequired: true,
	simplified: INVITATION,
	hints: MANAGE_INVITATIONS,
	howToCheck: 'Look with Invitation > Get Many (type Shared Link) before creating it again.',
};
