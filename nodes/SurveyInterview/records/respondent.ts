import type { JsonObject } from './json';
import { statusOf } from './status';
import { earlier, millis } from './scalars';

/** What a RespondentRead says of its interview. Its fields are not shown, so it is looked for. */
export interface RespondentFacts {
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
	/** The record says that the person was erased. */
	erased?: true;
}

/** The word for a completed interview, unless somebody says otherwise. */
export const COMPLETED = 'completed';

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

/** Reads respondents of one list; what a key's name means is worked out once for the list. */
export class RespondentReader {
	private readonly roles = new Map<string, Role | undefined>();
	private readonly completedStatuses: readonly string[];

	/** @param completedStatuses statuses that mean a completed interview, one on each line, in lower case */
	constructor(completedStatuses: string = COMPLETED) {
		this.completedStatuses = completedStatuses.split('\n');
	}

	/**
	 * Completed is who has a status of the given words, or a time of completion (design, What is new), and
	 * was not erased.
	 */
	read(record: JsonObject): RespondentFacts {
		const status = statusOf(record);
		const reading: RespondentFacts = { id: recordId(record), completed: false, status };
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
		const isCompleted = this.completedStatuses.includes(status);
		// An interview that was broken off ends too; its status tells, where there is one.
		if (status === '' || isCompleted) reading.completedAt ??= ended;
		erased ||= ERASED_STATUS.test(status);
		if (erased) reading.erased = true;
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

/** The record's own id, whatever it is called; numbers as text. */
export function recordId(record: JsonObject): string | undefined {
	for (const key of IDS) {
		const id = record[key];
		if (typeof id === 'string' && id !== '') return id;
		if (typeof id === 'number') return String(id);
	}
	return undefined;
}

function numberOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
