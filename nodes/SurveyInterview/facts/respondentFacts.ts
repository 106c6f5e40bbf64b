import { isObject, type JsonObject } from '../records/json';
import { identityKeys, type IdentityValues, type PersonIdentity } from '../records/person';
import { millis } from '../records/scalars';
import { factOf, factsNamed, helping, ofKind, typesOf, simplifiedBy } from './fact';
import {
	anEmail,
	anId,
	aText,
	aTime,
	propertiesByKey,
	toEmail,
	toId,
	toName,
	toTime,
	toWord,
	wordFor,
} from './factValues';
import { FactFinder } from './factFinder';
import {
	GAVE,
	GIVEN_SCORE,
	METRIC,
	moment,
	PERSON_NAME,
	NAME_PARTS,
	personName,
	npsGroup,
	WHO,
} from './scoreFacts';

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

/**
 * Where a respondent says who the person is. In the invitation only the recipient's keys count: `email` may be
 * the sender's.
 */
const ofPerson = (what: string) => `
	(${WHO}.)?${what};
	${WHO}${what};
	${WHO}.(${WHO}.)?${WHO}?${what};
	(${WHO}.)?invitation.(${WHO}.)?recipient.?${what}
`;

/** What beside a respondent has a life of its own. */
const OTHERS = 'invitation|survey|company|workspace|mail|propert|attribut';
const PROPERTIES = '(participant)?propert(y|ies)(values?)?';
const ATTRIBUTES = '(participant)?attributes?(values?)?';

/** A number is a word that nobody knows. */
const aStatusWord = factOf(
	'string?',
	(value) => toWord(typeof value === 'number' ? String(value) : value),
	true,
);
const anErasure = factOf(
	undefined,
	(value) => /^(true|yes|y|1)$/i.test(String(value)) || toTime(value) !== undefined || undefined,
	true,
);

const PERSON_AND_SCORE = ofKind('respondent', {
	name: PERSON_NAME,
	email: anEmail(ofPerson('e?mail(address)?')),
	external_id: anId(ofPerson('external(id|identifier|ref|reference|key)')),
	score: GIVEN_SCORE,
	metric_type: METRIC,
});
const INTERVIEW = ofKind('respondent', {
	status: aStatusWord(`status; interview_status; state; ${GAVE}.(status|state)`),
	properties: factOf('object?', (value, path) =>
		/attr/i.test(path) && isGroup(value) ? undefined : propertiesByKey(value),
	)(`${PROPERTIES}; ${ATTRIBUTES}; ${WHO}.${PROPERTIES}; ${WHO}.${ATTRIBUTES}; tags`),
	// A `start_date` or `end_date` of a person may be that of a job.
	started_at: moment('(started|begun|opened|start(?!date))'),
	completed_at: moment('(completed|finished|submitted|completion|submission)'),
	ended_at: helping(moment('(ended|end(?!date))')),
	// Whatever it stands in, but for what has a life of its own.
	erased: anErasure(`
		(is|gdpr)?(erased|deleted|redacted|forgotten|anonymi[sz]ed)(at|on)?;
		(?!…(${OTHERS}))….(is)?(erased|redacted|forgotten|anonymi[sz]ed)(at|on)?
	`),
	survey_name: aText('survey_name; survey.(name|title); survey_title'),
	survey_id: anId('survey_id; survey.id'),
	id: factOf('string?', toId, true)('id; respondent_id; uuid; (respondent|participant).(id|uuid)'),
	created_at: helping(aTime('created(at|on|time|date)')),
	...NAME_PARTS,
});

export const RESPONDENT_FACTS = [...PERSON_AND_SCORE, ...INTERVIEW];

const anyFact = new FactFinder(RESPONDENT_FACTS);

/**
 * Whether `attributes` are all that a record says, and not the person's: then they hold facts, or more than values.
 * Properties are tags, in texts (docs/interface.md, Properties), so numbers alone are of something else.
 */
const isGroup = (value: unknown): boolean => {
	if (!isObject(value)) return false;
	const held = Object.values(value);
	const areNumbers = held.length > 0 && held.every((one) => typeof one === 'number');
	return areNumbers || anyFact.placesIn(value).size > 0 || !held.every((one) => isTag(one));
};
const isTag = (one: unknown): boolean =>
	Array.isArray(one)
		? one.every(isTag)
		: isObject(one)
			? 'value' in one
			: one === '' || typeof one !== 'string' || (toName(one) === one && !toEmail(one));

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
const WORKED_OUT = ofKind('respondent', { nps_group: { at: [], read: () => undefined } });

/** A respondent, of RespondentRead (docs/interface.md, Respondents). */
export const RESPONDENT = simplifiedBy(RESPONDENT_FACTS, {
	fields: { ...typesOf(PERSON_AND_SCORE), nps_group: 'string?', ...typesOf(INTERVIEW) },
	ofSurvey: { metric_type: ['metric_type', 'nps_group'], survey_name: ['survey_name'] },
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
