/** The node as a tool of an AI agent, whose answers are read by a model. */
import { withoutSchemes } from '../service/harmless';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readOptions } from '../input/options';
import { parameterReader } from '../input/parameters';
import { FieldChecker } from '../input/fieldChecker';
import { TOOL_OPTIONS } from '../operations/nodeFields';
import { listsResource, type Operation } from '../operations/operation';
import { isPlainObject, type JsonObject } from '../service/json';
import { withoutHidden } from '../service/hidden';
import { asSentence, counted, oneLine } from '../service/scalars';
import { refuseAll, shownSentencesOf } from './itemResult';

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
			maxLength = readMaxLength(context);
		} catch (error) {
			// Not thrown, so that On Error is respected.
			return refuseAll(context, error);
		}
		const items = await run();
		return fitForModel(items, operation, resource, maxLength, shownSentencesOf(context));
	} catch (error) {
		throw withAdviceInMessage(error);
	}
}

/** An agent gives its model only the message of an error, so the description is added to it. */
function withAdviceInMessage(error: unknown): unknown {
	if (error instanceof Error && 'description' in error && error.description)
		error.message = `${asSentence(error.message)} ${String(error.description)}`;
	return error;
}

function readMaxLength(context: IExecuteFunctions): number {
	const checker = new FieldChecker(context.getTimezone());
	const options = parameterReader(context)(0)('options', {});
	return readOptions<{ maxAnswerLength: number }>(TOOL_OPTIONS, options, checker).maxAnswerLength;
}

/** Characters that are kept free for the note about what was left out. */
const NOTE_ROOM = 600;
/** The most characters of the run's sentences about its output. */
const MAX_RUN_NOTE = 1_000;

/**
 * Shortens and cleans items for a model: whole records that fit, or the first one with its long texts and lists cut.
 *
 * @param maxLength in characters of JSON
 * @param sentences those that the editor shows beside the output; the first item has them, and what was left out
 */
export function fitForModel(
	items: INodeExecutionData[],
	operation: Operation,
	resource: string,
	maxLength: number,
	sentences: readonly string[] = [],
): INodeExecutionData[] {
	const records: JsonObject[] = items.map(({ json }) => json);
	const runNote = oneLine(sentences.join(' '), Math.min(MAX_RUN_NOTE, maxLength / 4));
	const room = maxLength - (runNote === '' ? 0 : sizeOf([{ note: runNote }]));
	const { shown, isCut } = recordsThatFit(records, room);
	const notes = [runNote];
	if (isCut || shown.length < records.length) {
		const isOne = records.length === 1;
		const plural = listsResource(operation) ? pluralOf(resource) : 'records';
		const count = `${counted(shown.length)} of ${counted(records.length)} ${plural}`;
		notes.unshift(
			isOne ? '' : `Showing ${count}. This is not the complete list.`,
			isCut ? 'Long texts and lists in this record are cut.' : '',
			`Answers of this tool are limited to ${counted(maxLength)} characters.`,
			`Ask with ${isOne ? 'fewer Fields' : 'a Limit, filters or fewer Fields'}, if this tool offers it.`,
			'The author of the workflow can increase Max Answer Length.',
		);
	}
	const note = notes.filter(Boolean).join(' ');
	const notice: JsonObject[] = note === '' ? [] : [{ note }];
	// Cleaned last, because what is left out may be long. The notice belongs to the item that the first record came from.
	return [...notice, ...shown].map((json, index) => ({
		...items[Math.max(0, index - notice.length)],
		json: clean(json) as IDataObject,
	}));
}

/** All records; or those that fit beside a note about the others; or, if not even one fits, the first one cut. */
function recordsThatFit(
	records: readonly JsonObject[],
	room: number,
): { shown: JsonObject[]; isCut: boolean } {
	const whole = wholeEntries(records, room);
	const [first] = records;
	if (!first || whole.length === records.length) return { shown: whole, isCut: false };
	const roomBesideNote = room - NOTE_ROOM;
	const shown = wholeEntries(records, roomBesideNote);
	if (shown.length > 0) return { shown, isCut: false };
	return { shown: [cutRecord(first, roomBesideNote - '[],'.length)], isCut: true };
}

/** `properties`, but `surveys` */
const pluralOf = (noun: string) => (noun.endsWith('ty') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** How many characters a value takes up as JSON. */
const sizeOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/** The first entries of a list, as many as fit. */
function wholeEntries<T>(entries: readonly T[], room: number): T[] {
	// The brackets of the list and the commas between its entries count too.
	let size = '[]'.length;
	const firstTooMany = entries.findIndex((entry) => {
		size += sizeOf(entry) + ','.length;
		return size > room;
	});
	return firstTooMany === -1 ? [...entries] : entries.slice(0, firstTooMany);
}

/** These fields say again what the transcript says. */
const COPIES_OF_TRANSCRIPT = ['messages', 'participant_text'];
/** No text or list is cut to fewer characters. */
const MIN_CUT_LENGTH = 40;

/** Cuts the texts and lists in a record, more with each try, until it fits; of too many keys, the first ones stay. */
function cutRecord(record: JsonObject, room: number): JsonObject {
	const hasTranscript = typeof record.transcript === 'string';
	let fields = Object.entries(record).filter(
		([key]) => !hasTranscript || !COPIES_OF_TRANSCRIPT.includes(key),
	);
	for (let length = room; !fits(fields, room) && length > MIN_CUT_LENGTH; length *= 0.8)
		fields = fields.map(([key, value]) => [key, cutTo(value, length)]);
	return Object.fromEntries(fits(fields, room) ? fields : wholeEntries(fields, room));
}

const fits = (fields: Array<[string, unknown]>, room: number) =>
	sizeOf(Object.fromEntries(fields)) <= room;

function cutTo(value: unknown, maxLength: number): unknown {
	if (typeof value === 'string') return cutText(value, maxLength);
	if (Array.isArray(value)) {
		const entries = value.map((entry) => cutTo(entry, maxLength));
		return wholeEntries(entries, maxLength);
	}
	if (!isPlainObject(value)) return value;
	const fields = Object.entries(value).map(([key, inner]) => [key, cutTo(inner, maxLength)]);
	return Object.fromEntries(fields);
}

/** Stands at the end of a text that was cut. */
const CUT_MARK = ' […]';

/** Cuts a text after a paragraph (a message of a conversation), or else after a word. */
function cutText(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	const start = text.slice(0, maxLength - CUT_MARK.length);
	const ends = [start.lastIndexOf('\n\n'), start.lastIndexOf(' ')];
	const end = ends.find((index) => index > start.length / 2) ?? start.length;
	// Not in the middle of an emoji.
	return `${start.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}${CUT_MARK}`;
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
			// The secret of an invitation. A property of a survey may have this name as well.
			if (shown === 'token' && typeof inner === 'string' && parentKey !== 'properties') return [];
			return shown !== key && Object.hasOwn(value, shown) ? [] : [[shown, clean(inner, shown)]];
		}),
	);
}
