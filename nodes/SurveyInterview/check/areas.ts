/** The areas of a check as data: which request is made for each, and what kind of record its answer has. */
import { FactFinder } from '../facts/fact';
import { RECORD_KINDS, type KindName } from '../facts/kinds';
import { seriesIn } from '../facts/overTime';
import { tablesIn, type Rows } from '../facts/shape';
import { below, shownPath, UnreadKeys, type Knows } from '../facts/unreadKeys';
import { findOperation } from '../operations';
import { listsResource, type EndpointOperation } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import { arraysIn, listFrom, PAGING_NAMES } from '../records/lists';
import {
	listNamedLike,
	placeNamedLike,
	PROPERTY_LIST_NAMES,
	THEME_LIST_NAMES,
} from '../records/namedLists';
import { counted } from '../records/words';
import {
	recordIn,
	type Asked,
	type Single,
	judged,
	whyEmpty,
	withoutAnswer,
	type Area,
	type AreaRemarks,
	type Scene,
} from './area';
import { valueUnder, type Part } from './part';
import { ofInvitations, ofOverview, ofRespondents, ofSurveys, ofToken } from './remarks';

/** What an area has besides its kind of record. */
interface AreaOf {
	/** The operation whose request is made. */
	of: `${string}.${string}`;
	kind: KindName;
	/** Where the answer is a list that is found in another way than by its name. */
	rowsIn?: (answer: unknown, likely: readonly string[]) => Rows | undefined;
	needs?: readonly string[];
	shows?: readonly string[];
	/** Keys that the interface names, or that others read. */
	also?: string;
	knows?: Knows;
	/** Records of other kinds inside the record, and what is lost without them. */
	inside?: (one: Single) => Inside;
	remarks?: (records: readonly JsonObject[], scene: Scene) => AreaRemarks;
}

interface Inside {
	parts: Part[];
	problems?: string[];
	/** The keys that lead to them. */
	held?: string[];
}

/** In the order of the output. */
export const AREAS = {
	token: { of: 'token.get', kind: 'token', remarks: ofToken },
	surveys: { of: 'survey.getAll', kind: 'survey', remarks: ofSurveys },
	survey: {
		of: 'survey.get',
		kind: 'survey',
		// Counts and IDs are needed in the list.
		needs: ['name', 'metric_type'],
		also: 'locked_fields',
		inside: listsOfSurvey,
	},
	invitations: {
		of: 'invitation.getAll',
		kind: 'invitation',
		also: 'token batch_id recipient_notes anonymous allowed_origins created_by_email invitation_link_id',
		remarks: ofInvitations,
	},
	mailings: {
		of: 'mailing.getAll',
		kind: 'mailing',
		also: 'company_id template_id sending_address_id body_html_override from_address from_name filter_snapshot',
	},
	respondents: { of: 'respondent.getAll', kind: 'respondent', remarks: ofRespondents },
	conversation: {
		of: 'respondent.getConversation',
		kind: 'conversation',
		shows: ['messages', 'text'],
		inside: (one) => ({ parts: [heldBy(one, 'conversation', 'messages', 'message')] }),
		// The names of topics are looked for in all of a conversation.
		knows: (_keys, value) =>
			Array.isArray(value) && value.every((one) => isObject(one) && 'topic_name' in one),
	},
	overview: { of: 'result.getOverview', kind: 'overview', shows: ['score'], remarks: ofOverview },
	suggestedRange: { of: 'result.getSuggestedRange', kind: 'suggestedRange', shows: ['from'] },
	overTime: { of: 'result.getOverTime', kind: 'bucket', shows: ['score'], rowsIn: seriesIn },
	scores: {
		of: 'result.getScores',
		kind: 'score',
		remarks: (_records, { isAnonymous }) => ({ excused: isAnonymous ? ['respondent_id'] : [] }),
	},
	conclusion: {
		of: 'result.getConclusion',
		kind: 'conclusion',
		shows: ['text'],
		inside: (one) => ({ parts: [heldBy(one, 'conclusion', 'points', 'point')] }),
	},
	topics: {
		of: 'result.getTopics',
		kind: 'topic',
		shows: ['mentions', 'frequency'],
		// A service may rank the same topics in several lists: the first of them.
		rowsIn: (answer, likely) => rowsAt(answer, likely) ?? tablesIn(answer)[0],
	},
	quotes: { of: 'result.getQuotes', kind: 'quote' },
} as const satisfies Record<string, AreaOf>;

export type AreaName = keyof typeof AREAS;

/** The operation whose request is made for an area. */
export function operationOf(area: AreaName): EndpointOperation {
	const [resource = '', name = ''] = AREAS[area].of.split('.');
	return findOperation(resource, name) as EndpointOperation;
}

type List = Rows & { isPartial?: boolean };

/** A list as the operations find it. */
function rowsAt(answer: unknown, likely: readonly string[]): List | undefined {
	const found = listFrom(answer, likely);
	if (found.kind !== 'list') return undefined;
	const { records: rows, path, rest = {}, isPartial } = found;
	return { rows, path, rest, isPartial };
}

/** The list in the answer of an area; undefined where there is none, or the answer is one record. */
export function listIn(area: AreaName, asked: Asked | undefined): List | undefined {
	const { rowsIn = rowsAt }: AreaOf = AREAS[area];
	const { items } = operationOf(area);
	if (asked?.kind !== 'answer' || !items) return undefined;
	return rowsIn(asked.body, ('likely' in items ? items.likely : undefined) ?? []);
}

export const MORE_THAN_GIVEN =
	'The service says that there are more records than it returned, and this package cannot read the rest.';

/** What is said of an area. */
export function judgedArea(area: AreaName, asked: Asked, scene: Scene): Area {
	const { kind, inside, also = '', ...of }: AreaOf = AREAS[area];
	if (asked.kind !== 'answer') return withoutAnswer(area, asked, of.of);
	const operation = operationOf(area);
	const list = listIn(area, asked);
	// Whom somebody invites, and the surveys themselves, do not depend on interviews.
	const ofInterviews = kind === 'respondent' || !listsResource(operation) ? scene : {};
	if (operation.items && !list?.rows.length)
		return withoutRecords(area, asked.body, list, ofInterviews);
	const one = recordIn(asked, operation.simplified);
	const at = list ? placeOf(list) : one.at;
	const records = list?.rows ?? [one.record];
	const { parts = [], problems = [], held = [] } = inside?.(one) ?? {};
	const knows: Knows = (keys, value) =>
		[...also.split(' '), ...held].includes(keys.join('.')) || of.knows?.(keys, value) === true;
	const remarks = of.remarks?.(records, scene) ?? {};
	const beside = new UnreadKeys('', (keys) => PAGING_NAMES.includes(keys.at(-1) ?? ''));
	beside.add(list?.rest);
	const isPartial = list?.isPartial && listsResource(operation);
	return judged(
		area,
		[{ kind, at, records, needs: of.needs, knows }, ...parts.map((part) => ({ knows, ...part }))],
		scene,
		{
			...remarks,
			shows: of.shows,
			beside,
			notes: [
				...(list ? [`${counted(records.length, kind)}.`] : []),
				...parts.flatMap(({ name, records: { length } }) =>
					length > 0
						? [`${counted(length, name, name === 'property' ? 'properties' : undefined)}.`]
						: [],
				),
				...(remarks.notes ?? []),
			],
			problems: [...(isPartial ? [MORE_THAN_GIVEN] : []), ...problems, ...(remarks.problems ?? [])],
			details: { ...(list ? detailsOf(list) : {}), ...remarks.details },
		},
	);
}

/** An area whose list is not found, or empty. An empty array may be the list. */
function withoutRecords(area: string, body: unknown, list: List | undefined, scene: Scene): Area {
	const arrays = isObject(body) ? arraysIn(body, []) : [];
	const isHollow = arrays.length > 0 && arrays.every(({ values }) => values.length === 0);
	return list || isHollow
		? { area, status: 'empty', sentence: whyEmpty(scene), details: list ? detailsOf(list) : {} }
		: {
				area,
				status: 'notUnderstood',
				sentence: 'No list of records was found in the answer.',
				details: {},
			};
}

const placeOf = ({ path }: Rows) => (path ? below('', path) : '');

/** Where the list stands, and which keys say whether it is whole. */
function detailsOf(list: Rows): JsonObject {
	const paging = pagingKeys(list.rest, []);
	return { list: placeOf(list) || 'in columns', ...(paging.length > 0 ? { paging } : {}) };
}

function pagingKeys(object: JsonObject, above: string[]): string[] {
	return Object.entries(object).flatMap(([key, value]) => {
		const keys = [...above, key];
		if (PAGING_NAMES.includes(key)) return [shownPath(keys)];
		return isObject(value) && keys.length < 3 ? pagingKeys(value, keys) : [];
	});
}

/** The records that a fact holds. */
function heldBy({ record, at }: Single, outer: KindName, fact: string, kind: KindName): Part {
	const path = new FactFinder(RECORD_KINDS[outer].facts)
		.placesIn(record)
		.get(fact)
		?.path.split('.');
	const held = path && valueUnder(record, path);
	const records = Array.isArray(held) ? held.filter(isObject) : [];
	return { kind, name: kind, at: below(at, path ?? []), records };
}

function listsOfSurvey({ record, at }: Single): Inside {
	const lists = [
		['theme', 'themes', THEME_LIST_NAMES],
		['property', 'properties', PROPERTY_LIST_NAMES],
	] as const;
	const found = lists.map(([kind, called, patterns]) => {
		const path = placeNamedLike(record, patterns);
		const records = listNamedLike(record, patterns) ?? [];
		return { called, path, part: { kind, name: kind, at: below(at, path ?? []), records } };
	});
	const lost = found.filter(({ path }) => !path).map(({ called }) => called);
	return {
		parts: found.map(({ part }) => part),
		held: found.flatMap(({ path }) => (path ? [path.join('.')] : [])),
		problems: lost.map((called) => `Not found: ${called} (none can be chosen from a list).`),
	};
}
