import type { INodeExecutionData } from 'n8n-workflow';

import { isObject, type JsonObject } from '../records/json';
import { INVITATION_READ, withDefaults } from '../records/shapes';
import { dueIn, stepIdOf } from './approval';
import { itemOfRevocation, itemOfStep } from './items';
import type { Step } from './plan';
import type { Progress } from './progress';
import type { Revocation } from './revocations';
import type { SurveyPlan } from './surveys';

export type Json = INodeExecutionData['json'];

/** An item for each contact, in the order of the input, then one for each invitation of nobody in the list. */
export function outputOf(
	plans: SurveyPlan[],
	dryRun: boolean,
	progress: Progress,
): INodeExecutionData[] {
	const shown = (surveyId: string, step: Step | Revocation, item: JsonObject) => {
		const due = dueIn(step);
		const isDue = due === step && !progress.has(step);
		const json = isDue && !dryRun ? notStarted(item) : item;
		const whole = { ...json, invitation: shownInvitation(json.invitation) };
		return (due ? { ...whole, stepId: stepIdOf(surveyId, due) } : whole) as Json;
	};
	const steps = plans
		.flatMap(({ surveyId, steps: own }) => own.map((step) => ({ surveyId, step })))
		.sort((a, b) => a.step.item - b.step.item);
	return [
		...steps.map(({ surveyId, step }) => ({
			json: shown(surveyId, step, itemOfStep(step, dryRun, progress.get(step))),
			pairedItem: { item: step.item },
		})),
		...plans.flatMap(({ surveyId, revocations }) =>
			revocations.map((one) => ({
				json: shown(surveyId, one, itemOfRevocation(one, dryRun, progress.get(one))),
			})),
		),
	];
}

/** An invitation with the defaults of the specification, as other operations put it out. */
function shownInvitation(invitation: unknown): unknown {
	return isObject(invitation) ? withDefaults(invitation, INVITATION_READ) : invitation;
}

/** What a step that was to be done is, when the run ended before it. */
function notStarted(item: JsonObject): JsonObject {
	return {
		...item,
		action: 'failed',
		attempted: item.action,
		reason: `Not started (${String(item.action)}): run it again.`,
	};
}

/**
 * A failed item as a node that continues on fail hands it on, with `error` as other operations have it.
 * n8n sends an item to the error output only when it has no keys but error, message and details.
 */
export function withError(item: Json, toErrorOutput: boolean): Json {
	if (item.action !== 'failed') return item;
	return toErrorOutput ? { error: item.reason, details: item } : { error: item.reason, ...item };
}
