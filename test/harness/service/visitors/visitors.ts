import type { People } from '../people';
import { Random } from '../random';
import type { InvitationRecord, RespondentRecord, SurveyRecord } from '../world/records';
import { Cast } from './cast';
import type { Character } from './cast';
import { Deck } from './deck';
import { openSurveys, pendingInvitations, sharedEntrance } from './entrance';

/** Somebody who came. */
export interface Visit {
	respondent: RespondentRecord;
	survey: SurveyRecord;
	cameBy: 'invitation' | 'link';
	/** The language of what they said, or `hostile`. */
	kind: string;
	/** Whether they completed the interview; otherwise they left midway. */
	completed: boolean;
}

type Outcome = 'completes' | 'gives no score' | 'leaves';

const OUTCOMES: readonly Outcome[] = [
	'completes',
	'completes',
	'completes',
	'completes',
	'completes',
	'completes',
	'gives no score',
	'leaves',
];

/**
 * People who come to a service by themselves, one with each `next()`. Whoever was invited since the first
 * visitor could come is next; then those who were invited before and new ones take turns.
 */
export class Visitors {
	private readonly random: Random;
	private readonly cast: Cast;
	private readonly outcomes: Deck<Outcome>;
	private readonly ways: Deck<Visit['cameBy']>;
	private readonly since: number;

	/** @param seed the same one brings the same people to the same world */
	constructor(
		private readonly world: People,
		seed = 1,
	) {
		this.random = new Random(seed);
		this.cast = new Cast(this.random);
		this.outcomes = new Deck(this.random, OUTCOMES);
		this.ways = new Deck(this.random, ['invitation', 'link']);
		this.since = world.records.now();
	}

	/** One person comes. @returns null when no survey is open */
	next(): Visit | null {
		const surveys = openSurveys(this.world);
		if (surveys.length === 0) return null;
		const invitation = this.invitationFor(surveys);
		if (invitation) {
			const character = { ...this.cast.invited(), name: null, email: null };
			return this.visit({ invitationId: invitation.id }, character, 'invitation');
		}
		// Most come to where they can be seen by name.
		const named = surveys.filter(({ anonymous }) => !anonymous);
		const survey = this.random.pick([...surveys, ...named, ...named]);
		return this.visit(sharedEntrance(this.world, survey.id), this.cast.anybody(), 'link');
	}

	/** A random number of milliseconds: a third more or less than these seconds. */
	pause(seconds: number): number {
		return Math.round((seconds * 1000 * (667 + this.random.below(667))) / 1000);
	}

	private invitationFor(surveys: readonly SurveyRecord[]): InvitationRecord | undefined {
		const pending = surveys.flatMap(({ id }) => pendingInvitations(this.world, id));
		const recent = pending.filter(({ createdAt }) => createdAt > this.since);
		if (recent.length > 0) return this.random.pick(recent);
		if (this.ways.draw() === 'link' || pending.length === 0) return undefined;
		return this.random.pick(pending);
	}

	private visit(
		entrance: Parameters<People['startInterview']>[0],
		{ name, email, kind, mood, messages }: Character,
		cameBy: Visit['cameBy'],
	): Visit {
		const { world, cast, random } = this;
		const outcome = this.outcomes.draw();
		const respondent = world.startInterview(entrance, { name, email });
		const { surveyId } = respondent;
		const survey = world.records.surveys.get(surveyId) as SurveyRecord;
		if (outcome !== 'leaves') {
			const topics = world.records.topics.of(surveyId);
			world.completeInterview(respondent.id, {
				score: outcome === 'completes' ? cast.score(survey, mood) : null,
				messages,
				topicId: topics.length > 0 ? random.pick(topics).id : undefined,
			});
		}
		return { respondent, survey, cameBy, kind, completed: outcome !== 'leaves' };
	}
}
