/**
 * `npm run lab -- bench`: figures as ratios against a baseline of the same run, with how they were measured.
 * `npm run lab -- bench overhead` runs one of them. Nothing is asserted: a machine may be busy.
 */
import { limit } from './limit';
import { loading } from './loading';
import { overhead } from './overhead';
import { tableOf } from './row';
import type { Bench, Row } from './row';
import { size } from './size';
import { sync } from './sync';
import { together } from './together';
import { trigger } from './trigger';

const BENCHES: Record<string, Bench> = { overhead, limit, together, trigger, sync, loading, size };

async function main(): Promise<void> {
	const [wanted] = process.argv.slice(2);
	const chosen = Object.keys(BENCHES).filter((name) => wanted === undefined || name === wanted);
	if (chosen.length === 0) {
		console.error(`There is no bench "${wanted}"; there are: ${Object.keys(BENCHES).join(', ')}`);
		process.exit(1);
	}
	const rows: Row[] = [];
	const notes: string[] = [];
	for (const bench of chosen.flatMap((name) => BENCHES[name] ?? [])) {
		process.stderr.write(`${bench.title} …\n`);
		const result = await bench.run();
		rows.push(...result.rows);
		notes.push([bench.title, ...result.how.map((line) => `  ${line}`)].join('\n'));
	}
	console.log(`\n${tableOf(rows)}\n\nHow it was measured\n\n${notes.join('\n\n')}`);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
