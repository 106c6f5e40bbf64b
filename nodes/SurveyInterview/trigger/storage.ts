import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { memory, type Memory } from './memory';
import { restored, stored, type State } from './state';
import { SeenSet } from './seen';

/** Whether n8n commits the node's data together with the execution, as its durable engine does. */
export function isCommitted(context: IPollFunctions): boolean {
	// Data that is not staged for a commit is watched for changes, by this property.
	return !('__dataChanged' in context.getWorkflowStaticData('node'));
}

/**
 * Where n8n keeps a trigger's state. Its two poll engines differ:
 *
 * - The default engine keeps a node's data under the node's name, which a person may change, and saves
 *   all of a workflow's data together. There the state lives in the workflow's data, under the node's id.
 * - The durable engine keeps a node's data by the node's id and commits it together with the execution.
 *   There the state lives in the node's data. What an activation poll writes is not committed, but the
 *   workflow's data is saved: through it the baseline reaches the first scheduled poll.
 */
export class Storage {
	private readonly ofNode: IDataObject;
	private readonly ofWorkflow: IDataObject;
	private readonly key: string;
	private readonly durable: boolean;

	constructor(
		context: IPollFunctions,
		private readonly trigger: string,
		private readonly scope: string,
		private readonly remembered: Memory = memory,
	) {
		this.ofNode = context.getWorkflowStaticData('node');
		this.ofWorkflow = context.getWorkflowStaticData('global');
		this.durable = isCommitted(context);
		this.key = `surveyInterviewTrigger:${context.getNode().id}`;
	}

	/**
	 * The state to go on from.
	 *
	 * @returns undefined when the watch begins; `not yet` when a newer state is on its way
	 * @throws {UnreadableState} when there is one that must not be thrown away
	 */
	load(now: number): State | undefined | 'not yet' {
		const choice = this.remembered.choose(this.trigger, this.scope, this.handed(), now);
		return choice.use === 'none yet' ? 'not yet' : choice.use;
	}

	/** Saves the state, as the last thing that a scheduled poll does, or an activation poll without a commit. */
	save(state: State, now: number, withEvents: boolean): void {
		const numbered = { ...state, number: state.number + 1 };
		if (this.durable) {
			for (const name of Object.keys(this.ofNode)) delete this.ofNode[name];
			Object.assign(this.ofNode, stored(numbered));
			if (this.ofWorkflow[this.key] !== undefined) delete this.ofWorkflow[this.key];
		} else this.ofWorkflow[this.key] = stored(numbered);
		this.remembered.saved(this.trigger, numbered, now, withEvents);
	}

	/**
	 * Saves what an activation poll took, for the scheduled poll to take up.
	 *
	 * @param before the state that it went on from
	 */
	handOver(state: State, before: State | undefined, now: number): void {
		if (!this.durable) return this.save(state, now, false);
		const known = new Set(before?.surveys.map(({ id }) => id));
		this.ofWorkflow[this.key] = stored({
			...state,
			surveys: state.surveys.filter(({ id }) => !known.has(id)),
			seen: new SeenSet(state.seen.text.slice(before?.seen.text.length ?? 0)),
		});
	}

	private handed(): State | undefined {
		const node = restored(this.ofNode);
		const workflow = restored(this.ofWorkflow[this.key] as IDataObject | undefined);
		if (!node || !workflow) return node ?? workflow;
		if (workflow.scope !== this.scope) return node;
		if (node.scope !== this.scope || workflow.number > node.number) return workflow;
		return merged(node, workflow);
	}
}

/** A state with the surveys that an activation poll took the baseline of. */
function merged(state: State, handover: State): State {
	const known = new Set(state.surveys.map(({ id }) => id));
	const more = handover.surveys.filter(({ id }) => !known.has(id));
	if (more.length === 0) return state;
	const seen = new SeenSet(state.seen.text + handover.seen.text);
	return { ...state, surveys: [...state.surveys, ...more], seen };
}
