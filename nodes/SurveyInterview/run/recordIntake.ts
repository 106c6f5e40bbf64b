/** Takes the records of a list while they arrive, so that only the wanted ones are kept in memory. */
import type { ListResult, RecordList } from '../service/lists';
import { shownKey } from '../service/unusedKeys';
import type { ListIntake, TakenSlice } from '../http/body';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import { mapInTurns } from '../http/timing';
import type { Session } from '../http/session';
import { isObject, type JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';

/** Keeps the wanted records of a list. */
export interface RecordKeeper {
	readonly kept: number;
	/** Forgets all records, because the list is read once more. */
	clear(): void;
	/** Whether it also takes entries that are no records, as `{value: entry}`. */
	readonly takesOthers?: boolean;
	/** @returns whether it has enough, when more records follow */
	add(records: JsonObject[]): boolean;
}

/** So many records are read in any case, to say how many there are in all. */
const ALWAYS_COUNTED = 1_000;

/** Counts the records of a list, and passes them on unless the list holds anything else. */
export class RecordIntake<Keeper extends RecordKeeper = RecordKeeper> implements ListIntake {
	count = 0;
	/** Whether records follow that were not read. */
	hasMore = false;
	/** Entries that are no records. */
	others = 0;
	private notRecordAt = 0;
	private isTooDeep = false;

	constructor(readonly keeper: Keeper) {}

	get kept(): number {
		return this.keeper.kept;
	}

	begin(): void {
		this.count = this.others = 0;
		this.hasMore = this.isTooDeep = false;
		this.keeper.clear();
	}

	take({ records, isTooDeep, isLast }: TakenSlice): boolean {
		const others = records.filter((record) => !isObject(record));
		if (others.length > 0 && this.others === 0)
			this.notRecordAt = this.count + records.indexOf(others[0]);
		this.others += others.length;
		this.isTooDeep ||= isTooDeep;
		this.count += records.length;
		const { takesOthers = false } = this.keeper;
		if (this.isTooDeep || (this.others > 0 && !takesOthers)) return false;
		const taken = others.length === 0 ? (records as JsonObject[]) : records.map(asItem);
		const isEnough = this.keeper.add(taken);
		this.hasMore = isEnough && !isLast && this.count >= ALWAYS_COUNTED;
		return this.hasMore;
	}

	/** Takes a list from an answer that was read as a whole. */
	async takeAll(records: readonly unknown[]): Promise<void> {
		await mapInTurns(records, (record, place) =>
			this.take({ records: [record], isTooDeep: false, isLast: place === records.length - 1 }),
		);
	}

	checkDepth(session: Session): void {
		if (this.isTooDeep) throw new SurveyInterviewError(session.node, TOO_DEEP);
	}

	/** @throws {SurveyInterviewError} one sentence, if the records were not passed on */
	check(session: Session): void {
		this.checkDepth(session);
		// If not a single entry is a record, the list may be anything.
		const isTaken = this.keeper.takesOthers === true && this.others < this.count;
		if (this.others === 0 || isTaken) return;
		throw notRecordsError(session, this.notRecordAt, this.count);
	}
}

/** An entry of an answer as an item of the output, which must be an object. */
export function asItem(value: unknown): JsonObject {
	return isObject(value) ? value : { value };
}

/**
 * The list in an answer.
 *
 * @param undone what cannot be done without a list, such as `filtered`
 * @throws {SurveyInterviewError} one sentence that says why the answer is not a list
 */
export function requireList(
	session: Session,
	body: unknown,
	found: ListResult,
	undone: string,
): RecordList {
	switch (found.kind) {
		case 'list':
			return found;
		case 'notFound':
			throw noListError(session, body, undone);
		case 'notRecords': {
			const place = found.records.findIndex((record) => !isObject(record));
			throw notRecordsError(session, place, found.records.length);
		}
		case 'tooDeep':
			throw new SurveyInterviewError(session.node, TOO_DEEP);
	}
}

function noListError(session: Session, body: unknown, undone: string): SurveyInterviewError {
	// A key may be data, such as somebody's address.
	const shown = Object.keys(isObject(body) ? body : {})
		.slice(0, 50)
		.map((key) => shownKey(key));
	const named = oneLine([...new Set(shown)].join(', '), 200) || 'none';
	const keys = isObject(body) ? named : typeof body;
	return new SurveyInterviewError(session.node, {
		message: `The answer has no list of records that can be ${undone}. Its keys: ${keys}`,
		hint: 'The service may have changed. Please report this with the keys above.',
	});
}

export function partialListError(
	session: Session,
	{ records }: { records: readonly unknown[] },
	consequence: string,
	hint = '',
): SurveyInterviewError {
	const count = records.length === 1 ? '1 record' : `${records.length} records`;
	return new SurveyInterviewError(session.node, {
		message: `The service returned only part of the list (${count}), ${consequence}`,
		hint: `${hint} The service may have changed. Please report this.`.trim(),
	});
}

function notRecordsError(session: Session, place: number, count: number): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The list contains something that is not a record, at position ${place} of ${count}`,
		hint: 'If this continues, contact the support of the service.',
		failure: { cause: 'temporarily-unavailable' },
	});
}
