import { seededMessageId } from '../results/conversation';
import { sentimentOf } from '../world/interviews';
import { hasRecipient } from '../world/records';
import type {
	InvitationRecord,
	RespondentRecord,
	SurveyRecord,
	TopicRecord,
} from '../world/records';
import type { World } from '../world/world';
import { personName, propertyValues } from './invitations';
import { QUOTES } from './words';

/** One person in five has started only. */
const STARTED_ONLY = 5;

/**
 * People spread evenly from the survey's creation to now. Whoever completed spoke about the first topic,
 * every third person about another one too. Transcripts are made up when they are read.
 */
export function seedRespondents(
	world: World,
	survey: SurveyRecord,
	topics: readonly TopicRecord[],
	count: number,
): void {
	const usedUp = world.invitations
		.of(survey.id)
		.filter(({ type, usedCount }) => hasRecipient(type) && usedCount > 0);
	const step = (world.now() - survey.createdAt) / (count + 1);
	for (let index = 0; index < count; index++) {
		const startedAt = Math.floor(survey.createdAt + step * (index + 1));
		const person = seedPerson(world, survey, usedUp[index], index, startedAt);
		if (person.status === 'completed') quote(world, survey, topics, person, index);
	}
	world.respondentsChanged(survey.id);
}

function seedPerson(
	world: World,
	survey: SurveyRecord,
	invitation: InvitationRecord | undefined,
	index: number,
	startedAt: number,
): RespondentRecord {
	const completed = invitation !== undefined || index % STARTED_ONLY !== STARTED_ONLY - 1;
	const scores = survey.scaleMax - survey.scaleMin + 1;
	return world.respondents.add({
		id: world.random.uuid(),
		surveyId: survey.id,
		invitationId: invitation?.id ?? null,
		name: invitation?.recipientName ?? personName(world),
		email: invitation?.recipientEmail ?? `respondent${index}@example.com`,
		externalId: invitation?.recipientExternalId ?? `r-${index}`,
		properties: propertyValues(index),
		status: completed ? 'completed' : 'started',
		score: completed
			? survey.scaleMax - Math.floor(world.random.below(scores * 10) ** 2 / (scores * 100))
			: null,
		startedAt,
		completedAt: completed ? startedAt + 1 : null,
		messages: null,
	});
}

function quote(
	world: World,
	survey: SurveyRecord,
	topics: readonly TopicRecord[],
	person: RespondentRecord,
	index: number,
): void {
	const sentiment = sentimentOf(survey, person.score);
	const spokenOf = index % 3 === 0 ? [0, 1 + ((index / 3) % (topics.length - 1))] : [0];
	spokenOf.forEach((topicIndex, nth) => {
		const topic = topics[topicIndex];
		if (!topic) return;
		const quotes = world.quotes.get(topic.id) ?? [];
		if (quotes.length === 0) world.quotes.set(topic.id, quotes);
		quotes.push({
			id: world.random.uuid(),
			topicId: topic.id,
			respondentId: person.id,
			messageId: seededMessageId(person.id, 2 + nth),
			text: world.random.pick(QUOTES[sentiment]),
			sentiment,
			at: person.completedAt ?? person.startedAt,
		});
	});
}
