import { isSomething } from '../records/denial';
import { isObject, type JsonObject } from '../records/json';
import {
	hasNoRecipient,
	identityKeys,
	type IdentityValues,
	type PersonIdentity,
} from '../records/person';
import {
	factOf,
	factsNamed,
	ofKind,
	typesOf,
	type KnownFacts,
	type ReadFacts,
	simplifiedBy,
	type Simplified,
} from './fact';
import { aCount, anId, aText, aTime, linkFrom, toEmail, toText, toWord } from './factValues';
import { FactFinder } from './factFinder';
import { recordMessage } from './message';

/** As the interface shows it, and as an answer that is not shown may have it inside: what stands around it is surer of itself than of the invitation. */
const within = (name: string, other = ''): string =>
	[`invitation.${name}; ${name}`, ...(other ? [`(invitation.)?${other}`] : [])].join(';');
/** Of the recipient alone: its own id, status and times are not the invitation's. */
const ofRecipient = (name: string, other: string) =>
	`${within(`recipient_${name}`, other)}; (invitation.)?recipient.(recipient_${name}|${other})`;
const LINK = '(participant|invitation|invite|interview|survey|personal)?(link|url)';

/** An address to follow. What is below `/api` is a record for programs (docs/interface.md, Conventions). */
function address(value: unknown): string | undefined {
	const text = toText(value);
	return text !== undefined && /^https?:\/\//i.test(text) && !/\/api\//.test(text)
		? text
		: undefined;
}

/** Words that say what became of the request are no status of the invitation. */
const OF_REQUEST =
	/^(success(ful)?|ok|created|exist(s|ing)|skipped|duplicate|unchanged|updated|reissued|new|done)$/;

function ofInvitation(value: unknown): string | undefined {
	const word = toWord(value);
	return word === undefined || OF_REQUEST.test(word) ? undefined : word;
}

export const INVITATION_FACTS = ofKind('invitation', {
	name: aText(ofRecipient('name', '(full)?name')),
	email: aText(ofRecipient('email', 'e?mail(address)?')),
	external_id: anId(ofRecipient('external_id', 'external(id|identifier|ref|reference|key)')),
	// Only the answers that make a link carry it; of the secret alone, the reader makes one.
	link: factOf(
		'string?',
		address,
	)(`
		(invitation.)?(participant|personal|interview)(link|url)(.(href|url|link))?;
		${LINK};
		${LINK}.(href|url|link);
		links?.(participant|invitation|interview)(.(href|url))?;
		invitation.${LINK}(.(href|url))?
	`),
	status: factOf('string?', ofInvitation)(within('status')),
	type: aText(within('type', 'invitation_type')),
	label: aText(within('label')),
	properties: factOf('object?', (value) => (isObject(value) ? value : undefined))(
		within('properties'),
	),
	used_count: aCount(within('used_count')),
	max_uses: aCount(within('max_uses')),
	expires_at: aTime(within('expires_at')),
	created_at: aTime(within('created_at')),
	id: anId(`((invitation.)?invitation_id|invitation.id); ${within('id', 'uuid')}`),
	survey_id: anId(within('survey_id', 'survey.id')),
});

/** What the output says of an invitation, whichever answer shows it. */
const SHOWN = {
	fields: { message: 'string', ...typesOf(INVITATION_FACTS) },
	more: ['message', 'used_count', 'max_uses', 'created_at', 'survey_id'],
	message: recordMessage,
	ofSurvey: { survey_name: ['message'] },
} satisfies Partial<Simplified>;

/** An invitation: a part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION = simplifiedBy(INVITATION_FACTS, {
	...SHOWN,
	always: 'id',
	reader: () => readerOf('open'),
});

/** An invitation in PublicInvitationResponse, which is not shown: it has no default of its status. */
export const PUBLIC_INVITATION = simplifiedBy(INVITATION_FACTS, {
	...SHOWN,
	reader: () => readerOf(null),
});

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
		facts.link ??= linkFrom(participantLink, { token: secret });
		const isLeftOut = status === null && id !== null && statuses.allIn(record).flat().length === 0;
		return { ...facts, status: isLeftOut ? statusByDefault : status };
	};
}

const statuses = new FactFinder(factsNamed(INVITATION_FACTS, 'status'));
const secrets = new FactFinder(ofKind('invitation', { token: aText(within('token')) }));

/** The secret of an invitation's link; half of an emoji, which no address can hold, is none. */
function secretIn(record: JsonObject): string | undefined {
	const secret = secrets.in(record).token as string | null;
	return secret === null || /\p{Surrogate}/u.test(secret) ? undefined : secret;
}

/** Reads single invitations. */
export const readInvitation = INVITATION.reader();

const whoIs = new FactFinder(factsNamed(INVITATION_FACTS, 'email', 'external_id', 'type'));

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
		: 'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link under More Settings in the credential.';
}

/** The Participant Link by which an invitation's link follows from its secret, where it shows both. */
export function linkPattern(record: JsonObject): string | undefined {
	const [secret, { link }] = [secretIn(record), readInvitation(record, {})];
	if (secret === undefined || typeof link !== 'string') return undefined;
	return link.replaceAll(encodeURIComponent(secret), '{token}');
}

const SENT =
	/^(sent|sending|submitted|dispatched|pending|processing|queued|accepted|delivered|notified|scheduled|ok|success|y|yes|true)$/i;
/** As words of their own: `sending_failed` says so, and `notified` does not. */
const NOT_SENT =
	/(^|[ _-])(not|unsent|failed|failure|rejected|error|exception|skipped|excluded|omitted|suppressed|blocked|bounced|cancell?ed|simulated|undeliver(ed|able))([ _-]|$)/i;

/** Whether an email went out: as it says, as a number of emails, or as a word that says that it did not. */
export function wasSent(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	// A number is one of emails, or an HTTP status.
	if (typeof value === 'number') return value < 100 ? value > 0 : undefined;
	const word = toText(value)?.trim() ?? '';
	if (/^(n|no|false)$/i.test(word)) return false;
	return SENT.test(word) || (NOT_SENT.test(word) ? false : undefined);
}

/** What is said of an email, also in what it came in; of its record alone `ok` says something else. */
const SAID = '((delivery|result|data|payload|response|email).)?';

const anOnlyEmail = factOf('string?', (value) =>
	toEmail(Array.isArray(value) && value.length === 1 ? value[0] : value),
);

/** SendInviteEmailResult, which the interface does not show. */
export const SENT_EMAIL_FACTS = ofKind('sentEmail', {
	sent: factOf(
		'boolean?',
		wasSent,
	)(`${SAID}((is|was)?sent); ${SAID}(accepted|success|ok); ${SAID}(status)`),
	email: anOnlyEmail(`
		${SAID}(recipient_e?mail(address)?);
		${SAID}((recipient|to|e?mail)(.e?mail(address)?)?);
		delivery.(to|recipient)
	`),
	sent_at: aTime(`
		${SAID}((e?mail)?sent(at|on)); ${SAID}((queued|accepted)(at|on)); delivery.at
	`),
	id: anId('invitation_id; invitation.id'),
});

/**
 * An email with an invitation. An accepted request is sent, unless its answer says otherwise; where something in
 * it that nobody knows may say so, it is open.
 */
export const SENT_EMAIL: Simplified = {
	fields: typesOf(SENT_EMAIL_FACTS),
	reader() {
		const finder = new FactFinder(SENT_EMAIL_FACTS);
		return (record) => {
			const facts = finder.in(record);
			const places = finder.placesIn(record);
			const place = places.get('sent');
			// That the request went well says less of the email than anything in its record.
			const isOfRequest = /(^|\.)(ok|success)$/i.test(place?.path ?? 'ok');
			const isOpen = facts.sent_at === null && (places.has('sent_at') || mayDeny(record));
			const isSent = isOfRequest && (place === undefined || facts.sent === true);
			const sent = isSent ? !isOpen || null : facts.sent;
			return { ...facts, sent };
		};
	},
};

/** A status that nobody knows (`held`), and what says that it was only tried. */
const isUnclear = (key: string, value: unknown) =>
	(/^(status|state)$/i.test(key) && typeof value === 'string' && wasSent(value) === undefined) ||
	(/^(dry_?run|preview|would_\w+)$/i.test(key) && Boolean(value));

const mayDeny = (value: unknown): boolean =>
	isObject(value)
		? Object.entries(value).some(
				([key, inner]) =>
					isUnclear(key, inner) || (NOT_SENT.test(key) ? isSomething(inner) : mayDeny(inner)),
			)
		: /^(false|no?|0)$/i.test(String(value)) || NOT_SENT.test(String(value));
