/** Writes what is known of a record at the places where one service has it. */
import type { Json } from '../../../harness/service';
import { Random } from '../foreign/random';
import { put } from '../foreign/table';
import type { Json as Value, JsonObject } from '../foreign/types';
import { bare, ReadingMaker, type Demands, type KindReading, type Spot } from '../known/reading';
import type { Spelling } from '../known/spelling';
import {
	numberIn,
	propertiesIn,
	timeIn,
	wordIn,
	type Style,
	type ValueType,
} from '../known/values';
import type { HiddenKind } from './demands';

/** How one service writes. */
export interface Hand {
	style: Style;
	spelling: Spelling;
	/** Between its time zone and UTC, in minutes. */
	zone: number;
	/** Whether a list of texts has an object for each. */
	labelsTexts: boolean;
}

/** What stands at one place of every record. */
type Part = { keys: readonly string[]; type: ValueType } & (
	| { fact: string; isDecoy: boolean }
	| { fact?: undefined }
);

/** A reading is made anew where chance left no place for what the service must tell. */
const TRIES = 200;

/** Facts that find a person: a record that says two at once would be of two people. */
const IDENTITY = /email|external_id|^id$/;

/** Words that the output has as they are written. */
const CODES = /^(interview_locale|type)$/;

/** In JSON:API, nothing else stands under these names. */
const RESOURCE_KEYS = ['attributes', 'relationships', 'links', 'meta'];

export class RecordWriter {
	private readonly parts: readonly Part[];
	private readonly seed: number;
	private readonly isResource: boolean;

	constructor(
		private readonly kind: HiddenKind,
		private readonly hand: Hand,
		demands: Demands,
		random: Random,
	) {
		const { facts, neighbours } = readingOf(kind, hand, demands, random);
		this.seed = random.int(1, 1e6);
		const told = facts.flatMap(({ fact: { name: fact }, spot, twin, decoy }): Part[] => {
			const at = ({ keys, type }: Spot, isDecoy = false) => ({ keys, type, fact, isDecoy });
			return [at(spot), ...(twin ? [at(twin)] : []), ...(decoy ? [at(decoy, true)] : [])];
		});
		const beside = neighbours.map(({ keys, type }): Part => ({ keys, type }));
		this.parts = random.shuffle([...told, ...beside]);
		const own = this.parts.map(({ keys: [key = ''] }) => bare(key.toLowerCase()));
		const mayBeResource =
			this.parts.some(({ keys }) => keys.join('.') === 'id') &&
			!own.some((key) => RESOURCE_KEYS.includes(key));
		this.isResource = random.chance(0.3) && mayBeResource;
	}

	/**
	 * @param facts by their names; a time is in milliseconds, and null is written as null
	 * @param of what tells the record from others, so that what stands beside its facts is always the same
	 * @param hidden facts of which a record has nothing; then it has nothing beside its facts either
	 */
	write(
		facts: Readonly<Record<string, unknown>>,
		of: string,
		hidden: readonly string[] = [],
	): Json {
		const record: JsonObject = {};
		const random = new Random(this.seed, hashOf(of));
		for (const part of this.parts) {
			const value = this.valueOf(part, facts, random);
			const isHidden = part.fact === undefined ? hidden.length > 0 : hidden.includes(part.fact);
			if (!isHidden) put(record, [...part.keys], value as Value);
		}
		if (!this.isResource) return record;
		const { id, ...attributes } = record;
		return { type: `${this.kind}s`, ...(id === undefined ? {} : { id }), attributes };
	}

	/** One fact of a record, where the record has it. */
	only(fact: string, value: unknown): Json {
		const record: JsonObject = {};
		for (const part of this.parts) {
			if (part.fact === fact && !part.isDecoy) put(record, [...part.keys], value as Value);
		}
		return record;
	}

	/** The record without the form that it comes in, to put something into it. */
	bodyOf = (record: Json): Json => (this.isResource ? (record.attributes as Json) : record);

	private valueOf(part: Part, facts: Readonly<Record<string, unknown>>, random: Random): unknown {
		const other = part.type.say(random, this.hand.style).written;
		if (part.fact === undefined) return other;
		const value = facts[part.fact];
		if (value === undefined) throw new Error(`Nothing is said of ${this.kind}.${part.fact}`);
		if (value === null) return null;
		if (part.isDecoy && !IDENTITY.test(part.fact)) return other;
		return written(value, part.type, this.hand, CODES.test(part.fact));
	}
}

function readingOf(
	kind: HiddenKind,
	{ spelling }: Hand,
	demands: Demands,
	random: Random,
): KindReading {
	const wanted = Object.keys(demands).filter((name) => demands[name] !== 'never');
	for (let tried = 0; tried < TRIES; tried++) {
		const reading = new ReadingMaker(kind, random, spelling, false, demands).make();
		const names = reading.facts.map(({ fact: { name } }) => name);
		if (wanted.every((name) => names.includes(name))) return reading;
	}
	throw new Error(`No ${kind} has a place for each of ${wanted.join()}`);
}

/** A value in the form that its place asks for. */
function written(value: unknown, { family }: ValueType, hand: Hand, isCode: boolean): unknown {
	const { style, zone, labelsTexts } = hand;
	switch (family) {
		case 'number':
			return typeof value === 'number' ? numberIn(value, style) : value;
		case 'time':
			return timeIn(value as number, style, zone);
		case 'word':
			return isCode ? value : wordIn(value as string, style);
		case 'flag':
			return typeof value === 'boolean' ? value : value === 'open';
		case 'map':
			return propertiesIn(value as object, style);
		case 'texts': {
			const texts = [value].flat();
			return labelsTexts && Array.isArray(value) ? texts.map((label) => ({ label })) : texts;
		}
		default:
			return value;
	}
}

const hashOf = (text: string) =>
	[...text].reduce((hash, sign) => (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) | 0, 7);
