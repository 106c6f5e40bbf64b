/** The sentences of a run after its end: what failed, what the output lacks, and why it waited. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { Operation, RunSentence } from '../operations/operation';
import { groupedBy } from '../service/json';
import { oneLine, counted, firstOf } from '../service/scalars';
import type { Result } from './itemResult';
import { rowsInWords } from './rows';

/** What helps where Simplified has not understood an answer. */
export const SEE_EVERYTHING = 'Set Output to Everything to see what the service sent';

/** What a person should know of an item's output. */
export interface Remarks {
	/** Pages of a list did not fit together, so records may be missing. */
	hasGap?: boolean;
	/** A field that no item has, and the keys of a record that Simplified does not understand. */
	lacks?: { field: string; unreadKeys: readonly string[] };
	/** The sentence that the record of the survey or mailing could not be read for more facts. */
	recordNotRead?: string;
	/** Properties that were sent, and that the survey does not have. */
	unknownProperties?: UnknownProperties;
	/** How much of a list is in the output, if not all of it. */
	list?: ListCount;
	/** How many records a search found. */
	found?: number;
	/** An earlier item asked for the same, and this is a copy of its answer. */
	isCopy?: true;
	/** An earlier run of the node has done it, so it was not sent again. */
	isFromEarlierRun?: true;
	/** A sentence of the operation itself, beside those that are made of the facts above. */
	note?: RunSentence;
}

export interface UnknownProperties {
	unknown: readonly string[];
	/** The properties of the survey. */
	has: readonly string[];
}

/** The counts of one list. */
interface ListCount {
	/** What the records are called, such as `respondents`. */
	records: string;
	/** Absent if the list was not read to its end: there are more than are shown. */
	all?: number;
	/** How many passed the filters; absent if there were none. */
	passed?: number;
	shown: number;
}

/** @param isTool whether a model reads them */
export function sentencesOf(
	session: Session,
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
	input: readonly INodeExecutionData[],
	isTool = false,
): RunSentence[] {
	const remarks = results.map((result) => (result?.status === 'done' ? result.remarks : undefined));
	return [
		...failureSentences(operation, results, input),
		...remarkSentences(remarks, isTool),
		...waitSentences(session),
	];
}

/** A shorter wait is not mentioned. */
const MIN_WAIT_MS = 5000;

/** `Waited 61 s because the service limits requests.` */
export function waitSentences({ budget }: Session): RunSentence[] {
	const waits = [
		[budget.waitedMs('forLimit'), 'the service limits requests'],
		[budget.waitedMs('forOutage'), 'the service was not available'],
	] as const;
	return waits.flatMap(([ms, why]) => {
		const sentence = `Waited ${counted(Math.round(ms / 1000))} s because ${why}.`;
		return ms >= MIN_WAIT_MS ? [{ sentence }] : [];
	});
}

/** For a node that continues on fail: `38 done, 1 failed: row 5 (Ada). 1 may have been sent: row 2 (Bob). …` */
function failureSentences(
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
	input: readonly INodeExecutionData[],
): RunSentence[] {
	const itemsWith = (status: Result['status']) =>
		results.flatMap((result, item) => (result?.status === status ? [item] : []));
	const [failed, maybeDone] = [itemsWith('failed'), itemsWith('maybeDone')];
	if (failed.length + maybeDone.length === 0) return [];
	// Of a single item, its error says everything.
	const [only] = results;
	if (results.length === 1 && only && only.status !== 'done') {
		return [{ sentence: only.error.message, isWarning: true }];
	}
	const maybeDonePart = `${counted(maybeDone.length)} may have been ${effectOf(operation)}: ${rowsInWords(input, maybeDone)}. Check in the service before you run it again.`;
	const parts = [
		failed.length > 0 && `${counted(failed.length)} failed: ${rowsInWords(input, failed)}.`,
		maybeDone.length > 0 && maybeDonePart,
	];
	const sentence = `${counted(itemsWith('done').length)} done, ${parts.filter(Boolean).join(' ')}`;
	return [{ sentence, isWarning: true }];
}

/** What a write without an answer may have done: `sent`, `created`, `done`. */
export function effectOf(operation: Operation): string {
	if (operation.kind !== 'endpoint') return 'done';
	return operation.effect ?? (operation.retry === 'create' ? 'created' : 'done');
}

type RemarksOfItems = ReadonlyArray<Remarks | undefined>;

/** Sentences about what a person cannot see in the output itself; warnings come last. */
export function remarkSentences(remarks: RemarksOfItems, isTool = false): RunSentence[] {
	const present = remarks.flatMap((remark) => remark ?? []);
	const notices = [doneBeforeSentence(remarks), copiesSentence(remarks)];
	const warnings = [
		gapSentence(remarks),
		...lackSentences(remarks),
		present.find(({ recordNotRead }) => recordNotRead)?.recordNotRead,
		unknownPropertiesSentence(present.flatMap((remark) => remark.unknownProperties ?? [])),
	];
	const lists = present.flatMap((remark) => remark.list ?? []);
	return [
		...notices.flatMap((sentence) => (sentence ? [{ sentence }] : [])),
		...notesOf(present),
		...listSentences(lists, isTool ? MORE_FOR_MODEL : MORE_FOR_PERSON),
		...findSentences(present.flatMap((remark) => remark.found ?? [])),
		...warnings.flatMap((sentence) => (sentence ? [{ sentence, isWarning: true }] : [])),
	];
}

const countWith = (remarks: RemarksOfItems, name: 'hasGap' | 'isFromEarlierRun' | 'isCopy') =>
	remarks.filter((remark) => remark?.[name]).length;

/** ` for 3 of 40 rows`; nothing if there is only one. */
const forRows = (count: number, { length }: RemarksOfItems) =>
	length === 1 ? '' : ` for ${count} of ${length} rows`;

function doneBeforeSentence(remarks: RemarksOfItems): string | undefined {
	const count = countWith(remarks, 'isFromEarlierRun');
	if (count === 0) return undefined;
	const verb = count === 1 ? 'was' : 'were';
	return `${counted(count)} of ${counted(remarks.length)} had been done by an earlier try, and ${verb} not repeated.`;
}

function copiesSentence(remarks: RemarksOfItems): string | undefined {
	const count = countWith(remarks, 'isCopy');
	// All rows but the first are copies, or “the same” would be wrong.
	if (count === 0 || count < remarks.length - 1) return undefined;
	const rows = counted(remarks.length);
	return `The ${rows} rows asked for the same, so this output has it ${rows} times. To have it once, turn on Execute Once in the settings of the node.`;
}

function gapSentence(remarks: RemarksOfItems): string | undefined {
	const count = countWith(remarks, 'hasGap');
	if (count === 0) return undefined;
	return `The list was read several times, and its pages never fitted together${forRows(count, remarks)}: it changed meanwhile, or the service gave the same page again. Records may be missing from this output. Run it again later.`;
}

/** How many keys of a record a sentence names. */
const MAX_KEYS = 5;

/** A sentence for each field that no item of some rows has. */
function lackSentences(remarks: RemarksOfItems): string[] {
	const lacks = remarks.flatMap((remark) => remark?.lacks ?? []);
	return [...groupedBy(lacks, ({ field }) => field)].map(([field, alike]) => {
		const keys = [...new Set(alike.flatMap(({ unreadKeys }) => unreadKeys))];
		const notUnderstood = keys.length > 0 ? ` Not understood: ${firstOf(keys, MAX_KEYS)}.` : '';
		return `No ${field} was found${forRows(alike.length, remarks)}.${notUnderstood} ${SEE_EVERYTHING}, and run Token > Check Service.`;
	});
}

function unknownPropertiesSentence(properties: readonly UnknownProperties[]): string | undefined {
	if (properties.length === 0) return undefined;
	const unknown = properties.flatMap((entry) => entry.unknown);
	const has = properties.flatMap((entry) => entry.has);
	return `Properties were sent that the survey does not have${mistypedEnding({ unknown, has })}`;
}

const MAX_NOTES = 10;

/** Notes of the operation; equal ones of several items are shown once. */
function notesOf(all: readonly Remarks[]): RunSentence[] {
	const notes = new Map(all.flatMap(({ note }) => (note ? [[note.sentence, note]] : [])));
	return [...notes.values()].slice(0, MAX_NOTES);
}

/** At most so many names are in a sentence, and each is cut to so many characters. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

/** Ends a sentence about properties that a survey does not have: `, perhaps mistyped: a. Its properties are: b, c.` */
export function mistypedEnding({ unknown, has }: UnknownProperties): string {
	return `, perhaps mistyped: ${namesIn(unknown)}. Its properties are: ${namesIn(has) || 'none'}.`;
}

function namesIn(names: readonly string[]): string {
	const each = [...new Set(names)];
	const shown = each.slice(0, MAX_NAMES).map((name) => oneLine(name, MAX_NAME_LENGTH));
	const more = each.length - shown.length;
	return [...shown, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join(', ');
}

const MORE_FOR_PERSON = 'Turn on Return All to get all of them.';
/** A model has no Return All; what it may fill in is the choice of the workflow's author. */
const MORE_FOR_MODEL =
	'To get others, ask with a higher Limit or with filters, if this tool offers it.';

/** `12 of 418 respondents passed the filters.` All lists of a run hold the same kind of record. */
function listSentences(lists: readonly ListCount[], howToGetMore: string): RunSentence[] {
	const [first] = lists;
	if (!first) return [];
	const sum = (countIn: (list: ListCount) => number) =>
		counted(lists.reduce((total, list) => total + countIn(list), 0));
	const shown = sum((list) => list.shown);
	const isFiltered = lists.some((list) => list.passed !== undefined);
	if (lists.some(({ all }) => all === undefined)) {
		// A list that was read only as far as needed has no total.
		const whole = `${first.records}${isFiltered ? ' that passed the filters' : ''}`;
		return [{ sentence: `This output has only ${shown} of the ${whole}. ${howToGetMore}` }];
	}
	const all = sum(({ all = 0 }) => all);
	const passed = sum(({ passed, all = 0 }) => passed ?? all);
	const whole = `${passed} ${isFiltered ? 'that passed' : first.records}`;
	const sentences = [
		isFiltered && `${passed} of ${all} ${first.records} passed the filters.`,
		shown !== passed && `This output has ${shown} of ${whole}. ${howToGetMore}`,
	];
	const sentence = sentences.filter(Boolean).join(' ');
	return sentence === '' ? [] : [{ sentence }];
}

/** `3 searched: 2 found, 1 not found.` */
function findSentences(found: readonly number[]): RunSentence[] {
	if (found.length === 0) return [];
	const none = found.filter((matches) => matches === 0).length;
	const parts = [
		[found.length - none, 'found'],
		[found.filter((matches) => matches > 1).length, 'of them more than once'],
		[none, 'not found'],
	] as const;
	const counts = parts.flatMap(([count, what]) => (count > 0 ? [`${counted(count)} ${what}`] : []));
	return [{ sentence: `${counted(found.length)} searched: ${counts.join(', ')}.` }];
}
