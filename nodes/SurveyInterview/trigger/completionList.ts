import type { JsonObject } from '../records/json';
import type { RespondentFacts, RespondentReader } from '../facts/respondent';
import type { RecordKeeper } from '../run/intake';
import { AnonymousIdentities } from './anonymousIdentity';
import type { IdentityKind } from './identity';
import type { SettledBefore } from './settledBefore';
import { shortHash } from '../records/shortHash';
import { TimedHashes } from './timedHashes';
import type { LatestTimes } from './window';

/** One completed interview and its identity. */
export interface Completion {
	hash: string;
	/** Whether it was settled before. */
	isSettled: boolean;
	reading: RespondentFacts;
	record: JsonObject;
}

/** What is known of the completed interviews of one list. */
export interface Completions {
	/** How many there are, each once. */
	count: number;
	kinds: ReadonlySet<IdentityKind>;
	/** Those that may be new, in the order of the list. */
	unsettled: Completion[];
	/** Those of a baseline that was taken with this list, as far as it takes no other record to tell. */
	baseline: TimedHashes;
	/** The times of those that are settled or of the baseline. */
	times: LatestTimes;
	/** Remembered completions that need not be remembered once they are old enough. */
	old: TimedHashes;
	/** Identities to remember: of completions that were settled under another one. */
	renamed: TimedHashes;
	/** Identities to remember: those that several completions turned out to have. */
	shared: string[];
}

/**
 * Identifies the completions in one survey's list, record by record: by survey and respondent id, hashed; where
 * an anonymous survey gives no id, by what does not change in the record. Of those that were settled before, or
 * are now because they are of the baseline, it keeps next to nothing. Records without an id are kept until the
 * list ends, because another may look the same.
 */
export class CompletionList implements RecordKeeper {
	/** The identities in the list, which may have one twice. */
	private ids = new Set<string>();
	private anonymous: AnonymousIdentities;
	private found: Completions & { kinds: Set<IdentityKind> };
	private hasEnded = false;

	/** @param before what is known of this survey's completions */
	constructor(
		private readonly surveyId: string,
		private readonly reader: RespondentReader,
		private readonly before: SettledBefore,
	) {
		this.found = this.nothing();
		this.anonymous = new AnonymousIdentities(surveyId, before);
	}

	/** How many records it has. */
	get kept(): number {
		return this.found.unsettled.length;
	}

	/** Forgets all records: the list is read once more. */
	clear(): void {
		this.ids = new Set();
		this.anonymous = new AnonymousIdentities(this.surveyId, this.before);
		this.found = this.nothing();
		this.hasEnded = false;
	}

	/** Takes in the next records of the list; each counts. */
	add(records: readonly JsonObject[]): false {
		for (const record of records) this.addOne(record);
		return false;
	}

	/** What the list holds, once it has ended. */
	end(): Completions {
		const { anonymous, found } = this;
		if (this.hasEnded) return found;
		this.hasEnded = true;
		const { renamed, shared } = anonymous.assign();
		for (const { reading, hash, isSettled } of found.unsettled) {
			if (isSettled) this.settle(hash, reading.completedAt);
		}
		for (const { hash, reading } of renamed) found.renamed.add(hash, reading.completedAt);
		found.shared = shared;
		found.unsettled = found.unsettled.filter(({ isSettled }) => !isSettled);
		return found;
	}

	private addOne(record: JsonObject): void {
		const { before, found } = this;
		const reading = this.reader.read(record);
		const { id, completed, completedAt } = reading;
		if (id === undefined) {
			const one = { hash: '', isSettled: false, reading, record };
			// Interviews that are not completed count too: two may have the same start.
			this.anonymous.add(one);
			if (!completed) return;
			found.unsettled.push(one);
			found.kinds.add('record');
			found.count++;
			return;
		}
		if (!completed) return;
		found.kinds.add('id');
		const hash = shortHash(`${this.surveyId}\n${id}`);
		if (this.ids.has(hash)) return;
		this.ids.add(hash);
		found.count++;
		if (before.isOldAt(completedAt) || before.seen.has(hash)) this.settle(hash, completedAt);
		else if (before.isOfBaselineAt(completedAt)) {
			found.baseline.add(hash, completedAt);
			found.times.add(completedAt);
		} else found.unsettled.push({ hash, isSettled: false, reading, record });
	}

	private settle(hash: string, at: number | undefined): void {
		const { before, found } = this;
		found.times.add(at);
		if (before.mayBeForgottenAt(at) && before.seen.has(hash)) found.old.add(hash, at);
	}

	private nothing(): CompletionList['found'] {
		return {
			count: 0,
			kinds: new Set(),
			unsettled: [],
			baseline: new TimedHashes(),
			times: this.before.noTimes(),
			old: new TimedHashes(),
			renamed: new TimedHashes(),
			shared: [],
		};
	}
}
