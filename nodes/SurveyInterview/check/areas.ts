/** The areas of Check Service, and the verdict on each: which facts of its records were found, and which were not. */
import { type EndpointOperation, listOfAnswer, listsResource } from '../operations/operation';
import { findOperation } from '../operations';
import { fieldNamesOf, isObject, type JsonObject } from '../records/json';
import { counted } from '../records/scalars';
import { missingLink } from '../service/invitations';
import { type KindName, KINDS, MESSAGE, POINT } from '../service/kinds';
import { listInRecord, type RecordList } from '../service/lists';
import { CONFIRMED, type Kind, RecordReader, type Reading } from '../service/reader';
import { interviewOf, statusWordsOf } from '../service/respondents';
import { withoutEnvelope } from '../service/simplified';
import { PROPERTY_LISTS, THEME_LISTS } from '../service/surveys';
import { shownKey, unusedKeys } from '../service/unusedKeys';

/** The operation of each area, in the order of the requests and of the output. */
export const AREAS = {
	token: 'token.get',
	surveys: 'survey.getAll',
	survey: 'survey.get',
	invitations: 'invitation.getAll',
	mailings: 'mailing.getAll',
	respondents: 'respondent.getAll',
	conversation: 'respondent.getConversation',
	overview: 'result.getOverview',
	suggestedRange: 'result.getSuggestedRange',
	overTime: 'result.getOverTime',
	scores: 'result.getScores',
	conclusion: 'result.getConclusion',
	topics: 'result.getTopics',
	quotes: 'result.getQuotes',
};
export type AreaName = keyof typeof AREAS;

/** The facts that this package needs of each kind. */
const NEEDED: Partial<Record<KindName, string>> = {
	token: 'workspace scopes',
	survey: 'id name metric_type response_count',
	theme: 'id name',
	property: 'id key',
	invitation: 'id',
	mailing: 'id status',
	respondent: 'id status completed_at score properties name email external_id',
	conversation: 'messages',
	message: 'role text',
	overview: 'score completed started invited distribution',
	suggestedRange: 'from to',
	bucket: 'from score answers',
	score: 'score completed_at respondent_id',
	conclusion: 'text points',
	point: 'text',
	topic: 'id name mentions',
	quote: 'text sentiment',
};
/** Where all of these facts are missing or null, there are no results yet. */
const SHOWN: Partial<Record<KindName, string>> = {
	conversation: 'messages text',
	overview: 'score',
	suggestedRange: 'from',
	bucket: 'score',
	conclusion: 'text',
	topic: 'mentions frequency',
};
/** Facts that another one of the same record can replace. */
const INSTEAD: Record<string, string> = {
	completed_at: 'ended_at',
	name: 'first_name',
	messages: 'text',
	role: 'is_participant',
	mentions: 'frequency',
};
/** Facts that an anonymous survey hides; and those that are missing until somebody has completed an interview. */
const HIDDEN = ['name', 'email', 'external_id', 'id', 'respondent_id'];
const LATER = ['completed_at', 'score'];

/** The worst first, which counts for all areas together; `empty` is not a fault. */
export const STATUSES = [
	'notUnderstood',
	'notAllowed',
	'notLookedAt',
	'limited',
	'fine',
	'empty',
] as const;
export interface Verdict {
	status: (typeof STATUSES)[number];
	sentence: string;
}
export const verdict = (status: Verdict['status'], sentence: string): Verdict => ({
	status,
	sentence,
});

/** What is known of the survey and of the credential. */
export interface Scene {
	participantLink?: string;
	isAnonymous?: boolean;
	/** How many have completed the interview. */
	completed?: number;
}

export function operationOf(area: AreaName): EndpointOperation {
	const [resource = '', name = ''] = AREAS[area].split('.');
	return findOperation(resource, name) as EndpointOperation;
}
const kindOf = (area: AreaName) => operationOf(area).simplified?.kind as Kind;

/** The list in the answer of an area; undefined where there is none, or where the answer is one record. */
export function listOf(area: AreaName, body: unknown): RecordList | undefined {
	const { items } = operationOf(area);
	if (!items || items.from === 'pagesWithin') return undefined;
	const list = listOfAnswer(body, items);
	return list.kind === 'list' ? list : undefined;
}

/** The record in the answer of an area; an empty one where there is none. */
export const recordOf = (body: unknown): JsonObject => withoutEnvelope(isObject(body) ? body : {});

const READERS = new Map<Kind, RecordReader>(
	Object.values(KINDS).map((kind) => [kind, new RecordReader(kind)]),
);
const readerOf = (kind: Kind) => READERS.get(kind) as RecordReader;

/** The facts of a record in the answer of an area. */
export const factsOf = (area: AreaName, record: JsonObject): JsonObject =>
	readerOf(kindOf(area)).in(record);

/** Records of one kind in an answer. */
interface Part {
	kind: Kind;
	/** Their place: `data.quotes[]`. */
	at: string;
	records: readonly JsonObject[];
	isInside?: true;
}

const placeOf = (list: RecordList | undefined) => `${(list?.path ?? []).map(shownKey).join('.')}[]`;

/** The key of an object in an answer; empty for the answer itself. */
const placeIn = (body: unknown, record: JsonObject) =>
	Object.entries(isObject(body) ? body : {}).find(([, value]) => value === record)?.[0] ?? '';

/** The records of an answer, and those of other kinds inside its one record. */
function partsOf(area: AreaName, body: unknown, list: RecordList | undefined): Part[] {
	const kind = kindOf(area);
	if (operationOf(area).items) return [{ kind, at: placeOf(list), records: list?.records ?? [] }];
	const record = recordOf(body);
	const inList = (of: Kind, names: readonly string[]): Part[] => {
		const found = listInRecord(record, names);
		return found.kind === 'list'
			? [{ kind: of, at: placeOf(found), records: found.records, isInside: true }]
			: [];
	};
	const inFact = (of: Kind, fact: string): Part[] => {
		const readings = readerOf(kind)
			.readingsIn(record)
			.filter((one) => one.fact === fact);
		const [best] = readings.toSorted(bySurest);
		const records = [best?.value].flat().filter(isObject);
		return [{ kind: of, at: `${best?.path}[]`, records, isInside: true }];
	};
	const inside: Record<string, () => Part[]> = {
		survey: () => [...inList(KINDS.theme, THEME_LISTS), ...inList(KINDS.property, PROPERTY_LISTS)],
		conversation: () => inFact(MESSAGE, 'messages'),
		conclusion: () => inFact(POINT, 'points'),
	};
	return [
		{ kind, at: placeIn(body, record), records: [record] },
		...(inside[kind.name]?.() ?? []).filter(({ records }) => records.length > 0),
	];
}
const bySurest = (one: Reading, other: Reading) =>
	Number(one.value === null) - Number(other.value === null) || one.rank - other.rank;

export interface Area extends Verdict {
	area: string;
	details: JsonObject;
}

export function judged(area: AreaName, body: unknown, scene: Scene): Area {
	const list = listOf(area, body);
	const parts = partsOf(area, body, list).map((part) => lookedAt(part, area, scene));
	const [own, ...inside] = parts as [Looked, ...Looked[]];
	const count = list?.records.length ? [`${counted(list.records.length, own.kind.name)}.`] : [];
	const isPart = list?.isPartial === true && listsResource(operationOf(area));
	const { status, sentence } = verdictOn(own, inside, isPart ? [PARTIAL] : [], list, scene);
	const ofAll = <T>(of: (part: Looked) => Iterable<T>) => parts.flatMap((part) => [...of(part)]);
	const details = {
		list: list && placeOf(list),
		found: Object.fromEntries(ofAll(({ found }) => found)) as JsonObject,
		empty: ofAll(({ empty }) => empty),
		not_found: ofAll(({ missing }) => missing),
		unused_keys: Object.fromEntries(ofAll(({ unused }) => unused)) as JsonObject,
		...own.more,
	};
	const isFilled = ([, of]: [string, unknown]) => Object.keys(of ?? {}).length > 0;
	return {
		area,
		status,
		sentence: [...count, ...own.notes, sentence].join(' '),
		details: Object.fromEntries(Object.entries(details).filter(isFilled)),
	};
}

type Looked = ReturnType<typeof lookedAt>;

/** What was found in the records of a part, what was not, and which keys were not used. */
function lookedAt({ kind, at, records, isInside }: Part, area: AreaName, scene: Scene) {
	const reader = readerOf(kind);
	const best = new Map<string, Reading>();
	for (const record of records) {
		for (const reading of reader.readingsIn(record)) {
			const known = best.get(reading.fact);
			if (!known || bySurest(known, reading) > 0) best.set(reading.fact, reading);
		}
	}
	// Of the survey itself only what records need is needed: the list has the rest.
	const isSurvey = area === 'survey' && !isInside;
	const needed = isSurvey ? 'name metric_type' : (NEEDED[kind.name as KindName] ?? '');
	const isExcused = (fact: string) =>
		(scene.isAnonymous && HIDDEN.includes(fact)) || (scene.completed === 0 && LATER.includes(fact));
	const wanted = needed.split(' ');
	const isFound = (fact: string) => best.has(fact) || best.has(INSTEAD[fact] ?? '');
	const isFilled = (fact: string) => (best.get(fact)?.value ?? null) !== null;
	const called = (fact: string) => (isInside ? `${kind.name}.${fact}` : fact);
	const entered = Object.keys(fieldNamesOf(records[0] ?? {})?.[kind.name] ?? {});
	const hollow = entered.filter((fact) => best.get(fact)?.rank !== CONFIRMED && !isExcused(fact));
	const placed = (path: string) => [at, path].filter(Boolean).join('.');
	const shown = SHOWN[kind.name as KindName]?.split(' ');
	return {
		kind,
		isUnknown: !wanted.some(isFound),
		isEmpty: shown !== undefined && !shown.some(isFilled),
		missing: wanted.filter((fact) => !isFound(fact) && !isExcused(fact)).map(called),
		found: [...best.values()].map(({ fact, path }) => [called(fact), placed(path)] as const),
		empty: reader.names.filter((fact) => best.has(fact) && !isFilled(fact)).map(called),
		unused: [...unusedKeys(kind, records)].map(([path, type]) => [placed(path), type] as const),
		hollow: hollow.map(called),
		...remarksOn(kind, records, scene),
	};
}

const PARTIAL =
	'The service says that there are more records than it returned, and this package cannot read the rest.';

function verdictOn(
	own: Looked,
	inside: readonly Looked[],
	ofList: readonly string[],
	list: RecordList | undefined,
	{ isAnonymous, completed }: Scene,
): Verdict {
	const all = [own, ...inside];
	const missing = all.flatMap((part) => part.missing);
	const hollow = all.flatMap((part) => part.hollow);
	const problems = [
		...ofList,
		...(missing.length > 0 ? [`Not found: ${missing.join(', ')}.`] : []),
		...(hollow.length > 0 ? [`Nothing is at the place in Field Names: ${hollow.join(', ')}.`] : []),
		...own.problems,
	];
	// Before the first interview is completed, missing facts may still come.
	const isEarly = completed === 0 || problems.length === 0 || (isAnonymous && !own.isUnknown);
	if (list?.records.length === 0 || (own.isEmpty && isEarly)) {
		const orHidden = ', or the survey is anonymous and hides it while too few people have answered';
		return verdict('empty', `There is nothing yet${isAnonymous ? orHidden : ''}.`);
	}
	if (own.isUnknown) return verdict('notUnderstood', 'Nothing that this package needs was found.');
	return problems.length > 0
		? verdict('limited', problems.join(' '))
		: verdict('fine', 'Everything that this package needs was found.');
}

/** A service has only a few words for a status, so more of them would be something else. */
const MAX_WORDS = 20;

/** Notes on what is right although it may look wrong, problems, and details, for some kinds of record. */
function remarksOn({ name }: Kind, records: readonly JsonObject[], scene: Scene) {
	const notes: string[] = [];
	const remarks = { notes, problems: [] as string[], more: {} as JsonObject };
	if (records.length === 0) return remarks;
	if (name === 'token') {
		const { survey_id, scopes, expires_at } = factsOf('token', records[0] ?? {});
		if (survey_id !== null) remarks.notes.push('It is restricted to one survey.');
		remarks.notes.push('Write access was not checked, because this check only reads.');
		remarks.more = { scopes, expires_at };
	} else if (name === 'invitation') {
		remarks.problems = records.flatMap((one) => missingLink(one, scene) ?? []).slice(0, 1);
	} else if (name === 'respondent') {
		const { completed, problem } = interviewsIn({ records, isPartial: false }, scene.completed);
		remarks.notes.push(`${counted(completed ?? 0)} of them count as completed.`);
		if (scene.isAnonymous)
			remarks.notes.push('The survey is anonymous, so it correctly does not show who answered.');
		if (problem !== null) remarks.problems.push(problem);
		const words = new Set(records.map((one) => interviewOf(one).status).filter(Boolean));
		remarks.more = { status_words: [...words].slice(0, MAX_WORDS) };
	}
	return remarks;
}

/**
 * How many interviews of a list count as completed, and why that number is 0 or unknown.
 *
 * @param expected the number according to the service
 */
export function interviewsIn(
	list: Pick<RecordList, 'isPartial'> & { records: readonly JsonObject[] },
	expected: unknown,
) {
	if (list.isPartial) return { completed: null, problem: PARTIAL };
	const interviews = list.records.map(interviewOf);
	const completed = interviews.filter((one) => one.completed).length;
	// Those who have only started, or were erased, do not show that a status is missing in the options.
	const mayHave = list.records.some((one) => !statusWordsOf(one).some((word) => OTHER.has(word)));
	const isUnrecognised = completed === 0 && Number(expected ?? 0) > 0 && mayHave;
	return { completed, problem: isUnrecognised ? NONE_RECOGNISED : null };
}
const OTHER = new Set<unknown>(['started', 'erased']);
const NONE_RECOGNISED =
	'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.';
