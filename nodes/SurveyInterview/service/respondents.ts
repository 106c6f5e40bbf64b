/** What follows from the facts of a respondent: whether the interview is completed, the person, the NPS group. */
import type { JsonObject } from './json';
import { identityKeys, identityReader, type PersonIdentity } from './person';
import { recordMessage } from './messages';
import { npsGroup } from './metric';
import { RecordReader } from './reader';
import { RESPONDENT_KIND, SCORE_KIND } from './kinds';
import { linkFrom, simplifiedOf } from './simplified';
import { wordFor } from './values';

/** The status of a completed interview, unless the trigger's option Completed Status Values names others. */
export const COMPLETED = 'completed';

/**
 * The interface names no status of a respondent. These are the words of this package, with those of services that
 * mean the same. Any other word stays as it is: `erasure_requested` is not `erased`.
 */
const statusWord = wordFor({
	erased: `erased deleted removed redacted forgotten anonymized anonymised
		gdpr_erased gdpr_deleted gdpr_removed`,
	completed: 'completed complete finished finish done submitted submit answered',
	started:
		'started start opened open in_progress inprogress active ongoing partial begun incomplete unfinished',
});

/**
 * Whether an interview is completed: by its status or a time of completion, unless the person was erased
 * (docs/trigger.md).
 */
function interviewStatus(facts: JsonObject, completedStatuses: readonly string[] = [COMPLETED]) {
	const word = statusWord(facts.status) ?? null;
	const erased = facts.erased === true || word === 'erased';
	const isChosen = completedStatuses.includes(String(facts.status));
	const hasCompletedStatus = isChosen || completedStatuses.includes(String(word));
	// An aborted interview has an end as well. So if the status says something else than completed, an end is none of a
	// completed interview.
	const saysOtherwise = !isChosen && word !== null && word !== COMPLETED;
	const end = saysOtherwise ? null : facts.ended_at;
	const completedAt = facts.completed_at ?? end ?? null;
	const completed = !erased && (hasCompletedStatus || completedAt !== null);
	const status = erased ? 'erased' : (word ?? (completed ? COMPLETED : null));
	return { status, completedAt, erased, completed };
}

/** A person's full name, or else its parts. A first name alone will do, and a last name alone will not. */
function personName({ name, first_name, last_name }: JsonObject): unknown {
	if (name !== null || typeof first_name !== 'string') return name;
	const parts = [first_name, last_name].filter((part) => typeof part === 'string');
	return parts.map((part) => part.trim()).join(' ');
}

/** RespondentRead (docs/interface.md, Respondents). */
export const RESPONDENT = simplifiedOf(RESPONDENT_KIND, {
	message: recordMessage,
	parent: {
		record: 'survey',
		fieldsThatNeed: {
			metric_type: ['metric_type', 'nps_group'],
			survey_name: ['survey_name', 'message'],
		},
	},
	derive(facts, _record, knownFacts) {
		const { status, completedAt } = interviewStatus(facts);
		facts.name = personName(facts);
		facts.status = status;
		facts.completed_at = completedAt;
		facts.metric_type ??= knownFacts.metric_type;
		facts.nps_group = npsGroup(facts.metric_type, facts.score);
		facts.link = linkFrom(knownFacts.respondentPage, {
			survey_id: knownFacts.survey_id ?? facts.survey_id,
			respondent_id: facts.id,
		});
		return facts;
	},
});

/** RespondentDot: a score, and when it was given. */
export const SCORE = simplifiedOf(SCORE_KIND);

/** A reader of some facts of respondents. */
export const respondentReader = (...names: readonly string[]) =>
	new RecordReader(RESPONDENT_KIND, ...names);

const INTERVIEW_FACTS = [
	'status',
	'erased',
	'id',
	'started_at',
	'created_at',
	'completed_at',
	'ended_at',
];

/** Reads what the trigger needs of the respondents in one list, from the same places as the output. */
export class InterviewReader {
	private readonly reader = respondentReader(...INTERVIEW_FACTS);
	private readonly completedStatuses: readonly string[];

	/** @param completedStatuses statuses that mean a completed interview, one on each line, in lower case */
	constructor(completedStatuses: string = COMPLETED) {
		this.completedStatuses = completedStatuses.split('\n');
	}

	/** Times stay text (ISO 8601 in UTC): of a million records, few are needed in milliseconds. */
	read(record: JsonObject) {
		const facts = this.reader.factsIn(record);
		const { completedAt, erased, completed } = interviewStatus(facts, this.completedStatuses);
		const textOf = (fact: unknown) => (fact ?? undefined) as string | undefined;
		return {
			/** An anonymous survey may have none. */
			id: textOf(facts.id),
			completed,
			/** As it is written, in lower case; empty where the record has none. */
			status: String(facts.status ?? ''),
			startedAt: textOf(facts.started_at),
			createdAt: textOf(facts.created_at),
			completedAt: textOf(completedAt),
			/** The record says that the person was erased. */
			erased,
		};
	}
}

export type InterviewFacts = ReturnType<InterviewReader['read']>;

/** The earliest time of a respondent, in milliseconds since 1970. */
export function beganAt({ startedAt, createdAt, completedAt }: InterviewFacts): number | undefined {
	const times = [startedAt, createdAt, completedAt].filter((time) => time !== undefined);
	return times.length > 0 ? Math.min(...times.map((time) => Date.parse(time))) : undefined;
}

const statusReader = respondentReader(...INTERVIEW_FACTS);
const interviewReader = new InterviewReader();

/** The facts of the interview, with the usual status of completed ones. */
export const interviewOf = (respondent: JsonObject): InterviewFacts =>
	interviewReader.read(respondent);

/** A respondent's status in Simplified, and the service's word for the same: `completed` and `submitted`. */
export function statusWordsOf(respondent: JsonObject): unknown[] {
	const facts = statusReader.factsIn(respondent);
	const { status } = interviewStatus(facts);
	// For an erased person the service may still show the status from before, which is another one.
	return statusWord(facts.status) === status ? [status, facts.status] : [status];
}

/** The person's email addresses and external IDs. Properties are not searched for them: they only describe people. */
export const identityInRespondent = identityReader(RESPONDENT_KIND);

export function personOfRespondent(respondent: JsonObject): PersonIdentity {
	const { erased } = interviewOf(respondent);
	return { ...identityKeys(identityInRespondent(respondent)), ...(erased ? { erased } : {}) };
}
