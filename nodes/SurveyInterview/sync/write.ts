import { PUBLIC_INVITATION, recipientIn } from '../service/invitations';
import { withoutEnvelope } from '../service/simplified';
import { read } from '../http/read';
import { isNotFound, SurveyInterviewError } from '../http/errors';
import { InputError, display } from '../input/problem';
import { findOperation } from '../operations';
import type { EndpointOperation } from '../operations/operation';
import { fillPath, isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { millis } from '../records/scalars';
import { runItem } from '../run/itemRequest';
import type { Reading } from '../run/readItems';
import { changesOf } from './changes';
import { type Contact, factOfField, fieldsOfFacts } from './contact';
import type { CreateWith } from './syncOptions';
import type { PlannedWrite, SyncPlan, WriteDone, WriteResult } from './steps';

export interface WriteContext extends Reading {
	createWith: CreateWith;
	concurrency: number;
}

/** After so many created invitations that cannot be read, the run goes on without looking at others. */
const MAX_UNREADABLE = 3;

/** The item index of a revocation in the ledger. No contact has it, because contacts count from 0. */
const NO_ITEM = -1;

/** Sends single writes, and looks at the first invitations that it creates. */
export class Writer {
	/**
	 * The surveys of which a created invitation has the address or external ID that was sent. A service that ignored
	 * the names of the fields, or hides who is invited, would get everybody anew in every run.
	 */
	readonly checkedSurveys = new Set<SyncPlan>();
	/** Whether the service has taken a create in this run. */
	hasCreated = false;
	private unreadable = 0;

	constructor(private readonly context: WriteContext) {}

	async send(plan: SyncPlan, write: PlannedWrite): Promise<WriteResult> {
		const result = await this.request(plan, write);
		if (write.action === 'created') return await this.afterCreate(plan, write.contact, result);
		const isGone =
			write.action === 'revoked' &&
			!result.done &&
			result.error instanceof SurveyInterviewError &&
			isNotFound(result.error.facts);
		return isGone ? { done: true, answer: {} } : result;
	}

	private async request({ surveyId }: SyncPlan, write: PlannedWrite): Promise<WriteResult> {
		const { createWith } = this.context;
		const { action, contact, recipient } = write;
		// Only a UUID can stand in a path, and the list may have other IDs.
		if (recipient && !isUuid(recipient.id)) {
			const message = `The service lists this invitation with an ID that is not a UUID (${display(recipient.id)}), so it cannot be changed. Nothing was sent for it; please report this.`;
			return { done: false, error: new InputError(message), maybeDone: false };
		}
		const create = createWith === 'public' ? 'create' : 'createPersonal';
		const name = { created: create, updated: 'update', revoked: 'revoke' }[action];
		const operation = findOperation('invitation', name) as EndpointOperation;
		const { method, path } = operation;
		const identifiers = recipient ? { invitation_id: recipient.id } : { survey_id: surveyId };
		const request = {
			method,
			path: fillPath(path, identifiers),
			identifiers,
			query: {},
			body: sentBody(write, createWith),
			limit: Infinity,
			rawAnswer: true,
			output: 'everything' as const,
		};
		const result = await runItem(this.context, operation, request, contact?.item ?? NO_ITEM);
		if (result.status !== 'done') {
			return { done: false, error: result.error, maybeDone: result.status === 'maybeDone' };
		}
		const { record = {}, maybeDoneBefore } = result;
		return { done: true, answer: record, maybeDoneBefore };
	}

	/** Reads the answer to a create. The first one of a survey counts as failed where its invitation has no recipient. */
	private async afterCreate(
		plan: SyncPlan,
		contact: Contact,
		result: WriteResult,
	): Promise<WriteResult> {
		const { session, createWith } = this.context;
		if (!result.done) return result;
		this.hasCreated = true;
		const done = { ...result, ...readCreated(invitationIn(result.answer), contact, plan, result) };
		const { answer, remark = '', returnedExisting } = done;
		// Create Personal never returns an existing invitation, so this is not its answer.
		if (returnedExisting && createWith === 'personal')
			return { done: false, error: new InputError(remark), maybeDone: true };
		// An existing invitation says nothing about new ones.
		if (this.checkedSurveys.has(plan) || returnedExisting) return done;
		const check = await this.recipientOf(contact, answer);
		if (check === 'unreadable' && ++this.unreadable < MAX_UNREADABLE) return done;
		this.checkedSurveys.add(plan);
		if (check !== 'missing') return done;
		const which = typeof answer.id === 'string' ? `Invitation ${answer.id}` : 'An invitation';
		const error = new SurveyInterviewError(session.node, {
			message: `${which} was created for row ${contact.row}, but it shows neither an email address nor an external ID, so the next run would invite the same people again: revoke it, and choose Create With: ${otherCreate(createWith)}, or a survey that is not anonymous`,
			maybeDone: true,
		});
		return { done: false, error, maybeDone: true, withoutRecipient: answer };
	}

	/** Looks for the recipient in the answer to a create, and where it is not there, in the invitation itself. */
	private async recipientOf({ fields }: Contact, answer: JsonObject): Promise<RecipientCheck> {
		const shownIn = (invitation: JsonObject) => {
			const { emails, externalIds } = recipientIn(invitation);
			return [
				...(fields.recipient_email === undefined ? [] : emails),
				...(fields.recipient_external_id === undefined ? [] : externalIds),
			].map((value) => String(value ?? '').trim());
		};
		const isNamed = (shown: string[]) => shown.some((value) => value !== '');
		const shown = shownIn(answer);
		if (isNamed(shown)) return 'present';
		const path =
			isUuid(answer.id) && fillPath('/invitations/{invitation_id}', { invitation_id: answer.id });
		const invitation = path && (await read(this.context.session, path).catch(() => undefined));
		// An answer that leaves the recipient out says nothing, and one with an empty recipient says that there is none.
		if (!isObject(invitation)) return shown.length > 0 ? 'missing' : 'unreadable';
		return isNamed(shownIn(withoutEnvelope(invitation))) ? 'present' : 'missing';
	}
}

type RecipientCheck = 'present' | 'missing' | 'unreadable';

/** The other way to create invitations, for a service that does not know the fields of this one. */
export const otherCreate = (createWith: CreateWith) =>
	createWith === 'public' ? 'Create Personal' : 'Create or Get';

function sentBody(write: PlannedWrite, createWith: CreateWith): JsonObject | undefined {
	if (write.action === 'created') return createBody(write.contact, createWith);
	if (write.action === 'revoked') return undefined;
	return Object.fromEntries(write.changes.map(({ key, to }) => [key, to]));
}

export const createBody = ({ fields }: Contact, createWith: CreateWith): JsonObject =>
	createWith === 'public' ? { ...fields, on_duplicate: 'skip' } : { ...fields };

/**
 * The invitation in the answer to the public create, together with the values beside it. The interface does not show
 * this answer, so where no invitation is found in it, the answer itself counts as the invitation.
 */
export function invitationIn(answer: JsonObject): JsonObject {
	const record = withoutEnvelope(answer);
	const { id } = readAnswer(record, {});
	const inner = isObject(record.invitation) ? record.invitation : record;
	return { ...answer, ...inner, ...(id === null ? {} : { id }) };
}

const readAnswer = PUBLIC_INVITATION.reader();

/** How much the clocks of n8n and of the service's servers may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Reads the answer to a create. The remark says that the service returned an existing invitation, because the list
 * did not show it or the service compares addresses in another way; or that values are not as they were sent.
 */
export function readCreated(
	answer: JsonObject,
	contact: Contact,
	{ knownIds, newestMs }: Pick<SyncPlan, 'knownIds' | 'newestMs'>,
	{ maybeDoneBefore }: Pick<WriteDone, 'maybeDoneBefore'> = {},
): Pick<WriteDone, 'answer' | 'remark' | 'returnedExisting'> {
	const facts = readAnswer(answer, {});
	const isOlder = Date.parse(String(facts.created_at)) < newestMs - CLOCK_TOLERANCE_MS;
	// After a lost answer, "not created" most likely means that the lost request has created it.
	const saysExisting = answer.created === false && !maybeDoneBefore;
	if (saysExisting || knownIds.has(facts.id) || isOlder || isSpent(facts, contact)) {
		const which = typeof facts.id === 'string' ? ` (${facts.id})` : '';
		const remark = `The service returned an existing invitation${which} instead of a new one. Check whose it is.`;
		return { answer, remark, returnedExisting: true };
	}
	const said = Object.entries(fieldsOfFacts(facts)).filter(([, fact]) => fact !== null);
	const invitation = { ...answer, ...Object.fromEntries(said) };
	const differing = changesOf(contact, invitation, { propertiesMode: 'merge' })
		.filter(({ key }) => key in invitation)
		.map(({ key }) => factOfField(key));
	if (differing.length === 0) return { answer };
	const remark = `The contact and the service’s answer differ in ${differing.join(', ')}: either the invitation existed before, or the service ignored the value.`;
	return { answer, remark };
}

/** Whether an invitation is used or expired, which a new one cannot be. */
function isSpent({ status }: JsonObject, { fields }: Contact): boolean {
	if (status !== 'expired') return status === 'used';
	if (fields.expires_at === undefined) return true;
	const expiresAt = millis(fields.expires_at);
	// A new invitation that was sent with an expiry in the past has expired at once.
	return expiresAt !== undefined && expiresAt > Date.now() + CLOCK_TOLERANCE_MS;
}
