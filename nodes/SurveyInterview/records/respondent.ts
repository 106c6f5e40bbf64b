import type { JsonObject } from './json';
import { recordId, statusOf } from './record';
import { earlier, millis, toNumber } from './scalars';

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
	score?: number;
	/** The record says that the person was erased. */
	erased?: true;
}

/** The status of a completed interview, unless the node's options name others. */
export const COMPLETED = 'completed';

type Role = 'completed' | 'ended' | 'started' | 'created' | 'erased' | 'score';

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
	// Other scores, such as a sentiment score, are not the respondent's answer.
	[
		/^((nps|csat|ces|metric|survey|overall|final|total|response|respondent|interview)_?)?score$/i,
		'score',
	],
];

/** Statuses that say it in other words; with a time of the end, that is the time of completion. */
const SAYS_COMPLETED = /^(complet|finish|done$|submit|answered$)/;

/** A status of a person who was erased; one whose erasure is only asked for (`erasure_requested`) is not. */
export const ERASED_STATUS = /^(erased|deleted|removed|redacted|forgotten)(?![a-z])/i;

/** Reads the respondents of one list; it looks up the role of each key once for the list. */
export class RespondentReader {
	private readonly roles = new Map<string, Role | undefined>();
	private readonly completedStatuses: readonly string[];

	/** @param completedStatuses statuses that mean a completed interview, one on each line, in lower case */
	constructor(completedStatuses: string = COMPLETED) {
		this.completedStatuses = completedStatuses.split('\n');
	}

	/**
	 * Reads one respondent. An interview is completed when its status is one of the completed statuses, or it
	 * has a time of completion, and the person was not erased (docs/architecture.md, What is new).
	 */
	read(record: JsonObject): RespondentFacts {
		const status = statusOf(record);
		const facts: RespondentFacts = { id: recordId(record), completed: false, status };
		let erased = false;
		let ended: number | undefined;
		for (const key of Object.keys(record)) {
			const value = record[key];
			switch (this.roleOf(key)) {
				case 'completed':
					facts.completedAt = earlier(facts.completedAt, millis(value));
					break;
				case 'ended':
					ended = earlier(ended, millis(value));
					break;
				case 'started':
					facts.startedAt = earlier(facts.startedAt, millis(value));
					break;
				case 'created':
					facts.createdAt = earlier(facts.createdAt, millis(value));
					break;
				case 'erased':
					erased ||= value === true || millis(value) !== undefined;
					break;
				case 'score':
					if (key === 'score') facts.score = toNumber(value);
					else if (!('score' in record)) facts.score ??= toNumber(value);
			}
		}
		const isCompleted = this.completedStatuses.includes(status);
		// An abandoned interview has an end as well, so the status decides where there is one.
		const saysSo = status === '' || isCompleted || SAYS_COMPLETED.test(status);
		if (saysSo) facts.completedAt ??= ended;
		erased ||= ERASED_STATUS.test(status);
		if (erased) facts.erased = true;
		facts.completed = !erased && (isCompleted || facts.completedAt !== undefined);
		return facts;
	}

	/** Whether it reads what stands under a key. */
	knows(key: string): boolean {
		return this.roleOf(key) !== undefined;
	}

	private roleOf(key: string): Role | undefined {
		if (this.roles.has(key)) return this.roles.get(key);
		const role = ROLES.find(([pattern]) => pattern.test(key))?.[1];
		this.roles.set(key, role);
		return role;
	}
}
