/** The release workflow: what may publish, what it publishes, and what stops it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packInto } from '../../build/pack';
import { hashOf, problemOfTag } from '../../build/release';

const PROJECT = resolve(__dirname, '../..');
const WORKFLOWS = join(PROJECT, '.github', 'workflows');
const textOf = (file: string) => readFileSync(join(WORKFLOWS, file), 'utf8');

/** What is run that is not named by its content: an action without a commit, an image without a digest. */
function unpinned(text: string): string[] {
	const named = [...text.matchAll(/^\s*(?:- )?(uses|container|image):\s*(\S+)/gm)];
	return named
		.filter(([, key, name = '']) =>
			key === 'uses' ? !/^\.\/|@[0-9a-f]{40}$/.test(name) : !/@sha256:[0-9a-f]{64}$/.test(name),
		)
		.map(([, , name = '']) => name);
}

/** The jobs of a workflow: their names and their texts. */
function jobsOf(text: string): Map<string, string> {
	const [, jobs = ''] = text.split(/^jobs:\n/m);
	const parts = jobs.split(/^ {2}(?=\w+:\n)/m).filter(Boolean);
	return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]));
}

/** The shell lines of a step, by the step's name. */
function scriptOf(job: string, name: string): string {
	const [, step = ''] = job.split(`- name: ${name}\n`);
	const [, body = ''] = /run: \|\n((?: {10}.*\n)+)/.exec(step) ?? [];
	if (!body) throw new Error(`There is no step ${name}`);
	return body.replace(/^ {10}/gm, '');
}

describe.each(readdirSync(WORKFLOWS))('.github/workflows/%s', (file) => {
	it('runs nothing that somebody else can change', () => {
		expect(unpinned(textOf(file))).toEqual([]);
	});

	it('gives no rights to all of its jobs but reading', () => {
		const [, rights = ''] = /^permissions:(.*\n(?: {2}.*\n)*)/m.exec(textOf(file)) ?? [];
		expect(['{}', 'contents: read']).toContain(rights.trim());
	});
});

describe('release.yml', () => {
	const jobs = jobsOf(textOf('release.yml'));
	const tarball = jobs.get('tarball') ?? '';
	const publish = jobs.get('publish') ?? '';

	it('has a job that runs everything without the right to publish, and one that only publishes', () => {
		expect([...jobs.keys()]).toEqual(['tarball', 'publish']);
		expect(tarball).not.toMatch(/id-token|secrets\.|npm publish/);
		expect(tarball).toContain('bash .ci/run');
		expect(publish).toContain('needs: tarball');
		expect(publish).toContain('id-token: write');
		expect(publish).not.toMatch(/checkout|npm (?:ci|install|i|run|exec)|npx/);
		expect(publish.match(/secrets\.\w+/g)).toEqual(['secrets.NPM_TOKEN']);
		const [, rights = ''] = /permissions:\n((?: {6}.*\n)+)/.exec(publish) ?? [];
		expect(rights.trim()).toBe('id-token: write');
	});

	it('stops at the first step that fails', () => {
		expect(textOf('release.yml')).not.toMatch(
			/continue-on-error|\|\| true|if: .*(?:always|failure)/,
		);
	});

	describe('the check of the hash', () => {
		const folder = mkdtempSync(join(tmpdir(), 'release-'));
		const file = join(folder, 'package-1.2.3.tgz');
		const check = (SHA256: string) =>
			spawnSync(
				'bash',
				['-eo', 'pipefail', '-c', scriptOf(publish, 'It is the tarball of the first job')],
				{
					cwd: folder,
					env: { ...process.env, SHA256 },
					encoding: 'utf8',
				},
			);
		beforeEach(() => writeFileSync(file, 'what was built'));
		afterAll(() => rmSync(folder, { recursive: true }));

		it('lets the same tarball pass', () => {
			const said = execFileSync('node', [join(PROJECT, 'build/release.js'), 'hash', file], {
				encoding: 'utf8',
			});
			expect(said).toBe(`sha256=${hashOf(file)}\n`);
			expect(check(said.trim().split('=')[1] ?? '').status).toBe(0);
		});

		it('stops at a changed one, and says so', () => {
			const hash = hashOf(file);
			writeFileSync(file, 'what somebody made of it');
			const { status, stdout, stderr } = check(hash);
			expect(status).not.toBe(0);
			expect(stdout + stderr).toContain(
				'This is not the tarball that the first job made. Nothing is published.',
			);
		});
	});
});

describe('the step that publishes, with a registry on this machine', () => {
	/** What was asked for, and with which authorization. */
	let asked: string[];
	let folder: string;
	const registry = createServer((request, response) => {
		asked.push(`${request.method} ${request.headers.authorization}`);
		request.resume().on('end', () => {
			response.statusCode = request.method === 'PUT' ? 201 : 404;
			response.setHeader('content-type', 'application/json').end('{}');
		});
	});
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'publish-'));
		packInto(folder);
		await new Promise<void>((ready) => registry.listen(0, '127.0.0.1', ready));
		const { port } = registry.address() as AddressInfo;
		writeFileSync(join(folder, '.npmrc'), `registry=http://127.0.0.1:${port}/\n`);
	});
	beforeEach(() => (asked = []));
	afterAll(async () => {
		await new Promise((closed) => registry.close(closed));
		rmSync(folder, { recursive: true });
	});

	/** @param change of the script: provenance itself is only made on GitHub */
	const publish = async (NPM_TOKEN: string, change = (script: string) => script) =>
		await new Promise<{ code: number | null; said: string }>((done) => {
			const job = jobsOf(textOf('release.yml')).get('publish') ?? '';
			const script = change(scriptOf(job, 'Publish with provenance'));
			const home = mkdtempSync(join(folder, 'home-'));
			// As on GitHub, without the right to an identity.
			const env = {
				PATH: process.env.PATH,
				HOME: home,
				NPM_TOKEN,
				GITHUB_ACTIONS: 'true',
				CI: 'true',
			};
			const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env });
			let said = '';
			for (const stream of [child.stdout, child.stderr])
				stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
			child.on('close', (code) => done({ code, said }));
		});
	const withoutProvenance = (script: string) => script.replace('--provenance', '--no-provenance');

	it('publishes nothing without provenance, even with a token', async () => {
		const { code, said } = await publish('made-up');
		expect(code).not.toBe(0);
		expect(said).toContain('requires "write" access to the "id-token" permission');
		expect(asked.filter((one) => one.startsWith('PUT'))).toEqual([]);
	});

	it('publishes nothing if npm neither trusts the workflow nor has a token', async () => {
		const { code, said } = await publish('', withoutProvenance);
		expect(code).not.toBe(0);
		expect(said).toContain('ENEEDAUTH');
		expect(asked.filter((one) => one.startsWith('PUT'))).toEqual([]);
	});

	it('uses the token of the first version, and does not write it down', async () => {
		const { code, said } = await publish('made-up', withoutProvenance);
		expect(code).toBe(0);
		expect(asked.filter((one) => one.startsWith('PUT'))).toEqual(['PUT Bearer made-up']);
		expect(said).not.toContain('made-up');
		const homes = readdirSync(folder).filter((name) => name.startsWith('home-'));
		const written = homes.flatMap((home) => {
			const file = join(folder, home, '.npmrc');
			return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
		});
		expect(written.join('')).toContain('_authToken=${NPM_TOKEN}\n');
		expect(written.join('')).not.toContain('made-up');
	});
});

describe('the tag', () => {
	const folder = mkdtempSync(join(tmpdir(), 'tag-'));
	const project = (version: string, changelog: string) => {
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
		writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
		return folder;
	};
	afterAll(() => rmSync(folder, { recursive: true }));

	it('is the version, and the changelog has it', () => {
		expect(problemOfTag('v1.2.3', project('1.2.3', '# Changelog\n\n## 1.2.3\n'))).toBeUndefined();
		expect(
			problemOfTag('v1.2.3', project('1.2.3', '## 1.2.3 (2026-12-01)\n\nText\n')),
		).toBeUndefined();
	});

	it.each(['1.2.3', 'v1.2.4', 'v1.2', ''])('%j is refused in one sentence', (tag) => {
		expect(problemOfTag(tag, project('1.2.3', '## 1.2.3\n'))).toBe(
			`The tag is ${tag || 'empty'}, and package.json has version 1.2.3: the tag must be v1.2.3. Nothing is published.`,
		);
	});

	it('is refused while something is unreleased', () => {
		expect(problemOfTag('v1.2.3', project('1.2.3', '## Unreleased\n\n## 1.2.3\n'))).toBe(
			'CHANGELOG.md still has "## Unreleased": move what stands there to "## 1.2.3". Nothing is published.',
		);
	});

	it('is refused while the changelog does not have the version', () => {
		expect(problemOfTag('v1.2.3', project('1.2.3', '## 1x2x3\n## 1.2.30\n## Unreleased\n'))).toBe(
			'CHANGELOG.md has no heading "## 1.2.3": write there what changed. Nothing is published.',
		);
	});

	it('stops the workflow with the exit code', () => {
		const args = [join(PROJECT, 'build/release.js'), 'check', 'v0.0.0-wrong'];
		const { status, stderr } = spawnSync('node', args, { encoding: 'utf8' });
		expect(status).toBe(1);
		expect(stderr).toContain('Nothing is published.');
	});
});
