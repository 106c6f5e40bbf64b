import { Refusal, unknown } from '../refusal';
import { statusOf } from './records';
import type {
	InvitationRecord,
	MessageRecord,
	PropertyValues,
	RespondentRecord,
	Sentiment,
	SurveyRecord,
} from './records';
import type { World } from './world';

/** The way in: an invitation, or a survey (as if by a link of which nothing is recorded). */
export type Entrance = { invitationId: string } | { surveyId: string };

export interface Person {
	name?: string | null;
	email?: string | null;
	externalId?: string | null;
	properties?: PropertyValues;
}

export interface Answers {
	score?: number | null;
	/** What the participant says, one message each. */
	messages?: readonly string[];
	/** The topic that the messages are tagged with; by default the survey's first, if it has one. */
	topicId?: string;
}

export function startInterview(world: World, entrance: Entrance, person: Person): RespondentRecord {
	const invitation =
		'invitationId' in entrance ? world.invitations.get(entrance.invitationId) : null;
	const surveyId = 'surveyId' in entrance ? entrance.surveyId : invitation?.surveyId;
	const survey = surveyId ? world.surveys.get(surveyId) : undefined;
	if (!survey || invitation === undefined) throw unknown(survey ? 'invitation' : 'survey');
	if (survey.closed) throw new Refusal('survey closed', 'The survey is closed.');
	if (invitation) refuseUnlessOpen(world, invitation);
	const respondent = world.respondents.add(newcomer(world, survey, invitation, person));
	if (invitation) invitation.usedCount++;
	world.respondentsChanged(survey.id);
	world.note('created', 'respondent', respondent);
	return respondent;
}

function refuseUnlessOpen(world: World, invitation: InvitationRecord): void {
	const status = statusOf(invitation, world.now());
	if (status !== 'open') throw new Refusal('invitation closed', `The invitation is ${status}.`);
}

function newcomer(
	world: World,
	survey: SurveyRecord,
	invitation: InvitationRecord | null,
	person: Person,
): RespondentRecord {
	return {
		id: world.random.uuid(),
		surveyId: survey.id,
		invitationId: invitation?.id ?? null,
		name: person.name ?? invitation?.recipientName ?? null,
		email: person.email ?? invitation?.recipientEmail ?? null,
		externalId: person.externalId ?? invitation?.recipientExternalId ?? null,
		properties: { ...invitation?.properties, ...person.properties },
		status: 'started',
		score: null,
		startedAt: world.now(),
		completedAt: null,
		messages: [],
	};
}

export function completeInterview(
	world: World,
	respondent: RespondentRecord,
	{ score = null, messages = [], topicId }: Answers,
): RespondentRecord {
	const { id, surveyId } = respondent;
	respondent.status = 'completed';
	respondent.score = score;
	respondent.completedAt = world.now();
	respondent.messages = transcript(world, messages);
	tag(world, respondent, topicId ?? world.topics.of(surveyId)[0]?.id);
	world.visibility.summary.completed(surveyId, id);
	world.visibility.list.completed(surveyId, id);
	world.respondentsChanged(surveyId);
	world.note('updated', 'respondent', respondent);
	return respondent;
}

function transcript(world: World, messages: readonly string[]): MessageRecord[] {
	const said = (speaker: MessageRecord['speaker'], text: string): MessageRecord => ({
		id: world.random.uuid(),
		speaker,
		text,
		at: world.now(),
	});
	return messages.flatMap((text) => [
		said('interviewer', 'Can you tell me more about that?'),
		said('participant', text),
	]);
}

/** Analysis: each message becomes a quote of the topic, its sentiment following the score. */
function tag(world: World, respondent: RespondentRecord, topicId: string | undefined): void {
	if (!topicId) return;
	const quotes = world.quotes.get(topicId) ?? [];
	for (const message of respondent.messages ?? []) {
		if (message.speaker !== 'participant') continue;
		quotes.push({
			id: world.random.uuid(),
			topicId,
			respondentId: respondent.id,
			messageId: message.id,
			text: message.text,
			sentiment: sentimentOf(world.surveys.get(respondent.surveyId), respondent.score),
			at: message.at,
		});
	}
	world.quotes.set(topicId, quotes);
}

/** The upper fifth of the scale is positive, the lower half negative. */
export function sentimentOf(survey: SurveyRecord | undefined, score: number | null): Sentiment {
	if (!survey || score === null) return 'neutral';
	const share = (score - survey.scaleMin) / (survey.scaleMax - survey.scaleMin);
	if (share >= 0.8) return 'positive';
	return share < 0.5 ? 'negative' : 'neutral';
}

/** Someone who had finished goes on talking: no longer completed, until they complete again. */
export function reopenInterview(world: World, respondent: RespondentRecord): RespondentRecord {
	respondent.status = 'started';
	respondent.completedAt = null;
	world.respondentsChanged(respondent.surveyId);
	return respondent;
}
