import type { Clock } from '../clock';
import type { Choices } from '../dialects/choices';
import type { Random } from '../random';
import { Effects } from './effects';
import type { RecordKind } from './effects';
import type {
	InvitationRecord,
	MailingRecord,
	PropertyRecord,
	QuoteRecord,
	RespondentRecord,
	SurveyRecord,
	ThemeRecord,
	TopicRecord,
} from './records';
import { Table } from './table';
import { Visibility } from './visibility';

/** What the survey list says of a survey's answers. */
export interface Tally {
	responses: number;
	participants: number;
	latest: RespondentRecord | null;
}

/** The same, and what else is counted in the survey. */
export interface ShownTally extends Tally {
	invitations: number;
	topics: number;
}

/** All records of the service, and what every transition needs: time, chance, the log of effects. */
export class World {
	readonly surveys = new Map<string, SurveyRecord>();
	readonly properties = new Table<PropertyRecord>();
	readonly themes = new Table<ThemeRecord>();
	readonly topics = new Table<TopicRecord>();
	readonly invitations = new Table<InvitationRecord>();
	readonly respondents = new Table<RespondentRecord>();
	readonly mailings = new Table<MailingRecord>();
	/** Quotes by topic, oldest first. */
	readonly quotes = new Map<string, QuoteRecord[]>();
	/** Identifiers that were deleted, for the dialect in which a second delete is answered 204. */
	readonly deletedIds = new Set<string>();
	readonly effects: Effects;
	readonly visibility: Visibility;
	readonly workspaceId: string;
	readonly workspaceName = 'Example Workspace';
	/** Emails per second of the service's clock while a mailing is sending. */
	mailingRate = 10;
	private readonly tallies = new Map<string, Tally>();

	constructor(
		readonly clock: Clock,
		readonly random: Random,
		readonly choices: Choices,
	) {
		this.effects = new Effects(clock);
		this.visibility = new Visibility(clock, random);
		this.workspaceId = random.uuid();
	}

	now(): number {
		return this.clock.now();
	}

	/** Notes that a record was made, changed or removed. */
	note(
		kind: 'created' | 'updated' | 'deleted',
		record: RecordKind,
		{ id, surveyId = id }: { id: string; surveyId?: string },
	): void {
		if (kind === 'deleted') this.deletedIds.add(id);
		this.effects.note({ kind, record, id, surveyId });
	}

	/** Call after any change to a survey's respondents: its counts are kept between reads. */
	respondentsChanged(surveyId: string): void {
		this.tallies.delete(surveyId);
	}

	/** Counts as they truly are, without the lag that a test may have asked for. */
	tally(surveyId: string): Tally {
		let tally = this.tallies.get(surveyId);
		if (!tally) this.tallies.set(surveyId, (tally = this.count(surveyId, () => true)));
		return tally;
	}

	/** Counts as the survey list shows them. */
	shownTally(surveyId: string): ShownTally {
		return {
			...this.knownTally(surveyId),
			invitations: this.invitations.count(surveyId),
			topics: this.topics.count(surveyId),
		};
	}

	private knownTally(surveyId: string): Tally {
		const { summary } = this.visibility;
		if (!summary.holds(surveyId)) return this.tally(surveyId);
		return this.count(surveyId, (respondent) => !summary.held(surveyId, respondent.id));
	}

	private count(surveyId: string, counts: (respondent: RespondentRecord) => boolean): Tally {
		const tally: Tally = { responses: 0, participants: 0, latest: null };
		for (const respondent of this.respondents.of(surveyId)) {
			if (respondent.status === 'erased') continue;
			tally.participants++;
			if (respondent.status !== 'completed' || !counts(respondent)) continue;
			tally.responses++;
			if (!tally.latest || completed(respondent) >= completed(tally.latest))
				tally.latest = respondent;
		}
		return tally;
	}
}

function completed(respondent: RespondentRecord): number {
	return respondent.completedAt ?? 0;
}
