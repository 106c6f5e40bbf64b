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

/**
 * @param tarball a packed package, which is offered under a scope
 * @param older other versions: a packed package for each number
 */
export async function startRegistry(
	tarball: string,
	older: Record<string, string> = {},
): Promise<Registry> {
	const folder = await mkdtemp(join(tmpdir(), 'registry-'));
	const offered = [await underScope(tarball, folder)];
	for (const [version, file] of Object.entries(older))
		offered.push(await underScope(file, folder, version));
	const [{ manifest }] = offered as [Offered];
	const { name, version } = manifest;
	const asked: string[] = [];
	const app = fastify({ forceCloseConnections: true });
	app.get('*', async ({ url }, reply) => {
		asked.push(url);
		const wanted = offered.find(({ path }) => path === url);
		if (wanted) return await reply.type('application/octet-stream').send(wanted.bytes);
		if (decodeURIComponent(url) !== `/${name}`) return await reply.code(404).send({});
		const versions = Object.fromEntries(
			offered.map(({ manifest: one, bytes, path }) => {
				const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
				return [one.version, { ...one, dist: { tarball: `${address}${path}`, integrity } }];
			}),
		);
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

interface Offered {
	manifest: Manifest;
	bytes: Buffer;
	/** Where it is fetched. */
	path: string;
}

/** The same package under another name, and perhaps another number. */
async function underScope(tarball: string, folder: string, version?: string): Promise<Offered> {
	const unpacked = await mkdtemp(join(folder, 'version-'));
	await run('tar', ['-xzf', tarball, '-C', unpacked]);
	const path = join(unpacked, 'package', 'package.json');
	const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
	manifest.name = `${SCOPE}/${manifest.name.replace(/^@[^/]+\//, '')}`;
	manifest.version = version ?? manifest.version;
	await writeFile(path, JSON.stringify(manifest, null, 2));
	const packed = join(unpacked, 'package.tgz');
	await run('tar', ['-czf', packed, '-C', unpacked, 'package']);
	return { manifest, bytes: await readFile(packed), path: `/package-${manifest.version}.tgz` };
}
