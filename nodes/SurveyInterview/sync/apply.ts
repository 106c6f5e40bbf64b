import type { NodeOperationError } from 'n8n-workflow';

import { isNotFound, SurveyInterviewError } from '../http/errors';
import { InputError } from '../input/problem';
import { inOrder } from '../http/timing';
import {
	isWrite,
	type PlannedWrite,
	type Progress,
	type Step,
	type SyncPlan,
	WRITE_ACTIONS,
} from './steps';
import type { CreateWith } from './syncOptions';
import { otherCreate, Writer, type WriteContext } from './write';

interface SurveyWrite {
	plan: SyncPlan;
	write: PlannedWrite;
}

/** Why the run stopped early, and at which write. */
export interface Stop {
	error: Error;
	write?: PlannedWrite;
	/** What to do. */
	advice?: string;
}

export const writesOf = (plans: SyncPlan[]): SurveyWrite[] =>
	plans.flatMap((plan) => plan.steps.filter(isWrite).map((write) => ({ plan, write })));

/** So many creates go one after the other, until the service takes one; if it refuses them all, the run ends. */
const FIRST_CREATES = 5;
/** So many failures of the service itself in a row are an outage, and not about single records. */
const MAX_CRASHES = 5;

/**
 * Carries out plans. Updates come first, because a key that one invitation gives up may be needed by another;
 * then creates, then revocations. Creates go one by one until the service has taken one, and in each survey until
 * a created invitation shows that it has its recipient. One that is refused does not stop the others, but the run ends
 * when the first ones are all refused, and at an error that is not about a single record.
 *
 * @returns why the run stopped early; undefined where it did not
 */
export async function applyPlans(
	context: WriteContext,
	plans: SyncPlan[],
	progress: Progress,
): Promise<Stop | undefined> {
	const writer = new Writer(context);
	const { session, concurrency, createWith } = context;
	let stop: Stop | undefined;
	let crashes = 0;
	/** @returns whether to continue; once it says no, it starts no other write */
	const carryOut = async ({ plan, write }: SurveyWrite): Promise<boolean> => {
		if (stop !== undefined || session.signal?.aborted) return false;
		const result = await writer.send(plan, write);
		progress.set(write, result);
		const error = result.done ? undefined : result.error;
		crashes = isCrash(error) ? crashes + 1 : 0;
		const isOfRecord = error === undefined || isRecordError(write, error);
		if (isOfRecord && crashes < MAX_CRASHES) return true;
		stop ??= { error: error as Error, write };
		return false;
	};
	for (const action of WRITE_ACTIONS) {
		const isNow = ({ write }: SurveyWrite) => write.action === action;
		const those = writesOf(plans).filter(isNow);
		if (action === 'created') {
			// A create that the service may refuse goes after the others.
			const doubts = ({ write }: SurveyWrite) => Number(write.reason !== undefined);
			const first = those.toSorted((a, b) => doubts(a) - doubts(b)).slice(0, FIRST_CREATES);
			for (const one of first) if (writer.hasCreated || !(await carryOut(one))) break;
			if (!writer.hasCreated && first.every(({ write }) => progress.has(write)))
				stop ??= allRefused(first, plans, progress, createWith);
			await inOrder(plans.length, concurrency, async (place) => {
				for (const one of writesOf(plans.slice(place, place + 1)).filter(isNow)) {
					if (writer.checkedSurveys.has(one.plan)) break;
					if (!progress.has(one.write) && !(await carryOut(one))) return false;
				}
				return true;
			});
		}
		const remaining = those.filter(({ write }) => !progress.has(write));
		await inOrder(
			remaining.length,
			concurrency,
			async (place) => await carryOut(remaining[place] as SurveyWrite),
		);
	}
	return stop;
}

/**
 * The stop of a run whose first creates were all refused, with the error of the first one. Fewer than five may all be
 * contacts that the service never takes, if other contacts of the list have their invitations.
 */
function allRefused(
	first: readonly SurveyWrite[],
	plans: SyncPlan[],
	progress: Progress,
	createWith: CreateWith,
): Stop | undefined {
	const [{ write } = {}] = first;
	const result = write && progress.get(write);
	if (!result || result.done) return undefined;
	const isMatched = ({ action }: Step) => action === 'unchanged' || action === 'updated';
	if (first.length < FIRST_CREATES && plans.some(({ steps }) => steps.some(isMatched)))
		return undefined;
	const which =
		first.length === 1
			? 'The only create was refused'
			: `The first ${first.length} creates were all refused`;
	const advice = `${which}, so no other was sent: correct row ${write.contact?.row}, or choose Create With: ${otherCreate(createWith)}.`;
	return { error: result.error, write, advice };
}

/** A 500 may be about the one record that it answers. */
const isCrash = (error: Error | undefined): boolean =>
	error instanceof SurveyInterviewError && error.status === 500;

/** With these statuses the service refuses a single record; any other error would meet the next record too. */
const RECORD_STATUSES = [400, 404, 409, 410, 413, 422, 500];

/** Whether an error is about a single record, so that the other records can still be written. */
function isRecordError({ action }: PlannedWrite, error: Error): boolean {
	if (error instanceof InputError) return true;
	if (!(error instanceof SurveyInterviewError) || error.status === undefined) return false;
	// The path of a create names only the survey, so a 404 says that the survey is gone. A 404 without the service's
	// error code comes from another server, which would answer the next record too.
	const isOfAll = action === 'created' || !isNotFound(error.facts);
	if ([404, 410].includes(error.status) && isOfAll) return false;
	return RECORD_STATUSES.includes(error.status);
}

/** The error that stopped a sync, with a summary of what was done and what was not. */
export function withSummary(
	error: NodeOperationError,
	{ write, advice }: Stop,
	plans: SyncPlan[],
	progress: Progress,
): NodeOperationError {
	const all = writesOf(plans);
	const counts = WRITE_ACTIONS.flatMap((action) => {
		const planned = all.filter((one) => one.write.action === action);
		const done = planned.filter((one) => progress.get(one.write)?.done).length;
		return planned.length === 0 ? [] : [`${done} of ${planned.length} ${action}`];
	});
	const undone = [...progress.values()].filter((result) => !result.done);
	const withoutRecipient = undone.filter((result) => result.withoutRecipient).length;
	const unclear = undone.filter(({ maybeDone }) => maybeDone).length - withoutRecipient;
	const failed = undone.length - unclear - withoutRecipient;
	const item = write?.contact?.item;
	// n8n logs errors, so none names a person.
	const which =
		item === undefined ? `invitation ${write?.recipient?.id}` : `row ${write?.contact?.row}`;
	error.description = [
		error.description,
		`The sync stopped${write ? ` at ${which}` : ''}: ${counts.join(', ')}.`,
		failed > 0 ? `${failed} failed.` : '',
		unclear > 0 ? `${unclear} more may have been done.` : '',
		// Not "Run it again": the next run cannot match an invitation without a recipient, and would create another.
		withoutRecipient > 0
			? `${withoutRecipient} created without a recipient.`
			: (advice ?? 'Run it again to finish. It does not repeat what is already done.'),
	]
		.filter(Boolean)
		.join(' ');
	return error;
}
