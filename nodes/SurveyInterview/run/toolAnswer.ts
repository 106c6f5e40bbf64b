/** The node as a tool of an AI agent, whose answers are read by a model. */
import { withoutSchemes } from '../service/messages';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asSentence } from '../http/errors';
import { readOptions } from '../input/options';
import { FieldChecker } from '../input/fieldChecker';
import { hasSelection, TOOL_OPTIONS } from '../fields/nodeFields';
import { collectionOf, listsResource, type Operation } from '../operations/operation';
import { isObject, isPlainObject, type JsonObject } from '../records/json';
import { withoutHidden, counted, oneLine } from '../records/scalars';
import { refuseAll } from './itemResult';

/** n8n gives a node that is a tool its own type, which ends in `Tool`. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

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
			const options: unknown = context.getNodeParameter('options', 0, {});
			maxLength = readOptions(TOOL_OPTIONS, options, checker).maxAnswerLength;
		} catch (error) {
			return refuseAll(context, error);
		}
		return fitForModel(await run(), operation, resource, maxLength);
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

/** How many of the values that were cut are named, and how long the words for them may be: a key has any length. */
const MAX_CUTS = 5;
const MAX_CUTS_LENGTH = 300;

/** Room for the sentence about what was left out. */
const NOTE_ROOM = 600;

/** Shortens and cleans items for a model. If something is left out, the first item says what. */
export function fitForModel(
	items: INodeExecutionData[],
	operation: Operation,
	resource: string,
	maxLength: number,
): INodeExecutionData[] {
	const records = items.map(({ json }) => json);
	if (sizeOf(records, maxLength) <= maxLength) return items.map((item) => asShown(item, item.json));
	const { shown, cuts } = fittingRecords(records, maxLength - NOTE_ROOM);
	const all = records.length;
	const many = listsResource(operation) ? `${resource.replace(/ty$/, 'tie')}s` : 'records';
	const named = oneLine(cuts.slice(0, MAX_CUTS).join('; '), MAX_CUTS_LENGTH);
	const more = cuts.length > MAX_CUTS ? ' and more' : '';
	const parts = [
		all > 1 && `Showing ${counted(shown.length)} of ${counted(all)} ${many}`,
		cuts.length > 0 && `Shortened${all > 1 ? '' : ' in this record'}: ${named}${more}`,
	];
	const rest = all > 1 ? 'This is not the complete list. ' : '';
	const note = `${parts.filter(Boolean).join('. ')}. Answers of this tool are limited to ${counted(maxLength)} characters. ${rest}Ask with ${waysToAsk(operation)}, if this tool offers it. The author of the workflow can increase Max Answer Length.`;
	// What is left out need not be cleaned.
	return [{ note }, ...shown].map((json, place) => asShown(items[Math.max(0, place - 1)], json));
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

/** A value that would be cut to fewer characters says nothing, so it is left out with its key. */
const LEAST = 40;

/**
 * As many whole records from the beginning of a list as fit. If not even the first fits, its long values are cut.
 *
 * @param room in characters of JSON
 * @returns with what was cut, in words: `recipients: 40 of 500`
 */
export function fittingRecords(
	records: readonly JsonObject[],
	room: number,
): { shown: JsonObject[]; cuts: string[] } {
	const cuts: string[] = [];
	const shown = fittingEntries(records, room);
	if (shown.length > 0 || records[0] === undefined) return { shown, cuts };
	return { shown: [fitObject(withoutCopies(records[0]), room - '[]'.length, '', cuts)], cuts };
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

function fit(value: unknown, room: number, path: string, cuts: string[]): unknown {
	if (sizeOf(value, room) <= room) return value;
	if (typeof value === 'string') return fitText(value, room, path, cuts);
	if (isObject(value)) return fitObject(value, room, path, cuts);
	if (!Array.isArray(value)) return value;
	const entries: unknown[] = value;
	const fitting = fittingEntries(entries, room);
	const shown = fitting.length > 0 ? fitting : [fit(entries[0], room - 2, `${path}.0`, cuts)];
	if (shown.length < entries.length) {
		cuts.push(`${path}: ${counted(shown.length)} of ${counted(entries.length)}`);
	}
	return shown;
}

/** Short values stay as they are, and long ones share the rest of the room. Of too many keys, the short ones stay. */
function fitObject(record: JsonObject, room: number, path: string, cuts: string[]): JsonObject {
	const inside = room - '{}'.length;
	const bySize = Object.entries(record).map(([key, value]) => {
		// Quotes, a colon and a comma.
		const frame = sizeOf(key) + 2;
		return { key, frame, size: sizeOf(value, room) };
	});
	bySize.sort((one, other) => one.frame + one.size - other.frame - other.size);
	let least = 0;
	const kept = bySize.filter(
		({ frame, size }) => (least += frame + Math.min(size, LEAST)) <= inside,
	);
	if (kept.length < bySize.length) {
		const above = path === '' ? '' : `${path}: `;
		cuts.push(`${above}${counted(kept.length)} of ${counted(bySize.length)} keys`);
	}
	kept.sort((one, other) => one.size - other.size);
	const short = new Map<string, unknown>();
	let left = kept.reduce((rest, { frame }) => rest - frame, inside);
	for (const [place, { key }] of kept.entries()) {
		const share = Math.floor(left / (kept.length - place));
		const inner = fit(record[key], share, path === '' ? key : `${path}.${key}`, cuts);
		short.set(key, inner);
		left -= sizeOf(inner);
	}
	const keys = Object.keys(record).filter((key) => short.has(key));
	return Object.fromEntries(keys.map((key) => [key, short.get(key)]));
}

/** Stands at the end of a text that was cut. */
const MARK = ' […]';

/** Cuts a text after a paragraph (a message of a conversation), or else after a word. */
function fitText(text: string, room: number, path: string, cuts: string[]): string {
	let start = text.slice(0, Math.max(0, room - LEAST));
	// Escapes make it longer as JSON.
	while (start !== '' && sizeOf(start) > room - MARK.length) {
		const share = (room - MARK.length) / sizeOf(start);
		start = start.slice(0, Math.max(0, Math.floor(start.length * share)));
	}
	const ends = [start.lastIndexOf('\n\n'), start.lastIndexOf(' ')];
	const end = ends.find((place) => place > start.length / 2) ?? start.length;
	cuts.push(`${path}: ${counted(end)} of ${counted(text.length)} characters`);
	// Not in the middle of an emoji.
	return `${start.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}${MARK}`;
}
