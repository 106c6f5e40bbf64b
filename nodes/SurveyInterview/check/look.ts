/** The requests of a check, one after the other; and what follows from the answers. */
import { FactFinder } from '../facts/fact';
import { RECORD_KINDS } from '../facts/kinds';
import { interviewOf } from '../facts/respondent';
import { TOPICS } from '../facts/topics';
import type { Session } from '../http/session';
import { endpointOf } from '../operations/operation';
import { fillPath, type IdentifierName, isUuid } from '../records/identifiers';
import type { FieldNames, JsonObject } from '../records/json';
import { type Asked, Asking, recordIn, type Area, type Scene, withoutAnswer } from './area';
import { type AreaName, AREAS, judgedArea, listIn, MORE_THAN_GIVEN, operationOf } from './areas';
import { NONE_RECOGNISED } from './remarks';

/** Every answer of a check, and everything that was answered. */
export interface Looked {
	areas: Area[];
	/** Those that the credential has. */
	fieldNames?: FieldNames;
	bodies: unknown[];
}

/** The newest surveys, of which each costs a request. */
const MAX_SURVEYS = 20;

const TEN_YEARS_MS = 3653 * 86_400_000;

/**
 * Looks at the service, which takes fourteen requests that only read, and one for each further survey unless one is
 * chosen.
 *
 * @param chosen the survey to look at; without it, the one with most responses, or else the newest
 */
export async function look(session: Session, chosen: string | undefined): Promise<Looked> {
	const asking = new Asking(session);
	const asked: Partial<Record<AreaName, Asked>> = {};
	const ids: Partial<Record<IdentifierName, string>> = {};
	const ask = async (area: AreaName, missing?: Asked, query?: JsonObject): Promise<Asked> => {
		const { path } = endpointOf(operationOf(area));
		return (asked[area] =
			asking.stopped ?? missing ?? (await asking.get(fillPath(path, ids), query)));
	};
	const recordOf = (area: AreaName) => recordIn(asked[area]).record;

	await ask('token');
	await ask('surveys');
	const surveys = listIn('surveys', asked.surveys)?.rows;
	const only = factsIn('token', recordOf('token')).survey_id;
	ids.survey_id = chosen ?? chosenFrom(surveys) ?? (isUuid(only) ? only : undefined);
	const noSurvey = ids.survey_id === undefined ? withoutSurvey(surveys) : undefined;
	for (const area of ['survey', 'invitations', 'mailings', 'respondents'] as const) {
		await ask(area, noSurvey);
	}
	const people = listIn('respondents', asked.respondents)?.rows;
	const own = surveys?.find((one) => idOf(one) === ids.survey_id) ?? {};
	const told = [recordOf('survey'), own].map((record) => factsIn('survey', record));
	const scene: Scene = {
		participantLink: session.participantLink,
		isAnonymous:
			told.map(({ anonymous }) => anonymous as boolean | null).find(isKnown) ?? undefined,
	};
	const completed = people?.filter((one) => interviewOf(one).completed) ?? [];
	// Where none is recognised among some, nobody knows how many there are.
	const ofPeople = completed.length > 0 || people?.length === 0 ? completed.length : undefined;
	const counts = [ofPeople, ...told.map((facts) => facts.response_count)];
	scene.completed = mostOf(counts);
	ids.respondent_id = completed.map((one) => interviewOf(one).id).find(isUuid);
	const nobody = nobodyToRead(people, completed.length, scene);
	await ask('conversation', noSurvey ?? (ids.respondent_id ? undefined : nobody));
	await ask('overview', noSurvey);
	await ask('suggestedRange', noSurvey);
	const range = rangeIn(factsIn('suggestedRange', recordOf('suggestedRange')));
	await ask('overTime', noSurvey, range);
	await ask('scores', noSurvey, range);
	await ask('conclusion', noSurvey);
	const topics = await ask('topics', noSurvey);
	scene.completed = mostOf([...counts, factsIn('overview', recordOf('overview')).completed]);
	const ranked = topics.kind === 'answer' ? TOPICS.recordsIn?.(topics.body) : undefined;
	ids.topic_id = ranked?.map(({ id }) => id).find(isUuid);
	await ask('quotes', noSurvey ?? (ids.topic_id ? undefined : noTopic(ranked, scene)));

	const watched = [];
	const all = (surveys ?? []).filter((one) => idOf(one) !== undefined);
	const inView = chosen === undefined ? all.slice(0, MAX_SURVEYS) : [own];
	for (const survey of inView) {
		const { name, response_count: counted } = factsIn('survey', survey);
		const survey_id = idOf(survey) ?? chosen ?? '';
		const isOwn = survey_id === ids.survey_id;
		const path = fillPath(endpointOf(operationOf('respondents')).path, { survey_id });
		const people = isOwn ? asked.respondents : undefined;
		const seen = seenIn(people ?? (await asking.get(path)), counted);
		watched.push({ survey_id, survey_name: name, ...seen });
	}

	const names = Object.keys(AREAS) as AreaName[];
	return {
		fieldNames: session.fieldNames,
		areas: [
			...names.map((area) => judgedArea(area, asked[area] as Asked, scene)),
			watchedArea(chosen === undefined && !surveys ? undefined : watched),
		],
		bodies: Object.values(asked).map((one) => (one.kind === 'answer' ? one.body : undefined)),
	};
}

const factsIn = (kind: keyof typeof RECORD_KINDS, record: JsonObject) =>
	new FactFinder(RECORD_KINDS[kind].facts).in(record);

const isKnown = (value: unknown) => value !== null;

function idOf(survey: JsonObject): string | undefined {
	const { id } = factsIn('survey', survey);
	return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The largest of some numbers; undefined where none is known. A count may come later than the list. */
function mostOf(numbers: readonly unknown[]): number | undefined {
	const known = numbers.filter((one) => typeof one === 'number');
	return known.length > 0 ? Math.max(...known) : undefined;
}

/** The survey with most responses; without counts the first, which is the newest. */
function chosenFrom(surveys: readonly JsonObject[] = []): string | undefined {
	const known = surveys.filter((one) => idOf(one) !== undefined);
	const counts = known.map((one) => Number(factsIn('survey', one).response_count));
	const place = Math.max(0, counts.indexOf(Math.max(...counts)));
	return known[place] && idOf(known[place]);
}

function withoutSurvey(surveys: readonly JsonObject[] | undefined): Asked {
	return surveys?.length === 0
		? { kind: 'notSent', why: 'the token cannot access any survey yet', isEmpty: true }
		: { kind: 'notSent', why: 'no survey is known, so choose one under Survey' };
}

const NOBODY_YET: Asked = {
	kind: 'notSent',
	why: 'nobody has completed an interview yet',
	isEmpty: true,
};

function nobodyToRead(people: readonly unknown[] | undefined, known: number, scene: Scene): Asked {
	if (!people) return { kind: 'notSent', why: 'no respondents could be read' };
	if (scene.completed === 0) return NOBODY_YET;
	if (known === 0) return { kind: 'notSent', why: 'no completed interview was recognised' };
	const why = 'the respondents have no ID, which is needed to request a conversation';
	return scene.isAnonymous
		? { kind: 'notSent', why: `${why}; this can be so in an anonymous survey`, isEmpty: true }
		: { kind: 'notSent', why };
}

function noTopic(ranked: readonly unknown[] | undefined, { completed }: Scene): Asked {
	if (completed === 0) return NOBODY_YET;
	const isEmpty = ranked?.length === 0;
	return { kind: 'notSent', why: 'there is no topic to read quotes of', isEmpty };
}

/** The range that the service suggests, where it can be read; else the last ten years. */
function rangeIn({ from, to }: JsonObject): JsonObject {
	const isRange = typeof from === 'string' && typeof to === 'string' && from < to;
	const now = Date.now();
	return isRange
		? { range_start: from, range_end: to }
		: {
				range_start: new Date(now - TEN_YEARS_MS).toISOString(),
				range_end: new Date(now).toISOString(),
			};
}

/** A survey, and what the trigger takes for completed interviews in it. */
interface Watched {
	survey_id: string;
	survey_name: unknown;
	/** Null where nobody knows. */
	completed: number | null;
	problem: string | null;
}

/**
 * The area: how many interviews the trigger takes for completed in each survey, and what is in its way.
 *
 * @param surveys undefined where their list could not be read
 */
function watchedArea(surveys: readonly Watched[] | undefined): Area {
	const area = 'trigger';
	if (!surveys?.length) {
		return surveys
			? { area, status: 'empty', sentence: 'There is no survey yet.', details: {} }
			: { area, status: 'notLookedAt', sentence: 'Not checked: no survey is known.', details: {} };
	}
	const problems = [...new Set(surveys.flatMap(({ problem }) => problem ?? []))];
	const about = problems.map(
		(one) => `In ${surveys.filter(({ problem }) => problem === one).length}: ${one}`,
	);
	const completed = surveys.reduce((sum, row) => sum + (row.completed ?? 0), 0);
	const isUnseen = surveys.every((row) => row.completed === null);
	return {
		area,
		status: problems.length === 0 ? 'fine' : isUnseen ? 'notLookedAt' : 'limited',
		sentence: [
			`The trigger sees completed interviews in the surveys that were read: ${completed}. Surveys: ${surveys.length}.`,
			...about,
		].join(' '),
		details: { surveys },
	};
}

/**
 * What the trigger sees in the respondents of a survey.
 *
 * @param counted how many have completed, as the list of surveys says
 */
function seenIn(asked: Asked, counted: unknown): Pick<Watched, 'completed' | 'problem'> {
	const nothing = (problem: string) => ({ completed: null, problem });
	if (asked.kind !== 'answer')
		return nothing(withoutAnswer('', asked, 'respondent.getAll').sentence);
	const list = listIn('respondents', asked);
	if (!list) return nothing('No list of records was found in the answer.');
	if (list.isPartial) return nothing(MORE_THAN_GIVEN);
	const interviews = list.rows.map(interviewOf);
	const completed = interviews.filter((one) => one.completed && !one.erased).length;
	const erased = interviews.filter((one) => one.erased).length;
	const isUnrecognised = completed === 0 && Number(counted ?? 0) > erased;
	return { completed, problem: isUnrecognised ? NONE_RECOGNISED : null };
}
