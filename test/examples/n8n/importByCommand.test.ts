import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL } from '../../harness/support/names';
import { startDestinations, type Destinations } from '../destinations';
import { openAccounts, type Accounts } from '../destinations/accounts';
import { CREDENTIAL_NAME, WORKFLOWS } from '../../n8n/furnish';
import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import { useStand } from '../../n8n/stand';
import { workflowIn, type WorkflowFile } from './file';
import { NodeTypes } from './nodeTypes';
import { FORM } from './privacyOffice';
import { Visitor } from './visitor';

const FILES = readdirSync(WORKFLOWS).sort();
const ALL = ['--separate', `--input=${WORKFLOWS}`];

interface Listed {
	id: string;
	name: string;
	active: boolean;
	tags: Array<{ id: string; name: string }>;
}

describe('the files, imported by n8n’s command', () => {
	let destinations: Destinations;
	const stand = useStand(async () => {
		destinations = await startDestinations();
		return { env: destinations.env };
	});
	afterAll(async () => await destinations.stop());

	const files = new Map(FILES.map((file) => [file, workflowIn(file)]));
	const fileOf = (name: string) => files.get(name) as WorkflowFile;
	const importThem = async (...what: string[]) =>
		await stand().n8n.command(['import:workflow', ...what]);
	const listed = async () => await stand().rest.call<Listed[]>('GET', '/rest/workflows');
	/** What a list of workflows shows, in the order of their names. */
	const shown = (all: readonly Pick<Listed, 'id' | 'name' | 'active' | 'tags'>[]) =>
		all
			.map(({ id, name, active, tags }) => ({
				...{ id, name, active },
				tags: tags.map((tag) => tag.name).sort(),
			}))
			.sort((one, other) => one.id.localeCompare(other.id));

	it('all are taken, with their tags, and again without doubles', async () => {
		for (let time = 0; time < 2; time++) {
			expect(await importThem(...ALL)).toContain(
				`Successfully imported ${FILES.length} workflows.`,
			);
			expect(shown(await listed())).toEqual(shown([...files.values()]));
		}
		for (const file of files.values()) {
			const { nodes, connections } = (await stand().rest.workflow(file.id)) as unknown as {
				nodes: Json[];
				connections: Json;
			};
			expect([nodes, connections]).toEqual([file.nodes, file.connections]);
		}
	});

	it('one alone is taken, also where somebody has a tag of that name', async () => {
		const file = fileOf('completions-to-slack.json');
		await stand().rest.call('DELETE', `/rest/tags/${file.tags[0]?.id}`);
		const own = await stand().rest.call<{ id: string }>('POST', '/rest/tags', {
			name: file.tags[0]?.name,
		});
		const output = await importThem(`--input=${join(WORKFLOWS, 'completions-to-slack.json')}`);
		expect(output).toContain('Successfully imported 1 workflow.');
		const again = (await listed()).find(({ id }) => id === file.id);
		expect(again?.tags.map(({ id }) => id)).toContain(own.id);
	});

	it('one works as from the editor once somebody has chosen its accounts', async () => {
		const { rest, n8n, credentialId } = stand();
		const accounts: Accounts = {
			...(await openAccounts(rest, destinations)),
			[CREDENTIAL]: { id: credentialId, name: CREDENTIAL_NAME },
		};
		const types = await NodeTypes.of(rest);
		const { id } = fileOf('privacy-request-with-approval.json');
		const saved = (await rest.workflow(id)) as unknown as Json & { nodes: NodeDraft[] };
		const nodes = saved.nodes.map((node) => ({
			...node,
			parameters: {
				...node.parameters,
				...(node.name === 'Ask a person' && {
					fromEmail: 'a@example.com',
					toEmail: 'b@example.com',
				}),
			},
			credentials: Object.fromEntries(
				types.credentialsOf(node).map((type) => [type, accounts[type]]),
			),
		}));
		await rest.call('PATCH', `/rest/workflows/${id}`, { nodes, versionId: saved.versionId });
		expect(await rest.publish(id)).toBe('published');
		const operator = new Visitor(n8n.url);
		await operator.signIn();
		expect(await operator.openForm(FORM)).toContain('Whose data is to be erased');
	});
});
