import { isNotFound, SurveyInterviewError } from '../http/errors';
import { InputError } from '../input/problem';
import { inOrder } from '../run/inOrder';
import {
	type Progress,
	type Stop,
	isWrite,
	WRITE_ACTIONS,
	type PlannedWrite,
	type SurveyPlan,
	type WriteAction,
} from './steps';
import { Writer, type WriteContext } from './write';

/** A write of a survey's plan. */
interface SurveyWrite {
	plan: SurveyPlan;
	write: PlannedWrite;
}

/**
 * Carries out plans. Updates come first, because a key that one invitation gives up may be needed by another;
 * then creates, then revocations. Creates go one by one until the service has taken one, and in each survey
 * until an invitation has shown whether it carries its recipient. The first create that is refused for what it
 * says stops the run, and so does an error that is not about a single record.
 *
 * @returns why the run stopped early; undefined where it did not
 */
export async function applyPlans(
	context: WriteContext,
	plans: SurveyPlan[],
	progress: Progress,
): Promise<Stop | undefined> {
	const writer = new Writer(context);
	const { session, concurrency } = context;
	let stop: Stop | undefined;
	const isOver = () => stop !== undefined || session.signal?.aborted === true;
	/** Resolves to whether to continue. */
	const carryOut = async ({ plan, write }: SurveyWrite): Promise<boolean> => {
		if (isOver()) return false;
		const result = await writer.send(plan, write);
		progress.set(write, result);
		if (result.done || (!result.advice && isRecordError(write, result.error))) return true;
		stop ??= { error: result.error, step: write };
		return false;
	};
	for (const action of WRITE_ACTIONS) {
		const bySurvey = plans.map((plan) => writesOf(plan, action));
		if (action === 'created') {
			// Those that the service surely takes go first, if it takes any.
			const doubts = ({ write }: SurveyWrite) => Number('doubt' in write);
			for (const one of bySurvey.flat().sort((a, b) => doubts(a) - doubts(b))) {
				if (writer.hasCreated || !(await carryOut(one))) break;
			}
			await inOrder(plans.length, concurrency, async (place) => {
				for (const write of bySurvey[place] ?? []) {
					if (writer.hasCheckedRecipient(write.plan)) break;
					if (!progress.has(write.write) && !(await carryOut(write))) return false;
				}
				return true;
			});
		}
		const remaining = bySurvey.flat().filter(({ write }) => !progress.has(write));
		await inOrder(
			remaining.length,
			concurrency,
			async (place) => await carryOut(remaining[place] as SurveyWrite),
		);
		if (isOver()) break;
	}
	return stop;
}

function writesOf(plan: SurveyPlan, action: WriteAction): SurveyWrite[] {
	return [...plan.steps, ...plan.revocations].flatMap((step) =>
		isWrite(step) && step.action === action ? [{ plan, write: step }] : [],
	);
}

/** Statuses with which the service refuses a single record. Any other error would meet the next record too. */
const RECORD_STATUSES = [400, 404, 409, 410, 413, 422];
const NOT_FOUND_STATUSES = [404, 410];

/** Whether an error is about a single record, so that the other records can still be written. */
function isRecordError(write: PlannedWrite, error: Error): boolean {
	if (error instanceof InputError) return true;
	if (!(error instanceof SurveyInterviewError) || error.status === undefined) return false;
	if (NOT_FOUND_STATUSES.includes(error.status)) {
		// The path of a create names only the survey: the survey is gone.
		if (write.action === 'created') return false;
		// Without the service's error code another server answered, as it would for the next record.
		if (!isNotFound(error.facts)) return false;
	}
	return RECORD_STATUSES.includes(error.status);
}
