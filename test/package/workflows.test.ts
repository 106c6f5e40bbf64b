/** The files in `workflows/` as they are: what n8n wants of a file, and what a person who opens it wants. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workflowIn } from '../examples/n8n/file';
import { WORKFLOWS } from '../n8n/furnish';

const FILES = readdirSync(WORKFLOWS).sort();
const NOTE = 'n8n-nodes-base.stickyNote';
const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger';

type Connections = Record<string, Record<string, Array<Array<{ node: string }> | null>>>;

describe.each(FILES)('%s', (file) => {
	const workflow = workflowIn(file);
	const text = readFileSync(join(WORKFLOWS, file), 'utf8');
	const notes = workflow.nodes.filter(({ type }) => type === NOTE);
	const nodes = workflow.nodes.filter(({ type }) => type !== NOTE);
	const names = nodes.map(({ name }) => name);

	it('is a workflow as n8n exports one, not active, with nothing of the n8n it comes from', () => {
		const keys = ['name', 'description', 'tags', 'nodes', 'connections', 'settings', 'active'];
		expect(Object.keys(workflow).sort()).toEqual(['id', ...keys].sort());
		expect(workflow.active).toBe(false);
		for (const node of workflow.nodes) {
			expect(node).not.toHaveProperty('credentials');
			// A chat has an address of its own, which n8n makes anew where it is taken.
			if (node.type !== CHAT) expect(node).not.toHaveProperty('webhookId');
			expect(node.id).toMatch(/^[0-9a-f-]{36}$/);
		}
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(workflow.nodes.length);
	});

	it('names no machine, no address and no person', () => {
		expect(text).not.toMatch(/:\/\/|localhost|\b\d+\.\d+\.\d+\.\d+\b|\/(home|root|tmp)\//);
		expect(text).not.toMatch(/[\w.]+@\w+\.\w+|xox[a-z]-|Bearer|eyJ/);
	});

	it('says in notes what to set, and connects all that it has', () => {
		expect(notes.map(({ parameters }) => String(parameters?.content)).join('\n')).toContain(
			'**Set',
		);
		expect(new Set(workflow.nodes.map(({ name }) => name)).size).toBe(workflow.nodes.length);
		const ends = Object.entries(workflow.connections as Connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs)
				.flat(2)
				.map((end) => end?.node ?? from),
		]);
		expect([...new Set(ends)].sort()).toEqual([...names].sort());
		for (const [, name] of text.matchAll(/\$\('([^']+)'\)/g)) expect(names).toContain(name);
	});
});

/** Without it, `n8n import:workflow` refuses them: it writes what is in the file into n8n's database as it is. */
describe('what n8n’s command for an import needs', () => {
	const workflows = FILES.map(workflowIn);
	const tags = workflows.flatMap((one) => one.tags);

	it('each file has an ID and a name of its own, so that it is found again and replaces no other', () => {
		for (const { id } of workflows) expect(id).toMatch(/^[0-9A-Za-z]{16}$/);
		expect(new Set(workflows.map(({ id }) => id)).size).toBe(FILES.length);
		expect(new Set(workflows.map(({ name }) => name)).size).toBe(FILES.length);
	});

	it('each tag has the same ID in all files, since n8n lets no name come twice', () => {
		for (const tag of tags) {
			expect(Object.keys(tag).sort()).toEqual(['id', 'name']);
			expect(tag.id).toMatch(/^[0-9A-Za-z]{16}$/);
			expect(tag.name).toMatch(/^\S.{0,22}\S$/);
		}
		const ids = new Map(tags.map(({ id, name }) => [name, id]));
		for (const { id, name } of tags) expect([name, id]).toEqual([name, ids.get(name)]);
		expect(new Set(ids.values()).size).toBe(ids.size);
	});
});
