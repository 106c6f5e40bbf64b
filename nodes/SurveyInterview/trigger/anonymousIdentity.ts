import { canonical, type JsonObject } from '../records/json';
import type { RespondentFacts } from '../facts/respondent';
import type { SettledBefore } from './settledBefore';
import { shortHash } from '../records/shortHash';

/** A record without an id, completed or not. */
export interface AnonymousRecord {
	/** The hash of its identity; empty until it has one. */
	hash: string;
	/** Whether it was settled before, under this identity or another. */
	isSettled: boolean;
	reading: RespondentFacts;
	record: JsonObject;
}

/** A text about a record that does not change. Later traits contain more, and may change more often. */
type Trait = (one: AnonymousRecord) => string;

const start: Trait = ({ reading: { startedAt } }) => `from ${startedAt}`;
const times: Trait = ({ reading: { startedAt, createdAt, completedAt } }) =>
	`from ${startedAt ?? createdAt} to ${completedAt}`;
const everything: Trait = ({ record }) => canonical(record);

const TO_THE_MILLISECOND: readonly Trait[] = [start, times, everything];
const TO_THE_SECOND: readonly Trait[] = [times, everything];
const COARSE: readonly Trait[] = [everything];

/**
 * What distinguishes a record from others, while property values, scores and even the status may change:
 * the start of the interview, when it is exact to the millisecond; all its times, when one is exact to the
 * second; else the whole record. Where several records share a trait, the next one distinguishes them.
 */
function traitsOf({ startedAt, createdAt, completedAt }: RespondentFacts): readonly Trait[] {
	if (startedAt !== undefined && startedAt % 1000 !== 0) return TO_THE_MILLISECOND;
	const times = [startedAt, createdAt, completedAt];
	const isExact = times.some((at) => at !== undefined && at % 60_000 !== 0);
	return isExact ? TO_THE_SECOND : COARSE;
}

/** Records that share a trait's text. */
interface Group {
	traits: readonly Trait[];
	completed: AnonymousRecord[];
	/** How many there are, including those that are not completed. */
	size: number;
}

/**
 * Gives an identity to each record without an id. It does not depend on the order of the list, nor on
 * which other interviews are completed: only on the record, and on whether another record ever had the same
 * identity. Then both get longer ones, permanently.
 */
export class AnonymousIdentities {
	/** Records that were settled under a shorter identity. */
	readonly renamed: AnonymousRecord[] = [];
	/** The identities that several records turned out to have. */
	readonly shared: string[] = [];
	private readonly groups = new Map<string, Group>();

	constructor(
		private readonly surveyId: string,
		private readonly before: SettledBefore,
	) {}

	/** Takes the next record of the list. */
	add(one: AnonymousRecord): void {
		const traits = traitsOf(one.reading);
		const { completed } = one.reading;
		// Before the interview is completed, only its start is sure not to change.
		if (!completed && traits[0] !== start) return;
		const text = traits[0]?.(one) ?? '';
		const group = this.groups.get(text) ?? { traits, completed: [], size: 0 };
		if (group.size === 0) this.groups.set(text, group);
		group.size++;
		if (completed) group.completed.push(one);
	}

	/** Gives each completed record its identity, once all are there. */
	assign(): this {
		for (const [text, { traits, completed, size }] of this.groups) {
			if (completed.length > 0) this.identify(completed, size, text, traits.slice(1), 0);
		}
		return this;
	}

	/**
	 * Gives identities to records that share a text.
	 *
	 * @param size how many there are, including those that are not completed
	 * @param traits what else may distinguish them
	 * @param settled how many of them were settled under a shorter identity
	 */
	private identify(
		group: readonly AnonymousRecord[],
		size: number,
		text: string,
		traits: readonly Trait[],
		settled: number,
	): void {
		const identity = this.hashOf(text);
		const [next, ...others] = traits;
		const isShared = size > 1 || this.before.shared.has(identity);
		if (!isShared || !next) {
			// Nothing distinguishes identical records: they are counted.
			for (const [place, one] of group.entries()) {
				const hash = place === 0 ? identity : this.hashOf(`${text}\n${place}`);
				this.assignHash(one, hash, place < settled);
			}
			return;
		}
		let before = settled;
		if (!this.before.shared.has(identity)) {
			this.shared.push(identity);
			before += this.countSettled(text, identity);
		}
		const groups = [...grouped(group, next)];
		const wereThere = groups.filter(([, [one]]) =>
			this.before.wasSettledAt(one?.reading.completedAt),
		);
		const thereInAll = wereThere.reduce((sum, [, { length }]) => sum + length, 0);
		for (const entry of groups) {
			const [longer, some] = entry;
			const isOne = wereThere.length === 1 && wereThere[0] === entry;
			// Where nothing shows which of them was settled, delivering one twice is better than never
			// delivering another.
			let known = 0;
			if (isOne) known = before;
			else if (thereInAll <= before && wereThere.includes(entry)) known = some.length;
			this.identify(some, some.length, longer, others, known);
		}
	}

	private assignHash(one: AnonymousRecord, hash: string, isSettled: boolean): void {
		const isSeen = this.before.seen.has(hash) || this.before.isOldAt(one.reading.completedAt);
		if (isSettled && !isSeen) this.renamed.push(one);
		one.hash = hash;
		one.isSettled = isSettled || isSeen;
	}

	/** How many were settled under an identity: more than one only where identical records were counted. */
	private countSettled(text: string, identity: string): number {
		let count = 0;
		for (let next = identity; this.before.seen.has(next); next = this.hashOf(`${text}\n${count}`)) {
			count++;
		}
		return count;
	}

	private hashOf(text: string): string {
		return shortHash(`${this.surveyId}\n\n${text}`);
	}
}

function grouped(group: readonly AnonymousRecord[], trait: Trait): Map<string, AnonymousRecord[]> {
	const groups = new Map<string, AnonymousRecord[]>();
	for (const one of group) {
		const text = trait(one);
		const equals = groups.get(text);
		if (equals) equals.push(one);
		else groups.set(text, [one]);
	}
	return groups;
}
