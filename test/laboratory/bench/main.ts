/**
 * `npm run lab -- bench`: what this package costs in a real n8n, beside what people would use without it. One table
 * in Markdown; `npm run lab -- bench poll` measures the rows whose names contain "poll". README.md says how it is
 * measured. Nothing is asserted but that all items come: a machine may be busy.
 */
import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { NEWEST } from '../../n8n/install/versions';
import setup, { shared } from '../../n8n/setup';
import { limitRows } from './limitRows';
import { listRows } from './listRows';
import { Bench } from './machine';
import { pollRows } from './pollRows';
import { requestRows } from './requestRows';
import { markdownOf, type Result } from './table';

/** How each row is measured, by its name. */
const ROWS = { ...requestRows, ...limitRows, ...listRows, ...pollRows };

async function main(): Promise<void> {
	const wanted = process.argv.slice(2).join(' ').toLowerCase();
	const rows = Object.entries(ROWS).filter(([name]) => name.toLowerCase().includes(wanted));
	if (rows.length === 0) {
		throw new Error(`No row contains "${wanted}":\n${Object.keys(ROWS).join('\n')}`);
	}
	await setup();
	const bench = await Bench.start();
	const results = new Map<string, Result>();
	// What runs besides the bench shows in times and blocks.
	const load = loadavg()[0]?.toFixed(1) ?? '–';
	try {
		for (const [name, measure] of rows) {
			process.stderr.write(`${name} …\n`);
			try {
				results.set(name, await measure(bench));
			} catch (error) {
				console.error(error);
				process.exitCode = 1;
			}
		}
	} finally {
		bench.stop();
		rmSync(shared('template'), { recursive: true, force: true });
	}
	console.log(markdownOf(results));
	console.log(`\nn8n ${NEWEST.n8n}, ${cpus().length} cores, load before the first row: ${load}`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
