/** The page beside this file: its example runs, and its tables and options are those of the code. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lostAnswer } from './example';
import { startService } from './index';

const page = readFileSync(join(__dirname, 'README.md'), 'utf8');

/** The names in the first column of the rows below a heading. */
function rowsBelow(heading: string): string[] {
	const [, section = ''] = page.split(`\n## ${heading}\n`);
	const [own = ''] = section.split('\n## ');
	return [...own.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
		[...cell.matchAll(/`(\w+)[^`]*`/g)].map(([, name = '']) => name),
	);
}

test('the example: the email has left, and nobody was told', async () => {
	expect(await lostAnswer()).toEqual({
		answer: null,
		status: null,
		done: true,
		sentTo: ['ann@example.com'],
	});
});

test('the table of the service has all of it', async () => {
	const service = await startService({ seed: { surveys: 0 } });
	await service.stop();
	expect(rowsBelow('The service').sort()).toEqual(Object.keys(service).sort());
});

test('the options are those of the command', () => {
	const command = [require.resolve('tsx/cli'), join(__dirname, 'main.ts'), '--help'];
	const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
	const [, usage = ''] = /(\n {2}--port .+)$/s.exec(stdout.trimEnd()) ?? [];
	expect(usage).toContain('--rate');
	expect(page).toContain(usage);
});
