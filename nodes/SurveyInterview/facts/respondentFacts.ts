/** The facts of a respondent that follow from several places in the record. */
import type { JsonObject } from '../records/json';
import { identityKeys, type IdentityValues, type PersonIdentity } from '../records/person';
import { millis } from '../records/scalars';
import { factOf, factsNamed, ofKind, simplifiedBy, typesOf } from './fact';
import { FactFinder } from './factFinder';
import { linkFrom, toTime, wordFor } from './factValues';
import { recordMessage } from './message';
import {
	GAVE,
	INTERVIEW,
	npsGroup,
	OTHERS,
	PERSON_AND_SCORE,
	RESPONDENT_FACTS,
	respondentFinder,
} from './respondentPlaces';

/** The status of a completed interview, unless the trigger's option Completed Status Values names others. */
export const COMPLETED = 'completed';

/**
 * The interface names no status of a respondent. These are the words of this package, with whole words of services
 * that mean the same. Any other word stays as it is: `erasure_requested` is not `erased`.
 */
const ERASED = /^(gdpr[ _-]?)?(erased|deleted|removed|redacted|forgotten|anonymi[sz]ed)$/i;
const statusWord = wordFor({
	erased: ERASED,
	completed: /^(completed?|finish(ed)?|done|submit(ted)?|answered)$/,
	started:
		/^(start(ed)?|open(ed)?|in[ _-]?progress|active|ongoing|partial|begun|incomplete|unfinished)$/,
});

/** Such a word counts at unknown places too, if there is no status: else a time would mean that it is completed. */
const erased = factOf(
	undefined,
	(value) => (typeof value === 'string' && ERASED.test(value)) || undefined,
	true,
)(`(?!…(${OTHERS})|(${GAVE}.)?(interview)?stat(us|e)$)…; attributes.(status|state)`);
const inWords = new FactFinder(ofKind('respondent', { erased }));

/**
 * Whether an interview is completed: by its status or a time of completion, unless the person was erased
 * (docs/development/architecture.md, What is new). The status is in the words of this package, or null.
 */
function concluded(
	record: JsonObject,
	found: JsonObject,
	completedStatuses: readonly string[] = [COMPLETED],
) {
	const said = statusWord(found.status) ?? null;
	const word = said ?? (inWords.placesIn(record).size > 0 ? 'erased' : null);
	const erased = found.erased === true || word === 'erased';
	// An aborted interview has an end as well, so an end counts only if the status does not contradict it.
	const isNamed = completedStatuses.includes(String(found.status));
	const hasEnd = word === null || word === COMPLETED || isNamed;
	const completedAt = found.completed_at ?? (hasEnd ? found.ended_at : null) ?? null;
	const isSaid = isNamed || completedStatuses.includes(String(word));
	const completed = !erased && (isSaid || completedAt !== null);
	const status = erased ? 'erased' : (word ?? (completed ? COMPLETED : null));
	return { status, completedAt, erased, completed };
}

/** Facts that are calculated. They are null from the start, because V8 is slow with keys that are added later. */
const workedOut = { at: [], read: () => undefined };
const WORKED_OUT = ofKind('respondent', { nps_group: workedOut, link: workedOut });

/** A person's full name, or else its parts; null where there are two different full names. */
function personName(
	finder: FactFinder,
	record: JsonObject,
	{ name, first_name, last_name }: JsonObject,
): unknown {
	// A first name alone will do, and a last name alone will not.
	if (name !== null || typeof first_name !== 'string') return name;
	const parts = [first_name, last_name].filter((part) => typeof part === 'string');
	const isOpen = finder.placesIn(record).get('name')?.isCertain === false;
	return isOpen ? null : parts.map((part) => part.trim()).join(' ');
}

/** RespondentRead (docs/interface.md, Respondents). */
export const RESPONDENT = simplifiedBy(RESPONDENT_FACTS, {
	fields: {
		message: 'string',
		...typesOf(PERSON_AND_SCORE),
		nps_group: 'string?',
		...typesOf(INTERVIEW),
		link: 'string?',
	},
	more: ['message', 'metric_type', 'started_at', 'survey_name', 'survey_id'],
	message: recordMessage,
	ofSurvey: {
		metric_type: ['metric_type', 'nps_group'],
		survey_name: ['survey_name', 'message'],
	},
	reader() {
		const finder = new FactFinder([...RESPONDENT_FACTS, ...WORKED_OUT]);
		return (record, known) => {
			const facts = finder.in(record);
			const { status, completedAt } = concluded(record, facts);
			facts.name = personName(finder, record, facts);
			// Of two different times of completion none is certain, but both mean that it is completed.
			facts.status = status ?? (interviewOf(record).completed ? COMPLETED : null);
			facts.completed_at = completedAt;
			facts.metric_type ??= known.metric_type;
			facts.nps_group = npsGroup(facts.metric_type, facts.score);
			facts.link = linkFrom(known.respondentPage, {
				survey_id: known.survey_id ?? facts.survey_id,
				respondent_id: facts.id,
			});
			return facts;
		};
	},
});

/** Facts for which either of two values will do: the lesser id, or the earlier time, is taken. */
const OR_LESSER = ['id', 'started_at', 'created_at', 'completed_at', 'ended_at'];
const OF_INTERVIEW = ['status', 'erased', ...OR_LESSER];

/** Reads what the trigger needs of the respondents in one list, from the same places as the output. */
export class RespondentReader {
	private readonly finder = new FactFinder(
		factsNamed(RESPONDENT_FACTS, ...OF_INTERVIEW).map((fact) =>
			fact.read === toTime ? { ...fact, read: millis } : fact,
		),
	);
	private readonly completedStatuses: readonly string[];

	/** @param completedStatuses statuses that mean a completed interview, one on each line, in lower case */
	constructor(completedStatuses: string = COMPLETED) {
		this.completedStatuses = completedStatuses.split('\n');
	}

	/** Times are in milliseconds since 1970. */
	read(record: JsonObject) {
		const found = this.finder.in(record, OR_LESSER);
		const { completedAt, erased, completed } = concluded(record, found, this.completedStatuses);
		const orAbsent = (value: unknown) => (value ?? undefined) as number | undefined;
		return {
			/** An anonymous survey may have none. */
			id: (found.id ?? undefined) as string | undefined,
			completed,
			/** As it is written, in lower case; empty where the record has none. */
			status: String(found.status ?? ''),
			startedAt: orAbsent(found.started_at),
			createdAt: orAbsent(found.created_at),
			completedAt: orAbsent(completedAt),
			/** The record says that the person was erased. */
			erased,
		};
	}
}

export type RespondentFacts = ReturnType<RespondentReader['read']>;

/** Makes a reader of a respondent's status in all its words: that of Simplified, and the service's for the same. */
export function statusReader(): (record: JsonObject) => unknown[] {
	const finder = respondentFinder(...OF_INTERVIEW);
	return (record) => {
		const found = finder.in(record, OR_LESSER);
		const { status } = concluded(record, found);
		return statusWord(found.status) === status ? [status, found.status] : [status];
	};
}

const interviews = new RespondentReader();

/** The facts of the interview, with the usual status of completed ones. */
export const interviewOf = (respondent: JsonObject): RespondentFacts => interviews.read(respondent);

const whoIs = respondentFinder('email', 'external_id');

/** All keys of the person. The properties are not read, because they are tags. */
export function identityInRespondent(respondent: JsonObject): IdentityValues {
	const [emails = [], externalIds = []] = whoIs.allIn(respondent);
	return { emails, externalIds };
}

export function personOfRespondent(respondent: JsonObject): PersonIdentity {
	const { erased } = interviewOf(respondent);
	return { ...identityKeys(identityInRespondent(respondent)), ...(erased ? { erased } : {}) };
}
