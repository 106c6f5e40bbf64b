import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { run } from '../install/run';

/** An npm registry on 127.0.0.1 with one package in it. */
export interface Registry {
	/** The package: n8n takes one from elsewhere than npmjs.org only under a scope. */
	name: string;
	version: string;
	/** For an n8n that installs from here; another registry, and the rest of the world, it cannot reach. */
	env: Record<string, string>;
	/** The addresses that were asked for. */
	asked: string[];
	stop(): Promise<void>;
}

const SCOPE = '@example';
const TARBALL = '/package.tgz';

/** @param tarball a packed package, which is offered under a scope */
export async function startRegistry(tarball: string): Promise<Registry> {
	const folder = await mkdtemp(join(tmpdir(), 'registry-'));
	const { manifest, bytes } = await underScope(tarball, folder);
	const { name, version } = manifest;
	const asked: string[] = [];
	const app = fastify({ forceCloseConnections: true });
	app.get('*', async ({ url }, reply) => {
		asked.push(url);
		if (url === TARBALL) return await reply.type('application/octet-stream').send(bytes);
		if (decodeURIComponent(url) !== `/${name}`) return await reply.code(404).send({});
		const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
		const dist = { tarball: `${address}${TARBALL}`, integrity };
		const versions = { [version]: { ...manifest, dist } };
		return { name, 'dist-tags': { latest: version }, versions };
	});
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	const config = join(folder, 'npmrc');
	const settings = [
		`${SCOPE}:registry=${address}/`,
		`cache=${join(folder, 'cache')}`,
		'update-notifier=false',
		'fetch-retries=0',
	];
	await writeFile(config, settings.join('\n'));
	return {
		name,
		version,
		asked,
		env: {
			// npm reads both, and a machine may have set either.
			NPM_CONFIG_USERCONFIG: config,
			npm_config_userconfig: config,
			// n8n asks its makers about the package first; this is no proxy, so that it gets no answer.
			HTTPS_PROXY: address,
			NO_PROXY: '127.0.0.1,localhost',
		},
		stop: async () => {
			await app.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

interface Manifest {
	name: string;
	version: string;
	[key: string]: unknown;
}

/** The same package under another name. */
async function underScope(tarball: string, folder: string) {
	await run('tar', ['-xzf', tarball, '-C', folder]);
	const path = join(folder, 'package', 'package.json');
	const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
	manifest.name = `${SCOPE}/${manifest.name}`;
	await writeFile(path, JSON.stringify(manifest, null, 2));
	const packed = join(folder, 'package.tgz');
	await run('tar', ['-czf', packed, '-C', folder, 'package']);
	return { manifest, bytes: await readFile(packed) };
}
