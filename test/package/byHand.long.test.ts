/** Nothing can be published by accident: only the tarball of `npm run pack`, which has a build in it. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { textFiles } from '../../build/identity';
import { packInto } from '../../build/pack';

const PROJECT = resolve(__dirname, '../..');

describe('npm by hand, in a clone without a build', () => {
	let folder: string;
	let registry: Server;
	/** Method and path of each request, and the names of the files that were sent. */
	let asked: string[];

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'clone-'));
		for (const file of [...textFiles(), '.npmrc']) {
			mkdirSync(dirname(join(folder, file)), { recursive: true });
			cpSync(join(PROJECT, file), join(folder, file));
		}
		registry = createServer((request, response) => {
			asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
			request.resume().on('end', () => {
				response.statusCode = request.method === 'PUT' ? 201 : 404;
				response.setHeader('content-type', 'application/json').end('{}');
			});
		});
		await new Promise<void>((ready) => registry.listen(0, '127.0.0.1', ready));
		const { port } = registry.address() as AddressInfo;
		const user = [`registry=http://127.0.0.1:${port}/`, `//127.0.0.1:${port}/:_authToken=made-up`];
		writeFileSync(join(folder, 'user.npmrc'), user.join('\n'));
	});

	beforeEach(() => (asked = []));

	afterAll(async () => {
		await new Promise((closed) => registry.close(closed));
		rmSync(folder, { recursive: true, force: true });
	});

	const npm = async (...args: string[]) =>
		await new Promise<{ code: number | null; said: string }>((done) => {
			// As on a person's machine, also where the gate runs on GitHub.
			const env = {
				...process.env,
				npm_config_registry: undefined,
				CI: '',
				GITHUB_ACTIONS: undefined,
			};
			const config = ['--userconfig', join(folder, 'user.npmrc')];
			const child = spawn('npm', [...args, ...config], { cwd: folder, env });
			let said = '';
			for (const stream of [child.stdout, child.stderr])
				stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
			child.on('close', (code) => done({ code, said }));
		});
	const uploads = () => asked.filter((one) => one.startsWith('PUT'));

	it('npm publish is refused, and nothing is uploaded', async () => {
		const { code, said } = await npm('publish');
		expect(code).not.toBe(0);
		expect(said).toMatch(/EPRIVATE|npm run pack/);
		expect(uploads()).toEqual([]);
	});

	it('npm pack with scripts says which command to use', async () => {
		const { code, said } = await npm('pack', '--ignore-scripts=false');
		expect(code).not.toBe(0);
		expect(said).toContain('npm run pack makes the tarball that is published.');
	});

	it('a tarball that npm pack made without scripts cannot be published', async () => {
		expect((await npm('pack', '--ignore-scripts')).code).toBe(0);
		const [tarball = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
		const { code, said } = await npm('publish', `./${tarball}`);
		expect(code).not.toBe(0);
		expect(said).toContain('EPRIVATE');
		expect(uploads()).toEqual([]);
	});

	it('npm run pack refuses to pack what is not built', () => {
		expect(() => packInto(join(folder, 'release'), folder)).toThrow(
			/^dist\/package\.js, .* is not built\. "npm run pack" builds the package and packs it\.$/,
		);
	});
});
