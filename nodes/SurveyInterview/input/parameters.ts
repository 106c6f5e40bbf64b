import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../records/json';
import { PlainParameter } from './plainParameter';

/** Reads the control of a name; the fallback is for one that a workflow does not have. */
export type Parameter = (name: string, fallback?: object | null) => unknown;

/** What an expression begins with, in the parameters as a workflow holds them. */
const EXPRESSION = '"=';

/**
 * Reads the parameters of each item of a run. n8n takes a while for each expression, so what is the same for all
 * items is read once, and a plain path into the item without it. What this gives is only read, never changed.
 */
export function parametersOf(context: IExecuteFunctions): (item: number) => Parameter {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const ofAll = new Map<string, unknown>();
	const ofItem = new Map(
		Object.entries(parameters)
			.filter(([, value]) => JSON.stringify(value)?.includes(EXPRESSION))
			.map(([name, value]) => [name, PlainParameter.of(value)]),
	);
	return (item) =>
		(name, fallback = null) => {
			const ask = (): unknown => context.getNodeParameter(name, item, fallback);
			if (ofItem.has(name)) {
				const plain = ofItem.get(name);
				const json = items[item]?.json;
				return plain && isObject(json) ? plain.read(json, ask) : ask();
			}
			const key = fallback === null ? name : `${name} or else`;
			if (!ofAll.has(key)) ofAll.set(key, ask());
			return ofAll.get(key);
		};
}
