import { installN8n } from './n8n';
import { NEWEST, OLDEST } from './versions';

/**
 * Brings every n8n into the cache that several suites run in, so that no test waits for a download. The
 * suite of versions brings its own.
 */
async function main(): Promise<void> {
	for (const version of [NEWEST, OLDEST]) {
		const start = Date.now();
		await installN8n(version, (line) => process.stdout.write(`${line}\n`));
		const seconds = Math.round((Date.now() - start) / 1000);
		process.stdout.write(`n8n ${version.n8n} is in the cache: ${seconds} s\n`);
	}
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
