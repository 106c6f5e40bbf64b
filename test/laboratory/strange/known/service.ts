/** A service that has its facts at places that the descriptions name, in one shape for each kind of record. */
import type { FieldNames } from '../../../../nodes/SurveyInterview/records/json';
import { RECORD_KINDS, type KindName } from '../../../../nodes/SurveyInterview/facts/kinds';
import { entry } from '../foreign/lookup';
import { Random } from '../foreign/random';
import { put } from '../foreign/table';
import type { Json, JsonObject } from '../foreign/types';
import { madeMentions, madeOverview } from './made';
import { bare, ReadingMaker, type KindReading } from './reading';
import { makeRecord, UNTOLD, type KnownRecord, type Made, type Told } from './record';
import { Spelling } from './spelling';
import { pickStyle, uuid, type Style } from './values';

const KINDS = Object.keys(RECORD_KINDS) as KindName[];

/** A record with the records that stand in it. */
export interface Filled extends KnownRecord {
	inside: KnownRecord[];
}

export class KnownService {
	readonly style: Style;
	readonly spelling: Spelling;
	/** Field Names of the credential, where there are any. */
	readonly fieldNames: FieldNames | undefined;
	private readonly readings: Record<string, KindReading> = {};
	private readonly resources = new Set<KindName>();
	private readonly showsToken: boolean;
	private readonly random: Random;

	constructor(
		readonly seed: number,
		readonly index: number,
	) {
		this.random = new Random(seed, index);
		const { random } = this;
		this.style = pickStyle(random);
		this.spelling = new Spelling(random);
		this.showsToken = random.chance(0.5);
		const mayConfirm = random.chance(0.3);
		for (const kind of KINDS) {
			this.readings[kind] = new ReadingMaker(kind, random, this.spelling, mayConfirm).make();
			if (random.chance(0.08)) this.resources.add(kind);
		}
		const named = KINDS.flatMap((kind) => {
			const { names } = this.reading(kind);
			return names ? [[kind, names] as const] : [];
		});
		this.fieldNames = named.length > 0 ? Object.fromEntries(named) : undefined;
	}

	reading(kind: KindName): KindReading {
		return entry(this.readings, kind);
	}

	/** Whether the records of a kind have a fact at all. */
	has = (kind: KindName, name: string) =>
		this.reading(kind).facts.some(({ fact }) => fact.name === name);

	records(kind: KindName, count: number): KnownRecord[] {
		return Array.from({ length: count }, () => this.record(kind));
	}

	/** @param given values that it must have */
	record(kind: KindName, given?: Made): KnownRecord {
		const { random, style } = this;
		if (kind === 'invitation') return this.asResource(kind, this.invitation());
		const made = { ...MADE[kind]?.(random, style), ...given };
		return this.asResource(kind, makeRecord(this.reading(kind), random, style, made));
	}

	/** An invitation may show the secret of its link, beside its id. */
	private invitation(): KnownRecord {
		const { random, style, spelling } = this;
		const token = random.uuid();
		const url = `https://talk.example/i/${token}`;
		const made = { link: { written: url, value: url } };
		const reading = this.reading('invitation');
		const one = makeRecord(reading, random, style, made);
		if (!this.showsToken) return one;
		const place = reading.facts.find(({ fact }) => fact.name === 'id')?.spot.plain ?? '';
		const beside = place.startsWith('invitation.') ? 'invitation.token' : 'token';
		put(one.record, spelling.path(beside), token);
		return { ...one, token };
	}

	/** A record that holds a list of others: a conversation its messages, a conclusion its points. */
	holder(kind: 'conversation' | 'conclusion', held: 'message' | 'point', fact: string): Filled {
		const { random, style } = this;
		const inside = Array.from({ length: random.int(1, 4) }, () =>
			makeRecord(this.reading(held), random, style),
		);
		const written = inside.map(({ record }) => record);
		const made = { [fact]: { written, value: written } };
		const one = makeRecord(this.reading(kind), random, style, made);
		return { ...one, inside: told(one, fact).value === null ? [] : inside };
	}

	/** A list in a container, or alone. */
	list(rows: readonly JsonObject[], ...names: readonly string[]): Json {
		const { random } = this;
		const name = random.pick(names);
		const all = [...rows];
		return random.pick<Json>([
			all,
			all,
			{ [name]: all },
			{ [name]: all, total: all.length },
			{ data: all, meta: { total: all.length } },
			{ items: all, took_ms: 12 },
			{ data: { [name]: all } },
		]);
	}

	/** A record alone, or in `data`; beside an ID, `data` is a part of the record. */
	one = (record: JsonObject): Json => {
		if (this.chance(0.25)) return { status: 'success', data: record };
		const hasOther = 'id' in record && !('attributes' in record) && this.chance(0.25);
		return hasOther ? { ...record, data: { took_ms: 12 } } : record;
	};

	chance = (share: number) => this.random.chance(share);
	pick = <T>(list: readonly T[]) => this.random.pick(list);

	/** Now and then in the form of JSON:API, where nothing else stands under its names. */
	private asResource(kind: KindName, one: KnownRecord): KnownRecord {
		const { id, ...attributes } = one.record;
		const own = Object.keys(one.record).map((key) => bare(key.toLowerCase()));
		const isFree = typeof id === 'string' && !own.some((key) => RESOURCE_KEYS.includes(key));
		if (!this.resources.has(kind) || !isFree) return one;
		return { ...one, record: { type: `${kind}s`, id, attributes } };
	}
}

const MADE: Partial<Record<KindName, (random: Random, style: Style) => Made>> = {
	overview: madeOverview,
	topic: madeMentions,
	mailing: (random, style) => ({ id: uuid().say(random, style) }),
};

const RESOURCE_KEYS = ['attributes', 'relationships', 'links', 'meta'];

/** What a record says of a fact. */
export const told = ({ told: all }: KnownRecord, fact: string): Told => all[fact] ?? UNTOLD;

/** What a record says of each of its facts. */
export const truths = ({ told: all }: KnownRecord): Record<string, unknown> =>
	Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value]));
