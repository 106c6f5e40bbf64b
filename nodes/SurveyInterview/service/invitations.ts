/** What follows from the facts of an invitation, and from the answer to an email with one. */
import { isNo, isSet } from './denial';
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

/** What both outputs below have. */
const INVITATION_OUTPUT = {
	message: recordMessage,
	parent: { record: 'survey', fieldsThatNeed: { survey_name: ['message'] } },
} satisfies Partial<Simplified>;

/** PublicInvitationResponse, which the interface does not show, so that its status has no default. */
export const PUBLIC_INVITATION = simplifiedOf(INVITATION_KIND, {
	...INVITATION_OUTPUT,
	derive: withParticipantLink,
});

/** A part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION = simplifiedOf(INVITATION_KIND, {
	...INVITATION_OUTPUT,
	inEveryRecord: 'id',
	derive(found, record, knownFacts) {
		const facts = withParticipantLink(found, record, knownFacts);
		// A status that cannot be read stays null, and so does that of a record without an ID, which is no invitation.
		const isLeftOut = (record.status ?? null) === null && facts.id !== null;
		return isLeftOut ? { ...facts, status: facts.status ?? 'open' } : facts;
	},
});

/** The facts of an invitation with the participant's link, in place of the secret part of it. */
function withParticipantLink(
	{ token, ...facts }: JsonObject,
	_record: JsonObject,
	{ participantLink }: KnownFacts,
): JsonObject {
	// The token is a part of the participant's link, so an address without it leads to something else.
	const isOfParticipant = typeof token !== 'string' || hasToken(facts.link, token);
	const link = isOfParticipant ? facts.link : null;
	return { ...facts, link: link ?? linkFrom(participantLink, { token }) };
}

const hasToken = (link: unknown, token: string) =>
	typeof link === 'string' &&
	[token, linkFrom('{token}', { token })].some((part) => part !== null && link.includes(part));

export const readInvitation = INVITATION.read;

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
	return token === null || readInvitation(record, knownFacts).link !== null
		? undefined
		: 'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link under More Settings in the credential.';
}
const tokenReader = new RecordReader(INVITATION_KIND, 'token');

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
