/** One place for the identity: package.json. Every other address of the repository is the same. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { identityOf, moved, repositoriesIn, textFiles } from '../../build/identity';
import manifest from '../../package.json';

const PROJECT = resolve(__dirname, '../..');
const SELF = 'test/package/identity.long.test.ts';
/** Where the folder of downloads is named, which keeps its name. */
const CACHE = [
	'test/n8n/install/cacheFolder.ts',
	'.github/workflows/ci.yml',
	'docs/development/n8n.md',
];

type Json = Record<string, unknown>;

const read = (project: string, file: string) => readFileSync(join(project, file), 'utf8');

/** Where a repository is named that is not this project's. */
function strangersIn(project: string): string[] {
	const own = identityOf(JSON.parse(read(project, 'package.json')) as typeof manifest);
	return textFiles(project)
		.filter((file) => file !== SELF)
		.flatMap((file) =>
			repositoriesIn(read(project, file))
				.filter((slug) => slug !== own)
				.map((slug) => `${file}: ${slug}`),
		);
}

describe('the identity of the repository', () => {
	it('is the same in every file', () => {
		expect(strangersIn(PROJECT)).toEqual([]);
	});

	it('stands in the addresses of package.json', () => {
		const home = `https://github.com/${identityOf(manifest)}`;
		expect(manifest.homepage).toBe(`${home}#readme`);
		expect(manifest.bugs.url).toBe(`${home}/issues`);
	});

	it('moves addresses of this repository only', () => {
		const text = [
			'See https://github.com/a/b#c, https://github.com/a/b.',
			'git+https://github.com/a/b.git https://raw.githubusercontent.com/a/b/main/x.png',
			'https://github.com/a/bc https://github.com/a/b-c https://github.com/a/b.js/x a/b',
		].join('\n');
		expect(moved(text, 'a/b', 'x/y.z')).toBe(
			[
				'See https://github.com/x/y.z#c, https://github.com/x/y.z.',
				'git+https://github.com/x/y.z.git https://raw.githubusercontent.com/x/y.z/main/x.png',
				'https://github.com/a/bc https://github.com/a/b-c https://github.com/a/b.js/x a/b',
			].join('\n'),
		);
	});

	describe('node build/identity.js', () => {
		let copy: string;

		beforeAll(() => {
			copy = mkdtempSync(join(tmpdir(), 'identity-'));
			const icons = ['nodes/SurveyInterview', 'credentials'].flatMap((folder) =>
				['', '.dark'].map((dark) => `${folder}/surveyInterview${dark}.svg`),
			);
			for (const file of [...textFiles(), ...icons, '.npmrc', 'package-lock.json']) {
				mkdirSync(dirname(join(copy, file)), { recursive: true });
				cpSync(join(PROJECT, file), join(copy, file));
			}
			const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, stdio: 'ignore' });
			symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
			writeFileSync(join(copy, '.gitignore'), 'node_modules\n');
			git('init');
			git('add', '-A');
		});

		afterAll(() => rmSync(copy, { recursive: true, force: true }));

		const run = (...args: string[]) =>
			spawnSync(process.execPath, ['build/identity.js', ...args], {
				cwd: copy,
				encoding: 'utf8',
			});

		it.each([
			[[], 'Nothing is not owner/name.'],
			[['acme/x.git'], 'acme/x.git is not owner/name.'],
			[['acme/x', '--author', 'Ada'], 'Ada is not "Name <email>".'],
			[['acme/x', '--name', 'Surveys'], 'Surveys is not two words or more of A-Z and digits'],
			[['acme/x', '--package', '@acme/surveys'], '@acme/surveys is not n8n-nodes-'],
			[['acme/x', '--nickname', 'A'], "Unknown option '--nickname'"],
		])('refuses %j with one sentence and changes nothing', (args, sentence) => {
			const { status, stderr } = run(...args);
			expect(status).toBe(2);
			expect(stderr).toContain(sentence);
			expect(strangersIn(copy)).toEqual([]);
			expect(read(copy, 'package.json')).toBe(read(PROJECT, 'package.json'));
		});

		it('sets every address, and the author', () => {
			const { status, stdout } = run(
				'acme-1/Nodes.for-n8n',
				'--author',
				'Ada L. <ada@acme.example>',
			);
			expect(status).toBe(0);
			const set = JSON.parse(read(copy, 'package.json')) as typeof manifest;
			expect(identityOf(set)).toBe('acme-1/Nodes.for-n8n');
			expect(set.author).toEqual({ name: 'Ada L.', email: 'ada@acme.example' });
			expect(read(copy, 'LICENSE.md')).toMatch(/^Copyright \(c\) \d{4} Ada L\.$/m);
			expect(set.devDependencies).toEqual(manifest.devDependencies);
			expect(strangersIn(copy)).toEqual([]);
			const readme = read(copy, 'README.md');
			expect(readme).toContain('https://raw.githubusercontent.com/acme-1/Nodes.for-n8n/main/docs/');
			expect(readme).not.toContain(`github.com/${identityOf(manifest)}`);
			for (const file of [
				'package.json',
				'README.md',
				'credentials/SurveyInterviewApi.credentials.ts',
			])
				expect(stdout).toContain(file);
		});

		it('sets what people see, and the package: nothing of the former identity is left', () => {
			writeFileSync(join(copy, 'light.svg'), '<svg id="light"/>');
			const shownIn = (file: string) => /displayName: '(.*)'/.exec(read(copy, file))?.[1];
			const NODE = 'nodes/SurveyInterview/SurveyInterview.node.ts';
			const before = shownIn(NODE) ?? '';
			const name = '@ferry/n8n-nodes-ferry';
			const { status, stderr, stdout } = run(
				'acme/nodes',
				...['--name', 'Ferry Polls', '--description', 'Talk with customers of Acme'],
				...['--icon', 'light.svg', '--package', name],
			);
			expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
			const lock = JSON.parse(read(copy, 'package-lock.json')) as Json & { packages: Json };
			expect([lock.name, (lock.packages[''] as Json).name]).toEqual([name, name]);
			const set = JSON.parse(read(copy, 'package.json')) as typeof manifest;
			expect([set.name, set.description]).toEqual([name, 'Talk with customers of Acme']);
			expect(shownIn(NODE)).toBe('Ferry Polls');
			expect(read(copy, NODE)).toContain("description: 'Talk with customers of Acme'");
			expect(read(copy, 'credentials/surveyInterview.dark.svg')).toBe('<svg id="light"/>');
			const left = textFiles(copy).filter((file) => {
				const text = read(copy, file);
				return text.includes(before) || text.includes(manifest.name);
			});
			const keep = [SELF, 'build/identity.js', ...CACHE];
			expect(left.filter((file) => !keep.includes(file))).toEqual([]);
			expect(read(copy, 'workflows/completions-to-slack.json')).toContain(
				`"type": "${name}.surveyInterviewTrigger"`,
			);
			// Lines break elsewhere.
			const code = stdout.match(/[\w/.-]+\.(?:ts|js|json)(?=[,\s])/g) ?? [];
			expect(code.length).toBeGreaterThan(20);
			const check = ['--check', ...code.filter((file) => file !== 'package-lock.json')];
			const prettier = spawnSync(join(PROJECT, 'node_modules/.bin/prettier'), check, {
				cwd: copy,
				encoding: 'utf8',
			});
			expect(prettier.stderr).toBe('');
			expect(strangersIn(copy)).toEqual([]);
		});
	});
});
