import { isNotFound, SurveyInterviewError } from '../http/errors';
import { read } from '../http/read';
import type { Session } from '../http/session';
import { display, InputError } from '../input/problem';
import { findOperation } from '../operations';
import type { EndpointOperation } from '../operations/operation';
import { fillPath, isUuid } from '../service/identifiers';
import { isObject, type JsonObject } from '../service/json';
import { isMasked } from '../service/person';
import { runItem } from '../run/itemRequest';
import type { RunParts } from '../run/readItems';
import { PUBLIC_INVITATION, recipientIn } from '../service/invitations';
import { withoutEnvelope } from '../service/simplified';
import { changesOf } from './changes';
import { type Contact, factOfField, fieldsOfFacts } from './contact';
import type { Survey } from './invitations';
import type { Step } from './step';
import type { CreateWith } from './syncOptions';

export interface WriteContext extends RunParts {
	createWith: CreateWith;
	concurrency: number;
}

/** The item index of a revocation in the ledger, whose path tells it from others. No contact has this index. */
const NO_ITEM = -1;

/** Sends the request of a step, and notes in the step what came of it. */
export async function sendStep(context: WriteContext, step: Step): Promise<void> {
	const { write = 'updated', contact, recipient, survey } = step;
	// Only a UUID can stand in a path, and the list may have other IDs.
	if (recipient && !isUuid(recipient.id)) {
		const message = `The service lists this invitation with an ID that is not a UUID (${display(recipient.id)}), so it cannot be changed. Nothing was sent for it; please report this.`;
		fail(step, new InputError(message), 'refused');
		return;
	}
	const { createWith } = context;
	const create = createWith === 'public' ? 'create' : 'createPersonal';
	const name = { created: create, updated: 'update', revoked: 'revoke' }[write];
	const operation = findOperation('invitation', name) as EndpointOperation;
	const { method, path } = operation;
	const identifiers = recipient ? { invitation_id: recipient.id } : { survey_id: survey.id };
	const request = {
		method,
		path: fillPath(path, identifiers),
		identifiers,
		query: {},
		body: bodyOf(step, createWith),
		limit: Infinity,
		rawAnswer: true,
		output: 'everything' as const,
	};
	const result = await runItem(context, operation, request, contact?.item ?? NO_ITEM);
	step.fate = write;
	if (result.status !== 'done') {
		// An invitation that is gone need not be revoked.
		if (write === 'revoked' && isGone(result.error)) return;
		fail(step, result.error, result.status === 'maybeDone' ? 'maybeDone' : 'refused');
		return;
	}
	// The answer to a revocation is no invitation.
	if (write === 'revoked') return;
	const { record = {}, maybeDoneByEarlierTry } = result;
	// Of `{created: false, data: {…}}` both levels are kept.
	step.answer = { ...record, ...withoutEnvelope(record) };
	if (write !== 'created' || !contact) return;
	const created = readCreated(step.answer, contact, survey, maybeDoneByEarlierTry);
	step.reason = created.remark;
	if (created.isExisting) step.fate = 'duplicate';
}

/** Fails a create whose invitation does not show whom it is for, so that the next run would not find it. */
export async function failIfForNobody(
	{ session, createWith }: WriteContext,
	step: Step,
): Promise<void> {
	const { contact, answer } = step;
	if (!contact || !answer || (await showsRecipient(session, contact, answer))) return;
	const { id } = readFacts(answer);
	const which = typeof id === 'string' ? `Invitation ${id}` : 'An invitation';
	const error = new SurveyInterviewError(session.node, {
		message: `${which} was created for row ${contact.row}, but it shows neither an email address nor an external ID, so the next run would invite the same people again: revoke it, and choose Create With: ${otherCreate(createWith)}, or a survey that is not anonymous`,
		maybeDone: true,
	});
	fail(step, error, 'maybeDone');
}

/**
 * Whether a created invitation shows the address or the ID of its contact. If the answer does not, the invitation itself
 * is read. If that fails, an answer without these fields counts as one that shows them, and one in which they are empty
 * or hidden does not.
 */
async function showsRecipient(
	session: Session,
	{ fields }: Contact,
	answer: JsonObject,
): Promise<boolean> {
	/** What an invitation shows of the keys that were sent. */
	const sentKeysIn = (invitation: JsonObject): unknown[] => {
		const { emails, externalIds } = recipientIn(invitation);
		return [
			...(fields.recipient_email === undefined ? [] : emails),
			...(fields.recipient_external_id === undefined ? [] : externalIds),
		];
	};
	const isShown = (value: unknown) => {
		const text = String(value ?? '').trim();
		return text !== '' && !isMasked(text);
	};
	const answered = sentKeysIn(answer);
	if (answered.some(isShown)) return true;
	const { id } = readFacts(answer);
	const path = '/invitations/{invitation_id}';
	const invitation = isUuid(id)
		? await read(session, fillPath(path, { invitation_id: id })).catch(() => undefined)
		: undefined;
	if (!isObject(invitation)) return answered.length === 0;
	return sentKeysIn(withoutEnvelope(invitation)).some(isShown);
}

function fail(step: Step, error: Error, fate: 'refused' | 'maybeDone'): void {
	Object.assign(step, { error, fate, reason: error.message });
}

const isGone = (error: Error) => error instanceof SurveyInterviewError && isNotFound(error.facts);

/** The other way to create invitations, for a service that does not know the fields of this one. */
export const otherCreate = (createWith: CreateWith) =>
	createWith === 'public' ? 'Create Personal' : 'Create or Get';

/** The body of the request of a step; a revocation has none. */
export function bodyOf({ write, changes = [] }: Step, createWith: CreateWith) {
	if (write === 'revoked') return undefined;
	const body: JsonObject = Object.fromEntries(changes.map(({ key, to }) => [key, to]));
	return write === 'created' && createWith === 'public' ? { ...body, on_duplicate: 'skip' } : body;
}

const readFacts = PUBLIC_INVITATION.read;

/**
 * Reads the answer to a create. The service may return an existing invitation, because it compares addresses in another
 * way; or values may not be as they were sent.
 *
 * @param maybeDoneByEarlierTry an earlier try of this run, whose answer was lost, may have created it
 * @returns what a person should know of it, and whether nothing was created
 */
export function readCreated(
	answer: JsonObject,
	contact: Contact,
	{ knownIds }: Pick<Survey, 'knownIds'>,
	maybeDoneByEarlierTry?: true,
): { remark?: string; isExisting?: true } {
	const facts = readFacts(answer);
	// After a lost answer, "not created" most likely means that the lost request has created it.
	const saysExisting = answer.created === false && !maybeDoneByEarlierTry;
	if (saysExisting || knownIds.has(facts.id)) {
		const which = typeof facts.id === 'string' ? ` (${facts.id})` : '';
		const remark = `The service returned an existing invitation${which} instead of a new one. Check whose it is.`;
		return { remark, isExisting: true };
	}
	const shown = Object.entries(fieldsOfFacts(facts)).filter(([, fact]) => fact !== null);
	// Under the names of the fields that were sent. What the answer does not show is no difference.
	const invitation = { ...answer, ...Object.fromEntries(shown) };
	const differing = changesOf(contact, invitation, { propertiesMode: 'merge' })
		.filter(({ key }) => key in invitation)
		.map(({ key }) => factOfField(key));
	if (differing.length === 0) return {};
	const remark = `The contact and the service’s answer differ in ${differing.join(', ')}: either the invitation existed before, or the service ignored the value.`;
	return { remark };
}
