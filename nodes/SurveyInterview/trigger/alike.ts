import { canonical, type JsonObject } from '../records/json';
import type { RespondentFacts } from '../records/respondent';
import { shortHash, type SeenSet } from './seen';

/** A record without an id, completed or not. */
export interface AnonymousRecord {
	/** Its name; empty until it has one. */
	hash: string;
	/** Whether it was settled before, under this name or another. */
	isSettled: boolean;
	reading: RespondentFacts;
	record: JsonObject;
}

/** What is known of a survey's completions. */
export interface SettledBefore {
	/** The names of those that are settled. */
	seen: SeenSet;
	/** The names that several had. */
	shared: SeenSet;
	/** Whether a completion of this time, if there was one, is settled. */
	wasSettledAt(completedAt: number | undefined): boolean;
}

/** Says something of a record that stays as it is. The later ones say more, and may change more often. */
type Trait = (one: AnonymousRecord) => string;

const start: Trait = ({ reading: { startedAt } }) => `from ${startedAt}`;
const times: Trait = ({ reading: { startedAt, createdAt, completedAt } }) =>
	`from ${startedAt ?? createdAt} to ${completedAt}`;
const everything: Trait = ({ record }) => canonical(record);

const TO_THE_MILLISECOND: readonly Trait[] = [start, times, everything];
const TO_THE_SECOND: readonly Trait[] = [times, everything];
const COARSE: readonly Trait[] = [everything];

/**
 * What tells a record from others, while property values, scores and even the status may change: the time
 * at which the interview began, when it is exact to the millisecond; all its times, when one is exact to
 * the second; else all that it says. Where that is the same for several, what says more tells them apart.
 */
function traitsOf({ startedAt, createdAt, completedAt }: RespondentFacts): readonly Trait[] {
	if (startedAt !== undefined && startedAt % 1000 !== 0) return TO_THE_MILLISECOND;
	const times = [startedAt, createdAt, completedAt];
	const isExact = times.some((at) => at !== undefined && at % 60_000 !== 0);
	return isExact ? TO_THE_SECOND : COARSE;
}

/** Those of whom the same text is true. */
interface Group {
	traits: readonly Trait[];
	completed: AnonymousRecord[];
	/** How many there are, with those who have not completed. */
	size: number;
}

/**
 * Gives names to records without an id. A name never depends on the order of the list, nor on who else has
 * completed: only on the record, and on whether another one was ever seen to have the same name. Then both
 * get longer names, for good.
 */
export class AnonymousIdentities {
	/** The names of those who were settled under a shorter name. */
	readonly renamed: string[] = [];
	/** The names that turned out to be of several. */
	readonly shared: string[] = [];

	constructor(
		private readonly surveyId: string,
		private readonly before: SettledBefore,
	) {}

	/** Names those who have completed. */
	tellApart(people: readonly AnonymousRecord[]): void {
		const groups = new Map<string, Group>();
		for (const one of people) {
			const traits = traitsOf(one.reading);
			const { completed } = one.reading;
			// Of who has only started, nothing but the start stays as it is.
			if (!completed && traits[0] !== start) continue;
			const text = traits[0]?.(one) ?? '';
			const group = groups.get(text) ?? { traits, completed: [], size: 0 };
			if (group.size === 0) groups.set(text, group);
			group.size++;
			if (completed) group.completed.push(one);
		}
		for (const [text, { traits, completed, size }] of groups) {
			if (completed.length > 0) this.name(completed, size, text, traits.slice(1), 0);
		}
	}

	/**
	 * Names those of whom a text is true.
	 *
	 * @param size how many there are, with those who have not completed
	 * @param traits what else may tell them apart
	 * @param settled how many of them were settled under a shorter name
	 */
	private name(
		group: readonly AnonymousRecord[],
		size: number,
		text: string,
		traits: readonly Trait[],
		settled: number,
	): void {
		const name = this.hashOf(text);
		const [next, ...others] = traits;
		const isShared = size > 1 || this.before.shared.has(name);
		if (!isShared || !next) {
			// Who is the same to the letter is told by nothing: they are counted.
			for (const [place, one] of group.entries()) {
				this.give(one, place === 0 ? name : this.hashOf(`${text}\n${place}`), place < settled);
			}
			return;
		}
		let before = settled;
		if (!this.before.shared.has(name)) {
			this.shared.push(name);
			before += this.countSettled(text, name);
		}
		const groups = [...grouped(group, next)];
		const wereThere = groups.filter(([, [one]]) =>
			this.before.wasSettledAt(one?.reading.completedAt),
		);
		const thereInAll = wereThere.reduce((sum, [, { length }]) => sum + length, 0);
		for (const entry of groups) {
			const [longer, some] = entry;
			const isOne = wereThere.length === 1 && wereThere[0] === entry;
			// Where nothing says which of them was settled, it is better that one comes twice than that
			// another never comes.
			let known = 0;
			if (isOne) known = before;
			else if (thereInAll <= before && wereThere.includes(entry)) known = some.length;
			this.name(some, some.length, longer, others, known);
		}
	}

	private give(one: AnonymousRecord, name: string, isSettled: boolean): void {
		const isSeen = this.before.seen.has(name);
		if (isSettled && !isSeen) this.renamed.push(name);
		one.hash = name;
		one.isSettled = isSettled || isSeen;
	}

	/** How many were settled under a name: more than one only by a state that counted them. */
	private countSettled(text: string, name: string): number {
		let count = 0;
		for (let next = name; this.before.seen.has(next); next = this.hashOf(`${text}\n${count}`)) {
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
