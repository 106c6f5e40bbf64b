import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { SHARED, shared } from './setup';

/** After all suites: nothing that they started may still run. */
export default function teardown(): void {
	rmSync(shared('template'), { recursive: true, force: true });
	const left = runningWith(`${SHARED.run}=${shared('run')}`);
	if (left.length > 0) throw new Error(`Left behind by the suites:\n${left.join('\n')}`);
	process.stdout.write('Every server that the suites started is gone.\n');
}

/** The command lines of all processes with a setting in their environment; Linux alone can tell. */
function runningWith(setting: string): string[] {
	if (process.platform !== 'linux') return [];
	const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	return pids.flatMap((pid) => {
		if (Number(pid) === process.pid) return [];
		try {
			const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
			if (!environment.includes(setting)) return [];
			const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
			return command === '' ? [] : [`${pid} ${command}`];
		} catch {
			// It has ended meanwhile, or is somebody else's.
			return [];
		}
	});
}
