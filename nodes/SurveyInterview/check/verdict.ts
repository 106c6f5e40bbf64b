/** What was found in the records of one kind, and whether this package can work with that. */
import { missingLinkHint } from '../service/invitations';
import { enteredFieldNames } from '../service/fieldNames';
import type { JsonObject } from '../service/json';
import { KINDS } from '../service/kinds';
import { ENTERED, type FactReading, type Kind, RecordReader } from '../service/reader';
import { interviewOf, statusWordsOf } from '../service/respondents';
import { counted, oneLine } from '../service/scalars';
import { unusedKeys } from '../service/unusedKeys';

/** `empty` is no fault; the others are in the order from bad to good. */
export type Status = 'failed' | 'incomplete' | 'fine' | 'empty';

export interface Verdict {
	status: Status;
	sentence: string;
	/** Lines of text, by their name: `Found`, `Not found`. */
	details?: Readonly<Record<string, readonly string[]>>;
}

/** Records of one kind in an answer. */
export interface Found {
	/** The keys that lead to them, and `[]` for a list: `data.quotes[]`. */
	at: string;
	records: readonly JsonObject[];
	isList?: boolean;
	/** The service says that it has more records than it returned; this package cannot read those. */
	isPartial?: boolean;
}

/** The survey that is checked, as far as it is known by now. */
interface CheckedSurvey {
	isAnonymous: boolean;
	/** As the survey itself counts them, if it does. */
	responses: unknown;
	/** Respondents whose interview counts as completed. */
	completed: number;
	/** The credential's pattern for links of participants. */
	participantLink?: string;
}

/** Facts that an anonymous survey hides, by kind of record. */
const HIDDEN_IF_ANONYMOUS: { [kind: string]: string[] } = {
	respondent: ['name', 'email', 'external_id', 'id'],
	score: ['respondent_id'],
};
/** Facts that are missing until an interview is completed. */
const AFTER_COMPLETION = ['completed_at', 'score'];

export const NOTHING_YET_OR_HIDDEN =
	'There is nothing yet, or the survey is anonymous and hides it while too few people have answered.';

/** The line of `details` that is not for the report: a service may write somebody's name there. */
export const STATUS_WORDS = 'Status words';

/** A service has only a few words for a status, so more of them would be something else. */
const MAX_STATUS_WORDS = 20;

/**
 * The facts that this package needs of a kind of record, such as `id key|name`: the ID, and a key or a name. While the
 * first has no value, there is nothing to check yet.
 */
export type NeededFacts = string;

/** Each needed fact as the list of its alternatives: `id key|name` is `[['id'], ['key', 'name']]`. */
const alternativesOf = (needed: NeededFacts): string[][] =>
	needed.split(' ').map((facts) => facts.split('|'));

/** Says of the records of one kind whether the needed facts were found in them. */
export function verdictOn(
	kind: Kind,
	needed: NeededFacts,
	found: Found,
	survey: CheckedSurvey,
): Verdict {
	const { at, records } = found;
	const best = bestReadings(kind, records);
	const hasValue = (fact: string) => (best.get(fact)?.value ?? null) !== null;
	const neededFacts = alternativesOf(needed);
	const absent = neededFacts.filter((facts) => !facts.some((fact) => best.has(fact)));
	// The first of the alternatives stands for all: it is named, and it says whether they may be missing.
	const missing = absent
		.map(([fact = '']) => fact)
		.filter((fact) => !isExcused(fact, kind, survey));
	// What was read where the credential's Field Names say has the rank ENTERED.
	const emptyPlaces = enteredFactsOf(kind, records).filter(
		(fact) => best.get(fact)?.rank !== ENTERED && !isExcused(fact, kind, survey),
	);
	const faults = faultsOf(kind, found, survey, missing, emptyPlaces);
	const details = {
		Found: [...best].map(([fact, { path }]) => `${fact} (${joinPath(at, path)})`),
		'No value yet': [...best.keys()].filter((fact) => !hasValue(fact)),
		'Not found': missing,
		'Keys that are not used': [...unusedKeys(kind, records)].map(
			([path, type]) => `${joinPath(at, path)} (${type})`,
		),
		[STATUS_WORDS]: kind === KINDS.respondent ? statusesOf(records) : [],
	};
	const verdictWith = (status: Status, sentences: readonly string[]): Verdict => {
		const sentence = [...countsIn(kind, found, survey), ...sentences].join(' ');
		return { status, sentence, details };
	};
	const hasFirst = neededFacts[0]?.some(hasValue) === true;
	const hasSome = absent.length < neededFacts.length;
	const isTooEarly = !hasFirst && (faults.length === 0 || mayStillCome(survey, hasSome));
	if (records.length === 0 || isTooEarly)
		return verdictWith('empty', [
			survey.isAnonymous ? NOTHING_YET_OR_HIDDEN : 'There is nothing yet.',
		]);
	return faults.length > 0
		? verdictWith('incomplete', faults)
		: verdictWith('fine', ['Everything that this package needs was found.']);
}

/** Whether it is no fault if a fact is missing, or is not where Field Names says. */
const isExcused = (fact: string, kind: Kind, { isAnonymous, completed }: CheckedSurvey): boolean =>
	(isAnonymous && HIDDEN_IF_ANONYMOUS[kind.name]?.includes(fact) === true) ||
	(completed === 0 && AFTER_COMPLETION.includes(fact));

/**
 * Whether what is missing may come later, so that it is too early to call it a fault.
 *
 * @param hasSomeFacts whether any of the needed facts was found
 */
function mayStillCome(
	{ isAnonymous, responses, completed }: CheckedSurvey,
	hasSomeFacts: boolean,
): boolean {
	// Before the first completion.
	if (responses === 0 && completed === 0) return true;
	// An anonymous survey hides values while few have answered. Records with none of the facts are not understood.
	return isAnonymous && hasSomeFacts;
}

/** The facts of a kind that have a path in the credential's Field Names, which every record of an answer carries. */
function enteredFactsOf(kind: Kind, [record]: readonly JsonObject[]): string[] {
	const fieldNames = record && enteredFieldNames(record);
	return Object.keys(fieldNames?.[kind.name] ?? {});
}

/** What is wrong with the records of a kind, as sentences. */
function faultsOf(
	kind: Kind,
	{ records, isPartial }: Found,
	survey: CheckedSurvey,
	missing: readonly string[],
	emptyPlaces: readonly string[],
): string[] {
	return [
		isPartial === true &&
			'The service says that there are more records than it returned, and this package cannot read the rest.',
		missing.length > 0 && `Not found: ${missing.join(', ')}.`,
		emptyPlaces.length > 0 && `Nothing is at the place in Field Names: ${emptyPlaces.join(', ')}.`,
		kind === KINDS.invitation &&
			records.map((invitation) => missingLinkHint(invitation, survey)).find(Boolean),
		kind === KINDS.respondent && unknownCompletions(records, survey),
	].filter((sentence) => typeof sentence === 'string');
}

/** How many records there are, and how many respondents have completed, as sentences. */
function countsIn(kind: Kind, { records, isList }: Found, { completed }: CheckedSurvey): string[] {
	if (records.length === 0) return [];
	const plural = kind === KINDS.property ? 'properties' : undefined;
	return [
		isList && `${counted(records.length, kind.name, plural)}.`,
		kind === KINDS.respondent && `${counted(completed)} of them count as completed.`,
	].filter((sentence) => typeof sentence === 'string');
}

export const joinPath = (...paths: string[]) => paths.filter(Boolean).join('.');

/** For each fact that any record has, in the order of the output: its reading at the surest place that has a value. */
function bestReadings(kind: Kind, records: readonly JsonObject[]): Map<string, FactReading> {
	const reader = new RecordReader(kind);
	const best = new Map<string, FactReading>();
	for (const record of records) {
		for (const reading of reader.readingsIn(record)) {
			const bestSoFar = best.get(reading.fact);
			if (!bestSoFar || bySurest(reading, bestSoFar) < 0) best.set(reading.fact, reading);
		}
	}
	return new Map(
		reader.factNames.flatMap((fact) => {
			const reading = best.get(fact);
			return reading ? [[fact, reading]] : [];
		}),
	);
}

/** Orders readings: those with a value first, and then by how sure their places are. */
const bySurest = (left: FactReading, right: FactReading) =>
	Number(left.value === null) - Number(right.value === null) || left.rank - right.rank;

/** Says so if no word for completed was recognised, although the survey counts completed interviews. */
function unknownCompletions(
	respondents: readonly JsonObject[],
	{ responses, completed }: CheckedSurvey,
): string | undefined {
	if (completed > 0 || !(Number(responses) > 0)) return undefined;
	// Respondents who have only started, or were erased, are no sign of another word.
	const mayHaveOtherWord = respondents
		.map(statusWordsOf)
		.some(([word]) => word !== 'started' && word !== 'erased');
	return mayHaveOtherWord
		? 'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.'
		: undefined;
}

/** The words for the status of respondents, as the service writes them. */
function statusesOf(respondents: readonly JsonObject[]): string[] {
	const words = respondents.map((respondent) => oneLine(interviewOf(respondent).status));
	return [...new Set(words)].filter(Boolean).slice(0, MAX_STATUS_WORDS);
}
