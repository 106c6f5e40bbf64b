import { createHash } from 'node:crypto';

import { backOffMs } from './retry';
import { pause } from './waiting';

/** Someone who wants to send: a request keeps one ticket, and with it its place, over all its tries. */
export interface Ticket {
	/** Place in the order of arrival; given by the gate at the first `enter`. */
	arrival?: number;
	signal?: AbortSignal;
	/** Milliseconds this run may still wait. */
	left(now: number): number;
	/** When waiting for others must end too, by `performance.now()`: a clock that is set changes nothing. */
	deadline: number;
	/** Told when waiting for the limit begins and ends, so that the run's budget can count it. */
	waiting(on: boolean, now: number): void;
}

/** A wait for the rate limit, in milliseconds, and whether the service itself asked for it (Retry-After). */
export interface LimitWait {
	ms: number;
	asked: boolean;
}

/** What came of asking to send. `tooLong`: the wait would outlast the run's budget. */
export type Entry =
	| { kind: 'go'; pass: Pass }
	| { kind: 'cancelled' }
	| ({ kind: 'tooLong' } & LimitWait);

/** The right to send one request now; handed back with `leave`. */
export interface Pass {
	season: number;
}

interface Waiter {
	ticket: Ticket;
	arrival: number;
	counting: boolean;
	settle: (entry: Entry) => void;
	onAbort: () => void;
}

/** What a 429 said is believed this long; then one request goes and sees (design, The gate). */
const LONGEST_BELIEF_MS = 15 * 60_000;
/** After this many at once went well, the gate is wide open again. */
const WIDE = 8;

/**
 * The gate before the service for one base URL and token. Open, it costs nothing. A 429 to any request
 * closes it for all: they wait in order of arrival, nobody holding a slot, then one goes, then two, four …
 */
export class Gate {
	private queue: Waiter[] = [];
	private arrivals = 0;
	private opensAt = 0;
	private closedAt = 0;
	/** Whether the service said when it opens. */
	private asked = false;
	private strikes = 0;
	private width = Infinity;
	/** Under way in this season; a closure starts a new one, so that stragglers hold up nobody. */
	private running = 0;
	private season = 0;
	private alarm?: { at: number; stop: AbortController };

	private lastUsed = performance.now();

	/** Whether nobody has used it for as long as anything it knows may be believed. */
	idle(now = performance.now()): boolean {
		return this.queue.length === 0 && this.running === 0 && now - this.lastUsed > LONGEST_BELIEF_MS;
	}

	/** Asks to send one request; resolves when it may go, or when it will not. */
	async enter(ticket: Ticket): Promise<Entry> {
		ticket.arrival ??= this.arrivals++;
		this.lastUsed = performance.now();
		if (ticket.signal?.aborted) return { kind: 'cancelled' };
		if (this.queue.length === 0 && this.admits()) return this.admit();
		return await new Promise<Entry>((resolve) => this.join(ticket, resolve));
	}

	/** Hands back a pass. `limited`: the answer was a 429, with the wait it named, if it did. */
	leave(pass: Pass, result: { limited: boolean; waitMs?: number }): void {
		const current = pass.season === this.season;
		if (current) this.running--;
		if (result.limited) this.close(result.waitMs);
		else if (current && this.width !== Infinity) {
			// It let one through: what an earlier 429 said is over, however long it was to last.
			this.opensAt = Math.min(this.opensAt, performance.now());
			this.strikes = 0;
			this.width = this.width >= WIDE ? Infinity : this.width * 2;
		}
		this.pump();
	}

	private believedUntil(): number {
		return Math.min(this.opensAt, this.closedAt + LONGEST_BELIEF_MS);
	}

	private admits(): boolean {
		return performance.now() >= this.believedUntil() && this.running < this.width;
	}

	private admit(): Entry {
		this.running++;
		return { kind: 'go', pass: { season: this.season } };
	}

	private close(waitMs: number | undefined): void {
		const now = performance.now();
		// Several of a burst are refused together: that is one strike, not one each, and the longest wait
		// counts. What an earlier burst was told is over: the newest word of the service holds.
		const isNew = now >= this.believedUntil();
		if (isNew) this.strikes++;
		// Asked to wait for nothing again and again, it waits all the same: nobody is hammered.
		const least = this.strikes > 1 && (waitMs ?? 0) < 1000 ? backOffMs(this.strikes - 1) : 0;
		const wait = Math.max(waitMs ?? backOffMs(this.strikes), least);
		if (isNew || now + wait >= this.opensAt) {
			this.opensAt = now + wait;
			this.asked = wait === waitMs;
		}
		this.closedAt = now;
		this.width = 1;
		this.running = 0;
		this.season++;
	}

	private join(ticket: Ticket, settle: (entry: Entry) => void): void {
		const waiter: Waiter = {
			ticket,
			arrival: ticket.arrival ?? 0,
			counting: false,
			settle,
			onAbort: () => {
				this.dismiss(waiter, { kind: 'cancelled' });
				this.pump();
			},
		};
		ticket.signal?.addEventListener('abort', waiter.onAbort, { once: true });
		const later = this.queue.findIndex((other) => other.arrival > waiter.arrival);
		this.queue.splice(later === -1 ? this.queue.length : later, 0, waiter);
		this.pump();
	}

	private dismiss(waiter: Waiter, entry: Entry): void {
		const place = this.queue.indexOf(waiter);
		if (place === -1) return;
		this.queue.splice(place, 1);
		waiter.ticket.signal?.removeEventListener('abort', waiter.onAbort);
		this.count(waiter, false);
		waiter.settle(entry);
	}

	private count(waiter: Waiter, on: boolean, now = performance.now()): void {
		if (waiter.counting === on) return;
		waiter.counting = on;
		waiter.ticket.waiting(on, now);
	}

	/** Lets in who may go, turns away who would wait too long, and sets the alarm for the rest. */
	private pump(): void {
		const now = performance.now();
		const until = this.believedUntil();
		if (now < until) {
			for (const waiter of [...this.queue]) {
				this.count(waiter, true, now);
				const ms = this.opensAt - now;
				if (Math.min(ms, until - now) > waiter.ticket.left(now)) {
					this.dismiss(waiter, { kind: 'tooLong', ms, asked: this.asked });
				}
			}
		} else {
			for (const waiter of this.queue) this.count(waiter, false);
			for (let first = this.queue[0]; first && this.admits(); first = this.queue[0]) {
				this.dismiss(first, this.admit());
			}
			// Others are under way, and may take longer than one that waits has time for.
			for (const waiter of [...this.queue]) {
				if (waiter.ticket.deadline <= now)
					this.dismiss(waiter, { kind: 'tooLong', ms: 1000, asked: false });
			}
		}
		const deadlines = this.queue.map(({ ticket }) => ticket.deadline);
		const next = Math.min(...deadlines, now < until ? until : Infinity);
		this.setAlarm(this.queue.length > 0 && next < Infinity ? next : undefined);
	}

	private setAlarm(at: number | undefined): void {
		if (this.alarm?.at === at) return;
		this.alarm?.stop.abort();
		this.alarm = undefined;
		if (at === undefined) return;
		const alarm = { at, stop: new AbortController() };
		this.alarm = alarm;
		void pause(Math.max(0, at - performance.now()), alarm.stop.signal).then((rang) => {
			if (!rang) return;
			if (this.alarm === alarm) this.alarm = undefined;
			this.pump();
		});
	}
}

const gates = new Map<string, Gate>();

/**
 * The gate of a base URL and token: one in the process, for both nodes and all workflows. Its key is a
 * hash, so that no token is kept. Gates that nobody uses any more are dropped.
 */
export function gateFor(api: string, token: string): Gate {
	const key = createHash('sha256').update(`${api}\n${token}`).digest('base64');
	for (const [other, gate] of gates) {
		if (gate.idle()) gates.delete(other);
	}
	const gate = gates.get(key) ?? new Gate();
	gates.set(key, gate);
	return gate;
}
