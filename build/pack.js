/**
 * The tarball that is published. It is made in a folder of its own, from what the build has just made, with
 * the part of package.json that a user of the package needs. package.json itself is private: npm refuses to
 * publish the project's folder, or a tarball made by `npm pack` in it, which may be without `dist`.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { hashOf } = require('./release');

const PROJECT = path.resolve(__dirname, '..');
/** What npm adds to `files` by itself. */
const ALWAYS = ['README.md', 'LICENSE.md'];
/** What only matters in the repository. */
const NOT_PUBLISHED = ['private', 'scripts', 'workspaces', 'devDependencies'];

/** package.json as it is published. */
function publishedManifest(manifest) {
	return Object.fromEntries(
		Object.entries(manifest).filter(([key]) => !NOT_PUBLISHED.includes(key)),
	);
}

/**
 * Packs what is built.
 *
 * @param {string} folder where the tarball is put
 * @returns {{ file: string, files: string[], bytes: number, unpackedBytes: number, sha256: string }} `files` are
 *   paths within the package.
 * @throws if there is no build
 */
function packInto(folder, project = PROJECT) {
	const manifest = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
	const needed = ['dist/package.js', ...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const missing = needed.filter((file) => !fs.existsSync(path.join(project, file)));
	if (missing.length > 0) {
		throw new Error(
			`${missing.join(', ')} is not built. "npm run pack" builds the package and packs it.`,
		);
	}
	const stage = fs.mkdtempSync(path.join(tmpdir(), 'stage-'));
	try {
		for (const name of [...manifest.files, ...ALWAYS])
			fs.cpSync(path.join(project, name), path.join(stage, name), { recursive: true });
		const published = JSON.stringify(publishedManifest(manifest), null, '\t');
		fs.writeFileSync(path.join(stage, 'package.json'), `${published}\n`);
		fs.mkdirSync(folder, { recursive: true });
		return packed(stage, folder);
	} finally {
		fs.rmSync(stage, { recursive: true, force: true });
	}
}

function packed(stage, folder) {
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
	const said = execFileSync('npm', args, {
		cwd: stage,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ filename, files, size, unpackedSize }] = JSON.parse(said);
	const file = path.join(folder, filename);
	return {
		file,
		files: files.map((one) => one.path).sort(),
		bytes: size,
		unpackedBytes: unpackedSize,
		sha256: hashOf(file),
	};
}

module.exports = { packInto, publishedManifest };
