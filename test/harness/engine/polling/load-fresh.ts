import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import type { LoadedPackage } from '../package';
import { manifestOf } from '../project';
import { freshRequire, type Clock } from './fresh-modules';

/**
 * Loads a package as a started process does: its module state begins empty. n8n's own loader cannot do
 * that, because what it required once stays.
 */
export function loadPackageFresh(directory: string, clock: Clock = {}): LoadedPackage {
	const folder = realpathSync(directory);
	const { name, n8n } = manifestOf(folder);
	const require = freshRequire(folder, clock);
	const create = (path: string) => {
		const className = basename(path).split('.')[0] ?? '';
		const exported = require(join(folder, path)) as Record<string, (new () => unknown) | undefined>;
		const Class = exported[className];
		if (!Class) throw new Error(`${join(folder, path)} exports no ${className}: build it anew`);
		return new Class();
	};
	const nodes = (n8n.nodes ?? []).map((path) => withPollTimes(create(path) as INodeType));
	const credentials = (n8n.credentials ?? []).map((path) => create(path) as ICredentialType);
	const full = (short: string) => `${name}.${short}`;
	for (const type of credentials) type.supportedNodes = type.supportedNodes?.map(full);
	return {
		name,
		nodeNames: nodes.map(({ description }) => full(description.name)),
		nodeTypes: Object.fromEntries(nodes.map((node) => [full(node.description.name), node])),
		credentialTypes: Object.fromEntries(credentials.map((type) => [type.name, type])),
	};
}

/** n8n's loader gives every polling node its schedule. */
export function withPollTimes(node: INodeType): INodeType {
	const { polling, properties } = node.description;
	if (polling && !properties?.some(({ name }) => name === 'pollTimes')) {
		properties.unshift(...commonPollingParameters);
	}
	return node;
}
