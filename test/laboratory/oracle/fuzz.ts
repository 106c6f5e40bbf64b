import type { Engine } from '../../harness/engine';
import { DIALECT_NAMES, Random } from '../../harness/service';
import { sideBySide } from '../../harness/support';
import { DEEDS } from './deeds';
import type { Contradiction } from './judge';
import { play } from './play';
import { scenario, type Scenario } from './scenario';

/** A run in which report and log contradict each other. */
export interface Finding {
	run: number;
	scenario: Scenario;
	contradictions: Contradiction[];
}

export interface Outcome {
	findings: Finding[];
	/** How many requests met a fault. */
	struck: number;
	/** How often each fate was told, of all items. */
	fates: Record<string, number>;
}

/** So many runs at the same time, each with a service of its own. */
const WIDTH = 16;

/** A run of a seed, the same one whichever others are played: each deed in turn, in each dialect in turn. */
export function scenarioOf(seed: number, run: number): Scenario {
	const turn = Math.floor(run / DEEDS.length);
	const deed = DEEDS[run % DEEDS.length];
	const dialect = DIALECT_NAMES[(run + turn) % DIALECT_NAMES.length];
	if (!deed || !dialect) throw new Error(`There is no run ${run}.`);
	return scenario(new Random(seed * 1_000_003 + run), dialect, deed);
}

/** Plays random runs; ends early when one of them is enough. */
export async function fuzz(
	engine: Engine,
	seed: number,
	runs: number[],
	onFinding: (finding: Finding) => void | 'enough' = () => {},
): Promise<Outcome> {
	const outcome: Outcome = { findings: [], struck: 0, fates: {} };
	let enough = false;
	await sideBySide(runs, WIDTH, async (run) => {
		if (enough) return;
		const one = scenarioOf(seed, run);
		const { contradictions, log, told } = await play(engine, one);
		outcome.struck += log.filter(({ fault }) => fault !== null).length;
		for (const fate of told.fates.flat()) {
			outcome.fates[fate] = (outcome.fates[fate] ?? 0) + 1;
		}
		if (contradictions.length === 0) return;
		const finding = { run, scenario: one, contradictions };
		outcome.findings.push(finding);
		if (onFinding(finding) === 'enough') enough = true;
	});
	return outcome;
}
