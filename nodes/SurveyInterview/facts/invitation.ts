import { isObject, type JsonObject } from '../records/json';
import {
	hasNoRecipient,
	identityKeys,
	type IdentityValues,
	type PersonIdentity,
} from '../records/person';
import { FactFinder, factsNamed, ofKind } from './fact';
import type { KnownFacts, ReadFacts, Simplified } from './simplified';
import { toCount, toId, toText, toTime, toWord } from './values';

/** As the interface shows it, and as an answer that is not shown may have it inside: what stands around it is surer of itself than of the invitation. */
const within = (name: string, ...others: string[]): RegExp[] => [
	new RegExp(`^invitation\\.${name}$`),
	new RegExp(`^${name}$`),
	...others.map((other) => new RegExp(`^(invitation\\.)?${other}$`)),
];
/** Of the recipient alone: its own id, status and times are not the invitation's. */
const ofRecipient = (name: string, other: string) => [
	...within(`recipient${name}`, other),
	new RegExp(`^(invitation\\.)?recipient\\.(recipient${name}|${other})$`),
];
const EXTERNAL_ID = 'external(id|identifier|ref|reference|key)';
const LINK = '(participant|invitation|invite|interview|survey|personal)?(link|url)';

/** An address to follow. What is below `/api` is a record for programs (docs/interface.md, Conventions). */
function address(value: unknown): string | undefined {
	const text = toText(value);
	return text !== undefined && /^https?:\/\//i.test(text) && !/\/api\//.test(text)
		? text
		: undefined;
}

/** Words that say what became of the request, not of the invitation. */
const OF_REQUEST =
	/^(success(ful)?|ok|created|exist(s|ing)|skipped|duplicate|unchanged|updated|reissued|new|done)$/;

export const INVITATION_FACTS = ofKind('invitation', [
	{ name: 'recipient_name', at: ofRecipient('name', '(full)?name'), read: toText },
	{ name: 'recipient_email', at: ofRecipient('email', 'e?mail(address)?'), read: toText },
	{ name: 'recipient_external_id', at: ofRecipient('externalid', EXTERNAL_ID), read: toId },
	{
		// Only the answers that make a link carry it; of the secret alone, the reader makes one.
		name: 'link',
		at: [
			/^(invitation\.)?(participant|personal|interview)(link|url)(\.(href|url|link))?$/,
			new RegExp(`^${LINK}$`),
			new RegExp(`^${LINK}\\.(href|url|link)$`),
			/^links?\.(participant|invitation|interview)(\.(href|url))?$/,
			new RegExp(`^invitation\\.${LINK}(\\.(href|url))?$`),
		],
		read: address,
	},
	{
		name: 'status',
		at: within('status'),
		read(value) {
			const word = toWord(value);
			return word === undefined || OF_REQUEST.test(word) ? undefined : word;
		},
	},
	{ name: 'type', at: within('type', 'invitationtype'), read: toText },
	{ name: 'label', at: within('label'), read: toText },
	{
		name: 'properties',
		at: within('properties'),
		read: (value) => (isObject(value) ? value : undefined),
	},
	{ name: 'used_count', at: within('usedcount'), read: toCount },
	{ name: 'max_uses', at: within('maxuses'), read: toCount },
	{ name: 'expires_at', at: within('expiresat'), read: toTime },
	{ name: 'created_at', at: within('createdat'), read: toTime },
	{
		name: 'id',
		at: [/^((invitation\.)?invitationid|invitation\.id)$/, ...within('id', 'uuid')],
		read: toId,
	},
	{ name: 'survey_id', at: within('surveyid', 'survey\\.id'), read: toId },
]);

/** An invitation: a part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION: Simplified = {
	facts: INVITATION_FACTS,
	always: 'id',
	fields: {
		recipient_name: 'string?',
		recipient_email: 'string?',
		recipient_external_id: 'string?',
		link: 'string?',
		status: 'string?',
		type: 'string?',
		label: 'string?',
		properties: 'object?',
		used_count: 'integer?',
		max_uses: 'integer?',
		expires_at: 'string?',
		created_at: 'string?',
		id: 'string?',
		survey_id: 'string?',
	},
	reader: () => readerOf('open'),
};

/** An invitation in PublicInvitationResponse, which is not shown: it has no default of its status. */
export const PUBLIC_INVITATION: Simplified = {
	facts: INVITATION_FACTS,
	fields: INVITATION.fields,
	reader: () => readerOf(null),
};

/** @param statusByDefault of an invitation that has none (docs/interface.md, Invitations) */
function readerOf(statusByDefault: string | null): ReadFacts {
	let secret = '';
	// The token is a part of the participant's link: an address without it is that of something else.
	const read = (value: unknown) => {
		const link = address(value);
		const shows = (text: string) => link?.includes(text) === true;
		return shows(secret) || shows(encodeURIComponent(secret)) ? link : undefined;
	};
	const finder = new FactFinder(
		INVITATION_FACTS.map((fact) => (fact.name === 'link' ? { ...fact, read } : fact)),
	);
	return (record, { participantLink }) => {
		secret = secretIn(record) ?? '';
		const facts = finder.in(record);
		const { id, status } = facts;
		if (typeof participantLink === 'string' && secret !== '') {
			facts.link ??= participantLink.replace('{token}', () => encodeURIComponent(secret));
		}
		const isLeftOut = status === null && id !== null && statuses.allIn(record).flat().length === 0;
		return { ...facts, status: isLeftOut ? statusByDefault : status };
	};
}

const statuses = new FactFinder(factsNamed(INVITATION_FACTS, 'status'));
const SECRET = { name: 'token', at: within('token'), read: toText };
const secrets = new FactFinder(ofKind('invitation', [SECRET]));

/** The secret of an invitation's link; half of an emoji, which no address can hold, is none. */
function secretIn(record: JsonObject): string | undefined {
	const secret = secrets.in(record).token as string | null;
	return secret === null || /\p{Surrogate}/u.test(secret) ? undefined : secret;
}

/** Reads single invitations. */
export const readInvitation = INVITATION.reader();

const whoIs = new FactFinder(
	factsNamed(INVITATION_FACTS, 'recipient_email', 'recipient_external_id', 'type'),
);

/** All that an invitation says of a recipient, whatever its type. */
export function recipientIn(invitation: JsonObject): IdentityValues & { types: unknown[] } {
	const [emails = [], externalIds = [], types = []] = whoIs.allIn(invitation);
	return { emails, externalIds, types };
}

/** The same of one that may have a recipient: shared links, popups and tests do not. */
export function identityInInvitation(invitation: JsonObject): IdentityValues {
	const { types, ...identity } = recipientIn(invitation);
	return types.some(hasNoRecipient) ? { emails: [], externalIds: [] } : identity;
}

/** The recipient of an invitation. */
export function personOfInvitation(invitation: JsonObject): PersonIdentity {
	return identityKeys(identityInInvitation(invitation));
}

/** What a person should know of an invitation that shows the secret of its link, and no link. */
export function missingLink(record: JsonObject, known: KnownFacts): string | undefined {
	return secretIn(record) === undefined || readInvitation(record, known).link !== null
		? undefined
		: 'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link in the credential.';
}

/** The Participant Link by which an invitation's link follows from its secret, where it shows both. */
export function linkPattern(record: JsonObject): string | undefined {
	const [secret, { link }] = [secretIn(record), readInvitation(record, {})];
	if (secret === undefined || typeof link !== 'string') return undefined;
	return link.replaceAll(encodeURIComponent(secret), '{token}');
}
