/** The verdict of Check Service on one area: which facts of the kinds of record in its answer were found. */
import { isBare } from '../facts/factFinder';
import { linkPattern, missingLink } from '../facts/invitationFacts';
import { RECORD_KINDS, type RecordKind } from '../facts/kinds';
import { interviewOf, RESPONDENT } from '../facts/respondentFacts';
import {
	ANY_KEY,
	below,
	couldBe,
	type IsData,
	looksLikeField,
	shownPath,
	typesByPlace,
	unreadKeysOf,
} from '../facts/unreadKeys';
import { fieldNamesOf, type JsonObject } from '../records/json';
import { isLinkPattern } from '../http/credential';
import { listsResource } from '../operations/operation';
import { PAGING_NAMES } from '../records/lists';
import { counted } from '../records/scalars';
import {
	type AreaName,
	finderOfKind,
	type List,
	listIn,
	operationOf,
	type Part,
	partsIn,
} from './answers';

/** The worst first, which counts for all areas together; `empty` is not a fault. */
export const AREA_STATUSES = [
	...(['notUnderstood', 'notAllowed', 'notLookedAt', 'limited', 'fine', 'empty'] as const),
];

export interface AreaVerdict {
	status: (typeof AREA_STATUSES)[number];
	sentence: string;
}

export interface Area extends AreaVerdict {
	area: string;
	details: JsonObject;
	/** Proposed Field Names: missing facts, each with the only key that could be it. */
	proposed?: ReadonlyArray<{ kind: string; fact: string; path: string }>;
}

/** What is known of the survey and of the credential. */
export interface Scene {
	isAnonymous?: boolean;
	/** How many have completed the interview. */
	completed?: number;
	participantLink?: string;
}

export function judged(area: AreaName, body: unknown, scene: Scene, isData: IsData): Area {
	const list = listIn(area, body);
	const [own, ...inside] = partsIn(area, body, list);
	const ofOwn = lookedAt(own, scene, isData);
	const looked = [ofOwn, ...inside.map((part) => lookedAt(part, scene, isData))];
	const isPaging = (place: string) => PAGING_NAMES.includes(place.split('.').at(-1) ?? '');
	const beside = unreadKeysOf('', list?.rest ? [list.rest] : [], () => isPaging, isData);
	const { notes = [], problem, details } = remarksOn(own, scene);
	const isCut = list?.isPartial && listsResource(operationOf(area));
	const problems = [
		...(isCut ? [MORE_THAN_GIVEN] : []),
		...looked.flatMap((one) => one.problems),
		...(problem ? [problem] : []),
	];
	const { kind, records } = own;
	const count = list && records.length > 0 ? [`${counted(records.length, kind)}.`] : [];
	const { status, sentence } = verdictOn(ofOwn, list?.records, problems, scene);
	const all = {
		list: list?.path && below('', list.path),
		...details,
		found: Object.fromEntries(looked.flatMap((one) => one.found)) as JsonObject,
		empty: looked.flatMap((one) => one.empty),
		not_found: looked.flatMap((one) => one.notFound),
		candidates: Object.fromEntries(looked.flatMap((one) => one.candidates)) as JsonObject,
		unknown_keys: typesByPlace([...looked.flatMap((one) => one.unread), ...beside]),
	};
	return {
		area,
		status,
		sentence: [...count, ...notes, sentence].join(' '),
		// Empty details are left out.
		details: Object.fromEntries(
			Object.entries(all).filter(([, of]) => Object.keys(of ?? {}).length > 0),
		),
		proposed: looked.flatMap((one) => one.proposed),
	};
}

const MORE_THAN_GIVEN =
	'The service says that there are more records than it returned, and this package cannot read the rest.';
const NOTHING_FOUND = 'Nothing that this package needs was found.';

function verdictOn(
	{ isUnknown, isEmpty }: ReturnType<typeof lookedAt>,
	list: readonly JsonObject[] | undefined,
	problems: readonly string[],
	{ isAnonymous, completed }: Scene,
): AreaVerdict {
	// Before the first interview is completed, missing facts may still come.
	const isEarly = completed === 0 || problems.length === 0 || (isAnonymous && !isUnknown);
	if (list?.length === 0 || (isEmpty && isEarly)) {
		const orHidden = ', or the survey is anonymous and hides it while too few people have answered';
		return { status: 'empty', sentence: `There is nothing yet${isAnonymous ? orHidden : ''}.` };
	}
	if (isUnknown) return { status: 'notUnderstood', sentence: NOTHING_FOUND };
	return problems.length > 0
		? { status: 'limited', sentence: problems.join(' ') }
		: { status: 'fine', sentence: 'Everything that this package needs was found.' };
}

/** Searches all records of a part for the facts of their kind. */
function lookedAt(part: Part, { isAnonymous, completed }: Scene, isData: IsData) {
	const { kind, at, records, prefix = '', held = [] } = part;
	const description: RecordKind = RECORD_KINDS[kind];
	const { facts, without, instead = {}, hidden = [], later = [], shows = [] } = description;
	const { needs = Object.keys(without) } = part;
	const finder = finderOfKind(kind);
	const places = finder.placesOver(records);
	const isFound = (name = '') => places.get(name)?.isCertain === true;
	const stands = (name: string) => isFound(name) || isFound(instead[name]);
	const isExcused = (name: string) =>
		(isAnonymous && hidden.includes(name)) || (completed === 0 && later.includes(name));
	const known = [...held, ...(description.others ?? [])];
	const readsOf = (record: JsonObject) => {
		const read = finder.readPlaces(record);
		return (place: string) => read.has(place) || known.includes(place);
	};
	const unread = unreadKeysOf(at, records, readsOf, isData);
	const lost = facts.filter(
		({ name }) => needs.includes(name) && !stands(name) && !isExcused(name),
	);
	const missing = lost.map((fact) => ({
		fact: fact.name,
		keys: unread.filter(({ keys }) => couldBe(fact, keys, records)),
	}));
	const named = fieldNamesOf(records[0] ?? {})?.[kind] ?? {};
	const hollow = Object.keys(named).filter(
		(name) => !isExcused(name) && places.get(name)?.isConfirmed !== true,
	);
	const called = (names: readonly string[]) => names.map((name) => prefix + name);
	const told = lost.map(({ name }) => {
		const isOpen = places.has(name) ? 'different values in several places; ' : '';
		return `${prefix}${name} (${isOpen}${without[name]})`;
	});
	return {
		found: finder.names.filter(isFound).map((name) => {
			const path = places.get(name)?.path.split('.') ?? [];
			return [prefix + name, [at, shownPath(path)].filter(Boolean).join('.')] as const;
		}),
		notFound: called(finder.names.filter((name) => records.length > 0 && !isFound(name))),
		empty: called(finder.names.filter((name) => isFound(name) && places.get(name)?.value === null)),
		problems: [
			...said('Not found', told),
			...said('Nothing is at the place in Field Names', called(hollow)),
		],
		candidates: missing.flatMap(({ fact, keys }) => {
			const shown = keys.map((key) => key.shown).filter((place) => !place.includes(ANY_KEY));
			return shown.length > 0 ? [[prefix + fact, shown] as const] : [];
		}),
		proposed: missing.flatMap(({ fact, keys: [key, ...others] }) => {
			const fitsOthers = missing.filter(({ keys }) => key && keys.includes(key)).length > 1;
			const mayBeData = key?.keys.some((one) => isData(one) || !looksLikeField(one));
			const isSure = key && others.length === 0 && !fitsOthers && !mayBeData;
			return isSure ? [{ kind, fact, path: key.keys.join('.') }] : [];
		}),
		unread,
		isUnknown: needs.length > 0 && !needs.some(stands),
		isEmpty:
			shows.length > 0 && !shows.some((name) => isFound(name) && !isBare(places.get(name)?.value)),
	};
}

const said = (what: string, of: readonly string[]) =>
	of.length > 0 ? [`${what}: ${of.join(', ')}.`] : [];

/** A service has only a few words for a status, so more of them would be something else. */
const MAX_WORDS = 20;

/** Details, a problem, and notes on what is right although it may look wrong, for some kinds of record. */
function remarksOn({ kind, records }: Part, scene: Scene) {
	const remarks: { notes?: string[]; problem?: string | null; details?: JsonObject } = {};
	if (records.length === 0) return remarks;
	if (kind === 'token') {
		const { survey_id, scopes, expires_at } = finderOfKind(kind).in(records[0] ?? {});
		remarks.notes = ['Write access was not checked, because this check only reads.'];
		if (survey_id !== null) remarks.notes.unshift('It is restricted to one survey.');
		remarks.details = { scopes, expires_at };
	} else if (kind === 'invitation') {
		[remarks.problem] = records.flatMap((one) => missingLink(one, scene) ?? []);
		const [pattern = '', ...others] = new Set(records.flatMap((one) => linkPattern(one) ?? []));
		const isSure = others.length === 0 && isLinkPattern(pattern);
		remarks.details = { participant_link: isSure ? pattern : '' };
	} else if (kind === 'respondent') {
		const { completed, problem } = interviewsIn({ records }, scene.completed);
		const words = new Set(records.map((one) => interviewOf(one).status).filter(Boolean));
		const anonymous = 'The survey is anonymous, so it correctly does not show who answered.';
		remarks.notes = [`${counted(completed ?? 0)} of them count as completed.`];
		if (scene.isAnonymous) remarks.notes.push(anonymous);
		remarks.problem = problem;
		remarks.details = { status_words: [...words].slice(0, MAX_WORDS) };
	}
	return remarks;
}

/**
 * How many interviews of a list count as completed, and why that number is 0 or unknown.
 *
 * @param expected the number according to the service
 */
export function interviewsIn(list: List | undefined, expected: unknown) {
	const { records, isPartial } = list ?? {};
	if (!records || isPartial)
		return { completed: null, problem: records ? MORE_THAN_GIVEN : NOTHING_FOUND };
	const completed = records.filter((one) => interviewOf(one).completed).length;
	const read = RESPONDENT.reader();
	// Those who have only started, or were erased, do not show that a status is missing in the options.
	const mayHave = records.some((one) => !/^(started|erased)$/.test(String(read(one, {}).status)));
	const isUnrecognised = completed === 0 && Number(expected ?? 0) > 0 && mayHave;
	return { completed, problem: isUnrecognised ? NONE_RECOGNISED : null };
}
const NONE_RECOGNISED =
	'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.';
