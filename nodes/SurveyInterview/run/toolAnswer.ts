/** The node as a tool of an AI agent: what it answers is read by a model. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asSentence } from '../http/errors';
import { readOptions } from '../input/options';
import { FieldChecker } from '../input/values';
import { TOOL_OPTIONS } from '../operations/nodeFields';
import { collectionOf, listsResource, type Operation } from '../operations/operation';
import { simplifiedOf } from '../operations/outputShape';
import { withoutSchemes } from '../facts/harmless';
import { withoutHidden } from '../records/hidden';
import { isPlainObject, type JsonObject } from '../records/json';
import { counted } from '../records/words';
import { fittingRecords, sizeOf, type Cuts } from './fit';

/** Whether the node runs as a tool: n8n makes a type of its own of it, also where the engine runs it. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * The characters that an answer may have.
 *
 * @throws {InputError} one sentence for a person
 */
export function readMaxAnswer(context: IExecuteFunctions): number {
	const checker = new FieldChecker(context.getTimezone());
	const options: unknown = context.getNodeParameter('options', 0, {});
	return readOptions(TOOL_OPTIONS, options, checker).maxAnswerLength;
}

/** Room for the sentence about what was left out. */
const NOTE_ROOM = 600;

/**
 * The items that a model can take, without characters that only a model reads; the first one says what was
 * left out, where something was.
 */
export function fitForModel(
	items: INodeExecutionData[],
	operation: Operation,
	resource: string,
	maxLength: number,
): INodeExecutionData[] {
	const records = items.map(({ json }) => json);
	if (sizeOf(records) <= maxLength) return items.map((item) => asShown(item, item.json));
	const { shown, cuts } = fittingRecords(records, maxLength - NOTE_ROOM);
	const note = noteOn(operation, resource, maxLength, [shown.length, records.length], cuts);
	// What is left out need not be cleaned.
	return [{ note }, ...shown].map((json, place) => asShown(items[Math.max(0, place - 1)], json));
}

const asShown = (item: INodeExecutionData | undefined, json: JsonObject) =>
	({ ...item, json: cleaned(json) }) as INodeExecutionData;

/**
 * A value without hidden characters, links that start something, and secrets of links. A key that differs only by
 * such characters goes.
 */
function cleaned(value: unknown, above?: string): unknown {
	if (typeof value === 'string') return withoutSchemes(withoutHidden(value));
	if (Array.isArray(value)) return value.map((one) => cleaned(one));
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, inner]) => {
			const shown = withoutHidden(key);
			if (shown === 'token' && typeof inner === 'string' && above !== 'properties') return [];
			return shown !== key && Object.hasOwn(value, shown) ? [] : [[shown, cleaned(inner, shown)]];
		}),
	);
}

function noteOn(
	operation: Operation,
	resource: string,
	maxLength: number,
	[shown, all]: readonly [number, number],
	cuts: Cuts,
): string {
	const many = listsResource(operation) ? `${resource.replace(/y$/, 'ie')}s` : 'records';
	const parts = [
		...(all > 1 ? [`Showing ${counted(shown)} of ${counted(all)} ${many}`] : []),
		...(cuts.length > 0 ? [`Shortened${all > 1 ? '' : ' in this record'}: ${listed(cuts)}`] : []),
	];
	const rest = all > 1 ? 'This is not the complete list. ' : '';
	return `${parts.join('. ')}. Answers of this tool are limited to ${counted(maxLength)} characters. ${rest}Ask with ${waysToAsk(operation)}, if this tool offers it. The author of the workflow can increase Max Answer Length.`;
}

/** As many as a person would read. */
const listed = (cuts: Cuts) =>
	cuts.length > 5 ? `${cuts.slice(0, 5).join('; ')} and more` : cuts.join('; ');

function waysToAsk(operation: Operation): string {
	const isList = operation.kind === 'endpoint' && operation.items !== undefined;
	const ways = [
		...(isList ? ['a Limit'] : []),
		...(isList && collectionOf(operation) === 'filters' ? ['filters'] : []),
		...(simplifiedOf(operation) ? ['fewer Fields'] : []),
	];
	return ways.length > 0 ? ways.join(', ').replace(/, (?!.*, )/, ' or ') : 'fewer records';
}

/** An agent hands its model the message of an error and not its description, so the advice goes into it. */
export function adviceInMessage(error: unknown): unknown {
	if (isNodeError(error)) {
		const { description } = error;
		if (description) error.message = `${asSentence(error.message)} ${description}`;
	}
	return error;
}

const isNodeError = (error: unknown): error is Error & { description?: string | null } =>
	error instanceof Error && 'description' in error;
