/** The name and the metric of a survey: in the list of surveys, else in the survey's own record. */
import { FactFinder } from '../facts/fact';
import { METRIC_FACT } from '../facts/scored';
import type { KnownFacts } from '../facts/simplified';
import { tellsOfRecords } from '../facts/survey';
import type { SurveyInterviewError } from '../http/errors';
import { asSentence } from '../http/errors';
import type { Session } from '../http/session';
import type { JsonObject } from '../records/json';
import type { DetailedDrafts, DetailsRequest, Draft } from './event';
import { isRateLimited, outcomeOf, readWhole } from './reading';
import type { ListedSurvey } from './surveys';

/** What the list of surveys says of one. */
export function listedFacts({ name, record }: ListedSurvey): KnownFacts {
	const { metric_type } = new FactFinder([METRIC_FACT]).in(record ?? {});
	return { survey_name: name, metric_type };
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
	const key = `${session.api}\n${session.tokenHash}\n${surveyId}`;
	const known = remembered.get(key);
	if (known && known.until > Date.now()) return known.facts;
	const reading = await outcomeOf(readWhole(session, `/surveys/${surveyId}`, { hints: {} }));
	if ('error' in reading && isRateLimited(reading.error)) return reading.error;
	const facts = tellsOfRecords('body' in reading ? reading.body : undefined);
	if (remembered.size >= MAX_REMEMBERED) remembered.clear();
	remembered.set(key, { facts, until: Date.now() + NOT_AGAIN_MS });
	return facts;
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
