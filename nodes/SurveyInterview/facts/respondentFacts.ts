/** What a respondent says of the interview and of the person, concluded from where it says it. */
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
} from './respondentPlaces';

/** The status of a completed interview, unless the node's options name others. */
export const COMPLETED = 'completed';

/**
 * Statuses of a respondent. The interface names none; these are the words of this package, each for whole words
 * that mean the same. Any other word stays as it is: `erasure_requested` is not erased.
 */
const ERASED = /^(gdpr[ _-]?)?(erased|deleted|removed|redacted|forgotten|anonymi[sz]ed)$/i;
const statusWord = wordFor({
	erased: ERASED,
	completed: /^(completed?|finish(ed)?|done|submit(ted)?|answered)$/,
	started:
		/^(start(ed)?|open(ed)?|in[ _-]?progress|active|ongoing|partial|begun|incomplete|unfinished)$/,
});

/** Such a word at a place that nobody knows counts where no status does: a time alone would say that it is completed. */
const erased = factOf(
	undefined,
	(value) => (typeof value === 'string' && ERASED.test(value)) || undefined,
	true,
)(`(?!…(${OTHERS})|(${GAVE}.)?(interview)?stat(us|e)$)…; attributes.(status|state)`);
const inWords = new FactFinder(ofKind('respondent', { erased }));

/**
 * What a respondent's status and times say of the interview; the status in the words of this package, null where
 * nothing says it. An interview is completed if its status is one of the completed ones, or it has a time
 * of completion, and the person was not erased (docs/development/architecture.md, What is new).
 */
function concluded(
	record: JsonObject,
	found: JsonObject,
	completedStatuses: readonly string[] = [COMPLETED],
) {
	const said = statusWord(found.status) ?? null;
	const word = said ?? (inWords.placesIn(record).size > 0 ? 'erased' : null);
	const erased = found.erased === true || word === 'erased';
	// An interview that was broken off has an end as well, so the status decides where there is one.
	const isNamed = completedStatuses.includes(String(found.status));
	const hasEnd = word === null || word === COMPLETED || isNamed;
	const completedAt = found.completed_at ?? (hasEnd ? found.ended_at : null) ?? null;
	const isSaid = isNamed || completedStatuses.includes(String(word));
	const completed = !erased && (isSaid || completedAt !== null);
	const status = erased ? 'erased' : (word ?? (completed ? COMPLETED : null));
	return { status, completedAt, erased, completed };
}

/** What is worked out has its place from the start: V8 is slow where a record gets one more key. */
const workedOut = { at: [], read: () => undefined };
const WORKED_OUT = ofKind('respondent', { nps_group: workedOut, link: workedOut });

/** A person's name: the whole one, or else its parts; two whole names that differ leave it open. */
function personName(
	finder: FactFinder,
	record: JsonObject,
	{ name, first_name, last_name }: JsonObject,
): unknown {
	// Half of a name may be a first name, but the family's alone is nobody's.
	if (name !== null || typeof first_name !== 'string') return name;
	const parts = [first_name, last_name].filter((part) => typeof part === 'string');
	const isOpen = finder.placesIn(record).get('name')?.isCertain === false;
	return isOpen ? null : parts.map((part) => part.trim()).join(' ');
}

/** A respondent, of RespondentRead (docs/interface.md, Respondents). */
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
			// Two times of completion that differ both say that it is completed.
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

/** What a respondent says of its interview; times in milliseconds since 1970. */
export interface RespondentFacts {
	/** Absent where an anonymous survey gives none. */
	id?: string;
	completed: boolean;
	/** As it is written, in lower case; empty where the record has none. */
	status: string;
	startedAt?: number;
	createdAt?: number;
	completedAt?: number;
	/** The record says that the person was erased. */
	erased: boolean;
}

/** Of two identities the lesser one is as good as the other, and of two times the earlier one. */
const OR_LESSER = ['id', 'started_at', 'created_at', 'completed_at', 'ended_at'];
const OF_INTERVIEW = ['status', 'erased', ...OR_LESSER];

/** Reads of the respondents of one list what events are made of: from the same places as the output. */
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

	/** Reads one respondent. Of two times of completion, the earlier one says what is new. */
	read(record: JsonObject): RespondentFacts {
		const found = this.finder.in(record, OR_LESSER);
		const { completedAt, erased, completed } = concluded(record, found, this.completedStatuses);
		const orAbsent = (value: unknown) => (value ?? undefined) as number | undefined;
		return {
			id: (found.id ?? undefined) as string | undefined,
			completed,
			status: String(found.status ?? ''),
			startedAt: orAbsent(found.started_at),
			createdAt: orAbsent(found.created_at),
			completedAt: orAbsent(completedAt),
			erased,
		};
	}
}

/** Reads the words for a respondent's status: that of Simplified, and the service's own that means the same. */
export function statusReader(): (record: JsonObject) => unknown[] {
	const finder = new FactFinder(factsNamed(RESPONDENT_FACTS, ...OF_INTERVIEW));
	return (record) => {
		const found = finder.in(record, OR_LESSER);
		const { status } = concluded(record, found);
		return statusWord(found.status) === status ? [status, found.status] : [status];
	};
}

const interviews = new RespondentReader();

/** What a respondent says of the interview, for whoever does not name statuses of their own. */
export const interviewOf = (respondent: JsonObject): RespondentFacts => interviews.read(respondent);

const whoIs = new FactFinder(factsNamed(RESPONDENT_FACTS, 'email', 'external_id'));

/** All that a respondent says of the person. Its properties are not read: they are tags. */
export function identityInRespondent(respondent: JsonObject): IdentityValues {
	const [emails = [], externalIds = []] = whoIs.allIn(respondent);
	return { emails, externalIds };
}

/** The person of a respondent. */
export function personOfRespondent(respondent: JsonObject): PersonIdentity {
	const { erased } = interviewOf(respondent);
	return { ...identityKeys(identityInRespondent(respondent)), ...(erased ? { erased } : {}) };
}
