/** `npm run lab -- NAME`: runs an experiment, with the options that follow its name. Without a name, lists them. */
import { spawnSync } from 'node:child_process';

const BUILD = 'gulp dist';
const TSX = 'tsx test/laboratory/';

/** What is run, and what it is for. */
const EXPERIMENTS = {
	opinion: [
		`${BUILD} && ${TSX}secondOpinion/main.ts`,
		'random histories of the trigger, judged by its three sentences alone',
	],
	sync: [
		`${BUILD} && ${TSX}syncOpinion/main.ts`,
		'random histories of Sync, judged by its page alone',
	],
	fuzz: [
		`${BUILD} && ${TSX}oracle/main.ts`,
		'random runs with faults: what the node reports is what was done',
	],
	pace: [`${TSX}pace/main.ts`, "the rate limiter's pace in a simulation"],
	bench: [`${BUILD} && ${TSX}bench/main.ts`, 'what things cost in a real n8n'],
	mutants: [
		`${TSX}mutants/main.ts`,
		'small mistakes in the code, and how many of them the tests find',
	],
	reports: [`${BUILD} && ${TSX}reports/main.ts`, 'pictures of reports for their page'],
	screenshots: [`${BUILD} && ${TSX}screenshots/main.ts`, 'pictures of the editor for the pages'],
	'newest-n8n': [
		'tsx test/n8n/install/find.ts',
		'finds the newest n8n of each line, and writes found.json',
	],
};

const [name, ...options] = process.argv.slice(2);
const [command] = EXPERIMENTS[name] ?? [];
if (command) {
	const script = `${command} "$@"`;
	const { status } = spawnSync('sh', ['-c', script, name, ...options], { stdio: 'inherit' });
	process.exitCode = status ?? 1;
} else {
	const width = Math.max(...Object.keys(EXPERIMENTS).map((one) => one.length));
	const lines = Object.entries(EXPERIMENTS).map(
		([one, [, what]]) => `  ${one.padEnd(width)}  ${what}`,
	);
	console.log(`npm run lab -- NAME [options]\n\n${lines.join('\n')}`);
	if (name !== undefined) process.exitCode = 2;
}
