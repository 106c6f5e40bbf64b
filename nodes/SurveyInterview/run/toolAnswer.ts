/** The node as a tool of an AI agent, whose answers are read by a model. */
import { withoutSchemes } from '../service/harmless';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readOptions } from '../input/options';
import { parameterReader } from '../input/parameters';
import { FieldChecker } from '../input/fieldChecker';
import { TOOL_OPTIONS } from '../operations/nodeFields';
import { listsResource, type Operation } from '../operations/operation';
import { isPlainObject, type JsonObject } from '../service/json';
import { asSentence, counted, oneLine, withoutHidden } from '../service/scalars';
import { refuseAll, shownSentencesOf } from './itemResult';

/** Runs an operation for a model, which takes short answers, and sees only the message of an error. */
export async function runAsTool(
	context: IExecuteFunctions,
	operation: Operation,
	resource: string,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		const maxLength = readMaxLength(context);
		// Not thrown, so that On Error is respected.
		if (maxLength instanceof Error) return refuseAll(context, maxLength);
		const items = await run();
		return fitForModel(items, operation, resource, maxLength, shownSentencesOf(context));
	} catch (error) {
		throw withAdviceInMessage(error);
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
function withAdviceInMessage(error: unknown): unknown {
	if (error instanceof Error && 'description' in error && error.description) {
		error.message = `${asSentence(error.message)} ${String(error.description)}`;
	}
	return error;
}

/** Characters for the note about what was left out. */
const NOTE_ROOM = 600;
/** Characters for the sentences of the run about its output. */
const MAX_RUN_NOTE = 1_000;

/**
 * Shortens and cleans items for a model: whole records that fit, or the first one with its long texts and lists cut.
 *
 * @param sentences those that the editor shows beside the output; the first item has them, and what was left out
 */
export function fitForModel(
	items: INodeExecutionData[],
	operation: Operation,
	resource: string,
	maxLength: number,
	sentences: readonly string[] = [],
): INodeExecutionData[] {
	const records = items.map(({ json }) => json);
	const runNote = oneLine(sentences.join(' '), Math.min(MAX_RUN_NOTE, maxLength / 4));
	const room = maxLength - (runNote === '' ? 0 : sizeOf([{ note: runNote }]));
	const notes = [runNote];
	let shown: JsonObject[] = wholeEntries(records, room);
	if (shown.length < records.length) {
		shown = fittingRecords(records, room - NOTE_ROOM);
		const plural = listsResource(operation) ? pluralOf(resource) : 'records';
		const isCut = shown[0] !== records[0];
		const count = `${counted(shown.length)} of ${counted(records.length)} ${plural}`;
		notes.unshift(noteOf({ isOne: records.length === 1, isCut, count, maxLength }));
	}
	const note = notes.filter(Boolean).join(' ');
	const notice: JsonObject[] = note === '' ? [] : [{ note }];
	// Cleaned last, because what is left out may be long. The notice belongs to the item that the first record came from.
	return [...notice, ...shown].map((json, index) => ({
		...items[Math.max(0, index - notice.length)],
		json: clean(json) as IDataObject,
	}));
}

/** `properties`, but `surveys` */
const pluralOf = (noun: string) => (noun.endsWith('ty') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

interface Shortened {
	/** There is only one record. */
	isOne: boolean;
	/** The record that is shown is shortened. */
	isCut: boolean;
	/** `12 of 40 surveys` */
	count: string;
	maxLength: number;
}

function noteOf({ isOne, isCut, count, maxLength }: Shortened): string {
	const sentences = [
		isOne ? '' : `Showing ${count}. This is not the complete list.`,
		isCut ? 'Long texts and lists in this record are cut.' : '',
		`Answers of this tool are limited to ${counted(maxLength)} characters.`,
		`Ask with ${isOne ? 'fewer Fields' : 'a Limit, filters or fewer Fields'}, if this tool offers it.`,
		'The author of the workflow can increase Max Answer Length.',
	];
	return sentences.filter(Boolean).join(' ');
}

/**
 * Takes out hidden characters, links that could run something, and the secrets of invitations. Of keys that differ
 * only by hidden characters, the one without them stays.
 */
function clean(value: unknown, parentKey?: string): unknown {
	if (typeof value === 'string') return withoutSchemes(withoutHidden(value));
	if (Array.isArray(value)) return value.map((entry) => clean(entry));
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, inner]) => {
			const shown = withoutHidden(key);
			if (shown === 'token' && typeof inner === 'string' && parentKey !== 'properties') return [];
			return shown !== key && Object.hasOwn(value, shown) ? [] : [[shown, clean(inner, shown)]];
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
	const fitting: T[] = [];
	// The brackets of the list and the commas between its entries count too.
	let size = '[]'.length;
	for (const entry of entries) {
		size += sizeOf(entry) + ','.length;
		if (size > room) break;
		fitting.push(entry);
	}
	return fitting;
}

/** Leaves out what repeats the transcript. */
function withoutCopies(record: JsonObject): JsonObject {
	if (typeof record.transcript !== 'string') return record;
	return Object.fromEntries(
		Object.entries(record).filter(([key]) => !COPIES_OF_TRANSCRIPT.includes(key)),
	);
}

const COPIES_OF_TRANSCRIPT = ['messages', 'participant_text'];

/** No text or list is cut to fewer characters. */
const MIN_CUT_LENGTH = 40;

/** Cuts the texts and lists in a record, more with each try, until it fits; of too many keys, the first ones stay. */
function fittingRecord(record: JsonObject, room: number): JsonObject {
	let short: JsonObject = withoutCopies(record);
	for (let maxLength = room; sizeOf(short) > room && maxLength > MIN_CUT_LENGTH; maxLength *= 0.8)
		short = cutTo(short, maxLength) as JsonObject;
	return sizeOf(short) <= room
		? short
		: Object.fromEntries(wholeEntries(Object.entries(short), room));
}

function cutTo(value: unknown, maxLength: number): unknown {
	if (typeof value === 'string')
		return value.length > maxLength ? cutText(value, maxLength) : value;
	if (Array.isArray(value))
		return wholeEntries(
			value.map((entry) => cutTo(entry, maxLength)),
			maxLength,
		);
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, cutTo(inner, maxLength)]),
	);
}

/** Stands at the end of a text that was cut. */
const CUT_MARK = ' […]';

/** Cuts a text after a paragraph (a message of a conversation), or else after a word. */
function cutText(text: string, maxLength: number): string {
	const start = text.slice(0, maxLength - CUT_MARK.length);
	const ends = [start.lastIndexOf('\n\n'), start.lastIndexOf(' ')];
	const end = ends.find((index) => index > start.length / 2) ?? start.length;
	// Not in the middle of an emoji.
	return `${start.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}${CUT_MARK}`;
}
