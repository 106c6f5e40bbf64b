/** `npm run lab -- newest-n8n`: the newest n8n of each line that installs here, written into found.json. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installN8n } from './n8n';
import { candidates, majorOfNode, newestOfMajor, overridesToTry, reasonOf } from './newest';
import { nodePackage } from './node';
import { run } from './run';
import { LINES, VERSIONS, type N8nVersion } from './versions';

const FILE = join(__dirname, 'found.json');
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
	const published = await versionsOf('n8n');
	const found: Record<string, N8nVersion> = {};
	for (const line of LINES) found[line] = await newestOf(line, published);
	await writeFile(FILE, `${JSON.stringify(found, null, '\t')}\n`);
	for (const line of LINES) {
		const [before, now] = [VERSIONS[line].n8n, found[line]?.n8n];
		say(before === now ? `n8n ${now} is still the newest ${line}` : `n8n ${now}, after ${before}`);
	}
}

async function newestOf(line: string, published: readonly string[]): Promise<N8nVersion> {
	const before = VERSIONS[line as keyof typeof VERSIONS];
	let reason: unknown;
	for (const candidate of candidates(line, published, before.n8n)) {
		for (const overrides of overridesToTry(candidate, before)) {
			try {
				const node = candidate === before.n8n ? before.node : await nodeOf(candidate, before.node);
				const version = { n8n: candidate, node, overrides };
				await installN8n(version, say);
				return version;
			} catch (error) {
				reason = error;
			}
		}
		say(`n8n ${candidate} does not install, so an older one is tried: ${reasonOf(reason)}`);
	}
	throw reason;
}

/** The Node.js for an n8n: the one from before, or the newest of a later major version. */
async function nodeOf(n8n: string, before: string): Promise<string> {
	const engines = await run('npm', ['view', `n8n@${n8n}`, 'engines.node']);
	const major = majorOfNode(engines, parseInt(before));
	if (major === parseInt(before)) return before;
	const newest = newestOfMajor(major, await versionsOf(nodePackage()));
	if (newest === undefined) throw new Error(`n8n ${n8n} needs Node.js ${major}, which npm lacks.`);
	return newest;
}

async function versionsOf(name: string): Promise<string[]> {
	return JSON.parse(await run('npm', ['view', name, 'versions', '--json'])) as string[];
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
