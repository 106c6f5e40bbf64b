import { parseArgs } from 'node:util';
import { createEngine } from '../../harness/engine';
import { DIALECT_NAMES } from '../../harness/service';
import { fuzz, scenarioOf, type Finding } from './fuzz';
import { play } from './play';
import type { Scenario } from './scenario';

const DIALECTS = `${DIALECT_NAMES.slice(0, -1).join(', ')} or ${DIALECT_NAMES.at(-1)}`;

const USAGE = `Random runs of the action node in trouble; what it reports is compared with what the service saw.

  npm run lab -- fuzz [options]

  --runs N        how many runs in each dialect (default 1000)
  --seed S        another seed, other runs (default 1)
  --dialect NAME  ${DIALECTS} (default: all)
  --only K        run number K alone
  --play JSON     the scenario that is given, as a run prints it
  --width W       so many runs at the same time (default 16)
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			runs: { type: 'string', default: '1000' },
			seed: { type: 'string', default: '1' },
			width: { type: 'string', default: '16' },
			dialect: { type: 'string' },
			only: { type: 'string' },
			play: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return void console.log(USAGE);
	if (values.play !== undefined) return await playOne(JSON.parse(values.play) as Scenario);
	const number = (name: 'runs' | 'seed' | 'width' | 'only') => {
		const value = values[name] ?? '';
		if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not "${value}".`);
		return Number(value);
	};
	const { dialect } = values;
	const dialects = DIALECT_NAMES.filter((name) => !dialect || name === dialect);
	if (dialects.length === 0) {
		throw new Error(`--dialect takes ${DIALECTS}, not "${dialect}".`);
	}
	const seed = number('seed');
	const runs =
		values.only === undefined
			? Array.from({ length: number('runs') }, (_, run) => run)
			: [number('only')];
	const engine = await createEngine();
	let wrong = 0;
	for (const name of dialects) {
		if (values.only !== undefined) console.log(shown(scenarioOf(name, seed, runs[0] ?? 0)));
		const { findings, requests, struck, fates } = await fuzz(
			engine,
			{ dialect: name, seed, runs, width: number('width') },
			(finding) => console.log(told(finding, seed)),
		);
		wrong += findings.length;
		console.log(
			`${name}: ${runs.length} runs, ${requests} requests, ${struck} struck by a fault; ` +
				`${JSON.stringify(fates)}; ${findings.length} runs with a contradiction ${counted(findings)}`,
		);
	}
	engine.close();
	process.exitCode = wrong === 0 ? 0 : 1;
}

async function playOne(scenario: Scenario): Promise<void> {
	const engine = await createEngine();
	const { contradictions, told: report, log } = await play(engine, scenario);
	for (const { method, url, status, fault, done } of log) {
		console.log(`${method} ${url} ${status ?? 'no answer'} ${fault ?? ''} ${done ? 'done' : ''}`);
	}
	console.log(shown(report.fates), report.texts.join('\n'));
	for (const { kind, says } of contradictions) console.log(`${kind.toUpperCase()}: ${says}`);
	engine.close();
	process.exitCode = contradictions.length === 0 ? 0 : 1;
}

function told({ run, scenario, contradictions }: Finding, seed: number): string {
	const lines = contradictions.map(({ kind, says }) => `  ${kind.toUpperCase()}: ${says}`);
	const replay = `npm run lab -- fuzz --dialect ${scenario.dialect} --seed ${seed} --only ${run}`;
	return [`\nRun ${run}, ${replay}`, ...lines, `  ${shown(scenario)}`].join('\n');
}

const shown = (scenario: unknown) => JSON.stringify(scenario);

function counted(findings: Finding[]): string {
	const counts: Record<string, number> = {};
	for (const { contradictions } of findings) {
		for (const kind of new Set(contradictions.map((one) => one.kind))) {
			counts[kind] = (counts[kind] ?? 0) + 1;
		}
	}
	return JSON.stringify(counts);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
