/** Fetch Test Event: why the newest respondents of a survey are no events. */
import type { FilterVerdict } from '../operations/filter';
import type { JsonObject } from '../service/json';
import { oneLine } from '../service/scalars';
import { beganAt, type InterviewFacts, type InterviewReader } from '../service/respondents';
import type { WhyNot } from './event';

export const MAX_REASONS = 5;

/** Collects the reasons of the newest respondents in a list. */
export class Reasons {
	/** The newest first. */
	all: WhyNot[] = [];

	/**
	 * @param verdictOn what the filters say of a respondent
	 * @param isKnown whether the active workflow knows the completion of a respondent with this ID
	 */
	constructor(
		private readonly reader: InterviewReader,
		private readonly verdictOn: (record: JsonObject) => FilterVerdict,
		private readonly isKnown: (id: string) => boolean,
	) {}

	addRecords(records: readonly JsonObject[]): void {
		for (const record of records) this.addRecord(record);
		this.all.sort((a, b) => b.at - a.at).splice(MAX_REASONS);
	}

	private addRecord(record: JsonObject): void {
		const facts = this.reader.read(record);
		const { id } = facts;
		const isKnown = id !== undefined && this.isKnown(id);
		const reason = reasonOf(facts, () => this.verdictOn(record), isKnown);
		if (reason === undefined) return;
		const at = beganAt(facts);
		const whoBegan = at === undefined ? '' : ` who began at ${new Date(at).toISOString()}`;
		const who = id === undefined ? 'Somebody' : `Respondent ${id}`;
		this.all.push({
			at: at ?? 0,
			hasCompleted: facts.completed,
			sentence: `${who}${whoBegan} ${reason}.`,
		});
	}
}

/** Why a respondent is no event, as the end of a sentence; undefined if it is one. */
function reasonOf(
	{ status, erased, completed }: InterviewFacts,
	verdictOn: () => FilterVerdict,
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
	if (verdict === 'rejected') return 'does not pass the filters';
	if (isKnown)
		return 'does not come again: it was delivered or turned away by a filter, or had completed when the watch began';
	if (verdict === 'passes') return undefined;
	return `waits: its ${verdict === 'noScoreYet' ? 'score' : 'metric'} is not visible yet`;
}
