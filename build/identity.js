/**
 * Who owns the repository stands in package.json (`repository`), and in addresses in other files: links of
 * the README, of the credential and of the nodes. `node build/identity.js owner/name` sets them all, and on request
 * the names that people see, the description, the icon and the name of the package.
 * `test/package/identity.long.test.ts` holds that nothing of the former identity is left.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');

const PROJECT = path.resolve(__dirname, '..');
const SLUG = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/;
/** The name and email of `Name <email>`. */
const AUTHOR = /^(?<name>[^<>]+?) <(?<email>[^<>\s]+@[^<>\s]+)>$/;
/** So that the next change finds the name and nothing else. */
const DISPLAY_NAME = /^[A-Z][A-Za-z0-9]*(?: [A-Za-z0-9]+)+$/;
const PACKAGE = /^(?:@[a-z0-9][a-z0-9-]*\/)?n8n-nodes-[a-z0-9][a-z0-9-]*$/;
/** Its name is that of a folder of downloads, which stays. */
const CACHE = 'test/n8n/install/cacheFolder.ts';
const USAGE = `Usage: node build/identity.js owner/name [options]: the repository on GitHub, such as acme/n8n-nodes-survey-interview.
  --author "Name <email>"   who also holds the copyright
  --name "Acme Surveys"     what n8n calls the nodes and the credential: two words or more, of A-Z and digits
  --description "Text"      on npm, and of the action node in n8n
  --icon FILE.svg           with --icon-dark FILE.svg, if it is another on dark ground
  --package NAME            on npm, such as @acme/n8n-nodes-acme-surveys; only before the first release, for saved
                            workflows contain it`;
const NODE = 'nodes/SurveyInterview/SurveyInterview.node.ts';

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
	return (
		listed
			.split('\0')
			.filter((file) => /\.(?:ts|js|mjs|json|md|yml)$/.test(file) && file !== 'package-lock.json')
			// One that was removed and not yet committed is known all the same.
			.filter((file) => fs.existsSync(path.join(project, file)))
	);
}

/** What is wrong with the wishes, in one sentence. */
function problemOf(slug, { author, name, description, icon, package: npmName, ...rest }) {
	if (!SLUG.test(slug ?? '')) return `${slug ?? 'Nothing'} is not owner/name.`;
	if (author !== undefined && !AUTHOR.test(author)) return `${author} is not "Name <email>".`;
	if (name !== undefined && !DISPLAY_NAME.test(name))
		return `${name} is not two words or more of A-Z and digits, the first with a capital.`;
	if (description !== undefined && !/^[^'"\\\n]+[^'"\\\n.]$/.test(description))
		return `${description} is not one sentence without a period and quotation marks.`;
	if (npmName !== undefined && !PACKAGE.test(npmName))
		return `${npmName} is not n8n-nodes-…, with or without a scope.`;
	for (const file of [icon, rest['icon-dark']].filter((one) => one !== undefined))
		if (!fs.existsSync(file) || !fs.readFileSync(file, 'utf8').includes('<svg'))
			return `${file} is not an SVG file.`;
	return rest['icon-dark'] && !icon ? 'A dark icon needs --icon.' : undefined;
}

/**
 * Sets the repository, and what else is wished for (USAGE).
 *
 * @returns {string[]} the files that changed
 * @throws with one sentence where an argument is not understood; nothing is written then
 */
function setIdentity(project, slug, wishes = {}) {
	const problem = problemOf(slug, wishes);
	if (problem) throw new Error(`${problem} ${USAGE}`);
	const { author, name, description, icon, package: npmName } = wishes;
	const read = (file) => fs.readFileSync(path.join(project, file), 'utf8');
	const manifest = JSON.parse(read('package.json'));
	const from = identityOf(manifest);
	const changed = new Set();
	const write = (file, before, after) => {
		if (after === before) return;
		fs.writeFileSync(path.join(project, file), after);
		changed.add(file);
	};
	const [, shown] = /displayName: '(.*)'/.exec(read(NODE));
	// Not in the middle of an address, of a path or of another name.
	const packageName = new RegExp(`(?<![\\w/@.-])${manifest.name}(?![\\w/]|@(?!\\d)|-[\\w*])`, 'g');
	for (const file of [...textFiles(project), 'package-lock.json']) {
		if (!fs.existsSync(path.join(project, file))) continue;
		const before = read(file);
		let after = file === 'package-lock.json' ? before : moved(before, from, slug);
		if (npmName && file !== CACHE) after = after.replace(packageName, npmName);
		if (name && file !== 'package-lock.json') after = after.replaceAll(shown, name);
		write(file, before, after);
	}
	const edit = (file, change) => write(file, read(file), change(read(file)));
	const { groups: person } = AUTHOR.exec(author ?? '') ?? {};
	edit('package.json', (text) => {
		const set = JSON.parse(text);
		if (person) set.author = { ...person };
		if (description) set.description = description;
		return `${JSON.stringify(set, null, '\t')}\n`;
	});
	if (person)
		edit('LICENSE.md', (text) =>
			text.replace(/^(Copyright \(c\) \d+ ).*$/m, (_, begin) => begin + person.name),
		);
	if (description)
		edit(NODE, (text) => text.replace(/(?<=\n\t\tdescription: ')[^']*(?=')/, () => description));
	for (const folder of icon ? ['nodes/SurveyInterview', 'credentials'] : []) {
		const drawn = fs.readFileSync(icon, 'utf8');
		const dark = wishes['icon-dark'] ? fs.readFileSync(wishes['icon-dark'], 'utf8') : drawn;
		edit(`${folder}/surveyInterview.svg`, () => drawn);
		edit(`${folder}/surveyInterview.dark.svg`, () => dark);
	}
	tidy(project, [...changed]);
	return [...changed];
}

/** Other names have other lengths, at which lines break. */
function tidy(project, files) {
	const tool = path.join(project, 'node_modules/.bin/prettier');
	const code = files.filter((file) => /\.(?:ts|js|json)$/.test(file));
	if (code.length > 0 && fs.existsSync(tool))
		execFileSync(tool, ['--write', '--log-level=warn', ...code], { cwd: project });
}

module.exports = { identityOf, moved, repositoriesIn, setIdentity, textFiles };

if (require.main === module) {
	const names = ['author', 'name', 'description', 'icon', 'icon-dark', 'package'];
	const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
	options.help = { type: 'boolean' };
	try {
		const { values, positionals } = parseArgs({ options, allowPositionals: true });
		const [slug, ...more] = positionals;
		if (more.length > 0 || values.help) throw new Error(USAGE);
		const changed = setIdentity(PROJECT, slug, values);
		console.log(changed.length > 0 ? `Changed: ${changed.join(', ')}` : 'Nothing to change');
	} catch (error) {
		console.error(error.message);
		process.exitCode = 2;
	}
}
