import type { MessageRecord, RespondentRecord, SurveyRecord } from '../world/records';
import type { World } from '../world/world';

/** ConversationTopicMention of the specification. */
export interface Mention {
	messageId: string;
	topicId: string;
	topicName: string;
	categoryName: string;
	sentimentScore: number;
	confidence: number;
}

/** ConversationSummaryRead of the specification: for survey administrators only. */
export interface Summary {
	summary: string;
	positives: string[];
	negatives: string[];
	generatedAt: number;
}

export interface Conversation {
	respondent: RespondentRecord;
	survey: SurveyRecord;
	messages: MessageRecord[];
	mentions: Mention[];
	summary: Summary | null;
}

const SENTIMENT_SCORES = { positive: 0.8, neutral: 0, negative: -0.8 } as const;

export function conversation(
	world: World,
	survey: SurveyRecord,
	respondent: RespondentRecord,
): Conversation {
	const quotes = world.topics
		.of(survey.id)
		.flatMap(({ id }) => world.quotes.get(id) ?? [])
		.filter(({ respondentId }) => respondentId === respondent.id);
	const mentions = quotes.map(({ messageId, topicId, sentiment }) => {
		const topic = world.topics.get(topicId);
		return {
			messageId,
			topicId,
			topicName: topic?.name ?? '',
			categoryName: (topic && world.themes.get(topic.categoryId)?.name) ?? '',
			sentimentScore: SENTIMENT_SCORES[sentiment],
			confidence: 0.9,
		};
	});
	const said = (wanted: string) =>
		quotes.filter(({ sentiment }) => sentiment === wanted).map(({ text }) => text);
	const { status, completedAt } = respondent;
	return {
		respondent,
		survey,
		messages: respondent.messages ?? madeUp(respondent, quotes),
		mentions,
		summary:
			status === 'completed' && completedAt !== null
				? {
						summary: `A conversation of ${quotes.length} remarks.`,
						positives: said('positive'),
						negatives: said('negative'),
						generatedAt: completedAt,
					}
				: null,
	};
}

/** The transcript of a seeded person: the question, the score, and what the quotes are taken from. */
function madeUp(
	{ id, score, startedAt }: RespondentRecord,
	quotes: ReadonlyArray<{ messageId: string; text: string; at: number }>,
): MessageRecord[] {
	const opening: MessageRecord[] = [
		{
			id: seededMessageId(id, 0),
			speaker: 'interviewer',
			text: 'How would you rate your experience?',
			at: startedAt,
		},
	];
	if (score === null) return opening;
	opening.push({
		id: seededMessageId(id, 1),
		speaker: 'participant',
		text: `I would say ${score}.`,
		at: startedAt,
	});
	const answers = quotes.map(
		({ messageId, text, at }): MessageRecord => ({
			id: messageId,
			speaker: 'participant',
			text,
			at,
		}),
	);
	return [...opening, ...answers];
}

/** An id for the n-th message of a respondent, without having to keep it. */
export function seededMessageId(respondentId: string, index: number): string {
	return respondentId.slice(0, 32) + index.toString(16).padStart(4, '0');
}
