/** What follows from the facts of an invitation, and from the answer to an email with one. */
import { isNo, isSet } from './denial';
import { harmless } from './harmless';
import { isObject, type JsonObject } from './json';
import {
	hasNoRecipient,
	identityKeys,
	identityReader,
	type IdentityValues,
	type PersonIdentity,
} from './person';
import { INVITATION_KIND, SENT_EMAIL_KIND } from './kinds';
import { recordMessage } from './messages';
import { plainKey, RecordReader } from './reader';
import { scalarText } from './scalars';
import { type KnownFacts, linkFrom, type Simplified, simplifiedOf } from './simplified';

/** What the outputs of both endpoints below have in common. */
const INVITATION_OUTPUT = {
	message: recordMessage,
	parent: { record: 'survey', fieldsThatNeed: { survey_name: ['message'] } },
} satisfies Partial<Simplified>;

/** PublicInvitationResponse. The interface does not show it, so nothing is known of a status that it leaves out. */
export const PUBLIC_INVITATION = simplifiedOf(INVITATION_KIND, {
	...INVITATION_OUTPUT,
	derive: withParticipantLink,
});

/** A part of InvitationRead, whose status is `open` if it is left out (docs/interface.md), and the link. */
export const INVITATION = simplifiedOf(INVITATION_KIND, {
	...INVITATION_OUTPUT,
	inEveryRecord: 'id',
	derive(found, record, knownFacts) {
		const facts = withParticipantLink(found, record, knownFacts);
		// A record without an ID is no invitation.
		if (facts.id === null) return facts;
		// Not left out is a status that was read from another level of the record, and one that cannot be read.
		const isLeftOut = facts.status === null && (record.status ?? null) === null;
		return isLeftOut ? { ...facts, status: 'open' } : facts;
	},
});

/** The facts of an invitation: the participant's link, and not the token, which is the secret part of that link. */
function withParticipantLink(
	{ token, ...facts }: JsonObject,
	_record: JsonObject,
	{ participantLink }: KnownFacts,
): JsonObject {
	// No address can have half of an emoji, so such a token is none.
	const hasUsableToken = typeof token === 'string' && !/\p{Surrogate}/u.test(token);
	// An address without the token leads to something else, such as the invitation in the application.
	const isOfParticipant = !hasUsableToken || containsToken(facts.link, token);
	const link = isOfParticipant ? facts.link : null;
	return { ...facts, link: link ?? linkFrom(participantLink, { token }) };
}

/** Whether a link has a token in it, as it is or URL-encoded. */
const containsToken = (link: unknown, token: string): boolean =>
	typeof link === 'string' && (link.includes(token) || link.includes(encodeURIComponent(token)));

export const readInvitation = INVITATION.read;

/** The recipient's email addresses and external IDs, whatever the invitation's type. */
export const recipientIn = identityReader(INVITATION_KIND);

/** The recipient's addresses and IDs; none for a type without a recipient: shared links, popups and tests. */
export function identityInInvitation(invitation: JsonObject): IdentityValues {
	const isForNobody = hasNoRecipient(readInvitation(invitation).type);
	return isForNobody ? { emails: [], externalIds: [] } : recipientIn(invitation);
}

export const personOfInvitation = (invitation: JsonObject): PersonIdentity =>
	identityKeys(identityInInvitation(invitation));

/** A hint for invitations that show only the secret part of their link. */
export function missingLinkHint(record: JsonObject, knownFacts: KnownFacts): string | undefined {
	const { token } = tokenReader.factsIn(record);
	const isMissing = token !== null && readInvitation(record, knownFacts).link === null;
	return isMissing ? MISSING_LINK : undefined;
}
const tokenReader = new RecordReader(INVITATION_KIND, 'token');
const MISSING_LINK =
	'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link under More Settings in the credential.';

/** Keys of flags that say whether an email was sent. */
const SENT_FLAG = /^((e?mail)?(is|was)?sent|success|ok|accepted)$/;
/** Words for an email that was not sent, in keys such as `skipped_reason` and in a status such as `sending_failed`. */
const NOT_SENT =
	/(^|[ _-])(not[ _-]sent|unsent|failed|failure|skipped|bounced|rejected|suppressed|blocked|cancell?ed|simulated|exception)([ _-]|$)/i;

/** Whether an answer that is no error still says that no email was sent, itself or in an object or a list in it. */
function saysNotSent(answer: JsonObject): boolean {
	return Object.entries(answer).some(([key, value]) => {
		if (SENT_FLAG.test(plainKey(key))) return isNo(value);
		if (NOT_SENT.test(key)) return isSet(value);
		if (Array.isArray(value)) return value.filter(isObject).some(saysNotSent);
		if (isObject(value)) return saysNotSent(value);
		return /^(status|state|result|outcome)$/i.test(key) && NOT_SENT.test(scalarText(value));
	});
}

/** An email with an invitation: it was sent unless the answer says otherwise. */
export const SENT_EMAIL = simplifiedOf(SENT_EMAIL_KIND, {
	derive: (facts, record) => ({ ...facts, sent: !saysNotSent(record) }),
});

/** A sentence for an email that the service did not send, although it refused nothing. */
export function notSentSentence(record: JsonObject): string | undefined {
	const { sent, reason } = SENT_EMAIL.read(record, {});
	if (sent === true) return undefined;
	const why = typeof reason === 'string' ? `: ${harmless(reason, 200).replace(/\.$/, '')}` : '';
	return `An email was not sent${why}. Its item has false under sent.`;
}
