import type { Items } from '../operations/operation';
import { oneLine } from '../records/scalars';
import { counted, firstOf } from '../records/words';

/** One thing that a run says in a sentence or a few. */
export interface RunSentence {
	sentence: string;
	/** Whether a person should look at it. */
	isWarning?: boolean;
}

/** What a person should know of an item's output. */
export interface Remarks {
	/** The service gave fewer records than were asked for, and says itself that there are more. */
	isPartial?: true;
	/** Pages of a list did not fit together, so that records may be missing. */
	hasGap?: boolean;
	/** How many entries of the list are no records. */
	others?: number;
	/** What no item shows, and the keys of a record that were not understood. */
	lacks?: { what: string; unread: readonly string[] };
	/** Why the survey's own record, which tells more than these records do, could not be read. */
	surveyUnread?: string;
	/** Keys of properties that were sent and that the survey does not have. */
	unknownProperties?: UnknownProperties;
	/** How much of a list is in the output, where that is not all of it. */
	list?: ListCount;
	/** How many records a search found. */
	found?: number;
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

/** The remark on a list that was filtered or cut. */
export function listRemark(
	items: Items,
	all: number | undefined,
	shown: number,
	passed?: number,
): { remarks?: Remarks } {
	if (passed === undefined && all !== undefined && shown >= all) return {};
	const list: ListCount = {
		records: recordsOfList(items),
		shown,
		...(all === undefined ? {} : { all }),
		...(passed === undefined ? {} : { passed }),
	};
	return { remarks: { list } };
}

/** What a run says of the output of its items; a person would otherwise not see it. */
export function remarkSentences(remarks: ReadonlyArray<Remarks | undefined>): RunSentence[] {
	const which = (has: (one: Remarks) => unknown) => remarks.filter((one) => one && has(one)).length;
	const warnings: string[] = [];
	/** @param sentence gets ` for 2 of 5 items` */
	const warn = (has: (one: Remarks) => unknown, sentence: (ofItems: string) => string) => {
		const count = which(has);
		const ofItems = remarks.length === 1 ? '' : ` for ${count} of ${remarks.length} items`;
		if (count > 0) warnings.push(sentence(ofItems));
	};
	warn(
		({ isPartial }) => isPartial,
		(ofItems) =>
			`The service returned only part of the list${ofItems}, and says that there are more records. They are not in this output. The service may have changed: please report this.`,
	);
	warn(
		({ hasGap }) => hasGap,
		(ofItems) =>
			`The list was read several times, and its pages never fitted together${ofItems}: it changed meanwhile, or the service gave the same page again. Records may be missing from this output. Run it again later.`,
	);
	const others = remarks.reduce((sum, one) => sum + (one?.others ?? 0), 0);
	if (others > 0) {
		warnings.push(
			`${counted(others)} of the entries in the list ${others === 1 ? 'is not a record' : 'are not records'}, so this node cannot read ${others === 1 ? 'it' : 'them'}. Set Output to Everything to see what the service sent.`,
		);
	}
	const lacking = remarks.flatMap((one) => one?.lacks ?? []);
	for (const what of new Set(lacking.map((one) => one.what))) {
		const unread = lacking.flatMap((one) => (one.what === what ? one.unread : []));
		const keys = firstOf([...new Set(unread)], MAX_KEYS);
		const unknown = unread.length > 0 ? ` Not understood: ${keys}.` : '';
		warn(
			({ lacks }) => lacks?.what === what,
			(ofItems) =>
				`No ${what} was found${ofItems}.${unknown} Set Output to Everything to see what the service sent, and run Token > Check Service.`,
		);
	}
	const unread = remarks.find((one) => one?.surveyUnread !== undefined)?.surveyUnread;
	if (unread !== undefined) {
		warnings.push(
			`The survey itself could not be read, so survey_name, metric_type and nps_group may be null: ${unread}`,
		);
	}
	const properties = remarks.flatMap((one) => one?.unknownProperties ?? []);
	if (properties.length > 0) {
		const all = {
			unknown: properties.flatMap((one) => one.unknown),
			has: properties.flatMap((one) => one.has),
		};
		warnings.push(`Properties were sent that the survey does not have${perhapsMistyped(all)}`);
	}
	const before = which(({ isOfTryBefore }) => isOfTryBefore);
	const sentBefore = `${counted(before)} of ${counted(remarks.length)} had been done by an earlier try, and ${before === 1 ? 'was' : 'were'} not repeated.`;
	// Said once where several items say the same, and not of a hundred items.
	const own = new Map(remarks.flatMap((one) => (one?.own ? [[one.own.sentence, one.own]] : [])));
	return [
		...(before > 0 ? [{ sentence: sentBefore }] : []),
		...[...own.values()].slice(0, MAX_NAMES),
		...listSentences(remarks.flatMap((one) => one?.list ?? [])),
		...findSentences(remarks.flatMap((one) => one?.found ?? [])),
		...warnings.map((sentence) => ({ sentence, isWarning: true })),
	];
}

const MAX_KEYS = 5;

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
	const [{ records } = { records: '' }] = lists;
	const isFiltered = lists.some((list) => list.passed !== undefined);
	if (lists.some(({ all }) => all === undefined)) return [{ sentence: cutSentence(lists) }];
	const sum = (of: (list: ListCount) => number) =>
		lists.reduce((total, list) => total + of(list), 0);
	const [all, passed, shown] = [
		sum(({ all = 0 }) => all),
		sum(({ passed, all = 0 }) => passed ?? all),
		sum((list) => list.shown),
	].map((count) => counted(count)) as [string, string, string];
	const of = isFiltered ? `${passed} that passed` : `${passed} ${records}`;
	const sentences = [
		...(isFiltered ? [`${passed} of ${all} ${records} passed the filters.`] : []),
		...(shown === passed
			? []
			: [`This output has ${shown} of ${of}. Turn on Return All to get all of them.`]),
	];
	return sentences.length > 0 ? [{ sentence: sentences.join(' ') }] : [];
}

/** Of lists that were read only as far as needed, nobody knows how many there are in all. */
function cutSentence(lists: readonly ListCount[]): string {
	const shown = counted(lists.reduce((sum, list) => sum + list.shown, 0));
	const passed = lists.some((list) => list.passed !== undefined) ? ' that passed the filters' : '';
	return `This output has only ${shown} of the ${lists[0]?.records}${passed}. Turn on Return All to get all of them.`;
}

/** `3 searched: 2 found, 1 not found.` */
function findSentences(found: readonly number[]): RunSentence[] {
	if (found.length === 0) return [];
	const several = found.filter((matches) => matches > 1).length;
	const none = found.filter((matches) => matches === 0).length;
	const parts = [
		...(none < found.length ? [`${counted(found.length - none)} found`] : []),
		...(several > 0 ? [`${counted(several)} of them more than once`] : []),
		...(none > 0 ? [`${counted(none)} not found`] : []),
	];
	return [{ sentence: `${counted(found.length)} searched: ${parts.join(', ')}.` }];
}
