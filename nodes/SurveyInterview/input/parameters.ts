import type { IExecuteFunctions } from 'n8n-workflow';

/** Reads the control of a name; the fallback is for one that a workflow does not have. */
export type Parameter = (name: string, fallback?: object | null) => unknown;

/** What an expression begins with, in the parameters as a workflow holds them. */
const EXPRESSION = '"=';

/**
 * Reads the parameters of each item of a run. n8n takes a while for each, also for one that is the same for all
 * items, so that is read once; what it gives is only read, never changed.
 */
export function parametersOf(context: IExecuteFunctions): (item: number) => Parameter {
	const { parameters } = context.getNode();
	const ofAll = new Map<string, unknown>();
	const ofItem = new Set(
		Object.keys(parameters).filter((name) =>
			JSON.stringify(parameters[name])?.includes(EXPRESSION),
		),
	);
	return (item) =>
		(name, fallback = null) => {
			if (ofItem.has(name)) return context.getNodeParameter(name, item, fallback);
			const key = fallback === null ? name : `${name} or else`;
			if (!ofAll.has(key)) ofAll.set(key, context.getNodeParameter(name, item, fallback));
			return ofAll.get(key);
		};
}
