/** The name and the metric of a survey: in the list of surveys, else in the survey's own record. */
import type { KnownFacts } from '../facts/simplified';
import { tellsOfRecords } from '../facts/survey';
import type { SurveyInterviewError } from '../http/errors';
import { asSentence } from '../http/errors';
import type { Session } from '../http/session';
import type { JsonObject } from '../records/json';
import type { DetailedDrafts, DetailsRequest, Draft, EventLogic, Judgement } from './event';
import { isRateLimited, outcomeOf, readWhole } from './reading';
import type { TriggerSettings } from './options';
import type { State } from './state';
import type { ListedSurvey, Task } from './surveys';

/** What the list of surveys says of one. */
export function listedFacts({ name, facts }: ListedSurvey): KnownFacts {
	return { survey_name: name, metric_type: facts?.metric_type ?? null };
}

/** What is known of a task's survey: in the list of surveys, else in its own record as far as that was read. */
export function surveyFactsOf({ survey, ofRecord = {} }: Task): KnownFacts {
	return withListed({ metric_type: null, ...ofRecord }, listedFacts(survey));
}

/**
 * A draft of what the list of surveys tells; what it leaves out, the survey's own record may tell later.
 *
 * @param jsonWith makes the event with what is known of its survey
 */
export function draftWith(
	ofList: KnownFacts,
	jsonWith: (known: KnownFacts) => JsonObject,
): Pick<Draft, 'json' | 'completedBy'> {
	const json = jsonWith(ofList);
	if (json.metric_type !== null && json.survey_name !== null) return { json };
	return { json, completedBy: (known) => jsonWith(withListed(known, ofList)) };
}

/** What is known of a survey: what the list says now is newer than what its own record said. */
function withListed(known: KnownFacts, ofList: KnownFacts): KnownFacts {
	const told = Object.entries(ofList).filter(([, value]) => value !== null);
	return { ...known, ...Object.fromEntries(told) };
}

/** How long a survey is not read again: its name may change, and its metric until somebody has answered. */
const NOT_AGAIN_MS = 3_600_000;
/** As many surveys as are remembered. */
const MAX_REMEMBERED = 1_000;

/** By address and survey, what its own record says. */
const remembered = new Map<string, { facts: KnownFacts; until: number }>();

async function factsInRecord(
	session: Session,
	surveyId: string,
): Promise<KnownFacts | SurveyInterviewError> {
	const known = remembered.get(keyOf(session, surveyId));
	if (known && known.until > Date.now()) return known.facts;
	const reading = await readRecord(session, surveyId);
	if ('error' in reading && isRateLimited(reading.error)) return reading.error;
	return remember(session, surveyId, 'body' in reading ? reading.body : undefined);
}

const keyOf = ({ api, tokenHash }: Session, surveyId: string) =>
	`${api}\n${tokenHash}\n${surveyId}`;

const readRecord = async (session: Session, surveyId: string) =>
	await outcomeOf(readWhole(session, `/surveys/${surveyId}`, { hints: {} }));

function remember(session: Session, surveyId: string, record: unknown): KnownFacts {
	const facts = tellsOfRecords(record);
	if (remembered.size >= MAX_REMEMBERED) remembered.clear();
	remembered.set(keyOf(session, surveyId), { facts, until: Date.now() + NOT_AGAIN_MS });
	return facts;
}

/** Why the surveys that a person chose can never bring an event, as far as their list says it: one sentence. */
export function problemOfChoice(
	{ event, watch, surveyIds }: Pick<TriggerSettings, 'event' | 'watch' | 'surveyIds'>,
	list: readonly ListedSurvey[],
): string | undefined {
	if (watch === 'all') return undefined;
	const reasons = surveyIds.map((id) => {
		const survey = list.find((one) => one.id === id);
		const metric = survey && listedFacts(survey).metric_type;
		return metric ? event.nothingOf?.(metric) : undefined;
	});
	const isHopeless = reasons.every((reason) => reason !== undefined);
	return isHopeless ? `The chosen surveys cannot start the workflow. ${reasons[0]}` : undefined;
}

/**
 * The judgement of an answer. Where the filters need the metric and only the survey's own record can say it,
 * that is read now: what was remembered without a metric is from before anybody answered.
 *
 * @returns the error where the record cannot be read, so that nothing is decided without it
 */
export async function judgeWithMetric(
	session: Session,
	event: EventLogic,
	{ state, task, answer, room }: ToJudge,
): Promise<Judgement | SurveyInterviewError | undefined> {
	const judgement = event.judge(state, task, answer, room);
	if (!judgement?.needsMetric) return judgement;
	const { id } = task.survey;
	// The metric of a survey that has answers does not change.
	let ofRecord = remembered.get(keyOf(session, id))?.facts;
	if (ofRecord?.metric_type === undefined) {
		const reading = await readRecord(session, id);
		if ('error' in reading) return reading.error;
		ofRecord = remember(session, id, reading.body);
	}
	return event.judge(state, { ...task, ofRecord }, answer, room);
}

/** What an event judges. */
interface ToJudge {
	state: State;
	task: Task;
	answer: unknown;
	room: number;
}

/**
 * Adds to drafts what only the survey's own record says. Where it cannot be read, they go without it: an
 * event that comes is worth more than its metric. When the service limits requests, they wait.
 */
export async function addSurveyFacts(
	session: Session,
	{ surveyId, drafts }: DetailsRequest,
): Promise<DetailedDrafts> {
	const none = { deferred: [], notReached: [] };
	if (drafts.every(({ completedBy }) => !completedBy)) return { ...none, delivered: [...drafts] };
	const facts = await factsInRecord(session, surveyId);
	if (facts instanceof Error) {
		const logLine = `a survey could not be read in this poll: ${asSentence(facts.message)}`;
		return { ...none, delivered: [], notReached: [...drafts], refusal: { error: facts, logLine } };
	}
	const complete = (draft: Draft): Draft => {
		const { completedBy, ...rest } = draft;
		return completedBy ? { ...rest, json: completedBy(facts) } : draft;
	};
	return { ...none, delivered: drafts.map(complete) };
}
