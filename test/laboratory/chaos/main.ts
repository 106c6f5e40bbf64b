/**
 * `npm run lab -- chaos --histories 20000 --seed N`: random histories, each completion exactly once. Prints
 * the smallest history that goes wrong, and how to play it again.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { ENGINES } from '../../harness/engine/polling';
import { DIALECT_NAMES } from '../../harness/service';
import { histories, type History } from './history';
import { play } from './play';

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			histories: { type: 'string', default: '2000' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			engine: { type: 'string' },
			dialect: { type: 'string' },
			path: { type: 'string' },
			package: { type: 'string' },
			stretch: { type: 'string', default: '1' },
		},
	});
	const engines = ENGINES.filter((engine) => (values.engine ?? engine) === engine);
	const dialects = DIALECT_NAMES.filter((dialect) => (values.dialect ?? dialect) === dialect);
	const each = Math.ceil(Number(values.histories) / engines.length / dialects.length);
	let allRight = true;
	let nth = 0;
	for (const engine of engines) {
		for (const dialect of dialects) {
			const sums = { histories: 0, delivered: 0, polls: 0, excused: 0 };
			const property = fc.asyncProperty(histories(engine, dialect), async (history: History) => {
				const verdict = await play(history, {
					packageDir: values.package,
					stretch: Number(values.stretch),
				});
				sums.histories++;
				sums.delivered += verdict.delivered;
				sums.polls += verdict.polls;
				sums.excused += verdict.excused;
				if (verdict.wrong.length > 0) throw new Error(verdict.wrong.join('\n'));
			});
			const start = performance.now();
			const result = await fc.check(property, {
				numRuns: each,
				// With a path, the seed is that of the run that found it.
				seed: Number(values.seed) + (values.path === undefined ? nth++ : 0),
				path: values.path,
			});
			const seconds = ((performance.now() - start) / 1000).toFixed(0);
			console.log(
				`${engine}, ${dialect}: ${sums.histories} histories, ${sums.polls} polls, ${sums.delivered} events in ${seconds} s; lost to a crash between state and execution: ${sums.excused}`,
			);
			if (!result.failed) continue;
			allRight = false;
			console.log(`WRONG: ${String((result.errorInstance as Error | null)?.message)}`);
			console.log(JSON.stringify(result.counterexample?.[0], null, 1));
			console.log(
				`again: npm run lab -- chaos --engine ${engine} --dialect ${dialect} --seed ${result.seed} --path ${result.counterexamplePath} --histories ${each}`,
			);
		}
	}
	return allRight;
}

main().then(
	(allRight) => process.exit(allRight ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
