/**
 * n8n's own lint, as `n8n-node lint` runs it in strict mode: its configuration word for word, over a copy of what
 * ships. It buys the certainty that our own eslint.config.mjs, which covers the tests as well, forgets none of n8n's
 * rules. Of n8n's command line only the package itself is fetched: installed, it brings 145 others, a second n8n among
 * them. The rest that the configuration needs is here already, in the versions that it names.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedManifest } from '../../build/pack.js';
import { PROJECT } from './pack.js';

const TOOL = '@n8n/node-cli@0.48.3';
const INTEGRITY =
	'sha512-fkQvnLHMzLmbecKm8ZrcLxvmX4Y7c+PAsdro0zkNlm8SJRy3349G0ZCnjTYRcHoVhmSr+zx9g/XNerCwiIuZPA==';
const CONFIG = 'dist/template/templates/shared/default/eslint.config.mjs';

const copy = mkdtempSync(join(tmpdir(), 'lint-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const modules = join(copy, 'node_modules');
const tool = join(modules, '@n8n', 'node-cli');

function fetchTool() {
	mkdirSync(tool, { recursive: true });
	const options = { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
	const [{ filename, integrity }] = JSON.parse(
		execFileSync('npm', ['pack', TOOL, '--json', '--ignore-scripts'], options),
	);
	if (integrity !== INTEGRITY) throw new Error(`${TOOL} is another than it was: ${integrity}`);
	execFileSync('tar', ['-xzf', join(copy, filename), '-C', tool, '--strip-components=1']);
}

/** What is installed here stands beside it. Where it asks for one version of a package, we must have that one. */
function installedBeside() {
	for (const name of readdirSync(join(PROJECT, 'node_modules')).filter((one) => one !== '@n8n'))
		symlinkSync(join(PROJECT, 'node_modules', name), join(modules, name));
	for (const name of readdirSync(join(PROJECT, 'node_modules', '@n8n')))
		symlinkSync(join(PROJECT, 'node_modules', '@n8n', name), join(modules, '@n8n', name));
	const wanted = JSON.parse(readFileSync(join(tool, 'package.json'), 'utf8')).dependencies;
	const { devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
	const others = Object.keys(devDependencies).filter(
		(name) => /^\d/.test(wanted[name] ?? '') && wanted[name] !== devDependencies[name],
	);
	if (others.length > 0) throw new Error(`${TOOL} needs another version of ${others.join(', ')}`);
}

function copyWhatShips() {
	for (const name of ['nodes', 'credentials', 'tsconfig.json', 'README.md', 'LICENSE.md'])
		cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
	const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
	writeFileSync(
		join(copy, 'package.json'),
		JSON.stringify(publishedManifest(manifest), null, '\t'),
	);
	cpSync(join(tool, CONFIG), join(copy, 'eslint.config.mjs'));
}

fetchTool();
installedBeside();
copyWhatShips();
const eslint = join(modules, 'eslint', 'bin', 'eslint.js');
const { status } = spawnSync(process.execPath, [eslint, '--max-warnings', '0', '.'], {
	cwd: copy,
	stdio: 'inherit',
});
console.log(`n8n's lint (${TOOL}): ${status === 0 ? 'passed' : 'FAILED'}`);
process.exitCode = status ?? 1;
