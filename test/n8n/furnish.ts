import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CREDENTIAL, credentialsFor, PACKAGE } from '../harness/support/names';
import type { Service } from '../harness/service';
import type { Json, N8nRest, NodeDraft, WorkflowDraft } from './rest/n8nRest';

export const CREDENTIAL_NAME = 'Survey Interview account';

/** The folder with the workflows that people can import. */
export const WORKFLOWS = join(__dirname, '..', '..', 'workflows');

/** What somebody types into the credential to reach a service. */
export function credentialFor(service: Pick<Service, 'url' | 'token'>): Json {
	return { ...credentialsFor(service)[CREDENTIAL], companyId: '', allowHttp: false };
}

/**
 * Puts a credential and the example workflows into an n8n, or brings those that are there up to date.
 *
 * @returns the names of the workflows
 */
export async function furnish(rest: N8nRest, service: Service): Promise<string[]> {
	const id = await credential(rest, service);
	const there = await rest.call<Array<{ name: string }>>('GET', '/rest/workflows');
	const names: string[] = [];
	for (const { workflow } of await examples()) {
		const { name } = workflow;
		names.push(name);
		if (there.some((one) => one.name === name)) continue;
		const nodes = workflow.nodes.map((node) => withCredential(node, id));
		await rest.saveWorkflow({ ...workflow, nodes });
	}
	return names;
}

/** A workflow that people can import, and its file's name. */
export interface Example {
	file: string;
	workflow: WorkflowDraft & { name: string };
}

/** The example workflows, as they are in their files. */
export async function examples(): Promise<Example[]> {
	const files = (await readdir(WORKFLOWS)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => {
			const text = await readFile(join(WORKFLOWS, file), 'utf8');
			return { file, workflow: JSON.parse(text) as Example['workflow'] };
		}),
	);
}

async function credential(rest: N8nRest, service: Service): Promise<string> {
	const all = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
	const there = all.find(({ name }) => name === CREDENTIAL_NAME);
	const data = credentialFor(service);
	if (!there) return await rest.saveCredential(CREDENTIAL, CREDENTIAL_NAME, data);
	await rest.changeCredential(there.id, CREDENTIAL, CREDENTIAL_NAME, data);
	return there.id;
}

function withCredential(node: NodeDraft, id: string): NodeDraft {
	if (!node.type.startsWith(`${PACKAGE}.`)) return node;
	return { ...node, credentials: { [CREDENTIAL]: { id, name: CREDENTIAL_NAME } } };
}
