import './instance';

import { PackageDirectoryLoader, UnrecognizedNodeTypeError } from 'n8n-core';
import {
	NodeHelpers,
	type ICredentialType,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { builtInNodes } from './built-in-nodes';

type AnyNodeType = INodeType | IVersionedNodeType;

/** A package as n8n has it in memory: node types by full name, credential types by their name. */
export interface LoadedPackage {
	name: string;
	nodeTypes: Record<string, AnyNodeType>;
	credentialTypes: Record<string, ICredentialType>;
	/** Full names of the package's own nodes, in package.json's order. */
	nodeNames: string[];
}

// n8n's loader edits the descriptions it loads, and does so again when it loads the same class twice.
const loaded = new Map<string, Promise<LoadedPackage>>();

/** Loads what package.json's `n8n` section names with n8n's own loader, once for each folder. */
export async function loadPackage(directory: string): Promise<LoadedPackage> {
	const known = loaded.get(directory);
	if (known) return await known;
	const loading = load(directory);
	loaded.set(directory, loading);
	return await loading;
}

async function load(directory: string): Promise<LoadedPackage> {
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	const full = (name: string) => `${loader.packageName}.${name}`;

	// The loader leaves short names there; n8n compares full ones.
	for (const { type } of Object.values(loader.credentialTypes)) {
		type.supportedNodes = type.supportedNodes?.map(full);
	}
	return {
		name: loader.packageName,
		nodeNames: Object.keys(loader.nodeTypes).map(full),
		nodeTypes: Object.fromEntries(
			Object.entries(loader.nodeTypes).map(([name, { type }]) => [full(name), type]),
		),
		credentialTypes: Object.fromEntries(
			Object.entries(loader.credentialTypes).map(([name, { type }]) => [name, type]),
		),
	};
}

/** n8n's registry of node types: the package's, the engine's own, and what a test brings along. */
export class NodeTypes implements INodeTypes {
	private readonly types: Record<string, AnyNodeType>;

	constructor(loadedPackage: LoadedPackage, extraNodes: Record<string, INodeType>) {
		this.types = { ...builtInNodes, ...loadedPackage.nodeTypes, ...extraNodes };
	}

	getByName(name: string): AnyNodeType {
		const type = this.types[name];
		if (!type) {
			const [packageName = '', nodeName = ''] = name.split('.');
			throw new UnrecognizedNodeTypeError(packageName, nodeName);
		}
		return type;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes() {
		return {};
	}
}
