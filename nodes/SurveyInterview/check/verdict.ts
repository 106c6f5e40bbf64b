/** What was found in records of one kind, and whether this package can work with that. */
import { enteredFieldNames, type JsonObject } from '../service/json';
import { counted, oneLine } from '../service/scalars';
import { missingLinkHint } from '../service/invitations';
import { KINDS } from '../service/kinds';
import { CONFIRMED, type Kind, RecordReader, type FactReading } from '../service/reader';
import { interviewOf, statusWordsOf } from '../service/respondents';
import { unusedKeys } from '../service/unusedKeys';

/** `empty` is no fault; the others are in the order from bad to good. */
export type Status = 'failed' | 'incomplete' | 'fine' | 'empty';

export interface Verdict {
	status: Status;
	sentence: string;
	/** Lines of text. */
	details?: string;
	/** Texts of the item that are not in the report, because the service's own words may name people. */
	inItem?: { sentence?: string; details?: string };
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

/** The survey that is checked, as far as it is known by now, and a pattern of the credential. */
interface CheckedSurvey {
	isAnonymous: boolean;
	/** As the survey itself counts them, if it does. */
	responses: unknown;
	/** Respondents whose interview counts as completed. */
	completed: number;
	participantLink?: string;
}

/** Facts that an anonymous survey hides, by kind of record. */
const HIDDEN_IF_ANONYMOUS: { [kind: string]: string[] } = {
	respondent: ['name', 'email', 'external_id', 'id'],
	score: ['respondent_id'],
};
/** Facts that are missing until an interview is completed. */
const AFTER_COMPLETION = ['completed_at', 'score'];

export const HIDDEN_OR_NOTHING =
	'There is nothing yet, or the survey is anonymous and hides it while too few people have answered.';

/**
 * Says of the records of one kind whether the needed facts were found in them.
 *
 * @param needed facts with spaces between them; of those with `|` between them one is enough. While the first has no
 *   value, there is nothing to check yet.
 */
export function verdictOn(
	kind: Kind,
	needed: string,
	found: Found,
	survey: CheckedSurvey,
): Verdict {
	const { records, isList, isPartial } = found;
	const facts = factsIn(kind, needed, records, survey);
	const { note, fault, statusWords } = remarksOn(kind, records, survey);
	const faults = [
		isPartial &&
			'The service says that there are more records than it returned, and this package cannot read the rest.',
		facts.missing.length > 0 && `Not found: ${facts.missing.join(', ')}.`,
		facts.emptyPlaces.length > 0 &&
			`Nothing is at the place in Field Names: ${facts.emptyPlaces.join(', ')}.`,
		fault,
	].filter((sentence) => typeof sentence === 'string');
	const details = detailsOf(kind, facts, found);
	const inItem = { details: linesOf({ ...details, 'Status words': statusWords }) };
	const plural = kind === KINDS.property ? 'properties' : undefined;
	const count = isList && records.length > 0 && `${counted(records.length, kind.name, plural)}.`;
	const verdict = (status: Status, ...sentences: string[]) => {
		const sentence = [count, note, ...sentences].filter(Boolean).join(' ');
		return { status, sentence, details: linesOf(details), inItem };
	};
	const isNothingYet = !facts.hasFirst && (faults.length === 0 || facts.mayStillCome);
	if (records.length === 0 || isNothingYet)
		return verdict('empty', survey.isAnonymous ? HIDDEN_OR_NOTHING : 'There is nothing yet.');
	return faults.length > 0
		? verdict('incomplete', ...faults)
		: verdict('fine', 'Everything that this package needs was found.');
}

interface FactsFound {
	/** The surest reading of each fact that any record has. */
	best: Map<string, FactReading>;
	/** Needed facts that no record has, without those that nobody can expect of this survey. */
	missing: string[];
	/** Facts of Field Names whose place has nothing in it. */
	emptyPlaces: string[];
	/** Whether the first needed fact has a value in any record. */
	hasFirst: boolean;
	/** Missing facts may still come: before the first completion, or if an anonymous survey hides only some. */
	mayStillCome: boolean;
}

function factsIn(
	kind: Kind,
	needed: string,
	records: readonly JsonObject[],
	{ isAnonymous, responses, completed }: CheckedSurvey,
): FactsFound {
	const best = bestReadings(kind, records);
	const isExcused = (fact: string) =>
		(isAnonymous && HIDDEN_IF_ANONYMOUS[kind.name]?.includes(fact) === true) ||
		(completed === 0 && AFTER_COMPLETION.includes(fact));
	const neededFacts = needed.split(' ').map((facts) => facts.split('|'));
	const absent = neededFacts.filter((facts) => !facts.some((fact) => best.has(fact)));
	// A person has entered a place for these facts. What was read there has the rank CONFIRMED.
	const entered = Object.keys(enteredFieldNames(records[0] ?? {})?.[kind.name] ?? {});
	return {
		best,
		missing: absent.map(([fact = '']) => fact).filter((fact) => !isExcused(fact)),
		emptyPlaces: entered.filter((fact) => best.get(fact)?.rank !== CONFIRMED && !isExcused(fact)),
		hasFirst: neededFacts[0]?.some((fact) => hasValue(best.get(fact))) === true,
		mayStillCome:
			(responses === 0 && completed === 0) || (isAnonymous && absent.length < neededFacts.length),
	};
}

const hasValue = (reading?: FactReading) => (reading?.value ?? null) !== null;

function detailsOf(kind: Kind, { best, missing }: FactsFound, { at, records }: Found) {
	return {
		Found: [...best].map(([fact, { path }]) => `${fact} (${joinPath(at, path)})`),
		'No value yet': [...best].flatMap(([fact, reading]) => (hasValue(reading) ? [] : [fact])),
		'Not found': missing,
		'Keys that are not used': [...unusedKeys(kind, records)].map(
			([path, type]) => `${joinPath(at, path)} (${type})`,
		),
	};
}

function linesOf(lists: Record<string, readonly string[] | undefined>): string {
	const lines = Object.entries(lists).map(([name, texts]) =>
		texts?.length ? `${name}: ${texts.join(', ')}` : '',
	);
	return lines.filter(Boolean).join('\n');
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
	const inOrder = reader.names.flatMap((fact) => best.get(fact) ?? []);
	return new Map(inOrder.map((reading) => [reading.fact, reading]));
}

/** Orders readings: those with a value first, and then by how sure their places are. */
const bySurest = (left: FactReading, right: FactReading) =>
	Number(left.value === null) - Number(right.value === null) || left.rank - right.rank;

/** A service has only a few words for a status, so more of them would be something else. */
const MAX_STATUS_WORDS = 20;

interface Remarks {
	note?: string;
	fault?: string;
	/** As the service writes them. */
	statusWords?: string[];
}

/** What only invitations and respondents have to say. */
function remarksOn(kind: Kind, records: readonly JsonObject[], survey: CheckedSurvey): Remarks {
	if (kind === KINDS.invitation)
		return {
			fault: records.map((invitation) => missingLinkHint(invitation, survey)).find(Boolean),
		};
	if (kind !== KINDS.respondent || records.length === 0) return {};
	const { responses, completed } = survey;
	// Respondents who have only started, or were erased, are no sign that a word for completed was not recognised.
	const mayHaveOtherStatus = records
		.map(statusWordsOf)
		.some(([word]) => word !== 'started' && word !== 'erased');
	const words = new Set(records.map((respondent) => oneLine(interviewOf(respondent).status)));
	return {
		note: `${counted(completed)} of them count as completed.`,
		fault:
			completed === 0 && Number(responses) > 0 && mayHaveOtherStatus
				? 'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.'
				: undefined,
		statusWords: [...words].filter(Boolean).slice(0, MAX_STATUS_WORDS),
	};
}
