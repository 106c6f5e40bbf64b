const { execFileSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { packInto } = require('../../build/pack');
const { name } = require('../../package.json');

const PROJECT = resolve(__dirname, '../..');

/**
 * Packs the built project as it is published and unpacks it, in a folder outside the project that is gone
 * when the process ends.
 *
 * @returns {{ folder: string, tarball: string, unpacked: string, files: string[], packedBytes: number }} `files` are
 *   paths within the package.
 */
function packAndUnpack() {
	const folder = mkdtempSync(join(tmpdir(), 'package-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	const { file, files, bytes } = packInto(folder);
	const unpacked = join(folder, 'node_modules', name);
	mkdirSync(unpacked, { recursive: true });
	execFileSync('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1']);
	return { folder, tarball: file, unpacked, files, packedBytes: bytes };
}

module.exports = { PROJECT, packAndUnpack };
