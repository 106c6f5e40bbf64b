import { Dice } from '../secondOpinion/dice';
import { named, type Limits, type Says } from './services';

/** A pace, as the rate limiter drives it; `Sent` is whatever it wants to remember of a request. */
export interface Pacer<Sent = unknown> {
	mayStartAt(now: number): number;
	noteSent(now: number): Sent;
	notePassed(sent: Sent, now: number): void;
	noteRefused(sent: Sent, now: number, waitMs?: number): void;
}

/** One process with its own limiter. */
export interface Client {
	/** When it begins, in milliseconds. */
	at: number;
	/** Runs side by side: how many requests each has, and how many of them go at once. */
	runs: Array<{ requests: number; width: number }>;
}

export interface Scene {
	limits: () => Limits;
	says: Says;
	clients: Client[];
	/** From sending to the answer; each request takes from 0.7 to 1.3 of it. */
	latencyMs: number;
	seed?: number;
}

export interface Outcome {
	/** When the last answer came. */
	ms: number;
	/** 429s, and those of them to requests that were sent before their process had heard of any. */
	refused: number;
	atFirst: number;
	/** When each client was done. */
	done: number[];
}

interface Event {
	at: number;
	order: number;
	act: (now: number) => void;
}

/** Events in the order of time; those of one moment in the order in which they were planned. */
class Agenda {
	private readonly events: Event[] = [];
	private planned = 0;

	plan(at: number, act: (now: number) => void): void {
		const event = { at, order: this.planned++, act };
		let place = this.events.length;
		while (place > 0 && (this.events[place - 1]?.at ?? 0) > at) place--;
		this.events.splice(place, 0, event);
	}

	run(): number {
		let now = 0;
		for (let event = this.events.shift(); event; event = this.events.shift()) {
			now = event.at;
			event.act(now);
		}
		return now;
	}
}

const ceil = (ms: number) => Math.ceil(ms);

/** Plays a scene: each client asks its own pace, and all of them one service. */
export function simulate<Sent>(scene: Scene, pacer: () => Pacer<Sent>): Outcome {
	const dice = new Dice(scene.seed ?? 1);
	const agenda = new Agenda();
	const limits = scene.limits();
	const outcome: Outcome = { ms: 0, refused: 0, atFirst: 0, done: [] };
	scene.clients.forEach((client, nth) => {
		const pace = pacer();
		const queue: Array<{ run: { left: number }; arrival: number }> = [];
		let [arrivals, wake] = [0, Infinity];
		let contact = Infinity;
		const enqueue = (run: { left: number }, arrival = arrivals++) => {
			queue.push({ run, arrival });
			queue.sort((a, b) => a.arrival - b.arrival);
		};
		const admit = (now: number) => {
			for (let first = queue[0]; first; first = queue[0]) {
				const at = pace.mayStartAt(now);
				if (at > now) {
					// A timer ends at a whole millisecond, a little late.
					if (at < Infinity && at < wake) {
						wake = at;
						agenda.plan(ceil(at), (then) => {
							if (wake === at) wake = Infinity;
							admit(then);
						});
					}
					return;
				}
				queue.shift();
				send(first, now);
			}
		};
		const send = ({ run, arrival }: { run: { left: number }; arrival: number }, now: number) => {
			const sent = pace.noteSent(now);
			const way = () => (scene.latencyMs / 2) * (0.7 + 0.6 * dice.roll());
			agenda.plan(now + way(), (arrived) => {
				const waitMs = limits.take(arrived);
				agenda.plan(arrived + way(), (answered) => {
					if (waitMs > 0) {
						outcome.refused++;
						contact = Math.min(contact, answered);
						if (now <= contact) outcome.atFirst++;
						pace.noteRefused(sent, answered, named(waitMs, scene.says));
						enqueue(run, arrival);
					} else {
						pace.notePassed(sent, answered);
						outcome.done[nth] = answered;
						if (run.left-- > 0) enqueue(run);
					}
					admit(answered);
				});
			});
		};
		agenda.plan(client.at, (now) => {
			for (const { requests, width } of client.runs) {
				const most = Math.min(width, requests);
				const run = { left: requests - most };
				for (let place = 0; place < most; place++) enqueue(run);
			}
			admit(now);
		});
	});
	agenda.run();
	outcome.ms = Math.max(...outcome.done);
	return outcome;
}

/** What somebody would need who knows the limit: each request is sent as soon as it will be granted. */
export function floorOf(scene: Scene): number {
	const limits = scene.limits();
	const runs = scene.clients.flatMap(({ at, runs: own }) =>
		own.map(({ requests, width }) => ({ at, left: requests, width: Math.min(width, requests) })),
	);
	const workers = runs.flatMap((run) =>
		Array.from({ length: run.width }, () => ({ free: run.at, run })),
	);
	const half = scene.latencyMs / 2;
	let [end, last] = [0, 0];
	for (;;) {
		const able = workers.filter(({ run }) => run.left > 0);
		const next = able.sort((a, b) => a.free - b.free)[0];
		if (!next) return end;
		next.run.left--;
		let arrival = Math.max(next.free + half, last);
		for (let wait = limits.look(arrival); wait > 0; wait = limits.look(arrival)) {
			arrival += Math.min(Math.max(wait, 0.01), 100);
		}
		limits.take(arrival);
		last = arrival;
		next.free = arrival + half;
		end = Math.max(end, next.free);
	}
}
