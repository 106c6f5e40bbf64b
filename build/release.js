/**
 * What the release workflow asks before it publishes.
 *
 *   node build/release.js check v1.2.3     the tag is the version in package.json, and the changelog has it
 *   node build/release.js hash FILE        `sha256=…`, as a step's output
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const PROJECT = path.resolve(__dirname, '..');

/** @returns {string | undefined} one sentence about what is wrong with this tag */
function problemOfTag(tag, project = PROJECT) {
	const { version } = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
	if (tag !== `v${version}`) {
		return `The tag is ${tag || 'empty'}, and package.json has version ${version}: the tag must be v${version}. Nothing is published.`;
	}
	const changelog = fs.readFileSync(path.join(project, 'CHANGELOG.md'), 'utf8');
	const literal = version.replace(/\./g, '\\.');
	if (!new RegExp(`^## ${literal}(?: |$)`, 'm').test(changelog)) {
		return `CHANGELOG.md has no heading "## ${version}": write there what changed. Nothing is published.`;
	}
	if (/^## Unreleased/m.test(changelog)) {
		return `CHANGELOG.md still has "## Unreleased": move what stands there to "## ${version}". Nothing is published.`;
	}
	return undefined;
}

/** SHA-256 of a file, in hex. */
function hashOf(file) {
	return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

module.exports = { hashOf, problemOfTag };

if (require.main === module) {
	const [command, argument = '', ...more] = process.argv.slice(2);
	const problem =
		command === 'check'
			? problemOfTag(argument)
			: command === 'hash' && fs.existsSync(argument) && more.length === 0
				? undefined
				: 'Usage: node build/release.js check TAG | hash FILE';
	if (problem) {
		console.error(problem);
		process.exitCode = 1;
	} else if (command === 'hash') {
		console.log(`sha256=${hashOf(argument)}`);
	}
}
