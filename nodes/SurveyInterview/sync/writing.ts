import type { SurveyInterviewError } from '../api/errors';
import { inOrder } from '../api/inOrder';
import type { Session } from '../api/session';
import { runItem } from '../execution/item';
import type { Protection } from '../execution/retryOnFail';
import { InputProblem, shown } from '../input/problem';
import { findOperation } from '../operations';
import { endpointOf, type Operation } from '../operations/operation';
import { fillPath, isUuid } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { createBody, givenBack, invitationIn } from './creating';
import type { SyncOptions } from './options';
import type { Step } from './plan';
import { WRITES, type Progress, type Stop, type Written } from './progress';
import type { Revocation } from './revocations';
import type { SurveyPlan } from './surveys';

type Write = () => Promise<Written>;

interface Writing {
	session: Session;
	protection: Protection;
	options: SyncOptions;
	/** How many are written at the same time. */
	width: number;
}

/**
 * Carries out plans: what is changed first, because a key that one gives up another may get; then who is
 * created; then who is revoked. It ends at the first error that is not one record's own.
 */
export async function carryOut(
	writing: Writing,
	plans: SurveyPlan[],
	progress: Progress,
): Promise<Stop | undefined> {
	const writer = new Writer(writing);
	const { session, width } = writing;
	let stop: Stop | undefined;
	for (const phase of WRITES) {
		const writes = plans.flatMap((plan) => writer.writesOf(plan, phase));
		await inOrder(writes.length, width, async (place) => {
			const write = writes[place];
			if (!write || session.signal?.aborted) return false;
			const { step } = write;
			const written = await write.run();
			progress.set(step, written);
			if (written.done || isOfOneRecord(step, written.error)) return true;
			stop ??= { error: written.error, step };
			return false;
		});
		if (stop || session.signal?.aborted) break;
	}
	return stop;
}

/** Statuses with which a service refuses one record; anything else would meet the next one too. */
const OF_ONE_RECORD = [400, 404, 409, 410, 413, 422];
/** With these a create says that the survey is gone, for its path names nothing else. */
const GONE = [404, 410];

function isOfOneRecord(step: Step | Revocation, error: Error): boolean {
	if (error instanceof InputProblem) return true;
	const { status } = error as Partial<SurveyInterviewError>;
	if (status === undefined) return false;
	if (step.action === 'created' && GONE.includes(status)) return false;
	return OF_ONE_RECORD.includes(status);
}

const noId = (id: string) =>
	new InputProblem(
		`The service lists this invitation with an ID that is not a UUID (${shown(id)}), so it cannot be written. Nothing was sent for it; please report this.`,
	);

class Writer {
	constructor(private readonly writing: Writing) {}

	writesOf(plan: SurveyPlan, phase: (typeof WRITES)[number]) {
		const steps: Array<Step | Revocation> = phase === 'revoked' ? plan.revocations : plan.steps;
		return steps.flatMap((step) => {
			if (step.action !== phase) return [];
			return [{ step, run: this.writeOf(plan, step) }];
		});
	}

	private writeOf(plan: SurveyPlan, step: Step | Revocation): Write {
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
			default:
				throw new Error(`Nothing is sent for a step that is ${step.action}.`);
		}
	}

	private async create(
		plan: SurveyPlan,
		step: Extract<Step, { action: 'created' }>,
	): Promise<Written> {
		const operation = this.writing.options.createWith === 'public' ? 'create' : 'createPersonal';
		const body = createBody(step.contact, this.writing.options);
		const written = await this.send(operation, step.item, { survey_id: plan.surveyId, body });
		if (!written.done) return written;
		return { ...written, ...givenBack(invitationIn(written.answer), step.contact, plan, written) };
	}

	private async revoke(step: Extract<Revocation, { action: 'revoked' }>): Promise<Written> {
		// Items count from 0, so no ledger entry of a contact can be meant.
		const written = await this.send('revoke', -1, { invitation_id: step.recipient.id });
		const isGone = !written.done && 'status' in written.error && written.error.status === 404;
		return isGone ? { done: true, answer: {} } : written;
	}

	private async send(
		operationName: string,
		item: number,
		{ body, ...identifiers }: { survey_id?: string; invitation_id?: string; body?: JsonObject },
	): Promise<Written> {
		const operation = findOperation('invitation', operationName) as Operation;
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
			most: Infinity,
			rawAnswer: true,
		};
		const { session, protection } = this.writing;
		const result = await runItem(session, operation, request, protection, item);
		if (result.fate !== 'done') {
			return { done: false, error: result.error, maybeDone: result.fate === 'maybeDone' };
		}
		const { items, maybeDoneBefore } = result;
		return { done: true, answer: items[0] ?? {}, maybeDoneBefore };
	}
}
