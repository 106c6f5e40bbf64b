/** One record of a reading, with what it says: the truth is what was put in. */
import { isEqual } from 'lodash';

import type { Json, JsonObject } from '../foreign/types';
import { put } from '../foreign/table';
import type { Random } from '../foreign/random';
import type { KindReading, PlacedFact, Spot } from './reading';
import type { Said, Style } from './values';

/** What a record says of one fact. */
export interface Told {
	/** Null where it does not say it, or where two equally sure places differ. */
	value: unknown;
	/** Two equally sure places differ. */
	isOpen: boolean;
	/** Some place says something, if only null. */
	isThere: boolean;
	/** Something stands at one of its places, also what is of another kind. */
	isWritten: boolean;
	/** Every value that stands at one of its places, the surest first. */
	values: readonly unknown[];
}

export interface KnownRecord {
	record: JsonObject;
	/** The secret of an invitation's link, where it is shown. */
	token?: string;
	told: Record<string, Told>;
}

/** Values that must agree with each other are made for the whole record, by fact. */
export type Made = Record<string, Said | undefined>;

export function makeRecord(
	reading: KindReading,
	random: Random,
	style: Style,
	made: Made = {},
): KnownRecord {
	const parts: Array<[keys: readonly string[], written: unknown]> = [];
	const told: KnownRecord['told'] = {};
	for (const placed of reading.facts) {
		const standings = standingsOf(placed, random, style, made[placed.fact.name]);
		for (const [{ keys }, { written }] of standings) parts.push([keys, written]);
		told[placed.fact.name] = toldBy(placed, standings);
	}
	for (const { keys, type } of reading.neighbours) {
		parts.push([keys, type.say(random, style).written]);
	}
	const record: JsonObject = {};
	for (const [keys, written] of random.shuffle(parts)) put(record, [...keys], written as Json);
	return { record, told };
}

/** What a record says of a fact that its service never tells. */
export const UNTOLD: Told = {
	value: null,
	isOpen: false,
	isThere: false,
	isWritten: false,
	values: [],
};

/** What stands where in one record; a value that is of another kind says nothing, which is undefined. */
type Standings = ReadonlyArray<readonly [spot: Spot, said: Said]>;

function standingsOf(
	{ of, spot, twin, decoy, isSolid }: PlacedFact,
	random: Random,
	style: Style,
	made: Said | undefined,
): Standings {
	const maybe = (at: Spot, said: Said): Standings => {
		if (isSolid || random.chance(0.8)) return [[at, said]];
		const { misfits = [] } = at.type;
		return random.pick<Standings>([
			[],
			[[at, { written: null, value: null }]],
			misfits.length > 0 ? [[at, { written: random.pick(misfits), value: undefined }]] : [],
		]);
	};
	if (of.isMade) return made ? maybe(spot, made) : [];
	const say = ({ type }: Spot) => type.say(random, style);
	const first = say(spot);
	return [
		...maybe(spot, first),
		...(twin ? [[twin, random.chance(0.5) ? first : say(twin)] as const] : []),
		...(decoy ? maybe(decoy, say(decoy)) : []),
	];
}

/** The surest places that say something decide; where they differ, it is unknown (docs/facts.md). */
function toldBy({ fact }: PlacedFact, standings: Standings): Told {
	const saying = standings.flatMap(([{ rank }, { value }]) => {
		// Null at a place is “none”, but where the description says that another place may know more.
		const saysNothing = value === undefined || (value === null && fact.isOpenWhenNull === true);
		return saysNothing ? [] : [{ rank, value }];
	});
	const best = Math.min(...saying.map(({ rank }) => rank));
	const [first, ...others] = saying.filter(({ rank }) => rank === best);
	const isWritten = standings.length > 0;
	if (!first) return { ...UNTOLD, isWritten };
	const isOpen = others.some(({ value }) => !isEqual(value, first.value));
	const values = saying.map(({ value }) => value).filter((value) => value !== null);
	return { value: isOpen ? null : first.value, isOpen, isThere: true, isWritten, values };
}
