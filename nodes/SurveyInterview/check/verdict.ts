/** What was found in records of one kind, and whether this package can work with that. */
import { fieldNamesOf, type JsonObject } from '../service/json';
import { counted, oneLine } from '../service/scalars';
import { missingLink } from '../service/invitations';
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
	/** The service says that there are more, which actions cannot read. */
	isPartial?: boolean;
}

/** What is known of the survey that is checked, and of the credential. */
interface Known {
	isAnonymous: boolean;
	/** As the survey itself counts them, if it does. */
	responses: unknown;
	/** Respondents whose interview counts as completed. */
	completed: number;
	participantLink?: string;
}

/** Facts that an anonymous survey hides, by kind; and those that are missing until an interview is completed. */
const HIDDEN: { [kind: string]: string[] } = {
	respondent: ['name', 'email', 'external_id', 'id'],
	score: ['respondent_id'],
};
const LATER = ['completed_at', 'score'];

export const HIDDEN_OR_NOTHING =
	'There is nothing yet, or the survey is anonymous and hides it while too few people have answered.';

/** @param needed facts that this package needs, as in the table of areas */
export function verdictOn(kind: Kind, needed: string, found: Found, known: Known): Verdict {
	const { at, records, isList, isPartial } = found;
	const { isAnonymous, responses, completed } = known;
	const best = bestReadings(kind, records);
	const isFilled = (fact: string) => (best.get(fact)?.value ?? null) !== null;
	const isExcused = (fact: string) =>
		(isAnonymous && HIDDEN[kind.name]?.includes(fact) === true) ||
		(completed === 0 && LATER.includes(fact));
	const wanted = needed.split(' ').map((facts) => facts.split('|'));
	const absent = wanted.filter((facts) => !facts.some((fact) => best.has(fact)));
	const missing = absent.map(([fact = '']) => fact).filter((fact) => !isExcused(fact));
	const entered = Object.keys(fieldNamesOf(records[0] ?? {})?.[kind.name] ?? {});
	const hollow = entered.filter((fact) => best.get(fact)?.rank !== CONFIRMED && !isExcused(fact));
	const { note, fault, statusWords } = remarksOn(kind, records, known);
	const faults = [
		isPartial &&
			'The service says that there are more records than it returned, and this package cannot read the rest.',
		missing.length > 0 && `Not found: ${missing.join(', ')}.`,
		hollow.length > 0 && `Nothing is at the place in Field Names: ${hollow.join(', ')}.`,
		fault,
	].filter((sentence) => typeof sentence === 'string');
	const details = {
		Found: [...best].map(([fact, { path }]) => `${fact} (${joined(at, path)})`),
		'No value yet': [...best.keys()].filter((fact) => !isFilled(fact)),
		'Not found': missing,
		'Keys that are not used': [...unusedKeys(kind, records)].map(
			([path, type]) => `${joined(at, path)} (${type})`,
		),
	};
	const inItem = { details: linesOf({ ...details, 'Status words': statusWords }) };
	const several = kind === KINDS.property ? 'properties' : undefined;
	const count = isList && records.length > 0 && `${counted(records.length, kind.name, several)}.`;
	const verdict = (status: Status, ...sentences: string[]) => {
		const sentence = [count, note, ...sentences].filter(Boolean).join(' ');
		return { status, sentence, details: linesOf(details), inItem };
	};
	// Before the first interview is completed, and in an anonymous survey, missing facts may still come.
	const mayCome =
		faults.length === 0 ||
		(responses === 0 && completed === 0) ||
		(isAnonymous && absent.length < wanted.length);
	if (records.length === 0 || (mayCome && !wanted[0]?.some(isFilled)))
		return verdict('empty', isAnonymous ? HIDDEN_OR_NOTHING : 'There is nothing yet.');
	return faults.length > 0
		? verdict('incomplete', ...faults)
		: verdict('fine', 'Everything that this package needs was found.');
}

function linesOf(lists: Record<string, readonly string[] | undefined>): string {
	const lines = Object.entries(lists).map(([name, texts]) =>
		texts?.length ? `${name}: ${texts.join(', ')}` : '',
	);
	return lines.filter(Boolean).join('\n');
}

export const joined = (...paths: string[]) => paths.filter(Boolean).join('.');

/** For each fact that stands in any of the records, in the order of the output: a value, and the surest place. */
function bestReadings(kind: Kind, records: readonly JsonObject[]): Map<string, FactReading> {
	const reader = new RecordReader(kind);
	const best = new Map<string, FactReading>();
	for (const record of records) {
		for (const reading of reader.readingsIn(record)) {
			const known = best.get(reading.fact);
			if (!known || bySurest(reading, known) < 0) best.set(reading.fact, reading);
		}
	}
	const inOrder = reader.names.flatMap((fact) => best.get(fact) ?? []);
	return new Map(inOrder.map((reading) => [reading.fact, reading]));
}

const bySurest = (one: FactReading, other: FactReading) =>
	Number(one.value === null) - Number(other.value === null) || one.rank - other.rank;

/** A service has only a few words for a status, so more of them would be something else. */
const MAX_WORDS = 20;

interface Remarks {
	note?: string;
	fault?: string;
	/** As the service writes them. */
	statusWords?: string[];
}

/** What only invitations and respondents have to say. */
function remarksOn(kind: Kind, records: readonly JsonObject[], known: Known): Remarks {
	if (kind === KINDS.invitation)
		return { fault: records.map((one) => missingLink(one, known)).find(Boolean) };
	if (kind !== KINDS.respondent || records.length === 0) return {};
	const { responses, completed } = known;
	// Those who have only started, or were erased, do not show that a status is missing in the options.
	const mayBeDone = records
		.map(statusWordsOf)
		.some(([word]) => word !== 'started' && word !== 'erased');
	const words = new Set(records.map((one) => oneLine(interviewOf(one).status)));
	return {
		note: `${counted(completed)} of them count as completed.`,
		fault:
			completed === 0 && Number(responses) > 0 && mayBeDone
				? 'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.'
				: undefined,
		statusWords: [...words].filter(Boolean).slice(0, MAX_WORDS),
	};
}
