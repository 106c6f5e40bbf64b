import type { People } from '../people';
import { Random } from '../random';
import type { Entrance } from '../world/interviews';
import { hasRecipient } from '../world/records';
import type { InvitationRecord, RespondentRecord, SurveyRecord } from '../world/records';
import { CAST, scoreFor } from './cast';

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

/**
 * People who come to a service by themselves, one with each `next()`. Whoever was invited since the first
 * visitor could come is next; then those who were invited before and new ones take turns.
 */
export class Visitors {
	private readonly random: Random;
	private readonly since: number;
	private came = 0;
	private coming: (typeof CAST)[number][] = [];

	/** @param seed the same one brings the same people to the same world */
	constructor(
		private readonly world: People,
		seed = 1,
	) {
		this.random = new Random(seed);
		this.since = world.records.now();
	}

	/** One person comes. @returns null when no survey is open */
	next(): Visit | null {
		const surveys = this.world.surveys().filter(({ closed }) => !closed);
		if (surveys.length === 0) return null;
		this.came++;
		const invitation = this.invitationFor(surveys);
		const survey = invitation
			? (this.world.records.surveys.get(invitation.surveyId) as SurveyRecord)
			: this.random.pick(surveys);
		// Everybody of the cast comes before anybody comes again.
		if (this.coming.length === 0) this.coming = this.random.shuffled(CAST);
		const { name, kind, mood, messages } = this.coming.pop() as (typeof CAST)[number];
		const respondent = invitation
			? this.world.startInterview({ invitationId: invitation.id })
			: this.world.startInterview(sharedEntrance(this.world, survey.id), {
					name,
					email: name === null ? null : `visitor-${this.came}@example.com`,
				});
		const completed = this.came % 8 !== 0;
		if (completed) {
			const topics = this.world.records.topics.of(survey.id);
			this.world.completeInterview(respondent.id, {
				score: this.came % 7 === 0 ? null : scoreFor(this.random, survey, mood),
				messages,
				topicId: topics.length > 0 ? this.random.pick(topics).id : undefined,
			});
		}
		const cameBy = invitation ? 'invitation' : 'link';
		return { respondent, survey, cameBy, kind, completed };
	}

	/** A random number of milliseconds: a third more or less than these seconds. */
	pause(seconds: number): number {
		return Math.round((seconds * 1000 * (667 + this.random.below(667))) / 1000);
	}

	private invitationFor(surveys: readonly SurveyRecord[]): InvitationRecord | undefined {
		const pending = surveys.flatMap(({ id }) => pendingInvitations(this.world, id));
		const recent = pending.filter(({ createdAt }) => createdAt > this.since);
		if (recent.length > 0) return this.random.pick(recent);
		return this.came % 2 === 0 && pending.length > 0 ? this.random.pick(pending) : undefined;
	}
}

/** The invitations with a recipient who has not come yet, newest first. */
export function pendingInvitations(world: People, surveyId: string): InvitationRecord[] {
	const came = new Set(world.respondents(surveyId).map(({ invitationId }) => invitationId));
	return world
		.invitations(surveyId)
		.filter(({ id, type }) => hasRecipient(type) && !came.has(id))
		.filter(({ id }) => world.invitationStatus(id) === 'open')
		.sort((one, other) => other.createdAt - one.createdAt);
}

/** How somebody without an invitation comes: by the survey's shared link, if one is open. */
export function sharedEntrance(world: People, surveyId: string): Entrance {
	const link = world
		.invitations(surveyId)
		.find(({ id, type }) => type === 'shared_link' && world.invitationStatus(id) === 'open');
	return link ? { invitationId: link.id } : { surveyId };
}

export interface Coming {
	/** How many seconds lie between two visitors, give or take a third. */
	seconds: number;
	/** Hears a line about each. */
	say: (line: string) => void;
}

/** Lets people come now and then, until somebody calls what it returns. */
export function letVisitorsCome(world: People, { seconds, say }: Coming): () => void {
	const visitors = new Visitors(world);
	let timer: NodeJS.Timeout;
	const wait = () => {
		timer = setTimeout(() => {
			wait();
			say(lineAbout(visitors.next()));
		}, visitors.pause(seconds));
	};
	wait();
	return () => clearTimeout(timer);
}

const LONGEST_PAUSE = 86_400;

/** The seconds that somebody wrote after `--visitors`; undefined without the option. */
export function secondsOf(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const seconds = Number(value);
	if (!/^\d+$/.test(value) || seconds < 1 || seconds > LONGEST_PAUSE) {
		throw new Error(`--visitors takes a number of seconds from 1 to ${LONGEST_PAUSE}.`);
	}
	return seconds;
}

const LONGEST_NAME = 80;

/** One line for a terminal: who came, the score, the survey. */
function lineAbout(visit: Visit | null): string {
	if (!visit) return 'Nobody came: no survey is open.';
	const { respondent, survey, cameBy, kind, completed } = visit;
	const who = respondent.name === null ? 'Somebody without a name' : harmless(respondent.name);
	const how = `(${cameBy === 'invitation' ? 'invited' : 'by link'}, ${kind})`;
	if (!completed) return `${who} started ${harmless(survey.name)} and left midway ${how}`;
	const { score } = respondent;
	const gave = score === null ? 'gave no score' : `gave ${score} of ${survey.scaleMax}`;
	return `${who} ${gave} in ${harmless(survey.name)} ${how}`;
}

/** Names are text of others: no control characters and no changes of direction reach the terminal. */
function harmless(name: string): string {
	const text = name.replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
	return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
}
