/**
 * One reading of the descriptions: of each kind of record, where a service has each fact. It knows the places that
 * a description names, in their order, and never asks how a value is read.
 */
import { DEEPEST_FACT } from '../../../../nodes/SurveyInterview/facts/factFinder';
import type { FactOfKind } from '../../../../nodes/SurveyInterview/facts/fact';
import { RECORD_KINDS, type KindName } from '../../../../nodes/SurveyInterview/facts/kinds';
import { entry, nth } from '../foreign/lookup';
import type { Random } from '../foreign/random';
import { neighbours, type Neighbour } from './neighbours';
import { sample } from './sample';
import { Spelling } from './spelling';
import { FACT_TYPES, type FactType } from './types';
import { mayBe, type ValueType } from './values';

/** A place of a fact in a service. */
export interface Spot {
	/** As patterns spell it. */
	plain: string;
	/** The keys that lead to it, as the service spells them. */
	keys: readonly string[];
	/** How sure it is: 0 is the surest of the description, and −1 a place that Field Names confirm. */
	rank: number;
	type: ValueType;
}

/** What a service does with a fact. */
export interface PlacedFact {
	fact: FactOfKind;
	of: FactType;
	spot: Spot;
	/** As sure as the first: where their values differ, nobody knows which is meant. */
	twin?: Spot;
	/** Less sure: it counts where the others say nothing. */
	decoy?: Spot;
	/** Every record has it. */
	isSolid: boolean;
}

/** The shape of one kind of record in one service. */
export interface KindReading {
	kind: KindName;
	facts: readonly PlacedFact[];
	neighbours: readonly Neighbour[];
	/** Field Names of the credential for this kind. */
	names?: Record<string, string>;
}

const TRIES = 12;

/** What a service does with a fact where chance does not decide: it is null in no record, or in some. */
export type Demands = Readonly<Record<string, 'always' | 'sometimes' | 'never'>>;

/** Makes the shape of one kind of record. */
export class ReadingMaker {
	private readonly placed: PlacedFact[] = [];
	private readonly taken: string[] = [];
	private names: Record<string, string> | undefined;

	constructor(
		private readonly kind: KindName,
		private readonly random: Random,
		private readonly spelling: Spelling,
		private readonly mayConfirm: boolean,
		private readonly demands: Demands = {},
	) {}

	make(): KindReading {
		const { kind, random } = this;
		const types = entry(FACT_TYPES, kind);
		const all = RECORD_KINDS[kind].facts.map((fact) => ({ fact, of: entry(types, fact.name) }));
		const isFirst = ({ fact, of }: (typeof all)[number]) =>
			of.isSolid === true || this.demands[fact.name] === 'always';
		// What is in every record goes first: beside it, others may stand at its lesser places.
		for (const { fact, of } of [
			...all.filter(isFirst),
			...random.shuffle(all.filter((one) => !isFirst(one))),
		]) {
			const demand = this.demands[fact.name];
			if (demand === 'never') continue;
			if (of.isSolid || demand || random.chance(0.85)) this.place(fact, of);
		}
		const others = neighbours(random, this.spelling, this.facts, (path) => this.isFree(path));
		this.taken.push(...others.map(({ plain }) => plain));
		return {
			kind,
			facts: this.placed,
			neighbours: others,
			...(this.names ? { names: this.names } : {}),
		};
	}

	private get facts(): readonly FactOfKind[] {
		return RECORD_KINDS[this.kind].facts;
	}

	private place(fact: FactOfKind, of: FactType): void {
		const { random } = this;
		const demand = this.demands[fact.name];
		const last = Math.min(fact.at.length, of.ranks ?? Infinity) - 1;
		const isSolid = of.isSolid === true || (demand ? demand === 'always' : random.chance(0.7));
		const spot =
			this.confirmed(fact, of) ?? this.spot(fact, of, isSolid, () => random.int(0, last));
		if (!spot) return;
		const placed: PlacedFact = { fact, of, spot, isSolid };
		this.placed.push(placed);
		if (of.isAlone) return;
		const { rank } = spot;
		if (rank >= 0 && random.chance(0.25)) placed.twin = this.spot(fact, of, true, () => rank);
		if (rank < last && random.chance(0.35)) {
			placed.decoy = this.spot(fact, of, false, () => random.int(rank + 1, last));
		}
	}

	/** A place that only Field Names know. */
	private confirmed(fact: FactOfKind, of: FactType): Spot | undefined {
		const { random } = this;
		if (!this.mayConfirm || this.names || of.isMade || !random.chance(0.05)) return undefined;
		const plain = random.pick(['zq_field', 'zq.inner', 'zq.block.inner']);
		if (!this.isFree(plain) || this.readersOf(plain).length > 0) return undefined;
		const keys = this.spelling.path(plain);
		this.names = { [fact.name]: keys.join('.') };
		this.taken.push(plain);
		return { plain, keys, rank: -1, type: of.type(plain) };
	}

	private spot(
		fact: FactOfKind,
		of: FactType,
		isSolid: boolean,
		rankOf: () => number,
	): Spot | undefined {
		for (let tried = 0; tried < TRIES; tried++) {
			const rank = rankOf();
			const plain = sample(nth(fact.at, rank), this.random);
			if (plain === undefined || !this.isFree(plain)) continue;
			const type = of.type(plain);
			if (fact.at.findIndex((pattern) => pattern.test(plain)) !== rank) continue;
			if (!this.isOnly(fact, plain, type, isSolid)) continue;
			this.taken.push(plain);
			return { plain, keys: this.spelling.path(plain), rank, type };
		}
		return undefined;
	}

	/** Whether nothing else stands there, above it or below it. */
	private isFree(plain: string): boolean {
		const keys = plain.split('.');
		if (keys.length > DEEPEST_FACT || keys.some((key) => key === '')) return false;
		// That is what an answer comes in (docs/facts.md).
		if (keys.length > 1 && keys[0] === 'data') return false;
		const wanted = `${bare(plain)}.`;
		return this.taken.every((one) => {
			const other = `${bare(one)}.`;
			return !other.startsWith(wanted) && !wanted.startsWith(other);
		});
	}

	/** Whether no other fact could be meant: one that is told at a surer place in every record is not. */
	private isOnly(fact: FactOfKind, plain: string, type: ValueType, isSolid: boolean): boolean {
		return this.readersOf(plain).every(({ fact: other, rank }) => {
			if (other === fact) return true;
			const { type: typeOf, ranks = Infinity } = entry(entry(FACT_TYPES, this.kind), other.name);
			const family = typeOf(plain).family;
			// Null is none of any kind.
			if (isSolid && !mayBe(type.family, family)) return true;
			// By shape, the only number is the score, and a time is no number.
			if (rank >= ranks && type.family !== family) return true;
			const known = this.placed.find((one) => one.fact === other);
			return known !== undefined && known.isSolid && known.spot.rank < rank;
		});
	}

	private readersOf(plain: string) {
		return this.facts.flatMap((fact) => {
			const rank = fact.at.findIndex((pattern) => pattern.test(bare(plain)));
			return rank === -1 ? [] : [{ fact, rank }];
		});
	}
}

/** As patterns have it. */
export const bare = (plain: string) => plain.replaceAll('_', '');
