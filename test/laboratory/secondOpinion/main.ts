import { parseArgs } from 'node:util';
import { historyOf } from './history';
import { play } from './play';
import { SurveyService } from './service';
import { shrink } from './shrink';

const USAGE = `Random histories of the polling trigger, judged by the three sentences alone.

  npm run lab -- opinion [options]

  --histories N   how many (default 1000); every other one in n8n's durable engine
  --seed S        another seed, other histories (default 1)
  --only K        history number K alone
  --shrink        finds the smallest history that still fails
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			histories: { type: 'string', default: '1000' },
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
			? Array.from({ length: histories }, (_, number) => number)
			: [Number(values.only)];
	const service = new SurveyService();
	await service.start();
	let failed = 0;
	for (const number of numbers) {
		const history = historyOf(seed, number);
		const [finding] = await play(history, service);
		if (!finding) continue;
		failed++;
		console.log(`#${number} (${history.engine}) ${JSON.stringify(finding)}`);
		if (values.shrink) {
			const small = await shrink(history, async (one) => {
				const findings = await play(one, service);
				return findings.some(({ what }) => what === finding.what);
			});
			console.log(JSON.stringify(small), JSON.stringify(await play(small, service)));
		}
	}
	await service.stop();
	console.log(`${numbers.length} histories, ${failed} with findings (seed ${seed}).`);
	process.exitCode = failed > 0 ? 1 : 0;
}

void main();
