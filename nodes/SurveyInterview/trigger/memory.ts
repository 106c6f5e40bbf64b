import type { State } from './state';

/** The newest state of a trigger that this process saved, and what became of it. */
interface Remembered {
	state: State;
	savedAt: number;
	/** When the trigger was last polled. */
	polledAt: number;
	/** Whether it is certain: n8n handed it back, or nothing was delivered with it. */
	certain: boolean;
	/** The last one that was certain. */
	before?: State;
}

/** What to do with a state that n8n hands to a poll. */
export type StateChoice = { use: State | undefined } | { use: 'none yet'; waitMs: number };

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
	/** When an activation last handed over a state, by trigger: n8n may save it after the first scheduled poll. */
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

	/** @param handed the state that n8n gave, of any scope */
	choose(trigger: string, scope: string, handed: State | undefined, now: number): StateChoice {
		this.forgetOthers(trigger, now);
		const known = this.newest.get(trigger);
		const mine = handed?.scope === scope ? handed : undefined;
		if (known?.state.scope !== scope) {
			this.newest.delete(trigger);
			return { use: mine };
		}
		known.polledAt = now;
		const number = mine?.number ?? 0;
		if (number >= known.state.number) {
			if (mine) this.keep(trigger, mine, now);
			return { use: mine };
		}
		if (known.certain) return { use: known.state };
		const waitMs = known.savedAt + ON_ITS_WAY_MS - now;
		if (waitMs > 0) return { use: 'none yet', waitMs };
		// Where n8n has lost its state, a new baseline would lose the completions since the last one.
		const older = mine ?? known.before;
		if (older) this.keep(trigger, older, now);
		else this.newest.delete(trigger);
		return { use: older };
	}

	/** Remembers a state as it is saved. */
	saved(trigger: string, state: State, now: number, withEvents: boolean): void {
		const known = this.newest.get(trigger);
		const before = known?.certain ? known.state : known?.before;
		const certain = !withEvents;
		this.newest.set(trigger, { state, savedAt: now, polledAt: now, certain, before });
	}

	private keep(trigger: string, state: State, now: number): void {
		this.newest.set(trigger, { state, savedAt: now, polledAt: now, certain: true });
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
