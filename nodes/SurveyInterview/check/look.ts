/** The requests of a check, one after the other; and what follows from the answers. */
import { FactFinder } from '../facts/fact';
import { SURVEY_FACTS } from '../facts/survey';
import { TOKEN_FACTS } from '../facts/token';
import { IDENTITY_PATH } from '../http/credential';
import type { Session } from '../http/session';
import { endpointOf } from '../operations/operation';
import { fillPath, isUuid, type IdentifierName } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { withoutAnswer, type Area, type Scene } from './area';
import { Asking, objectIn, recordIn, type Asked } from './ask';
import { judgedArea, likelyIn, LOOKS, operationOf, type Look } from './judge';
import { completedIn, conversationOf } from './people';
import { completedBy, rangeIn } from './results';
import { anonymityIn } from './surveys';
import { tableIn, type Table } from './table';
import { tokenArea } from './token';
import { hasNoTopic, topicOf } from './topics';

/** Every answer of a check, and everything that was answered. */
export interface Looked {
	areas: Area[];
	bodies: unknown[];
}

const TEN_YEARS_MS = 3653 * 86_400_000;

/**
 * Looks at the service, which takes fourteen requests that only read.
 *
 * @param chosen the survey to look at; without it, the one with most responses, or else the newest
 */
export async function look(session: Session, chosen: string | undefined): Promise<Looked> {
	const asking = new Asking(session);
	const asked: Partial<Record<Look, Asked>> = {};
	const ids: Partial<Record<IdentifierName, string>> = {};
	const ask = async (one: Look, missing?: Asked, query?: JsonObject): Promise<Asked> => {
		const { path } = endpointOf(operationOf(one));
		return (asked[one] =
			asking.stopped ?? missing ?? (await asking.get(fillPath(path, ids), query)));
	};
	const listIn = (one: Look): Table | undefined => {
		const answer = asked[one];
		return answer?.kind === 'answer' ? tableIn(answer.body, likelyIn(one)) : undefined;
	};

	const token = await asking.get(IDENTITY_PATH);
	await ask('surveys');
	const surveys = listIn('surveys');
	ids.survey_id = chosen ?? chosenFrom(surveys) ?? onlySurveyOf(token);
	const noSurvey = ids.survey_id === undefined ? withoutSurvey(surveys) : undefined;
	for (const one of ['survey', 'invitations', 'mailings', 'respondents'] as const) {
		await ask(one, noSurvey);
	}
	const people = listIn('respondents');
	const own = surveys?.records.find((one) => surveyIdOf(one) === ids.survey_id) ?? {};
	const records = [objectIn(asked.survey as Asked), own];
	const isAnonymous = anonymityIn(records);
	const counts = [people && completedIn(people.records), ...records.map(responsesOf)];
	ids.respondent_id = conversationOf(people?.records ?? []);
	const nobody = nobodyToRead(people, { isAnonymous, completed: mostOf(counts) });
	await ask('conversation', noSurvey ?? (ids.respondent_id ? undefined : nobody));
	const overview = await ask('overview', noSurvey);
	const suggested = await ask('suggestedRange', noSurvey);
	const { from, to } = rangeIn(objectIn(suggested)) ?? lastTenYears();
	const range = { range_start: from, range_end: to };
	await ask('overTime', noSurvey, range);
	await ask('scores', noSurvey, range);
	await ask('conclusion', noSurvey);
	const topics = await ask('topics', noSurvey);
	const scene: Scene = {
		participantLink: session.participantLink,
		isAnonymous,
		completed: mostOf([...counts, completedBy(objectIn(overview))]),
	};
	ids.topic_id = topics.kind === 'answer' ? topicOf(topics.body) : undefined;
	await ask('quotes', noSurvey ?? (ids.topic_id ? undefined : noTopic(topics, scene)));

	return {
		areas: [
			token.kind === 'answer'
				? tokenArea(recordIn(token), Date.now())
				: withoutAnswer('token', token, 'its own identity'),
			...(Object.keys(LOOKS) as Look[]).map((one) => judgedArea(one, asked[one] as Asked, scene)),
		],
		bodies: [token, ...Object.values(asked)].map((one) =>
			one.kind === 'answer' ? one.body : undefined,
		),
	};
}

const surveyFacts = new FactFinder(SURVEY_FACTS);

function surveyIdOf(record: JsonObject): string | undefined {
	const { id } = surveyFacts.in(record);
	return isUuid(id) ? id.toLowerCase() : undefined;
}

function responsesOf(record: JsonObject): number | undefined {
	const { response_count: count } = surveyFacts.in(record);
	return typeof count === 'number' ? count : undefined;
}

/** The largest of some numbers; undefined where none is known. A count may come later than the list. */
function mostOf(numbers: ReadonlyArray<number | undefined>): number | undefined {
	const known = numbers.filter((one) => one !== undefined);
	return known.length > 0 ? Math.max(...known) : undefined;
}

/** The survey with most responses; without counts the first, which is the newest. */
function chosenFrom(table: Table | undefined): string | undefined {
	const known = (table?.records ?? []).filter((one) => surveyIdOf(one) !== undefined);
	const counts = known.map((one) => Number(surveyFacts.in(one).response_count));
	const [place = 0] = counts.flatMap((count, at) => (count === Math.max(...counts) ? at : []));
	return known[place] && surveyIdOf(known[place]);
}

function onlySurveyOf(token: Asked): string | undefined {
	const { survey_id: id } = new FactFinder(TOKEN_FACTS).in(objectIn(token));
	return isUuid(id) ? id : undefined;
}

function withoutSurvey(surveys: Table | undefined): Asked {
	return surveys?.records.length === 0
		? { kind: 'notSent', why: 'the token cannot access any survey yet', isEmpty: true }
		: { kind: 'notSent', why: 'no survey is known, so choose one under Survey' };
}

const NOBODY_YET: Asked = {
	kind: 'notSent',
	why: 'nobody has completed an interview yet',
	isEmpty: true,
};

function nobodyToRead(people: Table | undefined, { isAnonymous, completed }: Scene): Asked {
	if (!people) return { kind: 'notSent', why: 'no respondents could be read' };
	if (completed === 0) return NOBODY_YET;
	if (!completedIn(people.records)) {
		return { kind: 'notSent', why: 'no completed interview was recognised' };
	}
	const why = 'the respondents have no ID, which is needed to request a conversation';
	return isAnonymous
		? { kind: 'notSent', why: `${why}; this can be so in an anonymous survey`, isEmpty: true }
		: { kind: 'notSent', why };
}

function noTopic(topics: Asked, { completed }: Scene): Asked {
	if (completed === 0) return NOBODY_YET;
	const isEmpty = topics.kind === 'answer' && hasNoTopic(topics.body);
	return { kind: 'notSent', why: 'there is no topic to read quotes of', isEmpty };
}

function lastTenYears(): { from: string; to: string } {
	const now = Date.now();
	return { from: new Date(now - TEN_YEARS_MS).toISOString(), to: new Date(now).toISOString() };
}
