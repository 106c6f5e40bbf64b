/** The node as a tool of an AI agent, whose answers are read by a model. */
import { withoutSchemes } from '../service/messages';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asSentence } from '../http/errors';
import { readOptions } from '../input/options';
import { parameterReader } from '../input/parameters';
import { FieldChecker } from '../input/fieldChecker';
import { TOOL_OPTIONS } from '../operations/nodeFields';
import { listsResource, type Operation } from '../operations/operation';
import { isPlainObject, type JsonObject } from '../service/json';
import { withoutHidden, counted, oneLine } from '../service/scalars';
import { refuseAll, saidOf } from './itemResult';

/** Runs an operation for a model, which takes short answers, and sees only the message of an error. */
export async function runAsTool(
	context: IExecuteFunctions,
	operation: Operation,
	resource: string,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		const maxLength = readMaxLength(context);
		if (maxLength instanceof Error) return refuseAll(context, maxLength);
		const items = await run();
		return fitForModel(items, operation, resource, maxLength, saidOf(context));
	} catch (error) {
		throw adviceInMessage(error);
	}
}

function readMaxLength(context: IExecuteFunctions): number | Error {
	try {
		const checker = new FieldChecker(context.getTimezone());
		const options = parameterReader(context)(0)('options', {});
		return readOptions<{ maxAnswerLength: number }>(TOOL_OPTIONS, options, checker).maxAnswerLength;
	} catch (error) {
		return error as Error;
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
	const notes = [told];
	let shown: JsonObject[] = wholeEntries(records, room);
	if (shown.length < records.length) {
		shown = fittingRecords(records, room - NOTE_ROOM);
		const many = listsResource(operation) ? `${resource.replace(/ty$/, 'tie')}s` : 'records';
		notes.unshift(noteOf(shown.length, records.length, many, maxLength));
	}
	const note = notes.filter(Boolean).join(' ');
	const notice: JsonObject[] = note === '' ? [] : [{ note }];
	// Cleaned last, because what is left out may be long.
	return [...notice, ...shown].map((json, place) => ({
		...items[Math.max(0, place - notice.length)],
		json: cleaned(json) as IDataObject,
	}));
}

function noteOf(shown: number, all: number, many: string, maxLength: number): string {
	const [what, ways] =
		all > 1
			? [
					`Showing ${counted(shown)} of ${counted(all)} ${many}. This is not the complete list.`,
					'a Limit, filters or fewer Fields',
				]
			: ['Long texts and lists in this record are cut.', 'fewer Fields'];
	return `${what} Answers of this tool are limited to ${counted(maxLength)} characters. Ask with ${ways}, if this tool offers it. The author of the workflow can increase Max Answer Length.`;
}

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

/** How many characters a value takes up as JSON. */
export const sizeOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/**
 * As many whole records from the beginning of a list as fit. If not even the first fits, its long values are cut.
 *
 * @param room in characters of JSON
 */
export function fittingRecords(records: readonly JsonObject[], room: number): JsonObject[] {
	const [first] = records;
	const shown = wholeEntries(records, room);
	return shown.length > 0 || !first ? shown : [fittingRecord(first, room - '[],'.length)];
}

/** The first entries of a list, as many as fit. */
function wholeEntries<T>(entries: readonly T[], room: number): T[] {
	let left = room - '[]'.length;
	const tooLong = entries.findIndex((entry) => (left -= sizeOf(entry) + ','.length) < 0);
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
	for (let most = room; sizeOf(short) > room && most > LEAST; most *= 0.8)
		short = cutTo(short, most) as JsonObject;
	return sizeOf(short) <= room
		? short
		: Object.fromEntries(wholeEntries(Object.entries(short), room));
}

function cutTo(value: unknown, most: number): unknown {
	if (typeof value === 'string') return value.length > most ? cutText(value, most) : value;
	if (Array.isArray(value))
		return wholeEntries(
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
