/**
 * `npm run lab -- bench-n8n`: what this package costs in a real n8n, beside what people would use without it. One table in
 * Markdown; `npm run lab -- bench-n8n poll` measures the rows whose names contain "poll". README.md says how
 * it is measured. Nothing is asserted but that all items come: a machine may be busy.
 */
import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { NEWEST } from '../../n8n/install/versions';
import setup, { shared } from '../../n8n/setup';
import { Bench } from './machine';
import { markdownOf, type BenchRow, type Line } from './table';
import { itemRows } from './itemRows';
import { limitRows } from './limitRows';
import { listRows } from './listRows';
import { loadingRows } from './loadingRows';
import { pollRows } from './pollRows';
import { widthRows } from './widthRows';

const ROWS: Array<BenchRow<Bench>> = [
	...widthRows,
	...limitRows,
	...itemRows,
	...listRows,
	...pollRows,
	...loadingRows,
];

async function main(): Promise<void> {
	const wanted = process.argv.slice(2).join(' ').toLowerCase();
	const rows = ROWS.filter(({ name }) => name.toLowerCase().includes(wanted));
	if (rows.length === 0) {
		throw new Error(`No row contains "${wanted}":\n${ROWS.map(({ name }) => name).join('\n')}`);
	}
	await setup();
	const bench = await Bench.start();
	const lines: Line[] = [];
	const began = Date.now();
	// What runs besides the bench shows in times and blocks.
	const load = loadavg()[0]?.toFixed(1) ?? '–';
	const where = `n8n ${NEWEST.n8n}, ${cpus().length} cores, load before the first row: ${load}`;
	try {
		for (const row of rows) {
			const start = Date.now();
			process.stderr.write(`${row.name} … `);
			const result = await row.measure(bench).catch((error: unknown) => {
				console.error(error instanceof Error ? error.message : error);
				process.exitCode = 1;
			});
			if (result) lines.push({ name: row.name, ...result });
			const figures = result
				? `${result.own.shown} / ${result.alternative?.shown ?? '–'}`
				: 'failed';
			process.stderr.write(`${figures} (in ${((Date.now() - start) / 1000).toFixed(0)} s)\n`);
		}
	} finally {
		await bench.stop();
		rmSync(shared('template'), { recursive: true, force: true });
	}
	process.stderr.write(`All of it: ${((Date.now() - began) / 1000).toFixed(0)} s\n\n`);
	console.log(`${markdownOf(lines)}\n\n${where}`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
