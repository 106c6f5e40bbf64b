import { installN8n } from './n8n';
import { NEWEST } from './versions';

/**
 * Brings the n8n into the cache that the suites run in, so that no test waits for a download. Suites that play
 * older ones bring their own.
 */
async function main(): Promise<void> {
	const start = Date.now();
	await installN8n(NEWEST, (line) => process.stdout.write(`${line}\n`));
	const seconds = Math.round((Date.now() - start) / 1000);
	process.stdout.write(`n8n ${NEWEST.n8n} is in the cache: ${seconds} s\n`);
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
