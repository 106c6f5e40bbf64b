/**
 * `npm run check`: what a change needs before it is committed. Writes what is made from the code, and plays the
 * suites of `npm test` and those that the change touches besides. The last line says what is still to do.
 */
const { execFileSync, spawnSync } = require('node:child_process');
const path = require('node:path');

const PROJECT = path.resolve(__dirname, '..');
/** More suites than that, and the answer takes longer than three minutes. */
const MOST_SUITES = 12;
const JEST = ['node', 'node_modules/.bin/jest'];

/** Runs a step and says how long it took; ends the check where it fails. */
function step(name, command, advice) {
	const start = Date.now();
	process.stdout.write(`\n=== ${name}\n`);
	const [program, ...args] = command;
	const { status } = spawnSync(program, args, { cwd: PROJECT, stdio: 'inherit' });
	process.stdout.write(`--- ${name}: ${Math.round((Date.now() - start) / 1000)} s\n`);
	if (status !== 0) finish(`Still to do: ${advice}`, 1);
}

function finish(line, code) {
	process.stdout.write(`\n${line}\n`);
	process.exit(code);
}

const read = (program, ...args) =>
	execFileSync(program, args, {
		cwd: PROJECT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	})
		.split('\n')
		.filter(Boolean);

/** Files that differ from the last commit, also those that git does not know yet. */
function changedFiles() {
	const known = read('git', 'diff', '--name-only', '--diff-filter=d', 'HEAD');
	return [...known, ...read('git', 'ls-files', '--others', '--exclude-standard')];
}

/**
 * Suites outside `npm test` that a change touches: the long ones in the folder of the same name, which run the built
 * package, and those that import a changed file. The laboratory's play for minutes, so they are left to the gate unless
 * the laboratory itself is changed.
 */
function suitesBesides(changed) {
	const list = (...args) => read(...JEST, '--listTests', ...args);
	const short = new Set(list('-c', 'test/short.config.js'));
	const folders = changed.flatMap(
		(file) => /^nodes\/SurveyInterview\/(\w+)\//.exec(file)?.[1] ?? [],
	);
	const paths = [...new Set(folders)].map((folder) => `test/(unit/)?${folder}/.*\\.long\\.test`);
	const near = paths.length > 0 ? list(...paths) : [];
	const all = new Set([...near, ...list('--changedSince=HEAD')]);
	const isOfGate = (suite) =>
		suite.includes('/test/laboratory/') &&
		!changed.some((file) => file.startsWith('test/laboratory/'));
	return [...all].filter((suite) => !short.has(suite) && !isOfGate(suite));
}

const changed = changedFiles();
const npx = (...command) => ['npx', '--no-install', ...command];
step('types', npx('gulp', 'types'), 'mend the types.');
step(
	'pages and recorded outputs',
	['npm', 'run', '--silent', 'docs'],
	'mend what does not build or run.',
);
const formatted = changed.filter((file) => /\.(?:[jt]s|mjs|json|md|ya?ml)$/.test(file));
if (formatted.length > 0)
	step(
		'format',
		npx('prettier', '--write', '--log-level', 'warn', '--ignore-unknown', ...formatted),
		'mend what cannot be read.',
	);
const code = formatted.filter((file) => /\.(?:[jt]s|mjs|json)$/.test(file));
if (code.length > 0)
	step(
		'lint of what was changed',
		npx('eslint', '--max-warnings', '0', '--no-warn-ignored', ...code),
		'mend what the lint says.',
	);
step('npm test', [...JEST, '-c', 'test/short.config.js'], 'mend what the red tests say.');

const besides = suitesBesides(changed);
const played = besides.slice(0, MOST_SUITES);
if (played.length > 0)
	step(
		'suites that read what was changed',
		[...JEST, '--runTestsByPath', ...played],
		'mend what the red tests say.',
	);

const left =
	besides.length > played.length ? ['npm run test:all, because much reads what was changed'] : [];
if (changed.some((file) => file.startsWith('workflows/') || file.startsWith('test/n8n/')))
	left.push('npm run test:n8n, because it changes what only a real n8n plays');
const written = changedFiles().filter((file) => !changed.includes(file));
if (written.length > 0) left.push(`commit what was written: ${written.join(', ')}`);
finish(left.length > 0 ? `Still to do: ${left.join('; ')}.` : 'Nothing is left to do: commit.', 0);
