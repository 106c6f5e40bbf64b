import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../n8n/install/run';
import { required } from '../../n8n/servers/programs';

/** What a recorder proves with that it is somebody else. */
export interface Certificates {
	key: string;
	cert: string;
	/** The file of the authority that signed it; `NODE_EXTRA_CA_CERTS` makes an n8n trust it. */
	authority: string;
	remove(): Promise<void>;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A certificate for these hosts, signed by an authority that nobody else knows and that is thrown away. */
export async function certificatesFor(hosts: readonly string[]): Promise<Certificates> {
	const openssl = required('openssl', 'OpenSSL, which makes certificates,', 'openssl');
	const folder = await mkdtemp(join(tmpdir(), 'n8n-certificates-'));
	const file = (name: string) => join(folder, name);
	const make = async (...args: string[]) => await run(openssl, args, { cwd: folder });
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	await writeFile(file('names'), `subjectAltName=${names}\n`);
	const authority = ['-keyout', 'authority.key', '-out', 'authority.pem', '-days', '2'];
	await make('req', '-x509', ...NEW_KEY, ...authority, '-subj', '/CN=Authority of a test');
	await make('req', ...NEW_KEY, '-keyout', 'key', '-out', 'request', '-subj', '/CN=Recorder');
	const signing = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
	const signed = ['-in', 'request', '-out', 'cert', '-days', '2', '-extfile', 'names'];
	await make('x509', '-req', ...signed, ...signing);
	return {
		key: await readFile(file('key'), 'utf8'),
		cert: await readFile(file('cert'), 'utf8'),
		authority: file('authority.pem'),
		remove: async () => await rm(folder, { recursive: true, force: true }),
	};
}
