/** A red suite must end jest with 1, or the gate would be green: in jest's own process, and in workers. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'jest-exit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs jest with two suites, and gives its exit code. */
function exitCodeOf(other: 'red' | 'green', options: string[]): number | null {
	const config = {
		rootDir: folder,
		testEnvironment: resolve('test/harness/jest/environment.js'),
		cacheDirectory: join(folder, 'cache'),
		transform: {},
	};
	writeFileSync(join(folder, 'green.test.js'), `it('is', () => expect(1).toBe(1));`);
	writeFileSync(join(folder, 'other.test.js'), `it('is', () => expect('green').toBe('${other}'));`);
	const given = ['-c', JSON.stringify(config), ...options];
	return spawnSync(process.execPath, [require.resolve('jest/bin/jest'), ...given]).status;
}

it.each([['-i'], ['--maxWorkers=2']])(
	'with %s, jest ends with 1 if a suite is red, and with 0 if all are green',
	(option) => {
		expect(exitCodeOf('red', [option])).toBe(1);
		expect(exitCodeOf('green', [option])).toBe(0);
	},
);
