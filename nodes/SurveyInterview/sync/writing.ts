import { SurveyInterviewError } from '../api/errors';
import { inOrder } from '../api/inOrder';
import type { Session } from '../api/session';
import { runItem } from '../execution/item';
import type { Protection } from '../execution/retryOnFail';
import { findOperation } from '../operations';
import { endpointOf, type Operation } from '../operations/operation';
import { fillPath } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import type { SyncOptions } from './options';
import type { Written } from './output';
import { createBody, type Plan, type Step } from './plan';
import type { Revocation } from './revocations';

/** The plan of one survey's list. */
export interface SurveyPlan extends Plan {
	surveyId: string;
	/** The ids of all invitations that the list held. */
	known: Set<unknown>;
}

/** What has been written of a plan so far, by step. */
export type Progress = Map<Step | Revocation, Written>;

type Write = () => Promise<Written>;

/**
 * Carries out plans: what is changed first, because a key that one gives up another may get; then who is
 * created; then who is revoked. It ends at the first error that is not one record's own.
 *
 * @returns the error that ended it, if one did
 */
export async function carryOut(
	session: Session,
	protection: Protection,
	plans: SurveyPlan[],
	options: SyncOptions,
	width: number,
	progress: Progress,
): Promise<Error | undefined> {
	const writer = new Writer(session, protection, options);
	let stopped: Error | undefined;
	for (const phase of ['updated', 'created', 'revoked'] as const) {
		const writes = plans.flatMap((plan) => writer.writesOf(plan, phase));
		await inOrder(writes.length, width, async (place) => {
			const write = writes[place];
			if (!write || session.signal?.aborted) return false;
			const written = await write.run();
			progress.set(write.step, written);
			if (written.done || isOfOneRecord(written.error)) return true;
			stopped ??= written.error;
			return false;
		});
		if (stopped || session.signal?.aborted) return stopped;
	}
	return undefined;
}

/** Statuses with which a service refuses one record; anything else would meet the next one too. */
const OF_ONE_RECORD = [400, 404, 409, 410, 413, 422];

function isOfOneRecord(error: Error): boolean {
	const known = error instanceof SurveyInterviewError ? error : undefined;
	return known?.status !== undefined && !known.maybeDone && OF_ONE_RECORD.includes(known.status);
}

class Writer {
	constructor(
		private readonly session: Session,
		private readonly protection: Protection,
		private readonly options: SyncOptions,
	) {}

	writesOf(plan: SurveyPlan, phase: 'updated' | 'created' | 'revoked') {
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
		const operation = this.options.createWith === 'public' ? 'create' : 'createPersonal';
		const body = createBody(step.contact, this.options);
		const written = await this.send(operation, step.item, { survey_id: plan.surveyId, body });
		if (!written.done) return written;
		const answer = invitationIn(written.answer);
		if (!plan.known.has(answer.id)) return { done: true, answer };
		const message = `The service gave back an invitation that it had already (${String(answer.id)}), and created none: look whose it is.`;
		return { done: false, maybeDone: false, error: new Error(message) };
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
		const request = {
			method,
			path: fillPath(path, identifiers),
			identifiers,
			query: {},
			body,
			most: Infinity,
			rawAnswer: true,
		};
		const result = await runItem(this.session, operation, request, this.protection, item);
		if (result.fate === 'done') return { done: true, answer: result.items[0] ?? {} };
		return { done: false, error: result.error, maybeDone: result.fate === 'maybeDone' };
	}
}

/** The invitation in the public create's answer, whose record is not shown; the answer whole without one. */
function invitationIn(answer: JsonObject): JsonObject {
	if (typeof answer.id === 'string') return answer;
	const inside = Object.values(answer).find(
		(value) => isObject(value) && typeof value.id === 'string',
	);
	return isObject(inside) ? { ...answer, ...inside } : answer;
}
