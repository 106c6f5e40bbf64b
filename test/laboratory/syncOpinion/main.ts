import { parseArgs } from 'node:util';
import { createEngine } from '../../harness/engine';
import { historyOf } from './history';
import type { Finding } from './judge';
import type { Scene } from './page';
import { play } from './play';
import { shrink } from './shrink';

const USAGE = `Random histories of Sync, judged by docs/sync.md alone.

  npm run lab -- sync [options]

  --histories N   how many (default 1000)
  --from K        the first of them (default 0)
  --seed S        another seed, other histories (default 1)
  --only K        history number K alone
  --shrink        finds the smallest history that still fails
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			histories: { type: 'string', default: '1000' },
			from: { type: 'string', default: '0' },
			seed: { type: 'string', default: '1' },
			only: { type: 'string' },
			shrink: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return void console.log(USAGE);
	const [seed, histories] = [Number(values.seed), Number(values.histories)];
	const numbers =
		values.only === undefined
			? Array.from({ length: histories }, (_, number) => Number(values.from) + number)
			: [Number(values.only)];
	const engine = await createEngine();
	let failed = 0;
	for (const number of numbers) {
		const history = historyOf(seed, number);
		const [finding] = await play(history, engine);
		if (!finding) continue;
		failed++;
		console.log(`#${number} ${told(finding)}`);
		if (!values.shrink) continue;
		const small = await shrink(history, async (one) => {
			const findings = await play(one, engine);
			return findings.some(({ what }) => what === finding.what);
		});
		const [last] = await play(small, engine);
		if (last)
			console.log(`${JSON.stringify({ ...small, steps: small.steps.length })}\n${told(last)}`);
		for (const line of last?.scene ? scene(last.scene) : []) console.log(`  ${line}`);
	}
	engine.close();
	console.log(`${numbers.length} histories, ${failed} with findings (seed ${seed}).`);
	process.exitCode = failed > 0 ? 1 : 0;
}

const told = ({ what, step, detail }: Finding & { step: number }) =>
	`${what}, step ${step}: ${detail}`;

/** What was there before the run, one line each. */
function scene({ contacts, invitations, optOuts }: Scene): string[] {
	return [
		...contacts.map((one) => JSON.stringify(one)),
		...invitations.map((one) => JSON.stringify(one)),
		`never: ${optOuts.join(' | ')}`,
	];
}

void main();
