import type { NodeOperationError } from 'n8n-workflow';

import { isNotFound, SurveyInterviewError } from '../http/errors';
import { processInOrder } from '../http/concurrency';
import { InputError } from '../input/problem';
import type { Survey } from './invitations';
import { isToSend, type Step, WRITES } from './step';
import { failIfForNobody, otherCreate, sendStep, type WriteContext } from './write';

/** Why the run stopped early, and at which step. */
export interface Stop {
	error: Error;
	step?: Step;
	/** What a person should do, in place of running it again. */
	advice?: string;
}

/** If the service refuses so many creates in a row, before it has taken any, the run ends. */
const FIRST_CREATES = 5;
/** So many failures of the service itself in a row are an outage, and not about single records. */
const MAX_FAILURES_IN_ROW = 5;

const isNotStarted = ({ fate }: Step) => fate === 'notStarted';

/**
 * Carries out a plan, and notes in its steps what came of them. Updates come first, because a key that one invitation
 * gives up may be needed by another; then creates, then revocations. A step that is refused does not stop the others,
 * unless the error would meet them too, or the first creates are all refused.
 *
 * @returns why the run stopped early; undefined where it did not
 */
export async function applySteps(context: WriteContext, steps: Step[]): Promise<Stop | undefined> {
	const run = new PlanRun(context, steps);
	const toSend = steps.filter(isToSend);
	for (const step of toSend) step.fate = 'notStarted';
	for (const write of WRITES) {
		const ofThisKind = toSend.filter((step) => step.write === write);
		if (write === 'created') await run.createFirst(ofThisKind);
		const remaining = ofThisKind.filter(isNotStarted);
		await processInOrder(
			remaining.length,
			context.concurrency,
			async (index) => await run.carryOut(remaining[index] as Step),
		);
	}
	return run.stop;
}

/** One run of a plan: it carries out single steps, and remembers what this tells about the next ones. */
class PlanRun {
	/** Once there is one, no other step is started. */
	stop?: Stop;
	private failuresInRow = 0;
	/** Whether the service has taken a create in this run. */
	private hasCreated = false;
	/**
	 * The surveys of which a created invitation was looked at. A service that ignores the names of the fields, or hides
	 * who is invited, would list no recipients, and every run would invite everybody again.
	 */
	private readonly checkedSurveys = new Set<Survey>();

	constructor(
		private readonly context: WriteContext,
		private readonly steps: readonly Step[],
	) {}

	/** @returns whether to continue */
	async carryOut(step: Step): Promise<boolean> {
		const { context, checkedSurveys } = this;
		if (this.stop !== undefined || context.session.signal?.aborted) return false;
		await sendStep(context, step);
		if (step.write === 'created' && step.answer) this.hasCreated = true;
		// An existing invitation, which makes the step a duplicate, says nothing about new ones.
		if (step.fate === 'created' && !checkedSurveys.has(step.survey)) {
			await failIfForNobody(context, step);
			checkedSurveys.add(step.survey);
		}
		const { error } = step;
		this.failuresInRow = mayBeOutage(error) ? this.failuresInRow + 1 : 0;
		if (!error) return true;
		if (isRecordError(step, error) && this.failuresInRow < MAX_FAILURES_IN_ROW) return true;
		this.stop ??= { error, step };
		return false;
	}

	/**
	 * Sends the first creates one after the other, so that little is done if they go wrong: until the service has taken
	 * one, or refused five; and in each survey until a created invitation has shown its recipient. The remaining ones may
	 * then go side by side.
	 */
	async createFirst(creates: readonly Step[]): Promise<void> {
		const firstCreates: Step[] = [];
		// A create with a `reason` is one that the service may refuse.
		const likely = creates.filter(({ reason }) => reason === undefined);
		const doubtful = creates.filter(({ reason }) => reason !== undefined);
		for (const step of [...likely, ...doubtful]) {
			if (this.checkedSurveys.has(step.survey)) continue;
			if (!this.hasCreated && firstCreates.length === FIRST_CREATES) break;
			firstCreates.push(step);
			if (!(await this.carryOut(step))) return;
		}
		// An update may have stopped the run before.
		if (!this.hasCreated) this.stop ??= this.stopForRefusals(firstCreates);
	}

	/**
	 * The stop of a run whose first creates were all refused, with the error of the first one. None if these are fewer
	 * than five and somebody in the list is invited already: then the service takes invitations, and may just not take
	 * these contacts.
	 */
	private stopForRefusals(firstCreates: readonly Step[]): Stop | undefined {
		const [step] = firstCreates;
		if (!step?.error) return undefined;
		if (firstCreates.length < FIRST_CREATES && this.steps.some(isInvited)) return undefined;
		const which =
			firstCreates.length === 1
				? 'The only create was refused'
				: `The first ${firstCreates.length} creates were all refused`;
		const otherWay = otherCreate(this.context.createWith);
		const advice = `${which}, so no other was sent: correct row ${step.contact?.row}, or choose Create With: ${otherWay}.`;
		return { error: step.error, step, advice };
	}
}

/** Whether a step is about a contact that has an invitation, also one that this run leaves as it is. */
const isInvited = ({ fate, write, contact, recipient }: Step): boolean =>
	fate === 'unchanged' || write === 'updated' || Boolean(contact && recipient);

/** A 500, or a refusal of the service or of a firewall: alone it may be about its record, in a row it is an outage. */
const mayBeOutage = (error: Error | undefined): boolean =>
	error instanceof SurveyInterviewError && [403, 451, 500].includes(error.status ?? 0);

/** With these statuses the service refuses a single record; any other error would meet the next record too. */
const RECORD_STATUSES = [400, 403, 409, 413, 422, 451, 500];

/** Whether an error is about a single record, so that the other records can still be written. */
function isRecordError({ write }: Step, error: Error): boolean {
	if (error instanceof InputError) return true;
	if (!(error instanceof SurveyInterviewError) || error.status === undefined) return false;
	// The token may not do this at all.
	if (error.facts.code === 'insufficient_scope') return false;
	if (error.status === 404 || error.status === 410) {
		// The path of a create names only the survey, so the survey is gone. Without the service's error code, another
		// server has answered, which would answer the next record too.
		return write !== 'created' && isNotFound(error.facts);
	}
	return RECORD_STATUSES.includes(error.status);
}

/** The error that stopped a sync, with a summary of what was done and what was not. */
export function withSummary(
	error: NodeOperationError,
	{ step, advice }: Stop,
	steps: readonly Step[],
): NodeOperationError {
	const toSend = steps.filter(isToSend);
	const counts = WRITES.flatMap((write) => {
		const planned = toSend.filter((entry) => entry.write === write);
		const done = planned.filter((entry) => !entry.error && !isNotStarted(entry)).length;
		return planned.length === 0 ? [] : [`${done} of ${planned.length} ${write}`];
	});
	// Steps with an answer and an error were created, but show no recipient. They are `maybeDone`, and told apart here.
	const withoutRecipient = toSend.filter((entry) => entry.error && entry.answer).length;
	const failed = toSend.filter(({ fate }) => fate === 'refused').length;
	const unclear = toSend.filter(({ fate }) => fate === 'maybeDone').length - withoutRecipient;
	// n8n logs errors, so none names a person.
	const which = step?.contact ? `row ${step.contact.row}` : `invitation ${step?.recipient?.id}`;
	error.description = [
		error.description,
		`The sync stopped${step ? ` at ${which}` : ''}: ${counts.join(', ')}.`,
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
