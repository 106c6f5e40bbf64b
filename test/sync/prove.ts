import fc from 'fast-check';
import { createEngine } from '../harness/engine';
import { extent } from '../extent';
import { DIALECT_NAMES, startService, type DialectName } from '../harness/service';
import { histories, type History, type Person } from './history';
import { NOW } from './people';
import { play } from './play';

const EACH = extent({ quick: 10, all: 60 });
/** Fixed, so that a failure is the same for everybody; fast-check prints it with the smallest history. */
const SEED = 20_261_127;

/** Whom a personal invitation can be for: nobody without an address or a name. */
function withWho(history: History): History {
	const named = (one: Person) => (one.mail === undefined ? { ...one, name: one.name ?? 0 } : one);
	const rounds = history.rounds.map((round) =>
		round.options.createWith === 'personal'
			? { ...round, contacts: round.contacts.map(named) }
			: round,
	);
	return { ...history, rounds };
}

/** Random histories of lists, invitations and troubles, in n8n's engine against the reference service. */
export function prove(dialect: DialectName): void {
	it(`${dialect} dialect: list and service agree after each of ${EACH} histories`, async () => {
		const engine = await createEngine();
		const seed = { surveys: 0, respondents: 0, invitations: 0 };
		const service = await startService({ dialect, seed, startAt: NOW });
		const sums = { histories: 0, runs: 0, writes: 0, broken: 0, refused: 0 };
		const { personalNeedsWho } = service.choices;
		const any = personalNeedsWho ? histories.map(withWho) : histories;
		const property = fc.asyncProperty(any, async (history: History) => {
			const { wrong, ...figures } = await play(engine, service, history);
			sums.histories++;
			for (const key of ['runs', 'writes', 'broken', 'refused'] as const) sums[key] += figures[key];
			expect(wrong).toEqual([]);
		});
		try {
			await fc.assert(property, { numRuns: EACH, seed: SEED + DIALECT_NAMES.indexOf(dialect) });
		} finally {
			engine.close();
			await service.stop();
		}
		// Histories in which little happens would prove little.
		expect(sums.writes).toBeGreaterThan(EACH * 3);
		expect(sums.broken).toBeGreaterThan(EACH / 20);
		process.stdout.write(`sync, ${dialect}, seed ${SEED}: ${JSON.stringify(sums)}\n`);
	}, 300_000);
}
