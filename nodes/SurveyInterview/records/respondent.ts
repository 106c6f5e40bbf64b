import { isObject, type JsonObject } from './json';
import { recordId, statusOf } from './record';
import { earlier, millis } from './scalars';

/** What a respondent says of its interview. The interface does not show the keys, so several names are read. */
export interface RespondentFacts {
	/** Absent where an anonymous survey gives none. */
	id?: string;
	completed: boolean;
	/** In lower case; empty where the record has none. */
	status: string;
	/** Milliseconds since 1970. */
	startedAt?: number;
	createdAt?: number;
	completedAt?: number;
	/** The record says that the person was erased. */
	erased?: true;
}

/** The status of a completed interview, unless the node's options name others. */
export const COMPLETED = 'completed';

type Role = 'completed' | 'ended' | 'started' | 'created' | 'erased';

/** What was read so far; `ended` in milliseconds since 1970. */
type Said = Partial<Omit<RespondentFacts, 'erased'>> & {
	status: string;
	ended?: number;
	erased?: boolean;
};

/** Objects that hold what a respondent says of the interview. */
const HOLDERS = /^(interview|response|times|timestamps|dates)$/i;

/** What the value of a key is, by the key's name in the spellings that services use. */
const ROLES: ReadonlyArray<[RegExp, Role]> = [
	[
		/^(interview_?)?((completed|finished|submitted)_?(at|on|time|date)|(completion|submission)_?time)$/i,
		'completed',
	],
	[/^(interview_?)?(ended_?(at|on|time|date)|end_?time)$/i, 'ended'],
	[/^(interview_?)?((started|begun|opened)_?(at|on|time|date)|start_?time)$/i, 'started'],
	[/^created_?(at|on|time|date)$/i, 'created'],
	[/^(is_?)?(erased|deleted|redacted|forgotten)(_?(at|on))?$/i, 'erased'],
];

/** Statuses that say it in other words; with a time of the end, that is the time of completion. */
const SAYS_COMPLETED = /^(complet|finish|done$|submit|answered$)/;

/** A status of a person who was erased; one whose erasure is only asked for (`erasure_requested`) is not. */
export const ERASED_STATUS = /^(erased|deleted|removed|redacted|forgotten)(?![a-z])/i;

/** Reads the respondents of one list; it looks up the role of each key once for the list. */
export class RespondentReader {
	private readonly roles = new Map<string, Role | 'none'>();
	private readonly completedStatuses: readonly string[];

	/** @param completedStatuses statuses that mean a completed interview, one on each line, in lower case */
	constructor(completedStatuses: string = COMPLETED) {
		this.completedStatuses = completedStatuses.split('\n');
	}

	/**
	 * Reads one respondent. An interview is completed when its status is one of the completed statuses, or it
	 * has a time of completion, and the person was not erased (docs/architecture.md, What is new). What the
	 * record does not say itself may stand in an object of it, such as `interview`.
	 */
	read(record: JsonObject): RespondentFacts {
		const said: Said = { status: statusOf(record) };
		this.collect(record, said);
		const isTold = said.completedAt ?? said.ended ?? said.startedAt;
		if (said.status === '' || isTold === undefined) this.collectBelow(record, said);
		const { status, startedAt, createdAt } = said;
		const isCompleted = this.completedStatuses.includes(status);
		// An abandoned interview has an end as well, so the status decides where there is one.
		const saysSo = status === '' || isCompleted || SAYS_COMPLETED.test(status);
		const completedAt = said.completedAt ?? (saysSo ? said.ended : undefined);
		const erased = said.erased === true || ERASED_STATUS.test(status);
		const completed = !erased && (isCompleted || completedAt !== undefined);
		const facts: RespondentFacts = { id: recordId(record), completed, status };
		// Without spreads: a poll may read 100,000 of them.
		if (startedAt !== undefined) facts.startedAt = startedAt;
		if (createdAt !== undefined) facts.createdAt = createdAt;
		if (completedAt !== undefined) facts.completedAt = completedAt;
		if (erased) facts.erased = true;
		return facts;
	}

	/** Adds what the keys of an object say; of two times of a kind the earlier one. */
	private collect(object: JsonObject, said: Said): void {
		for (const key of Object.keys(object)) {
			const value = object[key];
			switch (this.roleOf(key)) {
				case 'completed':
					said.completedAt = earlier(said.completedAt, millis(value));
					break;
				case 'ended':
					said.ended = earlier(said.ended, millis(value));
					break;
				case 'started':
					said.startedAt = earlier(said.startedAt, millis(value));
					break;
				case 'created':
					said.createdAt = earlier(said.createdAt, millis(value));
					break;
				case 'erased':
					said.erased ||= value === true || millis(value) !== undefined;
			}
		}
	}

	private collectBelow(record: JsonObject, said: Said): void {
		for (const key of Object.keys(record)) {
			const holder = record[key];
			if (!HOLDERS.test(key) || !isObject(holder)) continue;
			if (said.status === '') said.status = statusOf(holder);
			const { createdAt } = said;
			this.collect(holder, said);
			// When the object was made is not when the respondent was.
			said.createdAt = createdAt;
		}
	}

	/** Whether it reads what stands under a key. */
	knows(key: string): boolean {
		return this.roleOf(key) !== 'none';
	}

	private roleOf(key: string): Role | 'none' {
		let role = this.roles.get(key);
		if (role === undefined) {
			role = ROLES.find(([pattern]) => pattern.test(key))?.[1] ?? 'none';
			this.roles.set(key, role);
		}
		return role;
	}
}
