import { isSomething } from '../records/denial';
import { isObject, type JsonObject } from '../records/json';
import {
	hasNoRecipient,
	identityKeys,
	type IdentityValues,
	type PersonIdentity,
} from '../records/person';
import { scalarText } from '../records/scalars';
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

/** Places in the invitation, which may be inside an answer that is not shown. There, keys beside it are less sure. */
const within = (name: string, other = ''): string =>
	[`invitation.${name}; ${name}`, ...(other ? [`(invitation.)?${other}`] : [])].join(';');
/** Places that may also be inside a recipient. Only for facts of the person: a recipient has its own id and status. */
const ofRecipient = (name: string, other: string) =>
	`${within(`recipient_${name}`, other)}; (invitation.)?recipient.(recipient_${name}|${other})`;
const LINK = '(participant|invitation|invite|interview|survey|personal)?(link|url)';

/** An address for people. Below `/api` are records for programs (docs/interface.md, Conventions). */
function address(value: unknown): string | undefined {
	const text = toText(value);
	return text !== undefined && /^https?:\/\//i.test(text) && !/\/api\//.test(text)
		? text
		: undefined;
}

/** Words for the outcome of the request, which are not a status of the invitation. */
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
	// Only answers that create a link show it. Where they show just its secret part, the reader builds the link.
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

const SHOWN = {
	fields: { message: 'string', ...typesOf(INVITATION_FACTS) },
	more: ['message', 'used_count', 'max_uses', 'created_at', 'survey_id'],
	message: recordMessage,
	ofSurvey: { survey_name: ['message'] },
} satisfies Partial<Simplified>;

/** A part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION = simplifiedBy(INVITATION_FACTS, {
	...SHOWN,
	always: 'id',
	reader: () => readerOf('open'),
});

/** PublicInvitationResponse, which the interface does not show, so that its status has no default. */
export const PUBLIC_INVITATION = simplifiedBy(INVITATION_FACTS, {
	...SHOWN,
	reader: () => readerOf(null),
});

/** @param statusByDefault of an invitation without a status (docs/interface.md, Invitations) */
function readerOf(statusByDefault: string | null): ReadFacts {
	let secret = '';
	// The secret is a part of the participant's link, so an address without it leads to something else.
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

/** The secret part of an invitation's link. Half of an emoji cannot be in one, because no address can have it. */
function secretIn(record: JsonObject): string | undefined {
	const secret = secrets.in(record).token as string | null;
	return secret === null || /\p{Surrogate}/u.test(secret) ? undefined : secret;
}

export const readInvitation = INVITATION.reader();

const whoIs = new FactFinder(factsNamed(INVITATION_FACTS, 'email', 'external_id', 'type'));

/** The keys of the recipient, whatever the invitation's type. */
export function recipientIn(invitation: JsonObject): IdentityValues & { types: unknown[] } {
	const [emails = [], externalIds = [], types = []] = whoIs.allIn(invitation);
	return { emails, externalIds, types };
}

/** The same, unless the type has no recipient: shared links, popups and tests. */
export function identityInInvitation(invitation: JsonObject): IdentityValues {
	const { types, ...identity } = recipientIn(invitation);
	return types.some(hasNoRecipient) ? { emails: [], externalIds: [] } : identity;
}

export function personOfInvitation(invitation: JsonObject): PersonIdentity {
	return identityKeys(identityInInvitation(invitation));
}

/** A hint for invitations that show only the secret part of their link. */
export function missingLink(record: JsonObject, known: KnownFacts): string | undefined {
	return secretIn(record) === undefined || readInvitation(record, known).link !== null
		? undefined
		: 'The service gives only the secret part of a participant’s link, so there is no link: enter the address of an interview, with {token} in place of that part, as Participant Link under More Settings in the credential.';
}

/** The Participant Link of the credential that fits an invitation with both the link and its secret part. */
export function linkPattern(record: JsonObject): string | undefined {
	const [secret, { link }] = [secretIn(record), readInvitation(record, {})];
	if (secret === undefined || typeof link !== 'string') return undefined;
	return link.replaceAll(encodeURIComponent(secret), '{token}');
}

const SENT =
	/^(sent|sending|submitted|dispatched|pending|processing|queued|accepted|delivered|notified|scheduled|ok|success|y|yes|true)$/i;
/** As whole words: `sending_failed` has one of them, and `notified` has not. */
const NOT_SENT =
	/(^|[ _-])(not|unsent|failed|failure|rejected|error|exception|skipped|excluded|omitted|suppressed|blocked|bounced|cancell?ed|simulated|undeliver(ed|able))([ _-]|$)/i;

/** Whether an email was sent, from a flag, a number of emails or a word; undefined for any other value. */
export function wasSent(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	// A small number counts emails, a larger one is an HTTP status.
	if (typeof value === 'number') return value < 100 ? value > 0 : undefined;
	const word = toText(value)?.trim() ?? '';
	if (/^(n|no|false)$/i.test(word)) return false;
	return SENT.test(word) || (NOT_SENT.test(word) ? false : undefined);
}

/** An email may be described in an object, or beside it. */
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
 * An email with an invitation. It was sent if the request was accepted and the answer does not deny it; where the
 * answer may deny it in unknown words, `sent` is null.
 */
export const SENT_EMAIL: Simplified = {
	fields: typesOf(SENT_EMAIL_FACTS),
	reader() {
		const finder = new FactFinder(SENT_EMAIL_FACTS);
		return (record) => {
			const facts = finder.in(record);
			const places = finder.placesIn(record);
			const place = places.get('sent');
			// The success of the request says less about the email than any other key does.
			const isOfRequest = /(^|\.)(ok|success)$/i.test(place?.path ?? 'ok');
			const isOpen = facts.sent_at === null && (places.has('sent_at') || mayDeny(record));
			const isSent = isOfRequest && (place === undefined || facts.sent === true);
			const sent = isSent ? !isOpen || null : facts.sent;
			return { ...facts, sent };
		};
	},
};

/** An unknown status such as `held`, or a key that says that nothing was really sent. */
const isUnclear = (key: string, value: unknown) =>
	(/^(status|state)$/i.test(key) && typeof value === 'string' && wasSent(value) === undefined) ||
	(/^(dry_?run|preview|would_\w+)$/i.test(key) && Boolean(value));

const mayDeny = (value: unknown): boolean =>
	isObject(value)
		? Object.entries(value).some(
				([key, inner]) =>
					isUnclear(key, inner) || (NOT_SENT.test(key) ? isSomething(inner) : mayDeny(inner)),
			)
		: /^(false|no?|0)$/i.test(scalarText(value)) || NOT_SENT.test(scalarText(value));
