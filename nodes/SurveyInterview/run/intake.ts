/** Taking the records of a list as they arrive, so that only those are kept that are wanted. */
import type { ListIntake, TakenSlice } from '../http/body';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import { mapInTurns } from '../http/turns';
import { listFrom } from '../records/lists';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import type { EndpointOperation } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import { asItem, notRecordsError, type RecordsOfAnswer } from './answer';
import type { ItemCollector } from './simplify';
import { listRemark } from './remarks';

/** What becomes of the records of a list. */
export interface RecordKeeper {
	readonly kept: number;
	/** Forgets what it has: the list is read once more. */
	clear(): void;
	/** Whether it also takes entries that are no records, each as an item that has it as its value. */
	readonly takesOthers?: boolean;
	/** @returns whether it has enough, when more records follow */
	add(records: JsonObject[]): boolean;
}

/** So many are read in any case, because people want to know how many there are in all. */
const ALWAYS_COUNTED = 1_000;

/** Counts the records of a list, and keeps what is not a list of records from whoever wants them. */
export class RecordIntake implements ListIntake {
	count = 0;
	/** Whether records follow that were not read. */
	hasMore = false;
	/** How many entries are no records. */
	others = 0;
	private notRecordAt?: number;
	private isTooDeep = false;

	constructor(private readonly keeper: RecordKeeper) {}

	get kept(): number {
		return this.keeper.kept;
	}

	begin(): void {
		this.count = this.others = 0;
		this.hasMore = this.isTooDeep = false;
		this.notRecordAt = undefined;
		this.keeper.clear();
	}

	take({ records, isTooDeep, isLast }: TakenSlice): boolean {
		const wrong = records.findIndex((record) => !isObject(record));
		if (wrong !== -1) {
			this.notRecordAt ??= this.count + wrong;
			this.others += records.filter((record) => !isObject(record)).length;
		}
		this.isTooDeep ||= isTooDeep;
		this.count += records.length;
		const { takesOthers = false } = this.keeper;
		if (this.isTooDeep || (this.others > 0 && !takesOthers)) return false;
		const taken = wrong === -1 ? (records as JsonObject[]) : records.map(asItem);
		const isEnough = this.keeper.add(taken);
		this.hasMore = isEnough && !isLast && this.count >= ALWAYS_COUNTED;
		return this.hasMore;
	}

	/** Takes a list that stood in an answer which was read as a whole. */
	async takeAll(records: readonly unknown[]): Promise<void> {
		await mapInTurns(records, (record, place) =>
			this.take({ records: [record], isTooDeep: false, isLast: place === records.length - 1 }),
		);
	}

	get hasOthers(): boolean {
		return this.notRecordAt !== undefined;
	}

	/** @throws {SurveyInterviewError} one sentence, when it is nested too deep */
	checkDepth(session: Session): void {
		if (this.isTooDeep) throw new SurveyInterviewError(session.node, TOO_DEEP);
	}

	/** Says that the list was read. */
	check(session: Session): void {
		this.checkDepth(session);
		if (this.notRecordAt !== undefined)
			throw notRecordsError(session, this.notRecordAt, this.count);
	}
}

/** Makes items of the records of a list that pass the filters, up to the limit. */
class PassingRecords implements RecordKeeper {
	passed = 0;

	constructor(
		private readonly request: ItemRequest,
		private readonly collector: ItemCollector,
	) {}

	get kept(): number {
		return this.collector.count;
	}

	get takesOthers(): boolean {
		return this.request.filter === undefined;
	}

	clear(): void {
		this.collector.clear();
		this.passed = 0;
	}

	add(records: JsonObject[]): boolean {
		const { filter, limit } = this.request;
		for (const record of records) {
			if (filter && filter.passes(record) !== true) continue;
			this.passed++;
			if (this.kept < limit) this.collector.add(record);
		}
		return this.passed > limit;
	}
}

/** Hands the list of an item to its collector as it arrives; undefined where the answer must be seen as a whole. */
export function itemIntake(
	{ items, simplified }: EndpointOperation,
	request: ItemRequest,
	collector: ItemCollector,
) {
	if (items?.from !== 'list' || items.namedLike || request.rawAnswer) return undefined;
	if (simplified?.recordsIn && request.output !== 'everything') return undefined;
	const passing = new PassingRecords(request, collector);
	const intake = new RecordIntake(passing);
	return {
		intake,
		/** Takes the list in an answer that was read as a whole; resolves to whether it is one, and whole. */
		async takes(body: unknown): Promise<boolean> {
			const found = listFrom(body, items.likely);
			const isWhole = found.kind === 'list' && !found.isPartial;
			if (isWhole) await intake.takeAll(found.records);
			return isWhole;
		},
		/** What there is to say of the list, where it is one of records; the collector has them. */
		taken(session: Session): RecordsOfAnswer {
			const { kept, passed, takesOthers } = passing;
			const { count, others } = intake;
			// A bare list without any record may be anything.
			if (takesOthers && others < count) intake.checkDepth(session);
			else intake.check(session);
			const all = intake.hasMore ? undefined : count;
			const { remarks } = listRemark(items, all, kept, request.filter && passed);
			return { records: [], remarks: { ...remarks, others } };
		},
	};
}

export type ItemIntake = NonNullable<ReturnType<typeof itemIntake>>;
