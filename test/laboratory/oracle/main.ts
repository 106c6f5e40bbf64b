import { parseArgs } from 'node:util';
import { createEngine } from '../../harness/engine';
import { fuzz, scenarioOf, type Finding } from './fuzz';
import { play } from './play';

const USAGE = `Random runs of the action node in trouble; what it reports is compared with what the service saw.

  npm run lab -- fuzz [options]

  --runs N  how many runs (default 1000)
  --seed S  another seed, other runs (default 1)
  --only K  run number K alone, with its requests
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			runs: { type: 'string', default: '1000' },
			seed: { type: 'string', default: '1' },
			only: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) {
		console.log(USAGE);
		return;
	}
	const seed = Number(values.seed);
	const engine = await createEngine();
	if (values.only !== undefined) {
		const scenario = scenarioOf(seed, Number(values.only));
		const { log, told, contradictions } = await play(engine, scenario);
		for (const { method, url, status, fault, done } of log) {
			console.log(method, url, status ?? 'no answer', fault ?? '', done ? 'done' : '');
		}
		console.log(JSON.stringify(told.fates), told.texts.join('\n'));
		report({ run: Number(values.only), scenario, contradictions });
		process.exitCode = contradictions.length > 0 ? 1 : 0;
	} else {
		const runs = Array.from({ length: Number(values.runs) }, (_, run) => run);
		const { findings, struck, fates } = await fuzz(engine, seed, runs, report);
		const ends = JSON.stringify(fates);
		console.log(
			`${runs.length} runs, ${struck} requests struck; ${ends}; ${findings.length} wrong`,
		);
		process.exitCode = findings.length > 0 ? 1 : 0;
	}
	engine.close();
}

function report({ run, scenario, contradictions }: Finding): void {
	console.log(`Run ${run}: ${JSON.stringify(scenario)}`);
	for (const { kind, says } of contradictions) console.log(`  ${kind.toUpperCase()}: ${says}`);
}

void main();
