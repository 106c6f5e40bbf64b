/** What was found in the records of an answer, and how well this package works with that. */
import { fieldNamesOf, isObject, type JsonObject } from '../records/json';
import { counted, oneLine } from '../records/scalars';
import { missingLink } from '../service/invitations';
import { KINDS } from '../service/kinds';
import { listInRecord, type RecordList } from '../service/lists';
import { CONFIRMED, type Fact, type Kind, RecordReader, type Reading } from '../service/reader';
import { interviewOf, statusWordsOf } from '../service/respondents';
import { withoutEnvelope } from '../service/simplified';
import { PROPERTY_LISTS, THEME_LISTS } from '../service/surveys';
import { shownKey, unusedKeys } from '../service/unusedKeys';

/** `empty` is no fault; the others are in the order from bad to good. */
export type Status = 'failed' | 'incomplete' | 'fine' | 'empty';

export interface Verdict {
	status: Status;
	sentence: string;
	/** Lines of text. */
	details: string;
	/** What the service says in its own words, which may name people. It is not for the report that people publish. */
	said?: { sentence?: string; details?: string };
}

/** What the service says of the survey that is checked. */
export interface SurveyFacts {
	isAnonymous: boolean;
	/** As the survey itself counts them. */
	responses: number;
	/** Respondents whose interview counts as completed. */
	completed: number;
}

/** An answer, and what this package needs of it. */
interface Question {
	kind: Kind;
	/** Facts, with `|` before one that does as well. While the first is null, there is nothing to see yet. */
	needed: string;
	body: unknown;
	/** The records, if the answer is a list. */
	list: RecordList | undefined;
	/** It is one of several pages, which actions read. */
	isPage: boolean;
	survey: SurveyFacts;
	participantLink: string | undefined;
}

/** Facts that an anonymous survey hides; and those that are missing until somebody has completed an interview. */
const HIDDEN = ['name', 'email', 'external_id', 'id', 'respondent_id'];
const LATER = ['completed_at', 'score'];

const NOTHING_YET = 'There is nothing yet.';
export const HIDDEN_OR_NOTHING =
	'There is nothing yet, or the survey is anonymous and hides it while too few people have answered.';
const PARTIAL =
	'The service says that there are more records than it returned, and this package cannot read the rest.';

export function verdictOn(question: Question): Verdict {
	const { kind, list, isPage, survey } = question;
	const parts = partsOf(question).map(findingsIn);
	const [own] = parts;
	const allOf = (name: 'found' | 'empty' | 'missing' | 'hollow' | 'unused') =>
		parts.flatMap((part) => part[name]);
	const isExcused = (fact: string) =>
		(survey.isAnonymous && HIDDEN.includes(fact)) ||
		(survey.completed === 0 && LATER.includes(fact));
	const missing = allOf('missing').filter((fact) => !isExcused(fact));
	const hollow = allOf('hollow').filter((fact) => !isExcused(fact));
	const remarks = remarksOn(question);
	const faults = [
		...(list?.isPartial && !isPage ? [PARTIAL] : []),
		...(missing.length > 0 ? [`Not found: ${missing.join(', ')}.`] : []),
		...(hollow.length > 0 ? [`Nothing is at the place in Field Names: ${hollow.join(', ')}.`] : []),
		...remarks.faults,
	];
	const details = linesOf({
		Found: allOf('found'),
		'No value yet': allOf('empty'),
		'Not found': missing,
		'Keys that are not used': allOf('unused'),
	});
	const said = { details: linesOf({ 'Status words': remarks.statusWords }) };
	const count = list?.records.length ? [`${counted(list.records.length, kind.name)}.`] : [];
	const verdict = (status: Status, ...sentences: string[]): Verdict => ({
		...{ status, sentence: [...count, ...remarks.notes, ...sentences].join(' '), details, said },
	});
	// Before the first interview is completed, and in an anonymous survey, missing facts may still come.
	const isNobodyDone = survey.responses + survey.completed === 0;
	const mayCome = faults.length === 0 || isNobodyDone || (survey.isAnonymous && !own?.isUnknown);
	if (list?.records.length === 0 || (own?.isEmpty && mayCome))
		return verdict('empty', survey.isAnonymous ? HIDDEN_OR_NOTHING : NOTHING_YET);
	return faults.length > 0
		? verdict('incomplete', ...faults)
		: verdict('fine', 'Everything that this package needs was found.');
}

function linesOf(lists: Record<string, readonly string[]>): string {
	const filled = Object.entries(lists).filter(([, texts]) => texts.length > 0);
	return filled.map(([name, texts]) => `${name}: ${texts.join(', ')}`).join('\n');
}

/** Records of one kind in an answer. */
interface Part {
	kind: Kind;
	/** The keys that lead to them, and `[]` for a list: `data.quotes[]`. */
	at: string;
	records: readonly JsonObject[];
	needed: string;
	/** They are inside the one record of the answer, so their facts are told with their kind: `theme.name`. */
	isInside?: true;
}

const lastKeysOf = ({ keys }: Fact) => keys.map((key) => key.split('.').at(-1) ?? '');

/** Lists of other records inside a record: their kind, likely names of the list, and the facts that are needed. */
const INSIDE: Record<string, Array<[kind: Kind, names: readonly string[], needed: string]>> = {
	survey: [
		[KINDS.theme, THEME_LISTS, 'id name'],
		[KINDS.property, PROPERTY_LISTS, 'id key|name'],
	],
	conversation: [
		[KINDS.message, lastKeysOf(KINDS.conversation.facts.messages), 'role|is_participant text'],
	],
	conclusion: [[KINDS.point, lastKeysOf(KINDS.conclusion.facts.points), 'text']],
};

function partsOf({ kind, needed, body, list }: Question): Part[] {
	if (list) return [{ kind, at: placeOf(list), records: list.records, needed }];
	const answer = isObject(body) ? body : {};
	const record = withoutEnvelope(answer);
	const [envelope = ''] = Object.entries(answer).find(([, value]) => value === record) ?? [];
	const inside = (INSIDE[kind.name] ?? []).flatMap(([ofKind, names, neededInside]): Part[] => {
		const found = listInRecord(record, names);
		if (found.kind !== 'list' || found.records.length === 0) return [];
		const at = joined(envelope, placeOf(found));
		return [{ kind: ofKind, at, records: found.records, needed: neededInside, isInside: true }];
	});
	return [{ kind, at: envelope, records: [record], needed }, ...inside];
}

const placeOf = ({ path }: RecordList) => `${path.map(shownKey).join('.')}[]`;
const joined = (...paths: string[]) => paths.filter(Boolean).join('.');

/** Facts by name, each with the keys that lead to it; and keys with the type of their values. */
function findingsIn({ kind, at, records, needed, isInside }: Part) {
	const best = surestReadings(kind, records);
	const isFilled = (fact: string) => (best.get(fact)?.value ?? null) !== null;
	const called = (fact: string) => (isInside ? `${kind.name}.${fact}` : fact);
	const wanted = needed.split(' ').map((facts) => facts.split('|'));
	const missing = wanted.filter((facts) => !facts.some((fact) => best.has(fact)));
	const entered = Object.keys(fieldNamesOf(records[0] ?? {})?.[kind.name] ?? {});
	return {
		found: [...best.values()].map(({ fact, path }) => `${called(fact)} (${joined(at, path)})`),
		/** Found, and null in every record. */
		empty: [...best.keys()].filter((fact) => !isFilled(fact)).map(called),
		missing: missing.map(([fact = '']) => called(fact)),
		/** Entered in Field Names, and not there in any record. */
		hollow: entered.filter((fact) => best.get(fact)?.rank !== CONFIRMED).map(called),
		unused: [...unusedKeys(kind, records)].map(([path, type]) => `${joined(at, path)} (${type})`),
		/** No fact that is needed was found. */
		isUnknown: missing.length === wanted.length,
		/** The first fact that is needed has no value. */
		isEmpty: !wanted[0]?.some(isFilled),
	};
}

/** For each fact that stands in any of the records, a reading with a value, at the surest place. */
function surestReadings(kind: Kind, records: readonly JsonObject[]): Map<string, Reading> {
	const reader = new RecordReader(kind);
	const best = new Map<string, Reading>();
	for (const record of records) {
		for (const reading of reader.readingsIn(record)) {
			const known = best.get(reading.fact);
			if (!known || bySurest(reading, known) < 0) best.set(reading.fact, reading);
		}
	}
	// In the order of the output.
	const inOrder = reader.names.flatMap((fact) => best.get(fact) ?? []);
	return new Map(inOrder.map((reading) => [reading.fact, reading]));
}

const bySurest = (one: Reading, other: Reading) =>
	Number(one.value === null) - Number(other.value === null) || one.rank - other.rank;

/** A service has only a few words for a status, so more of them would be something else. */
const MAX_WORDS = 20;
const NOT_DONE = new Set<unknown>(['started', 'erased']);

/** Notes on what is right although it may look wrong, and faults, for some kinds of record. */
function remarksOn({ kind, list, survey, participantLink }: Question) {
	const records = list?.records ?? [];
	const remarks = { notes: [] as string[], faults: [] as string[], statusWords: [] as string[] };
	if (kind === KINDS.token) {
		remarks.notes = ['Write access was not checked, because this check only reads.'];
	} else if (kind === KINDS.invitation) {
		const hint = records.map((one) => missingLink(one, { participantLink })).find(Boolean);
		if (hint) remarks.faults = [hint];
	} else if (kind === KINDS.respondent && records.length > 0) {
		remarks.notes = [`${counted(survey.completed)} of them count as completed.`];
		if (survey.isAnonymous)
			remarks.notes.push('The survey is anonymous, so it correctly does not show who answered.');
		// Those who have only started, or were erased, do not show that a status is missing in the options.
		const mayBeDone = records.some((one) => !statusWordsOf(one).some((word) => NOT_DONE.has(word)));
		if (survey.completed === 0 && survey.responses > 0 && mayBeDone)
			remarks.faults.push(
				'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.',
			);
		const words = new Set(records.map((one) => oneLine(interviewOf(one).status)));
		remarks.statusWords = [...words].filter(Boolean).slice(0, MAX_WORDS);
	}
	return remarks;
}
