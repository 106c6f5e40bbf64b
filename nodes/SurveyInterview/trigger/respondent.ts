import { isObject, type JsonObject } from '../records/json';

/** What a RespondentRead says of its interview. Its fields are not shown, so it is looked for. */
export interface Reading {
	/** Absent where an anonymous survey gives none. */
	id?: string;
	completed: boolean;
	/** In lower case; empty where there is none. */
	status: string;
	/** Milliseconds since 1970. */
	startedAt?: number;
	createdAt?: number;
	completedAt?: number;
	score?: number;
}

type Role = 'completed' | 'ended' | 'started' | 'created' | 'erased' | 'score';

/** What a key's name says, in the spellings that services use. */
const ROLES: ReadonlyArray<[RegExp, Role]> = [
	[
		/^(interview_?)?((completed|finished|submitted)_?(at|on|time|date)|(completion|submission)_?time)$/i,
		'completed',
	],
	[/^(interview_?)?(ended_?(at|on|time|date)|end_?time)$/i, 'ended'],
	[/^(interview_?)?((started|begun|opened)_?(at|on|time|date)|start_?time)$/i, 'started'],
	[/^created_?(at|on|time|date)$/i, 'created'],
	[/^(is_?)?(erased|deleted|redacted|forgotten)(_?(at|on))?$/i, 'erased'],
	// A sentiment score, say, is another thing.
	[
		/^((nps|csat|ces|metric|survey|overall|final|total|response|respondent|interview)_?)?score$/i,
		'score',
	],
];

/** A status that says that the person was erased: nobody is there any more to be called back. */
const ERASED_STATUS = /^(eras|delet|remov|redact|forgot)/i;

const IDS = ['id', 'respondent_id', 'uuid'];
const STATUSES = ['status', 'interview_status', 'state'];

/** Reads respondents of one list; what a key's name means is worked out once for the list. */
export class RespondentReader {
	private readonly roles = new Map<string, Role | undefined>();
	private readonly words: readonly string[];

	/** @param words for a completed interview, a line each, in lower case */
	constructor(words: string) {
		this.words = words.split('\n');
	}

	/**
	 * Completed is who has a status of the given words, or a time of completion (design, What is new), and
	 * was not erased.
	 */
	read(record: JsonObject): Reading {
		const status = statusOf(record);
		const reading: Reading = { id: idOf(record), completed: false, status };
		let erased = false;
		let ended: number | undefined;
		for (const key of Object.keys(record)) {
			const value = record[key];
			switch (this.roleOf(key)) {
				case 'completed':
					reading.completedAt = earlier(reading.completedAt, millis(value));
					break;
				case 'ended':
					ended = earlier(ended, millis(value));
					break;
				case 'started':
					reading.startedAt = earlier(reading.startedAt, millis(value));
					break;
				case 'created':
					reading.createdAt = earlier(reading.createdAt, millis(value));
					break;
				case 'erased':
					erased ||= value === true || millis(value) !== undefined;
					break;
				case 'score':
					if (key === 'score') reading.score = numberOf(value);
					else if (!('score' in record)) reading.score ??= numberOf(value);
			}
		}
		const isCompleted = this.words.includes(status);
		// An interview that was broken off ends too; its status tells, where there is one.
		if (status === '' || isCompleted) reading.completedAt ??= ended;
		erased ||= ERASED_STATUS.test(status);
		reading.completed = !erased && (isCompleted || reading.completedAt !== undefined);
		return reading;
	}

	private roleOf(key: string): Role | undefined {
		if (this.roles.has(key)) return this.roles.get(key);
		const role = ROLES.find(([pattern]) => pattern.test(key))?.[1];
		this.roles.set(key, role);
		return role;
	}
}

/** Of several times of a kind the earliest, so that the order of the keys does not matter. */
function earlier(one: number | undefined, other: number | undefined): number | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return Math.min(one, other);
}

/** The record's own id, whatever it is called; numbers as text. */
export function idOf(record: JsonObject): string | undefined {
	for (const key of IDS) {
		const id = record[key];
		if (typeof id === 'string' && id !== '') return id;
		if (typeof id === 'number') return String(id);
	}
	return undefined;
}

function statusOf(record: JsonObject): string {
	for (const key of STATUSES) {
		const status = record[key];
		if (typeof status === 'string') return status.trim().toLowerCase();
	}
	return '';
}

const FIRST_TIME = Date.parse('1990-01-01');

/**
 * A time as milliseconds since 1970: an ISO 8601 text, in UTC where it has no offset, or a number of seconds
 * or milliseconds.
 */
export function millis(value: unknown): number | undefined {
	if (typeof value === 'number' && value > 1e9) return value < 1e11 ? value * 1000 : value;
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined;
	const hasOffset = value.length <= 10 || /(z|[+-]\d{2}:?\d{2})$/i.test(value);
	const at = Date.parse(hasOffset ? value : `${value}Z`);
	// A year such as 1 or 1970 is how some programs write that there is no time.
	return at > FIRST_TIME ? at : undefined;
}

function numberOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Keys that may name a property, and those that may hold its value, where properties are a list. */
const PROPERTY_KEYS = ['key', 'property_key', 'property', 'slug', 'name', 'label', 'property_id'];
const PROPERTY_VALUES = ['value', 'property_value'];

/**
 * The values of a respondent's property, wherever the record keeps it: in an object by key, in a list of
 * keys and values, or at its top. The case of the key does not matter.
 */
export function propertyOf(record: JsonObject, key: string): string[] {
	const wanted = key.trim().toLowerCase();
	const holders = Object.entries(record).filter(([name]) =>
		/propert|attribute|(^|_)tags?$/i.test(name),
	);
	for (const holder of [...holders.map(([, value]) => value), record]) {
		const value = Array.isArray(holder) ? fromList(holder, wanted) : fromObject(holder, wanted);
		const values = (Array.isArray(value) ? value : [value]).filter(isPlain);
		if (values.length > 0) return values.map(String);
	}
	return [];
}

const isPlain = (value: unknown) =>
	value !== undefined && value !== null && typeof value !== 'object';

function fromObject(holder: unknown, wanted: string): unknown {
	if (!isObject(holder)) return undefined;
	return Object.entries(holder).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

function fromList(holder: unknown[], wanted: string): unknown {
	for (const entry of holder) {
		if (!isObject(entry)) continue;
		const named = PROPERTY_KEYS.some((key) => {
			const name = entry[key];
			return (
				(typeof name === 'string' || typeof name === 'number') &&
				String(name).toLowerCase() === wanted
			);
		});
		if (named) return PROPERTY_VALUES.map((key) => entry[key]).find((value) => value !== undefined);
	}
	return undefined;
}
