/** The request for each area of Check Service, and the places of the records in its answer. */
import { FactFinder } from '../facts/factFinder';
import { type KindName, RECORD_KINDS, type RecordKind } from '../facts/kinds';
import { seriesIn } from '../facts/overTimeFacts';
import { tablesIn } from '../facts/shape';
import { oneRecord, withoutEnvelope } from '../facts/fact';
import { below } from '../facts/unreadKeys';
import { valueUnder, isObject, type JsonObject } from '../records/json';
import { findOperation } from '../operations';
import type { EndpointOperation } from '../operations/operation';
import { arraysIn, listFrom, namedListIn, type RecordList } from '../records/lists';

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

export function operationOf(area: AreaName): EndpointOperation {
	const [resource = '', name = ''] = AREAS[area].split('.');
	return findOperation(resource, name) as EndpointOperation;
}

export const recordKindOf = (area: AreaName) =>
	operationOf(area).simplified?.facts?.[0]?.kind as KindName;

const FINDERS = new Map(
	Object.entries(RECORD_KINDS).map(([kind, { facts }]) => [kind, new FactFinder(facts)]),
);
export const finderOfKind = (kind: KindName) => FINDERS.get(kind) as FactFinder;

export const factsIn = (area: AreaName, record: JsonObject) =>
	finderOfKind(recordKindOf(area)).in(record);

export interface List extends Partial<Pick<RecordList, 'rest' | 'isPartial'>> {
	records: readonly JsonObject[];
	/** Absent for columns, which are several lists. */
	path?: readonly string[];
}

/** The list in the answer of an area; undefined where there is none, or where the answer is one record. */
export function listIn(area: AreaName, body: unknown): List | undefined {
	const { items } = operationOf(area);
	if (!items) return undefined;
	const found = listFrom(body, 'likely' in items ? items.likely : []);
	// If topics are ranked in several lists, the first is enough.
	const orTable = area === 'topics' && found.kind !== 'list' ? tablesIn(body)[0] : undefined;
	const table = area === 'overTime' ? seriesIn(body) : orTable;
	if (table) return { ...table, records: table.rows };
	if (found.kind === 'list') return found;
	// If all arrays are empty, any of them may be the list.
	const arrays = arraysIn(body);
	const isHollow = arrays.length > 0 && arrays.every(({ values }) => values.length === 0);
	return isHollow ? { records: [] } : undefined;
}

/** The record in an answer, and its place; an empty record where there is none. */
export function recordIn(area: AreaName, body: unknown): { record: JsonObject; at: string } {
	const one = oneRecord(body, operationOf(area).simplified);
	const whole = isObject(one) ? one : {};
	const record = withoutEnvelope(whole);
	return { record, at: record === whole ? '' : 'data' };
}

/** Records of one kind in an answer. */
export interface Part {
	kind: KindName;
	/** Their place: `data.quotes[]`. */
	at: string;
	records: readonly JsonObject[];
	/** Before the names of their facts, if they are inside another record. */
	prefix?: string;
	/** The facts that are needed, if not all of the kind. */
	needs?: readonly string[];
	/** Keys of other records inside them. */
	held?: readonly string[];
}

/** The records of an answer, and records of other kinds inside its one record. */
export function partsIn(area: AreaName, body: unknown, list: List | undefined): [Part, ...Part[]] {
	const kind = recordKindOf(area);
	if (operationOf(area).items)
		return [{ kind, at: list?.path ? below('', list.path) : '', records: list?.records ?? [] }];
	const { record, at } = recordIn(area, body);
	const { holds = {} }: RecordKind = RECORD_KINDS[kind];
	const inside = Object.entries(holds).map(([name, how]) => {
		const isFact = typeof how === 'string';
		const path = isFact
			? finderOfKind(kind).placesIn(record).get(how)?.path.split('.')
			: namedListIn(record, how)?.path;
		const records = [path && valueUnder(record, path)].flat().filter(isObject);
		const part = { kind: name as KindName, prefix: `${name}.`, at: below(at, path ?? []), records };
		// A list that is not found is reported by its missing facts; a fact that is not found, by itself.
		return { part, path: path?.join('.') ?? '', isSaid: records.length > 0 || !(path ?? isFact) };
	});
	// Counts and IDs are needed only in the list of surveys.
	const needs = kind === 'survey' ? ['name', 'metric_type'] : undefined;
	const own = { kind, at, records: [record], needs, held: inside.map(({ path }) => path) };
	return [own, ...inside.flatMap(({ part, isSaid }) => (isSaid ? [part] : []))];
}
