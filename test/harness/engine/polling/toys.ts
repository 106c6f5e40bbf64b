import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

export const TOY = 'toys.toyTrigger';

export type Poll = (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** A polling trigger that does what the test says. */
export function toy(poll: Poll): Record<string, INodeType> {
	const description: INodeTypeDescription = {
		displayName: 'Toy',
		name: 'toyTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Polls what a test tells it to',
		defaults: { name: 'Toy' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};
	const type: INodeType = {
		description,
		async poll() {
			return await poll(this);
		},
	};
	return { [TOY]: type };
}

export const event = (value: unknown): INodeExecutionData[][] => [[{ json: { value } as never }]];

/** A state that every poll counts up; `node` or `global`. */
export function count(context: IPollFunctions, where: 'node' | 'global' = 'node'): number {
	const state = context.getWorkflowStaticData(where);
	state.count = Number(state.count ?? 0) + 1;
	return state.count as number;
}

export const workflow = (id: string, name = 'Toy') => ({
	id,
	nodes: [{ name, type: TOY, id: 'n1', parameters: {} }],
});

/** Waits until it is opened. */
export function gate(): { open: () => void; opened: Promise<void> } {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
}

const TRIGGER = `
const { sleep } = require('n8n-workflow');
const state = require('../state');
class ToyTrigger {
	description = { displayName: 'Toy', name: 'toyTrigger', group: ['trigger'], version: 1, polling: true,
		description: '', defaults: { name: 'Toy' }, inputs: [], outputs: ['main'], properties: [],
		credentials: [{ name: 'toyApi', required: true }] };
	async poll() {
		await sleep(5000);
		const { key } = await this.getCredentials('toyApi');
		const dates = [Date.now(), new Date().getTime(), new Date(7).getTime(), Date.UTC(1970, 0, 2)];
		return [[{ json: { polls: ++state.polls, key, dates, isDate: new Date() instanceof Date } }]];
	}
}
module.exports = { ToyTrigger };
`;
const CREDENTIAL = `
class ToyApi {
	name = 'toyApi';
	displayName = 'Toy API';
	properties = [{ displayName: 'Key', name: 'key', type: 'string', default: '' }];
}
module.exports = { ToyApi };
`;

/** Writes a built package of one polling trigger and one credential, and returns its folder. */
export function writeToyPackage(): string {
	const folder = mkdtempSync(join(tmpdir(), 'toy-package-'));
	const n8n = {
		nodes: ['dist/nodes/ToyTrigger.node.js'],
		credentials: ['dist/credentials/ToyApi.credentials.js'],
	};
	const files = {
		'package.json': JSON.stringify({ name: 'toys', n8n }),
		[n8n.nodes[0] ?? '']: TRIGGER,
		'dist/state.js': 'module.exports = { polls: 0 };',
		[n8n.credentials[0] ?? '']: CREDENTIAL,
	};
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	return folder;
}
