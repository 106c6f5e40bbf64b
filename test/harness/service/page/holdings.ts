import type { People } from '../people';
import { hasRecipient } from '../world/records';
import type {
	InvitationRecord,
	MailingRecord,
	RespondentRecord,
	SurveyRecord,
} from '../world/records';
import { audienceSize, settle } from '../world/sending';

/** How many of each kind the page shows. */
const SHOWN = 20;
/** How many people who may answer the page offers for each survey. */
const OFFERED = 50;
/** How many characters of what somebody said. */
const LONGEST = 300;

/** What the service holds, for the page: everything in it is data, nothing is markup. */
export function holdings(world: People) {
	const { records } = world;
	settle(records);
	const surveys = world.surveys();
	return {
		surveys: surveys.map((survey) => aboutSurvey(world, survey)),
		completions: surveys
			.flatMap(({ id }) => latestOf(world, id))
			.sort((one, other) => (other.completedAt ?? 0) - (one.completedAt ?? 0))
			.slice(0, SHOWN)
			.map((respondent) => aboutCompletion(world, respondent)),
		invitations: newest(records.invitations.all()).map((one) => aboutInvitation(world, one)),
		mailings: newest(records.mailings.all()).map((one) => aboutMailing(world, one)),
		emails: records.effects.emails
			.slice(-SHOWN)
			.reverse()
			.map(({ at, recipient, source }) => ({ at, recipient, source })),
	};
}

function aboutSurvey(world: People, survey: SurveyRecord) {
	const { id, name, metricType, scaleMin, scaleMax, anonymous, closed } = survey;
	const { responses, participants } = world.records.tally(id);
	const pending = pendingInvitations(world, id);
	return {
		id,
		name,
		metric: metricType,
		scaleMin,
		scaleMax,
		anonymous,
		closed,
		completed: responses,
		participants,
		invitations: world.records.invitations.count(id),
		mailings: world.records.mailings.count(id),
		pending: pending.length,
		invited: pending.slice(0, OFFERED).map((one) => ({ id: one.id, name: recipientOf(one) })),
	};
}

function aboutCompletion(world: People, respondent: RespondentRecord) {
	const { id, surveyId, completedAt, score } = respondent;
	const survey = world.records.surveys.get(surveyId);
	return {
		id,
		at: completedAt,
		survey: survey?.name ?? '',
		anonymous: survey?.anonymous ?? false,
		name: survey?.anonymous ? null : respondent.name,
		score,
		scaleMax: survey?.scaleMax ?? 0,
		words: wordsOf(respondent),
	};
}

/** The beginning of what somebody said; null for seeded people, whose transcripts are made up when they are read. */
function wordsOf({ messages }: RespondentRecord): string | null {
	if (!messages) return null;
	const said = messages.filter(({ speaker }) => speaker === 'participant').map(({ text }) => text);
	const letters = [...said.join(' ')];
	return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('');
}

function aboutInvitation(world: People, invitation: InvitationRecord) {
	const { id, surveyId, type, createdAt, label } = invitation;
	return {
		id,
		at: createdAt,
		type,
		recipient: recipientOf(invitation) ?? label,
		status: world.invitationStatus(id),
		survey: surveyName(world, surveyId),
	};
}

function aboutMailing(world: People, mailing: MailingRecord) {
	const { id, surveyId, createdAt, status, subjectOverride, recipients } = mailing;
	const count = (wanted: string) =>
		(recipients ?? []).filter((recipient) => recipient.status === wanted).length;
	return {
		id,
		at: createdAt,
		status,
		subject: subjectOverride,
		survey: surveyName(world, surveyId),
		total: audienceSize(world.records, mailing),
		sent: count('sent'),
		failed: count('failed'),
		skipped: count('skipped'),
	};
}

/** The invitations with a recipient who has not come yet, newest first. */
function pendingInvitations(world: People, surveyId: string): InvitationRecord[] {
	const came = new Set(world.respondents(surveyId).map(({ invitationId }) => invitationId));
	return world
		.invitations(surveyId)
		.filter(({ id, type }) => hasRecipient(type) && !came.has(id))
		.filter(({ id }) => world.invitationStatus(id) === 'open')
		.sort((one, other) => other.createdAt - one.createdAt);
}

/** Whom an invitation names. */
function recipientOf({ recipientName, recipientEmail }: InvitationRecord): string | null {
	return recipientName ?? recipientEmail;
}

function surveyName(world: People, surveyId: string): string {
	return world.records.surveys.get(surveyId)?.name ?? '';
}

function newest<T extends { createdAt: number }>(records: readonly T[]): T[] {
	return [...records].sort((one, other) => other.createdAt - one.createdAt).slice(0, SHOWN);
}

const latest = new WeakMap<object, RespondentRecord[]>();

/** The latest completions of a survey. They are kept as long as the survey's tally is, for lists may be long. */
function latestOf(world: People, surveyId: string): RespondentRecord[] {
	const tally = world.records.tally(surveyId);
	let found = latest.get(tally);
	if (!found) {
		found = world
			.respondents(surveyId)
			.filter(({ status }) => status === 'completed')
			.sort((one, other) => (other.completedAt ?? 0) - (one.completedAt ?? 0))
			.slice(0, SHOWN);
		latest.set(tally, found);
	}
	return found;
}
