import {
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeCredentials,
	type INodeType,
} from 'n8n-workflow';
import { SOURCE } from './built-in-nodes';
import type { Credentials } from './credentials';
import type { NodeTypes } from './package';

export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** A node as a test writes it: a name and a type, and of an `INode` only what matters to the test. */
export type NodeSpec = Pick<INode, 'name' | 'type'> & Partial<INode>;

export interface WorkflowSpec {
	nodes: NodeSpec[];
	/** Without connections the nodes form a chain, in their order, after the source. */
	connections?: IConnections;
	id?: string;
	staticData?: IDataObject;
}

export const SOURCE_NAME = 'Source';

/** The newest version of a node type, as n8n gives a node that is newly placed. */
export function newestVersion({ description }: INodeType): number {
	const { defaultVersion, version } = description;
	return defaultVersion ?? (Array.isArray(version) ? Math.max(...version) : version);
}

/** Credentials for every type that the node names and there is data for, as a node refers to them. */
export function attach(
	credentials: Credentials,
	data: CredentialData,
	{ description }: INodeType,
): INodeCredentials {
	const names = (description.credentials ?? []).map(({ name }) => name);
	return Object.fromEntries(
		Object.entries(data)
			.filter(([type]) => names.includes(type))
			.map(([type, values]) => [type, credentials.store(type, values)]),
	);
}

export function completeNode(
	spec: NodeSpec,
	nodeTypes: NodeTypes,
	credentials: Credentials,
	data: CredentialData,
): INode {
	const nodeType = nodeTypes.getByNameAndVersion(spec.type, spec.typeVersion);
	return structuredClone({
		id: `id-of-${spec.name}`,
		typeVersion: newestVersion(nodeType),
		position: [0, 0],
		parameters: {},
		credentials: attach(credentials, data, nodeType),
		...spec,
	});
}

/** A source, then the nodes, in n8n's current execution order. */
export function buildWorkflow(
	spec: WorkflowSpec,
	nodeTypes: NodeTypes,
	credentials: Credentials,
	data: CredentialData,
	active: boolean,
): Workflow {
	const source: NodeSpec = { name: SOURCE_NAME, type: SOURCE };
	const nodes = [source, ...spec.nodes];
	return new Workflow({
		id: spec.id ?? 'workflow-of-the-tests',
		name: 'Workflow of the tests',
		active,
		nodeTypes,
		nodes: nodes.map((node) => completeNode(node, nodeTypes, credentials, data)),
		connections: spec.connections ?? chain(nodes),
		staticData: spec.staticData,
		settings: { executionOrder: 'v1' },
	});
}

function chain(nodes: NodeSpec[]): IConnections {
	const pairs = nodes
		.slice(1)
		.map((node, index): [string, IConnections[string]] => [
			nodes[index]?.name ?? '',
			{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
		]);
	return Object.fromEntries(pairs);
}
