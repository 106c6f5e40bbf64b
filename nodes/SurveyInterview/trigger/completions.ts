/** The completed interviews in the list of a survey, each with its identity. */
import type { JsonObject } from '../records/json';
import type { RecordKeeper } from '../run/recordIntake';
import { beganAt, type InterviewReader, respondentReader } from '../service/respondents';
import {
	type Completion,
	identityByTime,
	identityOf,
	isOldWhenMet,
	type ListedCompletions,
	type Meeting,
} from './whatIsNew';
import type { Reasons } from './whyNot';

export interface Interview extends Completion {
	/** An anonymous survey may have none. */
	id?: string;
	record: JsonObject;
}

/** So many completions are searched for a score; where they have none, the service shows none yet. */
const MAX_FOR_SCORES = 1_000;
const scores = respondentReader('score');

/**
 * Takes the records of a list as they arrive. The list may have a million, so those of known and old completions are
 * dropped at once, and those without an ID at its end.
 */
export class CompletionList implements RecordKeeper, ListedCompletions<Interview> {
	count = 0;
	old: string[] = [];
	unknown: Interview[] = [];
	/** Whether any of the first ones shows a score. */
	isScored = false;
	/** Finds what the list has twice. */
	private readonly listed = new Set<string>();
	/** Those without an ID, by the time that they share, in the order of the list. */
	private readonly withoutId = new Map<number | undefined, Interview[]>();

	/**
	 * @param known the identities of known completions
	 * @param meeting of a survey whose baseline is not taken
	 * @param isBeginning this poll begins the watch
	 * @param reasons also gets the records, for a test event
	 */
	constructor(
		private readonly surveyId: string,
		private readonly reader: InterviewReader,
		private readonly known: ReadonlySet<string>,
		private readonly meeting: Meeting | undefined,
		private readonly isBeginning: boolean,
		readonly reasons?: Reasons,
	) {}

	get kept(): number {
		return this.unknown.length;
	}

	clear(): void {
		this.count = 0;
		this.old = [];
		this.unknown = [];
		this.isScored = false;
		this.listed.clear();
		this.withoutId.clear();
		this.reasons?.clear();
	}

	add(records: JsonObject[]): false {
		for (const record of records) {
			const facts = this.reader.read(record);
			const { id, completed, completedAt: at } = facts;
			if (!completed) continue;
			if (id !== undefined) this.addOne({ hash: identityOf(this.surveyId, id), at, id, record });
			else {
				const time = beganAt(facts);
				const equals = this.withoutId.get(time);
				const one = { hash: '', at, record };
				if (equals) equals.push(one);
				else this.withoutId.set(time, [one]);
			}
		}
		this.reasons?.add(records);
		return false;
	}

	/** Once the list has ended, those without an ID get their identities: equals are counted as they completed. */
	end(): this {
		for (const [time, equals] of this.withoutId) {
			// Lists are newest first where times do not tell.
			equals.reverse().sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
			for (const [count, one] of equals.entries())
				this.addOne({ ...one, hash: identityByTime(this.surveyId, time, count) });
		}
		this.withoutId.clear();
		return this;
	}

	private addOne(one: Interview): void {
		const { hash, at, record } = one;
		if (this.listed.has(hash)) return;
		this.listed.add(hash);
		this.count++;
		if (!this.isScored && this.count <= MAX_FOR_SCORES)
			this.isScored = typeof scores.in(record).score === 'number';
		if (this.known.has(hash)) return;
		const isOld = this.meeting !== undefined && isOldWhenMet(this.meeting, at, this.isBeginning);
		if (isOld) this.old.push(hash);
		else this.unknown.push(one);
	}
}
