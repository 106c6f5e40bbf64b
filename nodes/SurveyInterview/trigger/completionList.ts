import { canonical, type JsonObject } from '../records/json';
import { FactFinder, factsNamed } from '../facts/fact';
import { RESPONDENT_FACTS, type RespondentFacts, type RespondentReader } from '../facts/respondent';
import type { RecordKeeper } from '../run/intake';
import { beganAt, isOfBaseline } from './baseline';
import { shortHash } from '../records/scalars';
import type { Task } from './surveys';
import { isOldByTime } from './window';

const scores = new FactFinder(factsNamed(RESPONDENT_FACTS, 'score'));
/** Where so many completions show no score, the service shows none yet. */
const MAX_FOR_SCORES = 1_000;

/** One completed interview and its identity. */
export interface Completion {
	hash: string;
	reading: RespondentFacts;
	record: JsonObject;
}

/** The identity of a completed interview, and when it ended, in milliseconds since 1970. */
export interface SettledOne {
	hash: string;
	at?: number;
}

/** What is known of the completed interviews of one list. */
export interface Completions {
	/** How many there are, each once. */
	count: number;
	/** How many of them have ids, and how many are not known and too old to be new. */
	named: number;
	tooOld: number;
	/** Whether one of the first of them shows a score. */
	isScored?: true;
	/** Those that are known. */
	known: SettledOne[];
	/** Those that may be new, in the order of the list. */
	unsettled: Completion[];
	/** Those of a baseline that is taken with this list. */
	baseline: SettledOne[];
}

/**
 * Identifies the completions in one survey's list, record by record: by survey and respondent id, hashed. An
 * anonymous survey gives no id; there it is the earliest time of the record, and among those with the same time a
 * count, in the order in which they completed. So the second of two who began together comes when the count grows,
 * and whoever is missing later makes no other one new. Where a record has no time, its content takes its place, but
 * for what the service itself changes.
 *
 * Of those that are known or of the baseline it keeps next to nothing; records without an id until the list ends.
 */
export class CompletionList implements RecordKeeper {
	/** The identities in the list, which may have one twice. */
	private ids = new Set<string>();
	/** By the identity that they share, in the order of the list. */
	private anonymous = new Map<string, Completion[]>();
	/** When the first and the last of them completed. */
	private ends: number[] = [];
	private found: Completions;
	private readonly changing = new FactFinder(
		factsNamed(RESPONDENT_FACTS, 'score', 'status', 'properties'),
	);

	constructor(
		private readonly seen: ReadonlySet<string>,
		private readonly task: Task,
		private readonly reader: RespondentReader,
	) {
		this.found = this.nothing();
	}

	/** How many records it has. */
	get kept(): number {
		return this.found.unsettled.length;
	}

	/** Forgets all records: the list is read once more. */
	clear(): void {
		this.ids = new Set();
		this.anonymous = new Map();
		this.ends = [];
		this.found = this.nothing();
	}

	/** Takes in the next records of the list; each counts. */
	add(records: readonly JsonObject[]): false {
		for (const record of records) this.addOne(record);
		return false;
	}

	/** What the list holds, once it has ended. */
	end(): Completions {
		for (const [text, group] of this.anonymous) this.addEquals(text, group);
		this.anonymous.clear();
		return this.found;
	}

	private addOne(record: JsonObject): void {
		const reading = this.reader.read(record);
		const { id, completed, completedAt } = reading;
		if (!completed) return;
		if (id !== undefined) {
			const hash = hashOfId(this.task, id);
			if (this.ids.has(hash)) return;
			this.ids.add(hash);
			this.found.named++;
			return this.identified({ hash, reading, record });
		}
		const began = beganAt(reading);
		const text = began === undefined ? this.unchanging(record) : `from ${began}`;
		const equals = this.anonymous.get(text) ?? [];
		this.anonymous.set(text, equals);
		equals.push({ hash: '', reading, record });
		if (completedAt !== undefined) this.ends = [this.ends[0] ?? completedAt, completedAt];
	}

	/** Those who share an identity, in the order in which they completed; as long as nothing tells, newest first. */
	private addEquals(text: string, group: Completion[]): void {
		const [first = 0, last = 0] = this.ends;
		if (first >= last) group.reverse();
		group.sort((a, b) => (a.reading.completedAt ?? 0) - (b.reading.completedAt ?? 0));
		for (const [place, one] of group.entries()) {
			this.identified({
				...one,
				hash: this.hashOf(place === 0 ? `\n\n${text}` : `\n\n${text}\n${place}`),
			});
		}
	}

	private identified(one: Completion): void {
		const { found, seen, task } = this;
		const { completedAt } = one.reading;
		const at = completedAt ?? beganAt(one.reading);
		const isSeen = seen.has(one.hash);
		found.count++;
		if (!found.isScored && !task.known.hasScores && found.count <= MAX_FOR_SCORES) {
			found.isScored = typeof scores.in(one.record).score === 'number' || undefined;
		}
		if (isSeen) found.known.push(settledOf(one));
		else if (isOldByTime(task.known.oldBefore, at)) found.tooOld++;
		else if (isOfBaseline(task, completedAt)) found.baseline.push(settledOf(one));
		else found.unsettled.push(one);
	}

	/** What a record without times says, but for what the service changes later. */
	private unchanging(record: JsonObject): string {
		const places = [...this.changing.placesIn(record).values()];
		const changing = new Set(places.map(({ path }) => path.split('.')[0]));
		const others = Object.entries(record).filter(([key]) => !changing.has(key));
		return canonical(Object.fromEntries(others));
	}

	private hashOf(text: string): string {
		return shortHash(this.task.survey.id + text);
	}

	private nothing(): Completions {
		return {
			count: 0,
			named: 0,
			tooOld: 0,
			known: [],
			unsettled: [],
			baseline: [],
		};
	}
}

/** The identity of a respondent with an id. */
export const hashOfId = ({ survey }: Task, id: string): string => shortHash(`${survey.id}\n${id}`);

/** What is remembered of a completion. */
export const settledOf = ({ hash, reading }: Completion): SettledOne => ({
	hash,
	at: reading.completedAt,
});
