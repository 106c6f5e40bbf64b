import { isNotFound, SurveyInterviewError } from '../http/errors';
import { inOrder } from '../run/inOrder';
import type { Session } from '../http/session';
import { runItem } from '../run/endpoint';
import type { RetryProtection } from '../run/retryOnFail';
import { InputError, display } from '../input/problem';
import { findOperation } from '../operations';
import { endpointOf, type EndpointOperation } from '../operations/operation';
import { fillPath, isUuid } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import type { Contact } from './contact';
import {
	createBody,
	readCreated,
	invitationIn,
	adviceOn,
	checkRecipient,
	namelessError,
	MAX_UNREAD,
} from './create';
import type { SyncOptions } from './options';
import type { Step } from './plan';
import {
	isWrite,
	WRITES,
	type PlannedWrite,
	type Progress,
	type Stop,
	type WriteResult,
} from './progress';
import type { Revocation } from './revoke';
import type { SurveyPlan } from './surveys';

interface Write {
	step: PlannedWrite;
	run: () => Promise<WriteResult>;
}

interface Writing {
	session: Session;
	protection: RetryProtection;
	options: SyncOptions;
	/** How many are written at the same time. */
	concurrency: number;
}

/**
 * Carries out plans: what is changed first, because a key that one gives up another may get; then who is
 * created; then who is revoked. In each survey one create goes ahead of the others, until an invitation shows
 * whether the service knows whom it is for. It ends at the first error that is not one record's own.
 */
export async function applyPlans(
	writing: Writing,
	plans: SurveyPlan[],
	progress: Progress,
): Promise<Stop | undefined> {
	const writer = new Writer(writing);
	const { session, concurrency } = writing;
	let stop: Stop | undefined;
	const isOver = () => stop !== undefined || session.signal?.aborted === true;
	const carry = async ({ step, run }: Write): Promise<boolean> => {
		if (isOver()) return false;
		const written = await run();
		progress.set(step, written);
		if (written.done || isOfOneRecord(step, written.error)) return true;
		stop ??= { error: written.error, step };
		return false;
	};
	for (const phase of WRITES) {
		const writes = plans.map((plan) => writer.writesOf(plan, phase));
		if (phase === 'created') {
			await inOrder(plans.length, concurrency, async (place) => {
				for (const write of writes[place] ?? []) {
					if (writer.hasLookedAt(plans[place])) break;
					if (!(await carry(write))) return false;
				}
				return true;
			});
		}
		const left = writes.flat().filter(({ step }) => !progress.has(step));
		await inOrder(left.length, concurrency, async (place) => await carry(left[place] as Write));
		if (isOver()) break;
	}
	return stop;
}

/** Statuses with which a service refuses one record; anything else would meet the next one too. */
const OF_ONE_RECORD = [400, 404, 409, 410, 413, 422];
/** With these a create says that the survey is gone, for its path names nothing else. */
const NOT_FOUND = [404, 410];

function isOfOneRecord(step: Step | Revocation, error: Error): boolean {
	if (error instanceof InputError) return true;
	if (!(error instanceof SurveyInterviewError) || error.status === undefined) return false;
	// Without a code it is not the service that answers, and the next one meets that too.
	if (NOT_FOUND.includes(error.status) && (step.action === 'created' || !isNotFound(error.facts)))
		return false;
	return OF_ONE_RECORD.includes(error.status);
}

const noId = (id: string) =>
	new InputError(
		`The service lists this invitation with an ID that is not a UUID (${display(id)}), so it cannot be written. Nothing was sent for it; please report this.`,
	);

class Writer {
	/** The surveys in which a created invitation has shown what it can. */
	private readonly lookedAt = new Set<SurveyPlan>();

	/** How many that were created could not be looked at. */
	private unread = 0;

	constructor(private readonly writing: Writing) {}

	writesOf(plan: SurveyPlan, phase: (typeof WRITES)[number]): Write[] {
		const steps: Array<Step | Revocation> = phase === 'revoked' ? plan.revocations : plan.steps;
		return steps.flatMap((step) => {
			if (step.action !== phase || !isWrite(step)) return [];
			return [{ step, run: this.writeOf(plan, step) }];
		});
	}

	hasLookedAt(plan: SurveyPlan | undefined): boolean {
		return plan !== undefined && this.lookedAt.has(plan);
	}

	private writeOf(plan: SurveyPlan, step: PlannedWrite): Write['run'] {
		switch (step.action) {
			case 'created':
				return async () => await this.create(plan, step);
			case 'updated':
				return async () =>
					await this.send('update', step.item, {
						invitation_id: step.recipient.id,
						body: Object.fromEntries(step.changes.map(({ key, to }) => [key, to])),
					});
			case 'revoked':
				return async () => await this.revoke(step);
		}
	}

	private async create(
		plan: SurveyPlan,
		step: Extract<Step, { action: 'created' }>,
	): Promise<WriteResult> {
		const { options } = this.writing;
		const operation = options.createWith === 'public' ? 'create' : 'createPersonal';
		const body = createBody(step.contact, options);
		const written = await this.send(operation, step.item, { survey_id: plan.surveyId, body });
		if (!written.done) return { ...written, advice: adviceOn(written.error, body, options) };
		const told = readCreated(invitationIn(written.answer), step.contact, plan, written);
		return await this.looked(plan, step.contact, { ...written, ...told });
	}

	/** What was written; the first invitation of a survey must not be nobody's. */
	private async looked(
		plan: SurveyPlan,
		contact: Contact,
		written: Extract<WriteResult, { done: true }>,
	): Promise<WriteResult> {
		if (this.lookedAt.has(plan)) return written;
		const { session, options } = this.writing;
		const { answer: stray, isGivenBack } = written;
		const look = await checkRecipient(session, contact, stray);
		// Nothing was created, or nothing was seen: the next one is looked at as well.
		if (isGivenBack && look === 'nameless') return written;
		if (look === 'unread' && ++this.unread < MAX_UNREAD) return written;
		this.lookedAt.add(plan);
		if (look !== 'nameless') return written;
		const error = namelessError(session, contact, stray, options);
		return { done: false, error, maybeDone: true, stray };
	}

	private async revoke(step: Extract<Revocation, { action: 'revoked' }>): Promise<WriteResult> {
		// Items count from 0, so no ledger entry of a contact can be meant.
		const written = await this.send('revoke', -1, { invitation_id: step.recipient.id });
		const isGone =
			!written.done &&
			written.error instanceof SurveyInterviewError &&
			isNotFound(written.error.facts);
		return isGone ? { done: true, answer: {} } : written;
	}

	private async send(
		operationName: string,
		item: number,
		{ body, ...identifiers }: { survey_id?: string; invitation_id?: string; body?: JsonObject },
	): Promise<WriteResult> {
		const operation = findOperation('invitation', operationName) as EndpointOperation;
		const { method, path } = endpointOf(operation);
		const { invitation_id: id } = identifiers;
		// Only a UUID may reach a path. The list may bring anything, and the other records can be written all the same.
		if (id !== undefined && !isUuid(id)) return { done: false, error: noId(id), maybeDone: false };
		const request = {
			method,
			path: fillPath(path, identifiers),
			identifiers,
			query: {},
			body,
			limit: Infinity,
			rawAnswer: true,
		};
		const { session, protection } = this.writing;
		const result = await runItem(session, operation, request, protection, item);
		if (result.status !== 'done') {
			return { done: false, error: result.error, maybeDone: result.status === 'maybeDone' };
		}
		const { items, maybeDoneBefore } = result;
		return { done: true, answer: items[0] ?? {}, maybeDoneBefore };
	}
}
