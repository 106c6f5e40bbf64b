import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

const TOY = 'toys.toyTrigger';

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
