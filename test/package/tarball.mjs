/** What is published: nothing but the package, without dependencies, and it loads on its own. */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { packAndUnpack, PROJECT } from './pack.js';

const EXPECTED =
	/^(?:package\.json|README\.md|LICENSE\.md|index\.js|dist\/[\w./-]+\.(?:js|svg|json))$/;
const NOT_SHIPPED = /\.test\.|\.map$|\.ts$|tsbuildinfo|(?:^|\/)(?:tests?|node_modules|fixture)\//;
const MACHINE_PATH = /(?:^|[\s"'`(=:])\/(?:home|root|Users|work|tmp|private)\/[\w.-]/m;
const REGISTRY = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|_authToken|"_resolved"|verdaccio/i;

const problems = [];
const { folder, unpacked, files, packedBytes } = packAndUnpack();
const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials];

function checkFiles() {
	for (const file of files) {
		if (!EXPECTED.test(file) || NOT_SHIPPED.test(file)) problems.push(`must not ship: ${file}`);
	}
	const needed = ['README.md', 'LICENSE.md', 'index.js', 'dist/bom.cdx.json'];
	for (const file of [...needed, ...entries]) {
		if (!files.includes(file)) problems.push(`is missing: ${file}`);
	}
}

function checkManifest() {
	const forbidden = ['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'];
	for (const field of forbidden) {
		if (field in manifest) problems.push(`package.json has ${field}`);
	}
	const peers = JSON.stringify(manifest.peerDependencies);
	if (peers !== '{"n8n-workflow":"*"}') problems.push(`peerDependencies are ${peers}`);
}

/** Neither this machine nor the registry it installs from may show in what is published. */
function checkContents() {
	const own = [realpathSync(PROJECT), homedir(), ownRegistry()].filter((text) => text.length > 5);
	for (const file of files) {
		const text = readFileSync(join(unpacked, file), 'utf8');
		if (MACHINE_PATH.test(text) || own.some((mine) => text.includes(mine))) {
			problems.push(`names a path or host of this machine: ${file}`);
		}
		if (REGISTRY.test(text)) problems.push(`names a registry: ${file}`);
	}
}

function ownRegistry() {
	const args = ['config', 'get', 'registry'];
	const stdio = ['ignore', 'pipe', 'ignore'];
	return new URL(execFileSync('npm', args, { encoding: 'utf8', stdio }).trim()).host;
}

/** Beside it is n8n-workflow and nothing else, as in the narrowest n8n it can meet. */
function checkThatItLoads() {
	const workflow = realpathSync(join(PROJECT, 'node_modules', 'n8n-workflow'));
	symlinkSync(workflow, join(folder, 'node_modules', 'n8n-workflow'), 'dir');
	const script = `
		const path = require('node:path');
		const fs = require('node:fs');
		const root = ${JSON.stringify(unpacked)};
		require(${JSON.stringify(manifest.name)});
		for (const entry of ${JSON.stringify(entries)}) {
			const file = path.join(root, entry);
			const name = path.basename(entry).split('.')[0];
			const instance = new (require(file)[name])();
			const { name: type, icon } = instance.description ?? instance;
			const icons = typeof icon === 'string' ? [icon] : Object.values(icon);
			for (const one of icons) fs.accessSync(path.join(path.dirname(file), one.slice('file:'.length)));
			console.log('  loads: ' + type);
		}`;
	const env = { PATH: process.env.PATH };
	try {
		const options = { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
		process.stdout.write(execFileSync(process.execPath, ['-e', script], options));
	} catch (error) {
		const [reason = error.stderr] = /^\w*Error:.*$/m.exec(error.stderr) ?? [];
		problems.push(`does not load on its own: ${reason}`);
	}
}

checkFiles();
checkManifest();
checkContents();
checkThatItLoads();

console.log(`tarball: ${files.length} files, ${(packedBytes / 1000).toFixed(1)} kB packed`);
for (const problem of problems) console.log(`  FAILED: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
