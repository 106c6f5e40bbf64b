import type { RespondentReader } from '../facts/respondent';
import type { FilterVerdict } from '../filters/filter';
import type { JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';
import type { RecordKeeper } from '../run/intake';
import { beganAt } from './baseline';

/** How many are told. */
export const MAX_REASONS = 5;

/**
 * Why the newest respondents of a list are no events: it takes the list as it arrives, and keeps only these. Nobody
 * is named: the sentences may stand in a log.
 */
export class WhyNot implements RecordKeeper {
	readonly kept = 0;
	private newest: Array<{ at: number; sentence: string }> = [];

	/** @param verdictOn what the filters say of a respondent */
	constructor(
		private readonly reader: RespondentReader,
		private readonly verdictOn: (record: JsonObject) => FilterVerdict,
	) {}

	/** A sentence for each, the newest first. */
	get sentences(): string[] {
		return this.newest.map(({ sentence }) => sentence);
	}

	clear(): void {
		this.newest = [];
	}

	add(records: readonly JsonObject[]): false {
		for (const record of records) this.addOne(record);
		this.newest.sort((a, b) => b.at - a.at).splice(MAX_REASONS);
		return false;
	}

	private addOne(record: JsonObject): void {
		const reading = this.reader.read(record);
		const { id, status, erased, completed } = reading;
		const verdict = completed && this.verdictOn(record);
		if (verdict === true) return;
		const at = beganAt(reading);
		const since = at === undefined ? '' : ` who began at ${new Date(at).toISOString()}`;
		const who = id ?? `Somebody${since}`;
		const said = status
			? `the status reads “${oneLine(status, 40)}”`
			: 'there is neither a status nor a time of completion';
		const notCompleted = erased ? 'was erased' : `has not completed the interview (${said})`;
		const filtered =
			verdict === false
				? 'does not pass the filters'
				: `waits: its ${verdict ?? 'score'} is not visible yet`;
		this.newest.push({ at: at ?? 0, sentence: `${who} ${completed ? filtered : notCompleted}.` });
	}
}
