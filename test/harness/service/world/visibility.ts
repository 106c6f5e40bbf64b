import type { Clock } from '../clock';
import type { Random } from '../random';
import type { RespondentRecord } from './records';

/** How long a completion stays unseen: for so many reads, for so many milliseconds of the clock, or both. */
export interface Lag {
	reads?: number;
	ms?: number;
}

interface Hold {
	readsLeft: number;
	until: number;
}

/** One side (the survey list's summary, or the respondent list) that learns of completions late. */
export class LaggingSide {
	/** Applies to completions from now on; null is no lag. */
	lag: Lag | null = null;
	private readonly bySurvey = new Map<string, Map<string, Hold>>();

	constructor(private readonly clock: Clock) {}

	completed(surveyId: string, respondentId: string): void {
		if (!this.lag) return;
		const { reads = 0, ms = 0 } = this.lag;
		const holds = this.bySurvey.get(surveyId) ?? new Map<string, Hold>();
		holds.set(respondentId, { readsLeft: reads, until: this.clock.now() + ms });
		this.bySurvey.set(surveyId, holds);
	}

	holds(surveyId: string): boolean {
		return (this.bySurvey.get(surveyId)?.size ?? 0) > 0;
	}

	held(surveyId: string, respondentId: string): boolean {
		const hold = this.bySurvey.get(surveyId)?.get(respondentId);
		return hold !== undefined && (hold.readsLeft > 0 || hold.until > this.clock.now());
	}

	/** To be called after each read of that side. */
	read(surveyId: string): void {
		const holds = this.bySurvey.get(surveyId);
		for (const [id, hold] of holds ?? []) {
			hold.readsLeft--;
			if (!this.held(surveyId, id)) holds?.delete(id);
		}
	}
}

interface Shortage {
	missing: Set<string> | number;
	readsLeft: number;
}

/** What a read shows of what there is: late summaries, late or short lists. For tests of pollers. */
export class Visibility {
	readonly summary: LaggingSide;
	readonly list: LaggingSide;
	private readonly shortages = new Map<string, Shortage>();

	constructor(
		clock: Clock,
		private readonly random: Random,
	) {
		this.summary = new LaggingSide(clock);
		this.list = new LaggingSide(clock);
	}

	/** The next `reads` respondent lists of the survey lack these people, or so many at random. */
	shorten(surveyId: string, missing: readonly string[] | number, reads: number): void {
		const who = typeof missing === 'number' ? missing : new Set(missing);
		this.shortages.set(surveyId, { missing: who, readsLeft: reads });
	}

	/** One read of the respondent list; uses up lags and shortages. */
	readList(surveyId: string, respondents: readonly RespondentRecord[]): RespondentRecord[] {
		const shown = respondents.map((one) => (this.list.held(surveyId, one.id) ? notYet(one) : one));
		this.list.read(surveyId);
		return this.withoutMissing(surveyId, shown);
	}

	private withoutMissing(surveyId: string, respondents: RespondentRecord[]): RespondentRecord[] {
		const shortage = this.shortages.get(surveyId);
		if (!shortage || shortage.readsLeft <= 0) return respondents;
		shortage.readsLeft--;
		const { missing } = shortage;
		const gone =
			typeof missing === 'number'
				? new Set(this.random.shuffled(respondents.map(({ id }) => id)).slice(0, missing))
				: missing;
		return respondents.filter(({ id }) => !gone.has(id));
	}
}

/** A completion that the list has not learned of: the person still shows as having started. */
function notYet(respondent: RespondentRecord): RespondentRecord {
	if (respondent.status !== 'completed') return respondent;
	return { ...respondent, status: 'started', score: null, completedAt: null };
}
