import { isNotFound, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError, display } from '../input/problem';
import { findOperation } from '../operations';
import { endpointOf, type EndpointOperation } from '../operations/operation';
import { fillPath, isUuid } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { runItem } from '../run/endpoint';
import type { Ledger } from '../run/ledger';
import type { Contact } from './contact';
import {
	checkRecipient,
	createBody,
	firstRefused,
	invitationIn,
	noRecipientError,
	readCreated,
} from './create';
import type { CreateWith } from './options';
import type { WriteDone, WriteResult, PlannedWrite, SurveyPlan } from './steps';

export interface WriteContext {
	session: Session;
	ledger: Ledger;
	createWith: CreateWith;
	concurrency: number;
}

/** How many created invitations may be unreadable before the run continues without a check of the recipient. */
const MAX_UNREADABLE = 3;

/** The item index of a revocation. Contacts count from 0, so no Retry On Fail entry of a contact is meant. */
const NO_ITEM = -1;

/** Sends single writes, and checks the first invitation that it creates in a survey. */
export class Writer {
	/** The surveys in which the recipient of a created invitation was checked. */
	private readonly checkedSurveys = new Set<SurveyPlan>();
	private unreadableCount = 0;

	/** Whether the service has taken a create in this run: until then they go one by one. */
	hasCreated = false;

	constructor(private readonly context: WriteContext) {}

	/** Whether creates in the survey may run at the same time. */
	hasCheckedRecipient(plan: SurveyPlan): boolean {
		return this.checkedSurveys.has(plan);
	}

	async send(plan: SurveyPlan, write: PlannedWrite): Promise<WriteResult> {
		const result = await this.request(plan, write);
		if (write.action === 'created') return await this.afterCreate(plan, write.contact, result);
		const isGone =
			write.action === 'revoked' &&
			!result.done &&
			result.error instanceof SurveyInterviewError &&
			isNotFound(result.error.facts);
		return isGone ? { done: true, answer: {} } : result;
	}

	private async request({ surveyId }: SurveyPlan, write: PlannedWrite): Promise<WriteResult> {
		const { session, ledger, createWith } = this.context;
		const { action, contact, recipient } = write;
		// A path takes only a UUID, and the list may hold any ID. Other records can still be written.
		if (recipient && !isUuid(recipient.id)) {
			return { done: false, error: notUuidError(recipient.id), maybeDone: false };
		}
		const create = createWith === 'public' ? 'create' : 'createPersonal';
		const name = { created: create, updated: 'update', revoked: 'revoke' }[action];
		const operation = findOperation('invitation', name) as EndpointOperation;
		const { method, path } = endpointOf(operation);
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
		const result = await runItem(session, operation, request, ledger, contact?.item ?? NO_ITEM);
		if (result.status !== 'done') {
			return { done: false, error: result.error, maybeDone: result.status === 'maybeDone' };
		}
		const { records, maybeDoneBefore } = result;
		return { done: true, answer: records[0] ?? {}, maybeDoneBefore };
	}

	private async afterCreate(
		plan: SurveyPlan,
		contact: Contact,
		result: WriteResult,
	): Promise<WriteResult> {
		const { createWith } = this.context;
		if (!result.done) {
			const advice = this.hasCreated ? undefined : firstRefused(result.error, contact, createWith);
			return advice === undefined ? result : { ...result, advice };
		}
		this.hasCreated = true;
		const created = readCreated(invitationIn(result.answer), contact, plan, result);
		// Create Personal never returns an existing invitation, so this is not its answer.
		if (created.returnedExisting && createWith === 'personal') {
			return { done: false, error: new InputError(created.remark ?? ''), maybeDone: true };
		}
		return await this.checkFirst(plan, contact, { ...result, ...created });
	}

	/** Fails a create whose invitation has no recipient. One check per survey is enough. */
	private async checkFirst(
		plan: SurveyPlan,
		contact: Contact,
		result: WriteDone,
	): Promise<WriteResult> {
		if (this.checkedSurveys.has(plan)) return result;
		const { session, createWith } = this.context;
		const { answer, returnedExisting } = result;
		const check = await checkRecipient(session, contact, answer);
		// An existing invitation without a recipient says nothing about new ones: the next create is checked too.
		if (returnedExisting && check === 'missing') return result;
		if (check === 'unreadable' && ++this.unreadableCount < MAX_UNREADABLE) return result;
		this.checkedSurveys.add(plan);
		if (check !== 'missing') return result;
		const error = noRecipientError(session, contact, answer, createWith);
		return { done: false, error, maybeDone: true, withoutRecipient: answer };
	}
}

function sentBody(write: PlannedWrite, createWith: CreateWith): JsonObject | undefined {
	switch (write.action) {
		case 'created':
			return createBody(write.contact, createWith);
		case 'updated':
			return Object.fromEntries(write.changes.map(({ key, to }) => [key, to]));
		case 'revoked':
			return undefined;
	}
}

const notUuidError = (id: string) =>
	new InputError(
		`The service lists this invitation with an ID that is not a UUID (${display(id)}), so it cannot be changed. Nothing was sent for it; please report this.`,
	);
