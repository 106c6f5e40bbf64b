import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { union } from './seen';
import { restoreState, storeState, type KnownSurvey, type State } from './state';

/** The newest state of a trigger that this process saved. */
interface Remembered {
	state: State;
	savedAt: number;
	polledAt: number;
	/** Whether it is certain: n8n handed it back, or nothing was delivered with it. */
	certain: boolean;
	/** The last one that was, where it is not. */
	before?: State;
}

/** How long a state that was just delivered may take to reach the database. */
const ON_ITS_WAY_MS = 60_000;
/** A trigger that is polled once a day is remembered, also on the day when clocks are set back an hour. */
const FORGOTTEN_AFTER_MS = 26 * 3_600_000;

/**
 * n8n may give a poll an older state than the one that was just saved: when polls start at the same time,
 * when an execution overwrites the workflow's data, or when a poll's result was discarded. A state that was
 * certainly saved is used again. For a state that n8n may have discarded together with its events, the
 * polls wait one minute; then they use the older state, and the events are delivered, for the first time.
 *
 * All times are milliseconds of a monotonic clock.
 */
export class Memory {
	private readonly newest = new Map<string, Remembered>();
	/** When an activation last handed over a state: n8n may save it after the first scheduled poll. */
	private readonly activated = new Map<string, number>();

	/** Whether this process has saved something of a trigger. */
	knows(trigger: string): boolean {
		return this.newest.has(trigger) || this.activated.has(trigger);
	}

	/** The newest state of a trigger, as far as this process has saved one. */
	newestOf(trigger: string, scope: string): State | undefined {
		const state = this.newest.get(trigger)?.state;
		return state?.scope === scope ? state : undefined;
	}

	handedOver(trigger: string, now: number): void {
		this.activated.set(trigger, now);
	}

	/**
	 * The state to go on from.
	 *
	 * @param handed the one that n8n gave, of any scope
	 * @returns `not yet` while a newer one may be on its way
	 */
	choose(
		trigger: string,
		scope: string,
		handed: State | undefined,
		now: number,
	): State | undefined | 'not yet' {
		this.forgetOthers(trigger, now);
		const known = this.newest.get(trigger);
		const mine = handed?.scope === scope ? handed : undefined;
		if (known?.state.scope !== scope) {
			this.newest.delete(trigger);
			return mine;
		}
		known.polledAt = now;
		const number = mine?.number ?? 0;
		if (number >= known.state.number) {
			if (mine) this.saved(trigger, mine, now, false);
			return mine;
		}
		if (known.certain) return known.state;
		if (now < known.savedAt + ON_ITS_WAY_MS) return 'not yet';
		// Where n8n has lost its state, a new baseline would lose the completions since the last one.
		const older = mine ?? known.before;
		if (older) this.saved(trigger, older, now, false);
		else this.newest.delete(trigger);
		return older;
	}

	/** Remembers a state as it is saved, or as n8n has it. */
	saved(trigger: string, state: State, now: number, withEvents: boolean): void {
		const known = this.newest.get(trigger);
		const lastCertain = known?.certain ? known.state : known?.before;
		const before = withEvents ? lastCertain : undefined;
		this.newest.set(trigger, { state, savedAt: now, polledAt: now, certain: !withEvents, before });
	}

	/** Drops the states of triggers that are not polled any more: they may be large, and n8n has them. */
	private forgetOthers(trigger: string, now: number): void {
		for (const [other, { polledAt }] of this.newest) {
			const isOld = now - polledAt >= FORGOTTEN_AFTER_MS;
			if (isOld && other !== trigger) this.newest.delete(other);
		}
		for (const [other, at] of this.activated) {
			if (now - at >= FORGOTTEN_AFTER_MS) this.activated.delete(other);
		}
	}
}

/** One for the process, shared by all triggers. */
export const memory = new Memory();

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
 *   There the state lives in the node's data. What an activation poll writes there is not committed, but the
 *   workflow's data is saved: the activation hands its baseline to the first scheduled poll through it.
 */
export class Storage {
	private readonly ofNode: IDataObject;
	private readonly ofWorkflow: IDataObject;
	private readonly key: string;
	private readonly durable: boolean;
	/** In the durable engine, the state that n8n committed, and what an activation handed over. */
	private committed?: State;
	private handover?: State;
	/** Whether n8n itself has an older state than the one that was loaded. */
	mustBeSaved = false;
	/** Whether the trigger is unknown: n8n has no state of it, and this process saw no activation. */
	isUnknown = false;

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
	 * The state from which to continue.
	 *
	 * @returns undefined when the watch begins; `not yet` when a newer state is on its way
	 * @throws {UnreadableState} when there is one that must not be discarded
	 */
	load(): State | undefined | 'not yet' {
		const ofNode = restoreState(this.ofNode);
		const ofWorkflow = restoreState(this.ofWorkflow[this.key] as IDataObject | undefined);
		this.isUnknown = !ofNode && !ofWorkflow && !this.remembered.knows(this.trigger);
		const handed = this.durable ? (ofNode ?? ofWorkflow) : (ofWorkflow ?? ofNode);
		if (this.durable) {
			this.committed = this.own(ofNode);
			this.handover = this.own(ofWorkflow);
		}
		const choice = this.remembered.choose(this.trigger, this.scope, handed, performance.now());
		if (choice === 'not yet') return choice;
		let state = choice ?? this.handover;
		if (state && this.handover) state = merged(state, this.handover);
		this.mustBeSaved = state !== (this.durable ? this.committed : handed);
		return state;
	}

	/** Saves the state; this is the last step of a scheduled poll. */
	save(state: State, withEvents: boolean): void {
		const numbered = { ...state, number: state.number + 1 };
		if (this.durable) {
			for (const name of Object.keys(this.ofNode)) delete this.ofNode[name];
			Object.assign(this.ofNode, storeState(numbered));
			// n8n saves the workflow's data before it commits the state, so the handover stays there until the
			// commit is certain.
			const { committed, handover } = this;
			const isTakenUp = committed && handover && newIn(handover, committed).length === 0;
			if (isTakenUp) delete this.ofWorkflow[this.key];
		} else this.ofWorkflow[this.key] = storeState(numbered);
		this.remembered.saved(this.trigger, numbered, performance.now(), withEvents);
	}

	/** Saves the state of an activation poll for the first scheduled poll. */
	handOver(state: State): void {
		if (this.durable) this.ofWorkflow[this.key] = storeState(without(state, this.committed));
		else this.save(state, false);
		this.remembered.handedOver(this.trigger, performance.now());
	}

	private own(state: State | undefined): State | undefined {
		return state?.scope === this.scope ? state : undefined;
	}
}

/** A state with the surveys that were handed over. */
function merged(state: State, handover: State): State {
	const more = newIn(handover, state);
	if (more.length === 0) return state;
	const added = new Set(more.map(({ id }) => id));
	const surveys = [...state.surveys.filter(({ id }) => !added.has(id)), ...more];
	return { ...state, surveys, seen: union(state.seen, handover.seen) };
}

/** The part of a state that a committed state does not contain, so that nothing is kept twice. */
function without(state: State, committed: State | undefined): State {
	if (!committed) return state;
	const surveys = newIn(state, committed);
	const seen = Object.fromEntries(surveys.map(({ id }) => [id, state.seen[id] ?? '']));
	return { ...state, surveys, seen };
}

/**
 * The surveys that a handover begins anew: those that a state does not know, or that had left the choice when the
 * handover was made. One that leaves the list later was taken up already, by a poll that saved a higher number.
 */
function newIn(handover: State, { surveys, number }: State): KnownSurvey[] {
	const known = surveys.filter(({ leftAt }) => leftAt === undefined || number > handover.number);
	const ids = new Set(known.map(({ id }) => id));
	return handover.surveys.filter(({ id }) => !ids.has(id));
}
