import type { InterviewFacts, InterviewReader } from '../service/respondents';
import type { FilterVerdict } from '../filters/filter';
import type { JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';
import type { RecordKeeper } from '../run/recordIntake';
import { beganAt } from './baseline';

export const MAX_REASONS = 5;

export interface Reason {
	/** When the respondent began, in milliseconds since 1970. */
	at: number;
	sentence: string;
}

/**
 * Says why the newest respondents of a list are no events. It takes the list as it arrives and keeps only the sentences,
 * which name nobody, because they may stand in a log.
 */
export class WhyNot implements RecordKeeper {
	readonly kept = 0;
	/** The newest first. */
	reasons: Reason[] = [];

	/**
	 * @param verdictOn what the filters say of a respondent
	 * @param isKnown whether the trigger knows the completion of a respondent with this id
	 */
	constructor(
		private readonly reader: InterviewReader,
		private readonly verdictOn: (record: JsonObject) => FilterVerdict,
		private readonly isKnown: (id: string) => boolean,
	) {}

	clear(): void {
		this.reasons = [];
	}

	add(records: readonly JsonObject[]): false {
		for (const record of records) this.addOne(record);
		this.reasons.sort((a, b) => b.at - a.at).splice(MAX_REASONS);
		return false;
	}

	private addOne(record: JsonObject): void {
		const reading = this.reader.read(record);
		const { id } = reading;
		const verdict = reading.completed && this.verdictOn(record);
		const isKnown = id !== undefined && this.isKnown(id);
		if (verdict === true && !isKnown) return;
		const at = beganAt(reading);
		const since = at === undefined ? '' : ` who began at ${new Date(at).toISOString()}`;
		const who = id === undefined ? 'Somebody' : `Respondent ${id}`;
		this.reasons.push({
			at: at ?? 0,
			sentence: `${who}${since} ${reasonOf(reading, verdict, isKnown)}.`,
		});
	}
}

/** @param verdict of the filters; whoever passes them is told here only because the trigger knows them already */
function reasonOf(
	{ status, erased, completed }: InterviewFacts,
	verdict: FilterVerdict,
	isKnown: boolean,
): string {
	if (erased) return 'was erased';
	if (!completed) {
		const said = status
			? `the status reads “${oneLine(status, 40)}”`
			: 'there is neither a status nor a time of completion';
		return `has not completed the interview (${said})`;
	}
	if (verdict === false) return 'does not pass the filters';
	return isKnown
		? 'does not come again: it was delivered or turned away by a filter, or had completed when the watch began'
		: `waits: its ${verdict ?? 'score'} is not visible yet`;
}
