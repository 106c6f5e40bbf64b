/** What follows from the facts of an invitation, and from the answer to an email with one. */
import { isNo, isSomething } from './denial';
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

const SHOWN = {
	message: recordMessage,
	ofSurvey: { survey_name: ['message'] },
} satisfies Partial<Simplified>;

/** A part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION = simplifiedOf(INVITATION_KIND, {
	...SHOWN,
	always: 'id',
	reader: () => readerOf('open'),
});

/** PublicInvitationResponse, which the interface does not show, so that its status has no default. */
export const PUBLIC_INVITATION = simplifiedOf(INVITATION_KIND, {
	...SHOWN,
	reader: () => readerOf(null),
});

/** @param statusByDefault of an invitation without a status (docs/interface.md, Invitations) */
function readerOf(statusByDefault: string | null): ReadFacts {
	const reader = new RecordReader(INVITATION_KIND);
	return (record, { participantLink }) => {
		const { token, ...facts } = reader.in(record);
		const { id, status, link } = facts;
		const secret = secretFrom(token);
		// The secret is a part of the participant's link, so an address without it leads to something else.
		const isLink = secret === undefined || shows(link, secret);
		facts.link = isLink && link !== null ? link : linkFrom(participantLink, { token: secret });
		const isLeftOut = id !== null && (record.status ?? null) === null;
		return { ...facts, status: status ?? (isLeftOut ? statusByDefault : null) };
	};
}

/** The secret part of an invitation's link. Half of an emoji cannot be in one, because no address can have it. */
const secretFrom = (token: unknown) =>
	typeof token === 'string' && !/\p{Surrogate}/u.test(token) ? token : undefined;

const shows = (link: unknown, secret: string) =>
	typeof link === 'string' && (link.includes(secret) || link.includes(encodeURIComponent(secret)));

export const readInvitation = INVITATION.reader();

/** The keys of the recipient, whatever the invitation's type. */
export const recipientIn = identityReader(INVITATION_KIND);

/** The same, unless the type has no recipient: shared links, popups and tests. */
export function identityInInvitation(invitation: JsonObject): IdentityValues {
	const isNobodys = hasNoRecipient(readInvitation(invitation, {}).type);
	return isNobodys ? { emails: [], externalIds: [] } : recipientIn(invitation);
}

export const personOfInvitation = (invitation: JsonObject): PersonIdentity =>
	identityKeys(identityInInvitation(invitation));

/** A hint for invitations that show only the secret part of their link. */
export function missingLink(record: JsonObject, known: KnownFacts): string | undefined {
	const { token } = secrets.in(record);
	return secretFrom(token) === undefined || readInvitation(record, known).link !== null
		? undefined
		: 'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link under More Settings in the credential.';
}
const secrets = new RecordReader(INVITATION_KIND, 'token');

const SENT_FLAG = /^((e?mail)?(is|was)?sent|success|ok|accepted)$/;
const NOT_SENT =
	/(^|_)(not_sent|unsent|failed|failure|skipped|bounced|rejected|suppressed|blocked|cancell?ed|simulated|exception)(_|$)/;

/**
 * Whether an answer that is no error says all the same that no email was sent: a flag for success is false, its status
 * says so, or a key such as `skipped` or `skipped_reason` has a value.
 */
function saysNotSent(answer: JsonObject): boolean {
	return Object.entries(answer).some(([key, value]) => {
		if (SENT_FLAG.test(plainKey(key))) return isNo(value);
		if (NOT_SENT.test(key.toLowerCase())) return isSomething(value);
		if (typeof value === 'object') return [value].flat().filter(isObject).some(saysNotSent);
		return /^(status|state|result|outcome)$/i.test(key) && NOT_SENT.test(wordOf(value));
	});
}
const wordOf = (value: unknown) => (toWord(value) ?? '').replace(/[ -]/g, '_');

/** An email with an invitation: it was sent unless the answer says otherwise. */
export const SENT_EMAIL = simplifiedOf(SENT_EMAIL_KIND, {
	reader() {
		const reader = new RecordReader(SENT_EMAIL_KIND);
		return (record) => ({ ...reader.in(record), sent: !saysNotSent(record) });
	},
});
