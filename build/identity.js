/**
 * Who owns the repository stands in package.json (`repository`), and in addresses in other files: links of
 * the README, of the credential and of the nodes. `npm run identity -- owner/name` sets them all.
 * `test/package/identity.test.ts` holds that no other address of a repository is left.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const PROJECT = path.resolve(__dirname, '..');
const SLUG = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/;
/** The name and email of `Name <email>`. */
const AUTHOR = /^(?<name>[^<>]+?) <(?<email>[^<>\s]+@[^<>\s]+)>$/;
const USAGE =
	'Usage: npm run identity -- owner/name [--author "Name <email>"]: the repository on GitHub, such as acme/n8n-nodes-survey-interview.';

/** @returns {string} `owner/name`, from package.json's `repository` */
function identityOf(manifest) {
	const [, slug] = /github\.com\/([^/]+\/[^/]+?)\.git$/.exec(manifest.repository?.url) ?? [];
	if (!slug) throw new Error('package.json: repository.url is no address of a GitHub repository');
	return slug;
}

/** Every address of a repository on GitHub in a text, as `owner/name`, with repeats. */
function repositoriesIn(text) {
	const addresses =
		/(?:(?:www\.)?github\.com|raw\.githubusercontent\.com)\/([A-Za-z0-9-]+\/[\w.-]*\w)/g;
	return [...text.matchAll(addresses)].map(([, slug]) => slug.replace(/\.git$/, ''));
}

/** A text with the addresses of one repository replaced by those of another. Others stay. */
function moved(text, from, to) {
	const literal = from.replace(/[.\\]/g, '\\$&');
	const address = new RegExp(
		`((?:github\\.com|raw\\.githubusercontent\\.com)/)${literal}(?=\\.git\\b|[^\\w.-]|\\.?$|\\.\\s)`,
		'gm',
	);
	return text.replace(address, (_, host) => host + to);
}

/** The files of the project that may name an address: what git knows, without what npm writes. */
function textFiles(project = PROJECT) {
	const listed = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' });
	return listed
		.split('\0')
		.filter((file) => /\.(?:ts|js|mjs|json|md|yml)$/.test(file) && file !== 'package-lock.json');
}

/**
 * Sets the repository, and the author where one is given, who then holds the copyright too.
 *
 * @returns {string[]} the files that changed
 * @throws with one sentence where an argument is not understood; nothing is written then
 */
function setIdentity(project, slug, author) {
	if (!SLUG.test(slug ?? '')) throw new Error(`${slug ?? 'Nothing'} is not owner/name. ${USAGE}`);
	const person = author === undefined ? undefined : AUTHOR.exec(author)?.groups;
	if (author !== undefined && !person) throw new Error(`${author} is not "Name <email>". ${USAGE}`);
	const manifestFile = path.join(project, 'package.json');
	const from = identityOf(JSON.parse(fs.readFileSync(manifestFile, 'utf8')));
	const changed = new Set();
	const rewrite = (file, change) => {
		const before = fs.readFileSync(path.join(project, file), 'utf8');
		const after = change(before);
		if (after === before) return;
		fs.writeFileSync(path.join(project, file), after);
		changed.add(file);
	};
	for (const file of textFiles(project)) rewrite(file, (text) => moved(text, from, slug));
	if (person) {
		rewrite('package.json', (text) => {
			const manifest = { ...JSON.parse(text), author: { ...person } };
			return `${JSON.stringify(manifest, null, '\t')}\n`;
		});
		rewrite('LICENSE.md', (text) =>
			text.replace(/^(Copyright \(c\) \d+ ).*$/m, (_, begin) => begin + person.name),
		);
	}
	return [...changed];
}

/** The arguments of the command line. */
function argumentsOf(given) {
	const place = given.indexOf('--author');
	if (place < 0) return given;
	const rest = [...given.slice(0, place), ...given.slice(place + 2)];
	return [...rest.slice(0, 1), given[place + 1] ?? '', ...rest.slice(1)];
}

module.exports = { identityOf, moved, repositoriesIn, setIdentity, textFiles };

if (require.main === module) {
	const [slug, author, ...more] = argumentsOf(process.argv.slice(2));
	try {
		if (more.length > 0) throw new Error(USAGE);
		const changed = setIdentity(PROJECT, slug, author);
		console.log(changed.length > 0 ? `Changed: ${changed.join(', ')}` : 'Nothing to change');
	} catch (error) {
		console.error(error.message);
		process.exitCode = 2;
	}
}
