/** Fetch Test Event: why respondents of a survey are no events. */
import type { FilterVerdict } from '../operations/filter';
import type { JsonObject } from '../service/json';
import { oneLine, withAnd } from '../service/scalars';
import { beganAt, type InterviewFacts, type InterviewReader } from '../service/respondents';
import type { WhyNot } from './event';

const MAX_REASONS = 5;

/** The newest first. */
export const newestReasons = (reasons: readonly WhyNot[]): WhyNot[] =>
	reasons.toSorted((a, b) => b.at - a.at).slice(0, MAX_REASONS);

/** What decides why a respondent is no event. */
interface Reasoning {
	reader: InterviewReader;
	/** What the filters say of a respondent. */
	verdictOn: (record: JsonObject) => FilterVerdict;
	/** The labels of the filters that reject a respondent. */
	rejectedBy: (record: JsonObject) => string[];
	/** Whether the active workflow knows the completion of a respondent with this ID. */
	isKnown: (id: string) => boolean;
}

/** Why a respondent is no event; undefined for one who is. */
export function whyNotOf(
	record: JsonObject,
	{ reader, verdictOn, rejectedBy, isKnown }: Reasoning,
): WhyNot | undefined {
	const facts = reader.read(record);
	const { id } = facts;
	const filters = { verdictOn: () => verdictOn(record), rejectedBy: () => rejectedBy(record) };
	const reason = reasonOf(facts, filters, id !== undefined && isKnown(id));
	if (reason === undefined) return undefined;
	const at = beganAt(facts);
	const whoBegan = at === undefined ? '' : ` who began at ${new Date(at).toISOString()}`;
	const who = id === undefined ? 'Somebody' : `Respondent ${id}`;
	return { at: at ?? 0, hasCompleted: facts.completed, sentence: `${who}${whoBegan} ${reason}.` };
}

/** Why a respondent is no event, as the end of a sentence that begins with who it is: `was erased`. */
function reasonOf(
	{ status, erased, completed }: InterviewFacts,
	{ verdictOn, rejectedBy }: { verdictOn: () => FilterVerdict; rejectedBy: () => string[] },
	isKnown: boolean,
): string | undefined {
	if (erased) return 'was erased';
	if (!completed) {
		const why = status
			? `the status reads “${oneLine(status, 40)}”`
			: 'there is neither a status nor a time of completion';
		return `has not completed the interview (${why})`;
	}
	const verdict = verdictOn();
	if (verdict === 'rejected') return `does not pass ${withAnd(rejectedBy())}`;
	if (isKnown)
		return 'does not come again: it was delivered or turned away by a filter, or had completed when the watch began';
	if (verdict === 'passes') return undefined;
	return `waits: its ${verdict === 'noScoreYet' ? 'score' : 'metric'} is not visible yet`;
}
