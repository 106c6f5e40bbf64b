import { LoadOptionsContext } from 'n8n-core';
import {
	NodeHelpers,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { additionalData } from './additional-data';
import type { Credentials } from './credentials';
import type { NodeTypes } from './package';
import { buildWorkflow, type CredentialData } from './workflow';

/** A node that stands open in the editor, with what is typed into it so far. */
export interface OpenNode {
	type: string;
	typeVersion?: number;
	parameters?: INodeParameters;
	/** The parameter that asks, as the editor gives it: `parameters.thing`. */
	path?: string;
}

/** The search field of a resource locator, and the token of the page before. */
export interface Search {
	filter?: string;
	/** n8n hands it back as a string, whatever the node returned. */
	paginationToken?: unknown;
}

/** Answers the editor's questions about an open node as n8n's service for dynamic parameters does. */
export class Editor {
	constructor(
		private readonly nodeTypes: NodeTypes,
		private readonly credentials: Credentials,
		private readonly data: CredentialData,
	) {}

	async listSearch(
		method: string,
		node: OpenNode,
		{ filter, paginationToken }: Search,
	): Promise<INodeListSearchResult> {
		const search = this.nodeType(node).methods?.listSearch?.[method];
		if (!search) throw new Error(`${node.type} has no listSearch method "${method}"`);
		const token = paginationToken === undefined ? undefined : String(paginationToken);
		return await search.call(this.context(node), filter, token);
	}

	async resourceMapping(method: string, node: OpenNode): Promise<ResourceMapperFields> {
		const map = this.nodeType(node).methods?.resourceMapping?.[method];
		if (!map) throw new Error(`${node.type} has no resourceMapping method "${method}"`);
		return await map.call(this.context(node));
	}

	async loadOptions(method: string, node: OpenNode): Promise<INodePropertyOptions[]> {
		const load = this.nodeType(node).methods?.loadOptions?.[method];
		if (!load) throw new Error(`${node.type} has no loadOptions method "${method}"`);
		return await load.call(this.context(node));
	}

	private nodeType({ type, typeVersion }: OpenNode) {
		return this.nodeTypes.getByNameAndVersion(type, typeVersion);
	}

	/** n8n builds a workflow of this one node for every question. */
	private context(open: OpenNode): ILoadOptionsFunctions {
		const spec = { nodes: [{ ...open, name: 'Temp-Node' }] };
		const workflow = buildWorkflow(spec, this.nodeTypes, this.credentials, this.data, false);
		const node = workflow.nodes['Temp-Node'];
		if (!node) throw new Error('The workflow lost its node');

		const { description } = this.nodeType(open);
		const shown = NodeHelpers.getNodeParameters(
			description.properties,
			open.parameters ?? {},
			true,
			false,
			node,
			description,
		);
		const data = additionalData(this.credentials, { mode: 'internal' });
		data.currentNodeParameters = shown ?? {};
		return new LoadOptionsContext(workflow, node, data, open.path ?? '');
	}
}
