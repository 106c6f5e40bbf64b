import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { union } from './seen';
import { restoreState, storeState, type KnownSurvey, type State } from './state';

/** The newest state of a trigger that this process saved. */
interface Remembered {
	state: State;
	savedAt: number;
	polledAt: number;
	/** n8n certainly has it: it handed it back, or no events were delivered with it. */
	certain: boolean;
	/** Where this state is not certain, the last one that was. */
	before?: State;
}

/** How long n8n may take to save a state. */
const ON_ITS_WAY_MS = 60_000;
/** Long enough for a trigger that is polled once a day, also when clocks are set back an hour. */
const FORGOTTEN_AFTER_MS = 26 * 3_600_000;

/**
 * n8n may give a poll an older state than the one that was saved last: when polls start at the same time, when an
 * execution overwrites the workflow's data, or when a poll's result was discarded. The newest state is then used from
 * here, if it is certain that n8n did not discard it. If n8n may have discarded it together with its events, polls
 * wait one minute for it. Then they use the older state, and the events are delivered after all.
 *
 * All times are milliseconds of a monotonic clock.
 */
export class Memory {
	private readonly newest = new Map<string, Remembered>();
	/** What an activation last handed over, because n8n may save it only after the first scheduled poll has begun. */
	private readonly activated = new Map<string, { state: State; at: number }>();

	knows(trigger: string): boolean {
		return this.newest.has(trigger) || this.activated.has(trigger);
	}

	newestOf(trigger: string, scope: string): State | undefined {
		const state = this.newest.get(trigger)?.state;
		return state?.scope === scope ? state : undefined;
	}

	handedOver(trigger: string, state: State, now: number): void {
		this.activated.set(trigger, { state, at: now });
	}

	/** The state that an activation of this process handed over. */
	handoverTo(trigger: string): State | undefined {
		return this.activated.get(trigger)?.state;
	}

	/**
	 * The state to go on from.
	 *
	 * @param handed the state that n8n gave, of any scope
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
		// If n8n has no state at all, an older one from here loses no completions; a new baseline would.
		const older = mine ?? known.before;
		if (older) this.saved(trigger, older, now, false);
		else this.newest.delete(trigger);
		return older;
	}

	saved(trigger: string, state: State, now: number, withEvents: boolean): void {
		const known = this.newest.get(trigger);
		const lastCertain = known?.certain ? known.state : known?.before;
		const before = withEvents ? lastCertain : undefined;
		this.newest.set(trigger, { state, savedAt: now, polledAt: now, certain: !withEvents, before });
	}

	/** Drops the states of triggers that are not polled any more, because they may be large. */
	private forgetOthers(trigger: string, now: number): void {
		for (const [other, { polledAt }] of this.newest) {
			const isOld = now - polledAt >= FORGOTTEN_AFTER_MS;
			if (isOld && other !== trigger) this.newest.delete(other);
		}
		for (const [other, { at }] of this.activated) {
			if (now - at >= FORGOTTEN_AFTER_MS) this.activated.delete(other);
		}
	}
}

export const memory = new Memory();

/** Whether this is n8n's durable engine, which commits the node's data together with the execution. */
export function isCommitted(context: IPollFunctions): boolean {
	// This property watches data for changes. The durable engine does not need it: it stages the data for the commit.
	return !('__dataChanged' in context.getWorkflowStaticData('node'));
}

/**
 * Where n8n keeps a trigger's state. Its two poll engines differ:
 *
 * - The default engine keeps a node's data under the node's name, which a person may change. So the state is in the
 *   workflow's data, under the node's id; the engine saves both together.
 * - The durable engine keeps a node's data under the node's id, and commits it together with the execution. So the
 *   state is in the node's data. What an activation poll writes there is not committed, so it hands its baseline to the
 *   first scheduled poll through the workflow's data, which is saved.
 */
export class Storage {
	private readonly ofNode: IDataObject;
	private readonly ofWorkflow: IDataObject;
	private readonly key: string;
	private readonly durable: boolean;
	/** In the durable engine, the state that n8n has committed. */
	private committed?: State;
	/** In the durable engine, the state that an activation handed over. */
	private handover?: State;
	/** n8n has another state than the one that was loaded. */
	mustBeSaved = false;
	/** n8n has no state of the trigger, and this process has not seen an activation of it. */
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
	 * @returns undefined when the watch begins; `not yet` while n8n may still be saving a newer state
	 * @throws {UnreadableState} when there is a state that must not be discarded
	 */
	load(): State | undefined | 'not yet' {
		const ofNode = restoreState(this.ofNode);
		const saved = restoreState(this.ofWorkflow[this.key] as IDataObject | undefined);
		const isUnsaved = this.durable && !ofNode && !saved;
		const ofWorkflow = isUnsaved ? this.remembered.handoverTo(this.trigger) : saved;
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

	/** The last step of a scheduled poll. */
	save(state: State, withEvents: boolean): void {
		const numbered = { ...state, number: state.number + 1 };
		if (this.durable) {
			for (const name of Object.keys(this.ofNode)) delete this.ofNode[name];
			Object.assign(this.ofNode, storeState(numbered));
			// n8n saves the workflow's data before it commits the state, and the commit may fail. So the handover is
			// deleted only when a committed state has all of it.
			const { committed, handover } = this;
			const isTakenUp = committed && handover && newIn(handover, committed).length === 0;
			if (isTakenUp) delete this.ofWorkflow[this.key];
		} else this.ofWorkflow[this.key] = storeState(numbered);
		this.remembered.saved(this.trigger, numbered, performance.now(), withEvents);
	}

	/** Saves the state of an activation for the first scheduled poll. */
	handOver(state: State): void {
		if (this.durable) this.ofWorkflow[this.key] = storeState(without(state, this.committed));
		else this.save(state, false);
		this.remembered.handedOver(this.trigger, state, performance.now());
	}

	private own(state: State | undefined): State | undefined {
		return state?.scope === this.scope ? state : undefined;
	}
}

function merged(state: State, handover: State): State {
	const more = newIn(handover, state);
	if (more.length === 0) return state;
	const added = new Set(more.map(({ id }) => id));
	const surveys = [...state.surveys.filter(({ id }) => !added.has(id)), ...more];
	return { ...state, surveys, seen: union(state.seen, handover.seen) };
}

/** The part of a state that is not committed yet, so that nothing is kept twice. */
function without(state: State, committed: State | undefined): State {
	if (!committed) return state;
	const surveys = newIn(state, committed);
	const seen = Object.fromEntries(surveys.map(({ id }) => [id, state.seen[id] ?? '']));
	return { ...state, surveys, seen };
}

/**
 * The surveys whose watch begins with a handover: those that the state does not know, or that had left the choice. But
 * a state with a higher number than the handover has taken it up already, so what has left since then does not count.
 */
function newIn(handover: State, { surveys, number }: State): KnownSurvey[] {
	const known = surveys.filter(({ leftAt }) => leftAt === undefined || number > handover.number);
	const ids = new Set(known.map(({ id }) => id));
	return handover.surveys.filter(({ id }) => !ids.has(id));
}
