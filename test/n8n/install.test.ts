import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADDED_OPERATIONS, contractRows } from '../contract/contract';
import { ACTION, CREDENTIAL, PACKAGE, TOOL, TRIGGER } from '../harness/support/names';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { outputsOf, until, type Json, type N8nRest } from './rest/n8nRest';
import { startRegistry, type Registry } from './servers/registry';
import { shared } from './setup';
import { Stand, START } from './stand';

interface NodeType extends Json {
	name: string;
	displayName: string;
	iconUrl: { light: string; dark: string };
}

/** The control in which an operation is chosen. */
interface Choice {
	name: string;
	displayOptions: { show: { resource: string[] } };
	options: Array<{ value: string }>;
}

const BUILT = join(__dirname, '../../dist/nodes/SurveyInterview');
const SCHEMAS = join(BUILT, '__schema__/v1.0.0');

/** The node types whose name starts so, as the editor gets them. */
async function nodeTypes(rest: N8nRest, name: string): Promise<NodeType[]> {
	const types = await rest.call<NodeType[]>('GET', '/types/nodes.json');
	return types
		.filter((type) => type.name.startsWith(name))
		.sort((a, b) => a.name.localeCompare(b.name));
}

async function credentialTypes(rest: N8nRest): Promise<NodeType[]> {
	const types = await rest.call<NodeType[]>('GET', '/types/credentials.json');
	return types.filter(({ name }) => name === CREDENTIAL);
}

const schema = async (rest: N8nRest, node: string, path: string) =>
	await rest.raw('GET', `/schemas/${encodeURIComponent(node)}/1.0.0/${path}`);

async function runsIn(stand: Stand, credentialId: string, type: string): Promise<void> {
	const credentials = { [CREDENTIAL]: { id: credentialId, name: CREDENTIAL_NAME } };
	const parameters = { resource: 'survey', operation: 'getAll', returnAll: true };
	const node = { name: 'Surveys', type, parameters, credentials };
	const id = await stand.rest.saveWorkflow({ nodes: [START, node] });
	const execution = await stand.rest.run(id, START.name);
	expect(execution.status).toBe('success');
	const [items] = outputsOf(execution, 'Surveys');
	expect(items?.map(({ json }) => json.name)).toEqual(
		stand.service.world
			.surveys()
			.map(({ name }) => name)
			.reverse(),
	);
}

/** What n8n warned of or complained about, without what differs from start to start. */
function complaintsOf({ n8n }: Stand): string[] {
	const lines = n8n.output.split('\n').filter((line) => line.trim() !== '');
	const complaints = lines.flatMap((line) => {
		const { level, message } = entryOf(line);
		return ['info', 'debug'].includes(level) ? [] : [`${level}: ${message}`];
	});
	return complaints.map((text) => text.replace(/\d+/g, '#'));
}

/** What is no entry of n8n's log is a complaint of its Node.js. */
function entryOf(line: string): { level: string; message: string } {
	try {
		return JSON.parse(line) as { level: string; message: string };
	} catch {
		return { level: 'Node.js', message: line };
	}
}

let registry: Registry;
/** Without the package. */
let bare: Stand;
/** With the package, installed by hand. */
let stand: Stand;

beforeAll(async () => {
	registry = await startRegistry(shared('tarball'));
	const env = { ...registry.env, N8N_LOG_FORMAT: 'json' };
	bare = await Stand.set({ bare: true, env });
	stand = await Stand.set({ env });
}, 240_000);
afterAll(async () => {
	await stand?.stop();
	await bare?.stop();
	await registry?.stop();
}, 60_000);

describe('the package, installed by hand', () => {
	it('brings both nodes and the tool, and one credential that the nodes use', async () => {
		const types = await nodeTypes(stand.rest, PACKAGE);
		const told = types.map(({ name, displayName, inputs, outputs }) => [
			name,
			displayName,
			inputs,
			outputs,
		]);
		expect(told).toEqual([
			[ACTION, 'Survey Interview', ['main'], ['main']],
			[TOOL, 'Survey Interview Tool', [], ['ai_tool']],
			[TRIGGER, 'Survey Interview Trigger', [], ['main']],
		]);
		const [credential, ...others] = await credentialTypes(stand.rest);
		expect(others).toEqual([]);
		expect(credential).toMatchObject({ displayName: 'Survey Interview API' });
		expect(credential?.supportedNodes).toEqual(expect.arrayContaining([ACTION, TRIGGER]));
	});

	it('offers every operation of the contract to choose', async () => {
		const [action] = await nodeTypes(stand.rest, ACTION);
		const choices = (action?.properties as Choice[]).filter(({ name }) => name === 'operation');
		const offered = choices.flatMap(({ displayOptions, options }) =>
			options.map(({ value }) => `${displayOptions.show.resource.join()}/${value}`),
		);
		const wanted = [...contractRows(), ...ADDED_OPERATIONS].map(
			({ resource, operation }) => `${resource}/${operation}`,
		);
		expect(wanted.filter((one) => !offered.includes(one))).toEqual([]);
	});

	it.each(['light', 'dark'] as const)('has its %s icon on everything', async (theme) => {
		const file = theme === 'light' ? 'surveyInterview.svg' : 'surveyInterview.dark.svg';
		const drawn = await readFile(join(BUILT, file), 'utf8');
		const types = [
			...(await nodeTypes(stand.rest, PACKAGE)),
			...(await credentialTypes(stand.rest)),
		];
		expect(types).toHaveLength(4);
		for (const { iconUrl } of types) {
			const { status, headers, data } = await stand.rest.raw('GET', `/${iconUrl[theme]}`);
			expect({ status, data }).toEqual({ status: 200, data: drawn });
			expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
		}
	});

	it('serves each output schema, so that the next node can be mapped before the first run', async () => {
		const files = (await readdir(SCHEMAS, { recursive: true })).filter((file) =>
			file.endsWith('.json'),
		);
		expect(files.length).toBeGreaterThan(20);
		for (const file of files) {
			const { status, data } = await schema(stand.rest, ACTION, file);
			const built = JSON.parse(await readFile(join(SCHEMAS, file), 'utf8')) as unknown;
			expect({ file, status, data }).toEqual({ file, status: 200, data: built });
		}
		expect((await schema(stand.rest, ACTION, 'theme/paint.json')).status).toBe(404);
	});

	it('runs', async () => {
		await runsIn(stand, stand.credentialId, ACTION);
	});

	it('makes n8n complain about nothing that it does not complain about without it', async () => {
		const added = () => {
			const known = new Set(complaintsOf(bare));
			return complaintsOf(stand).filter((line) => !known.has(line));
		};
		// Some complaints come late: that n8n cannot reach its makers.
		const none = async () => (added().length === 0 ? true : undefined);
		await until('the same from the other', none, 20_000).catch(() => undefined);
		expect(added()).toEqual([]);
	});
});

describe("the package, installed with n8n's own installer under a scope", () => {
	const scoped = (type: string) => type.replace(PACKAGE, registry.name);
	const names = async () => (await nodeTypes(bare.rest, registry.name)).map(({ name }) => name);

	it('is not there before', async () => {
		expect(await nodeTypes(bare.rest, PACKAGE)).toEqual([]);
		expect(await names()).toEqual([]);
		expect(await credentialTypes(bare.rest)).toEqual([]);
	});

	it('is installed at once, without a restart', async () => {
		const { name, version } = registry;
		const installed = await bare.rest.call<Json>('POST', '/rest/community-packages', { name });
		expect(installed).toMatchObject({ packageName: name, installedVersion: version });
		expect(registry.asked).toContain(`/package-${version}.tgz`);
		const types = [ACTION, TOOL, TRIGGER].map(scoped);
		await until('the nodes', async () => ((await names()).length > 0 ? true : undefined));
		expect(await names()).toEqual(types);
		expect(await credentialTypes(bare.rest)).toHaveLength(1);
		const listed = await bare.rest.call<Json[]>('GET', '/rest/community-packages');
		expect(listed).toMatchObject([{ packageName: name, failedLoading: false }]);
	});

	it('runs', async () => {
		const data = credentialFor(bare.service);
		const id = await bare.rest.saveCredential(CREDENTIAL, CREDENTIAL_NAME, data);
		await runsIn(bare, id, scoped(ACTION));
	});

	it('is gone after it was uninstalled', async () => {
		const query = `name=${encodeURIComponent(registry.name)}`;
		await bare.rest.call('DELETE', `/rest/community-packages?${query}`);
		await until('the nodes to go', async () => ((await names()).length > 0 ? undefined : true));
		expect(await credentialTypes(bare.rest)).toEqual([]);
		expect(await bare.rest.call('GET', '/rest/community-packages')).toEqual([]);
	});
});
