import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { set } from 'lodash';
import type { Accounts } from '../destinations/accounts';
import { WORKFLOWS } from '../../n8n/furnish';
import type { N8nRest, NodeDraft, WorkflowDraft } from '../../n8n/rest/n8nRest';
import type { NodeTypes } from './nodeTypes';

export interface WorkflowFile extends WorkflowDraft {
	/** For n8n's command; the editor gives each import an ID of its own. */
	id: string;
	name: string;
	description: string;
	tags: Array<{ id: string; name: string }>;
	active: boolean;
}

/**
 * Parameters of nodes that somebody sets after the import, by the node's name and the parameter's path; `disabled`
 * is false where somebody activates the node.
 */
export type Settings = Record<string, Record<string, unknown>>;

/** @param file its name in the folder `workflows` */
export function workflowIn(file: string): WorkflowFile {
	return JSON.parse(readFileSync(join(WORKFLOWS, file), 'utf8')) as WorkflowFile;
}

/**
 * Imports a workflow, chooses a credential wherever a node needs one, and sets what the notes in it say.
 * Nothing else is changed.
 *
 * @returns its id
 */
export async function importWorkflow(
	rest: N8nRest,
	types: NodeTypes,
	workflow: WorkflowFile,
	accounts: Accounts,
	settings: Settings = {},
): Promise<string> {
	const unknown = Object.keys(settings).filter(
		(name) => !workflow.nodes.some((node) => node.name === name),
	);
	if (unknown.length > 0) throw new Error(`No node is called ${unknown.join(' or ')}`);
	const nodes = workflow.nodes.map((node) => {
		const parameters = structuredClone(node.parameters ?? {});
		const { disabled = node.disabled, ...values } = settings[node.name] ?? {};
		for (const [path, value] of Object.entries(values)) set(parameters, path, value);
		const credentials = disabled === true ? {} : credentialsFor(node, types, accounts);
		return { ...node, disabled, parameters, ...credentials };
	});
	return await rest.saveWorkflow({ ...workflow, nodes });
}

function credentialsFor(node: NodeDraft, types: NodeTypes, accounts: Accounts) {
	const chosen = types.credentialsOf(node).map((type) => {
		const account = accounts[type];
		if (!account) throw new Error(`${node.name} needs a credential of the type ${type}`);
		return [type, account] as const;
	});
	return chosen.length > 0 ? { credentials: Object.fromEntries(chosen) } : {};
}
