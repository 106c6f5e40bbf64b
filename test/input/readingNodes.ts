/**
 * Two nodes of a test: one gives items as they are, with what JSON does not have; the other reads parameters of
 * its own in two ways, n8n's and this package's. They need nothing but n8n, so a real one can run them, too.
 */
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import {
	parametersOf,
	plainPathIn,
	UNSURE,
	valueAt,
} from '../../nodes/SurveyInterview/input/parameters';

/** Who reads: n8n; the reader of a run; or the path alone, which says nothing where it is left to n8n. */
export type Reader = 'n8n' | 'run' | 'path';

/** What was found, of each item by the parameters' names: as text, with its type, or the error. */
export type Found = Array<Record<string, string>>;

/** How many parameters the reading node has. */
export const PARAMETERS = 24;
export const nameOf = (place: number) => `p${place}`;

const description = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: 'A node of a test',
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...more,
});

export const readingNode: INodeType = {
	description: description('reading', {
		properties: ['by', ...Array.from({ length: PARAMETERS }, (_, place) => nameOf(place))].map(
			(name) => ({
				displayName: name,
				name,
				type: 'json' as const,
				default: '',
			}),
		),
	}),
	async execute(this: IExecuteFunctions) {
		return await Promise.resolve([foundBy(this).map((json) => ({ json }))]);
	},
};

/** Reads each parameter of each item, as its parameter `by` says. */
export function foundBy(context: IExecuteFunctions): Found {
	const items = context.getInputData();
	const { by, ...parameters } = context.getNode().parameters;
	const parameter = parametersOf(context);
	const read = (name: string, item: number): unknown => {
		if (by === 'run') return parameter(item)(name);
		if (by === 'n8n') return context.getNodeParameter(name, item);
		const path = plainPathIn(String(parameters[name]));
		return path ? valueAt(path, items[item]?.json) : UNSURE;
	};
	return items.map((_, item) => {
		const all = Object.keys(parameters).map((name) => [name, told(() => read(name, item))]);
		return Object.fromEntries(all) as Record<string, string>;
	});
}

/** What is told of a path that is left to n8n. */
export const LEFT = told(() => UNSURE);

function told(read: () => unknown): string {
	try {
		return textOf(read());
	} catch (error) {
		return `throws ${(error as Error).message}`;
	}
}

/** A value as text that tells apart what JSON does not. */
function textOf(value: unknown): string {
	if (Array.isArray(value)) return `[${Array.from(value, textOf).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		if (Object.prototype.toString.call(value) !== '[object Object]')
			return `${typeof value} ${String(value)}`;
		const entries = Object.entries(value).map(
			([key, one]) => `${JSON.stringify(key)}: ${textOf(one)}`,
		);
		return `{${entries.join(', ')}}`;
	}
	if (typeof value === 'string') return JSON.stringify(value);
	return `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
}
