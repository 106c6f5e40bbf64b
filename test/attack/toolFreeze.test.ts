/**
 * docs/performance.md: "No text holds up n8n, however long and whatever is in it." A quote of half surrogate pairs
 * (JSON's `\\ud83d`, one megabyte) in the answer of a tool takes several times as long as without the tool, in one
 * piece: 110 to 390 ms of the event loop, where JSON.parse of it takes 5 to 28 ms.
 */
import type { Engine } from '../harness/engine';
import { callTool } from '../faults/callTool';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, RECORD, startAttacker, SURVEY, TOKEN, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
let text = '';
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() => startAttacker(() => ({ json: { items: [{ id: RECORD, text }], total: 1 } })),
);

const parameters = { surveyId: byId(SURVEY), topicId: byId(RECORD), returnAll: true };

/** Milliseconds of CPU that one run takes, the least of five. */
async function cpu(work: () => Promise<unknown>): Promise<number> {
	let least = Infinity;
	for (let round = 0; round < 5; round++) {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

it('a tool needs no more for half a surrogate pair than the node, in proportion', async () => {
	const excess = async (of: string) => {
		text = of;
		const node = await cpu(() => go(engine, attacker, 'result.getQuotes', parameters));
		const tool = await cpu(() =>
			callTool(
				engine,
				{ url: attacker.url, token: TOKEN },
				{ resource: 'result', operation: 'getQuotes', ...parameters },
			),
		);
		return tool / node;
	};
	// The same number of bytes on the wire.
	const letters = await excess('a'.repeat(1_000_000));
	const halves = await excess('\ud83d'.repeat(166_000));
	expect(halves / letters).toBeLessThan(3);
});
