/** The node as a tool of an AI agent, whose answers are read by a model. */
import { withoutSchemes } from '../service/messages';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asSentence } from '../http/errors';
import { readOptions } from '../input/options';
import { parametersOf } from '../input/parameters';
import { FieldChecker } from '../input/fieldChecker';
import { hasSelection, TOOL_OPTIONS } from '../fields/nodeFields';
import { collectionOf, listsResource, type Operation } from '../operations/operation';
import { isPlainObject, type JsonObject } from '../records/json';
import { withoutHidden, counted, oneLine } from '../records/scalars';
import { refuseAll, saidOf } from './itemResult';

/** Runs an operation for a model, which takes short answers, and sees only the message of an error. */
export async function runAsTool(
	context: IExecuteFunctions,
	operation: Operation,
	resource: string,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		let maxLength;
		try {
			const checker = new FieldChecker(context.getTimezone());
			const options = parametersOf(context)(0)('options', {});
			const read = readOptions<{ maxAnswerLength: number }>(TOOL_OPTIONS, options, checker);
			maxLength = read.maxAnswerLength;
		} catch (error) {
			return refuseAll(context, error);
		}
		const items = await run();
		return fitForModel(items, operation, resource, maxLength, saidOf(context));
	} catch (error) {
		throw adviceInMessage(error);
	}
}

/** An agent gives its model only the message of an error, so the description is added to it. */
function adviceInMessage(error: unknown): unknown {
	if (error instanceof Error && 'description' in error && error.description) {
		error.message = `${asSentence(error.message)} ${String(error.description)}`;
	}
	return error;
}

/** Room for the note about what was left out, and for what the run says of its output. */
const NOTE_ROOM = 600;
const MAX_SAID = 1_000;

/**
 * Shortens and cleans items for a model: whole records that fit, or the first one with its long texts and lists cut.
 *
 * @param said what the editor says of the output; the first item tells it, and what was left out
 */
export function fitForModel(
	items: INodeExecutionData[],
	operation: Operation,
	resource: string,
	maxLength: number,
	said: readonly string[] = [],
): INodeExecutionData[] {
	const records = items.map(({ json }) => json);
	const told = oneLine(said.join(' '), Math.min(MAX_SAID, maxLength / 4));
	const room = maxLength - (told === '' ? 0 : sizeOf([{ note: told }]));
	const isWhole = sizeOf(records, room) <= room;
	const shown = isWhole ? records : fittingRecords(records, room - NOTE_ROOM);
	const leftOut = isWhole
		? ''
		: noteOf(shown.length, records.length, operation, resource, maxLength);
	const note = [leftOut, told].filter(Boolean).join(' ');
	const noted = note === '' ? shown : [{ note }, ...shown];
	// What is left out need not be cleaned.
	const offset = noted.length - shown.length;
	return noted.map((json, place) => asShown(items[Math.max(0, place - offset)], json));
}

function noteOf(
	shown: number,
	all: number,
	operation: Operation,
	resource: string,
	maxLength: number,
): string {
	const many = listsResource(operation) ? `${resource.replace(/ty$/, 'tie')}s` : 'records';
	const what =
		all > 1
			? `Showing ${counted(shown)} of ${counted(all)} ${many}. This is not the complete list.`
			: 'Long texts and lists in this record are cut.';
	return `${what} Answers of this tool are limited to ${counted(maxLength)} characters. Ask with ${waysToAsk(operation)}, if this tool offers it. The author of the workflow can increase Max Answer Length.`;
}

const asShown = (item: INodeExecutionData | undefined, json: JsonObject) =>
	({ ...item, json: cleaned(json) }) as INodeExecutionData;

/**
 * Takes out hidden characters, links that could run something, and the secrets of invitations. Of keys that differ
 * only by hidden characters, the one without them stays.
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

function waysToAsk(operation: Operation): string {
	const { simplified } = operation;
	const isList = operation.kind === 'endpoint' && operation.items !== undefined;
	const ways = [
		isList && 'a Limit',
		isList && collectionOf(operation) === 'filters' && 'filters',
		simplified && hasSelection(simplified) && 'fewer Fields',
	];
	const inWords = ways
		.filter(Boolean)
		.join(', ')
		.replace(/, (?!.*, )/, ' or ');
	return inWords || 'fewer records';
}

/** How many characters a value takes up as JSON; above `most`, it may be any larger number. */
export function sizeOf(value: unknown, most = Infinity): number {
	if (typeof value === 'string' && value.length > most) return value.length;
	if (typeof value !== 'object' || value === null) return (JSON.stringify(value) ?? '').length;
	let size = '['.length;
	for (const [key, inner] of Object.entries(value)) {
		if (size > most) return size;
		const name = Array.isArray(value) ? 0 : sizeOf(key, most) + ':'.length;
		size += name + sizeOf(inner, most - size) + ','.length;
	}
	return Math.max(size, '[]'.length);
}

/**
 * As many whole records from the beginning of a list as fit. If not even the first fits, its long values are cut.
 *
 * @param room in characters of JSON
 */
export function fittingRecords(records: readonly JsonObject[], room: number): JsonObject[] {
	const shown = fittingEntries(records, room);
	return shown.length > 0 || records[0] === undefined
		? shown
		: [fittingRecord(records[0], room - '[],'.length)];
}

function fittingEntries<T>(entries: readonly T[], room: number): T[] {
	let left = room - '[]'.length;
	const tooLong = entries.findIndex((entry) => (left -= sizeOf(entry, left) + ','.length) < 0);
	return tooLong === -1 ? [...entries] : entries.slice(0, tooLong);
}

/** Leaves out what repeats the transcript. */
function withoutCopies(record: JsonObject): JsonObject {
	if (typeof record.transcript !== 'string') return record;
	return Object.fromEntries(Object.entries(record).filter(([key]) => !COPIES.includes(key)));
}

const COPIES = ['messages', 'participant_text'];

/** No text or list is cut to less. */
const LEAST = 40;

/** Cuts the texts and lists in a record, more with each try, until it fits; of too many keys, the first ones stay. */
function fittingRecord(record: JsonObject, room: number): JsonObject {
	let short: JsonObject = withoutCopies(record);
	for (let most = room; sizeOf(short, room) > room && most > LEAST; most *= 0.8)
		short = cutTo(short, most) as JsonObject;
	return sizeOf(short, room) <= room
		? short
		: Object.fromEntries(fittingEntries(Object.entries(short), room));
}

function cutTo(value: unknown, most: number): unknown {
	if (typeof value === 'string') return value.length > most ? cutText(value, most) : value;
	if (Array.isArray(value))
		return fittingEntries(
			value.map((one) => cutTo(one, most)),
			most,
		);
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTo(inner, most)]));
}

/** Stands at the end of a text that was cut. */
const MARK = ' […]';

/** Cuts a text after a paragraph (a message of a conversation), or else after a word. */
function cutText(text: string, most: number): string {
	const start = text.slice(0, most - MARK.length);
	const ends = [start.lastIndexOf('\n\n'), start.lastIndexOf(' ')];
	const end = ends.find((place) => place > start.length / 2) ?? start.length;
	// Not in the middle of an emoji.
	return `${start.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}${MARK}`;
}
