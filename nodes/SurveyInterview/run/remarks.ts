/** What a run says after its end: what failed, what the output is and is not, and for what it waited. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { Items, Operation } from '../operations/operation';
import { oneLine, counted, firstOf } from '../records/scalars';
import type { Result } from './itemResult';
import { rowsInWords } from './rows';

/** One thing that a run says in a sentence or a few. */
export interface RunSentence {
	sentence: string;
	/** Whether a person should look at it. */
	isWarning?: boolean;
}

/** What a person should know of an item's output. */
export interface Remarks {
	/** The service gave fewer records than were asked for, and says itself that there are more. */
	isPartial?: boolean;
	/** Pages of a list did not fit together, so that records may be missing. */
	hasGap?: boolean;
	/** How many entries of the list are no records. */
	others?: number;
	/** What no item shows, and the keys of a record that were not understood. */
	lacks?: { what: string; unread: readonly string[] };
	/** The sentence that the survey or the mailing, which tells more than these records do, could not be read. */
	unread?: string;
	/** Keys of properties that were sent and that the survey does not have. */
	unknownProperties?: UnknownProperties;
	/** How much of a list is in the output, where that is not all of it. */
	list?: ListCount;
	/** How many records a search found. */
	found?: number;
	/** An item before it asked for the same, and this is a copy of its answer. */
	isCopy?: true;
	/** A try before this one had done it, and this one did not send it again. */
	isOfTryBefore?: true;
	/** What the operation itself says of its run. */
	own?: RunSentence;
}

export interface UnknownProperties {
	unknown: readonly string[];
	/** Those of the survey. */
	has: readonly string[];
}

/** How many records a list had, how many of them passed the filters, and how many were put out. */
interface ListCount {
	/** What the records are called, such as `respondents`. */
	records: string;
	/** Absent where the list was not read to its end: there are more than are shown. */
	all?: number;
	/** Absent where no filter was set. */
	passed?: number;
	shown: number;
}

export function recordsOfList(items: Items): string {
	if (items.from === 'pagesWithin') return items.key;
	return items.called ?? items.likely?.[0] ?? 'records';
}

/** The remark on a list that was filtered or cut; none where all of it is in the output. */
export function listRemark(
	items: Items,
	all: number | undefined,
	shown: number,
	passed?: number,
): Remarks | undefined {
	if (passed === undefined && all !== undefined && shown >= all) return undefined;
	return { list: { records: recordsOfList(items), all, passed, shown } };
}

/** What a run says after its end. */
export function sentencesOf(
	session: Session,
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
	input: readonly INodeExecutionData[],
): RunSentence[] {
	const remarks = results.map((one) => (one?.status === 'done' ? one.remarks : undefined));
	return [
		...failureSentences(operation, results, input),
		...remarkSentences(remarks),
		...waitSentences(session),
	];
}

/** A shorter wait is nothing remarkable. */
const MIN_WAIT_MS = 5000;

/** `Waited 61 s because the service limits requests.` */
export function waitSentences({ budget }: Session): RunSentence[] {
	const waits = [
		[budget.waitedMs('rateLimit'), 'the service limits requests'],
		[budget.waitedMs('outage'), 'the service was not available'],
	] as const;
	return waits.flatMap(([ms, why]) => {
		const sentence = `Waited ${counted(Math.round(ms / 1000))} s because ${why}.`;
		return ms >= MIN_WAIT_MS ? [{ sentence }] : [];
	});
}

/** Of a node that continues on fail: `38 done, 1 failed: row 5 (Ada). 1 may have been sent: row 2 (Bob). …` */
function failureSentences(
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
	input: readonly INodeExecutionData[],
): RunSentence[] {
	const of = (status: Result['status']) =>
		results.flatMap((one, item) => (one?.status === status ? [item] : []));
	const [failed, maybeDone] = [of('failed'), of('maybeDone')];
	if (failed.length + maybeDone.length === 0) return [];
	const [only] = results;
	if (results.length === 1 && only && only.status !== 'done') {
		return [{ sentence: only.error.message, isWarning: true }];
	}
	const maybe = `${counted(maybeDone.length)} may have been ${effectOf(operation)}: ${rowsInWords(input, maybeDone)}. Check in the service before you run it again.`;
	const ends = [
		failed.length > 0 && `${counted(failed.length)} failed: ${rowsInWords(input, failed)}.`,
		maybeDone.length > 0 && maybe,
	];
	const sentence = `${counted(of('done').length)} done, ${ends.filter(Boolean).join(' ')}`;
	return [{ sentence, isWarning: true }];
}

/** What a write may have done, when nobody answered it. */
export function effectOf(operation: Operation): string {
	if (operation.kind !== 'endpoint') return 'done';
	return operation.effect ?? (operation.retry === 'create' ? 'created' : 'done');
}

/** How many keys of a record a sentence names. */
const MAX_NAMED = 5;

/** What a run says of the output of its items; a person would otherwise not see it. */
export function remarkSentences(remarks: ReadonlyArray<Remarks | undefined>): RunSentence[] {
	const all = remarks.flatMap((one) => one ?? []);
	const warnings: string[] = [];
	const ofItems = (count: number) =>
		remarks.length === 1 ? '' : ` for ${count} of ${remarks.length} rows`;
	const partial = all.filter(({ isPartial }) => isPartial).length;
	if (partial > 0) {
		warnings.push(
			`The service returned only part of the list${ofItems(partial)}, and says that there are more records. They are not in this output. The service may have changed: please report this.`,
		);
	}
	const gaps = all.filter(({ hasGap }) => hasGap).length;
	if (gaps > 0) {
		warnings.push(
			`The list was read several times, and its pages never fitted together${ofItems(gaps)}: it changed meanwhile, or the service gave the same page again. Records may be missing from this output. Run it again later.`,
		);
	}
	const others = all.reduce((sum, one) => sum + (one.others ?? 0), 0);
	if (others > 0) {
		const [are, them] = others === 1 ? ['is not a record', 'it'] : ['are not records', 'them'];
		warnings.push(
			`${counted(others)} of the entries in the list ${are}, so this node cannot read ${them}. Set Output to Everything to see what the service sent.`,
		);
	}
	const lacking = all.flatMap((one) => one.lacks ?? []);
	for (const what of new Set(lacking.map((one) => one.what))) {
		const same = lacking.filter((one) => one.what === what);
		const keys = [...new Set(same.flatMap(({ unread }) => unread))];
		const unknown = keys.length > 0 ? ` Not understood: ${firstOf(keys, MAX_NAMED)}.` : '';
		warnings.push(
			`No ${what} was found${ofItems(same.length)}.${unknown} Set Output to Everything to see what the service sent, and run Token > Check Service.`,
		);
	}
	const [unread] = all.flatMap((one) => one.unread ?? []);
	if (unread !== undefined) warnings.push(unread);
	const properties = all.flatMap((one) => one.unknownProperties ?? []);
	if (properties.length > 0) {
		const unknown = properties.flatMap((one) => one.unknown);
		const has = properties.flatMap((one) => one.has);
		const mistyped = perhapsMistyped({ unknown, has });
		warnings.push(`Properties were sent that the survey does not have${mistyped}`);
	}
	const before = all.filter(({ isOfTryBefore }) => isOfTryBefore).length;
	const sentBefore = `${counted(before)} of ${counted(remarks.length)} had been done by an earlier try, and ${before === 1 ? 'was' : 'were'} not repeated.`;
	const copies = all.filter(({ isCopy }) => isCopy).length;
	const times = counted(remarks.length);
	const sentenceOnCopies = `The ${times} rows asked for the same, so this output has it ${times} times. To have it once, turn on Execute Once in the settings of the node.`;
	// Said once where several items say the same, and not of a hundred items.
	const own = new Map(all.flatMap((one) => (one.own ? [[one.own.sentence, one.own]] : [])));
	return [
		...(before > 0 ? [{ sentence: sentBefore }] : []),
		...(copies > 0 && copies === remarks.length - 1 ? [{ sentence: sentenceOnCopies }] : []),
		...[...own.values()].slice(0, MAX_NAMES),
		...listSentences(all.flatMap((one) => one.list ?? [])),
		...findSentences(all.flatMap((one) => one.found ?? [])),
		...warnings.map((sentence) => ({ sentence, isWarning: true })),
	];
}

/** How many names a sentence holds, and how long one may be. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

/** The end of a sentence on keys that a survey does not have: `, perhaps mistyped: a. Its properties are: b, c.` */
export function perhapsMistyped({ unknown, has }: UnknownProperties): string {
	return `, perhaps mistyped: ${namesIn(unknown)}. Its properties are: ${namesIn(has) || 'none'}.`;
}

function namesIn(names: readonly string[]): string {
	const each = [...new Set(names)];
	const shown = each.slice(0, MAX_NAMES).map((name) => oneLine(name, MAX_NAME_LENGTH));
	const more = each.length - shown.length;
	return [...shown, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join(', ');
}

/** `12 of 418 respondents passed the filters.` All lists of a run are of the same kind of record. */
function listSentences(lists: readonly ListCount[]): RunSentence[] {
	const [first] = lists;
	if (!first) return [];
	const sum = (of: (list: ListCount) => number) =>
		counted(lists.reduce((total, list) => total + of(list), 0));
	const shown = sum((list) => list.shown);
	const isFiltered = lists.some((list) => list.passed !== undefined);
	if (lists.some(({ all }) => all === undefined)) {
		// Of lists that were read only as far as needed, nobody knows how many there are in all.
		const of = `${first.records}${isFiltered ? ' that passed the filters' : ''}`;
		return [{ sentence: `This output has only ${shown} of the ${of}. ${ALL_OF_THEM}` }];
	}
	const all = sum(({ all = 0 }) => all);
	const passed = sum(({ passed, all = 0 }) => passed ?? all);
	const of = `${passed} ${isFiltered ? 'that passed' : first.records}`;
	const sentences = [
		isFiltered && `${passed} of ${all} ${first.records} passed the filters.`,
		shown !== passed && `This output has ${shown} of ${of}. ${ALL_OF_THEM}`,
	];
	const sentence = sentences.filter(Boolean).join(' ');
	return sentence === '' ? [] : [{ sentence }];
}

const ALL_OF_THEM = 'Turn on Return All to get all of them.';

/** `3 searched: 2 found, 1 not found.` */
function findSentences(found: readonly number[]): RunSentence[] {
	if (found.length === 0) return [];
	const none = found.filter((matches) => matches === 0).length;
	const parts = [
		[found.length - none, 'found'],
		[found.filter((matches) => matches > 1).length, 'of them more than once'],
		[none, 'not found'],
	] as const;
	const said = parts.flatMap(([count, what]) => (count > 0 ? [`${counted(count)} ${what}`] : []));
	return [{ sentence: `${counted(found.length)} searched: ${said.join(', ')}.` }];
}
