/** What follows from the facts of an invitation, and from the answer to an email with one. */
import { isNo, isSet } from './denial';
import { isObject, type JsonObject } from './json';
import { hasNoRecipient, identityKeys, type IdentityValues, type PersonIdentity } from './person';
import { INVITATION_KIND, SENT_EMAIL_KIND } from './kinds';
import { recordMessage } from './messages';
import { plainKey, RecordReader } from './reader';
import {
	identityReader,
	type KnownFacts,
	linkFrom,
	type ReadFacts,
	type Simplified,
	simplifiedOf,
} from './simplified';
import { toWord } from './values';

/** What both kinds of invitation record below have. */
const IN_BOTH_KINDS = {
	message: recordMessage,
	fromSurvey: { survey_name: ['message'] },
} satisfies Partial<Simplified>;

/** A part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION = simplifiedOf(INVITATION_KIND, {
	...IN_BOTH_KINDS,
	alwaysPresent: 'id',
	reader: () => readerOf('open'),
});

/** PublicInvitationResponse, which the interface does not show, so that its status has no default. */
export const PUBLIC_INVITATION = simplifiedOf(INVITATION_KIND, {
	...IN_BOTH_KINDS,
	reader: () => readerOf(null),
});

/** @param statusByDefault of an invitation without a status (docs/interface.md, Invitations) */
function readerOf(statusByDefault: string | null): ReadFacts {
	const reader = new RecordReader(INVITATION_KIND);
	return (record, { participantLink } = {}) => {
		const { token, ...facts } = reader.factsIn(record);
		const { id, status, link } = facts;
		const secret = secretFrom(token);
		// The secret is a part of the participant's link, so an address without it leads to something else.
		const fitsSecret = secret === undefined || containsSecret(link, secret);
		facts.link = fitsSecret && link !== null ? link : linkFrom(participantLink, { token: secret });
		if (status !== null) return facts;
		// Only where nothing is written: a status that cannot be read stays null. A record without an ID is no invitation.
		const isUnwritten = record.status === undefined || record.status === null;
		return { ...facts, status: id !== null && isUnwritten ? statusByDefault : null };
	};
}

/** The secret part of an invitation's link; undefined if it has half of an emoji, which no address can have. */
const secretFrom = (token: unknown) =>
	typeof token === 'string' && !/\p{Surrogate}/u.test(token) ? token : undefined;

const containsSecret = (link: unknown, secret: string) =>
	typeof link === 'string' && (link.includes(secret) || link.includes(encodeURIComponent(secret)));

export const readInvitation = INVITATION.reader();

/** The recipient's email addresses and external IDs, whatever the invitation's type. */
export const recipientIn = identityReader(INVITATION_KIND);

/** The same, but none for a type without a recipient: shared links, popups and tests. */
export function identityInInvitation(invitation: JsonObject): IdentityValues {
	const isForNobody = hasNoRecipient(readInvitation(invitation).type);
	return isForNobody ? { emails: [], externalIds: [] } : recipientIn(invitation);
}

export const personOfInvitation = (invitation: JsonObject): PersonIdentity =>
	identityKeys(identityInInvitation(invitation));

/** A hint for invitations that show only the secret part of their link. */
export function missingLinkHint(record: JsonObject, knownFacts: KnownFacts): string | undefined {
	const { token } = tokenReader.factsIn(record);
	const hasSecret = secretFrom(token) !== undefined;
	const hasLink = readInvitation(record, knownFacts).link !== null;
	return !hasSecret || hasLink
		? undefined
		: 'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link under More Settings in the credential.';
}
const tokenReader = new RecordReader(INVITATION_KIND, 'token');

/** Keys of flags that say whether an email was sent. */
const SENT_FLAG = /^((e?mail)?(is|was)?sent|success|ok|accepted)$/;
/** Words for an email that was not sent: keys of reasons, and values of a status. */
const NOT_SENT_WORD =
	/(^|_)(not_sent|unsent|failed|failure|skipped|bounced|rejected|suppressed|blocked|cancell?ed|simulated|exception)(_|$)/;

/**
 * Whether an answer that is no error still says that no email was sent: a flag such as `sent` is false, its status
 * says so, or a key such as `skipped` or `skipped_reason` has a value.
 */
function saysNotSent(answer: JsonObject): boolean {
	return Object.entries(answer).some(([key, value]) => {
		if (SENT_FLAG.test(plainKey(key))) return isNo(value);
		if (NOT_SENT_WORD.test(key.toLowerCase())) return isSet(value);
		// The answer may have it in an object, or in a list of objects.
		if (Array.isArray(value)) return value.filter(isObject).some(saysNotSent);
		if (isObject(value)) return saysNotSent(value);
		return /^(status|state|result|outcome)$/i.test(key) && NOT_SENT_WORD.test(wordOf(value));
	});
}
const wordOf = (value: unknown) => (toWord(value) ?? '').replace(/[ -]/g, '_');

/** An email with an invitation: it was sent unless the answer says otherwise. */
export const SENT_EMAIL = simplifiedOf(SENT_EMAIL_KIND, {
	reader() {
		const reader = new RecordReader(SENT_EMAIL_KIND);
		return (record) => ({ ...reader.factsIn(record), sent: !saysNotSent(record) });
	},
});
