import type { Engine } from '../../harness/engine';
import { DIALECT_NAMES, Random, type DialectName } from '../../harness/service';
import { sideBySide } from '../../harness/support';
import type { Contradiction } from './deed';
import { play } from './play';
import { scenario, type Scenario } from './scenario';

export interface Fuzz {
	dialect: DialectName;
	seed: number;
	/** The numbers of the runs to be played; a run is the same whichever others are played. */
	runs: number[];
	/** How many are played at the same time. */
	width: number;
}

/** A run in which report and log contradict each other. */
export interface Finding {
	run: number;
	scenario: Scenario;
	contradictions: Contradiction[];
}

export interface Outcome {
	findings: Finding[];
	requests: number;
	struck: number;
	/** How often each fate was told, of all items. */
	fates: Record<string, number>;
}

/** Room for as many dialects, so that another one does not change the runs of the others. */
const PLACES = 8;

export function scenarioOf(dialect: DialectName, seed: number, run: number): Scenario {
	const place = (seed * 1_000_003 + run) * PLACES + DIALECT_NAMES.indexOf(dialect);
	return scenario(new Random(place), dialect);
}

/** Plays random runs; calls back for each in which something is wrong, and ends early when that is enough. */
export async function fuzz(
	engine: Engine,
	{ dialect, seed, runs, width }: Fuzz,
	onFinding: (finding: Finding) => void | 'enough' = () => {},
): Promise<Outcome> {
	const outcome: Outcome = { findings: [], requests: 0, struck: 0, fates: {} };
	let enough = false;
	await sideBySide(runs, width, async (run) => {
		if (enough) return;
		const one = scenarioOf(dialect, seed, run);
		const played = await play(engine, one);
		outcome.requests += played.log.length;
		outcome.struck += played.log.filter(({ fault }) => fault !== null).length;
		for (const fate of played.told.fates.flat()) {
			outcome.fates[fate] = (outcome.fates[fate] ?? 0) + 1;
		}
		if (played.contradictions.length === 0) return;
		const finding = { run, scenario: one, contradictions: played.contradictions };
		outcome.findings.push(finding);
		if (onFinding(finding) === 'enough') enough = true;
	});
	return outcome;
}
