import type { Service } from '../../harness/service';
import { MINUTE, nothingMoves } from '../../harness/stage/time';
import type { Poll } from './history';
import { PATHS, type Stage } from './stage';

/** Minutes that n8n gives a poll, and some more. */
const BUDGET = 5;
const LONGER_THAN_A_POLL = 8;

/** Each request takes so many seconds on everybody's clock, until the answer is called. */
export function slow({ clock, faults }: Service, seconds: number | undefined): () => void {
	if (seconds === undefined) return () => {};
	const match = () => {
		clock.advance(seconds * 1000);
		return false;
	};
	return faults.inject({ match, fault: { kind: 'hang' }, times: 1 });
}

/** A request of a poll that is never answered. */
export interface Hanging {
	/** Resolves when n8n gives the poll up, which only the durable engine does. */
	budgetIsOver: Promise<void>;
	/**
	 * Minutes pass, people complete, and n8n starts the next polls; only then the connection breaks.
	 *
	 * @param ticking the poll, which may also end without such a request
	 */
	until(ticking: Promise<unknown>, nextPoll: () => Promise<void>): Promise<void>;
}

/** The next request of a kind is never answered. */
export function hang({ service, crowd }: Stage, where: Poll['hang']): Hanging | undefined {
	if (where === undefined) return undefined;
	let hanging = 0;
	const stop = service.faults.inject({
		fault: { kind: 'hang' },
		match: ({ path }) => PATHS[where].test(path) && ++hanging > 0,
	});
	let budgetEnds = () => {};
	const budgetIsOver = new Promise<void>((resolve) => {
		budgetEnds = resolve;
	});
	return {
		budgetIsOver,
		until: async (ticking, nextPoll) => {
			let isOver = false;
			const over = () => {
				isOver = true;
			};
			ticking.then(over, over);
			while (hanging === 0 && !isOver) await new Promise((resolve) => setImmediate(resolve));
			stop();
			const polls: Array<Promise<void>> = [];
			for (let minute = 1; hanging > 0 && minute <= LONGER_THAN_A_POLL; minute++) {
				service.clock.advance(MINUTE);
				if (minute === BUDGET) budgetEnds();
				crowd.interview(minute);
				const poll = nextPoll();
				polls.push(poll);
				// Triggers with one token share the request for surveys, so this poll may wait for it as well.
				await Promise.race([poll, nothingMoves(service, hanging)]);
			}
			service.breakConnections();
			await Promise.all(polls);
		},
	};
}
