/**
 * Where the dialects of the reference service have each fact, written from the dialects and not from the
 * readers. A fact that is not here is not in the answer.
 */
import type { ItemName } from './checkStage';

type Places = Partial<Record<ItemName, Record<string, string>>>;

const inList = (places: Record<string, string>, at: string): Record<string, string> =>
	Object.fromEntries(Object.entries(places).map(([fact, path]) => [fact, `${at}.${path}`]));

const same = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, name]));

const plainSurvey = {
	...same('name', 'metric_type', 'interview_locale', 'status', 'response_count'),
	...same('participant_count', 'created_at', 'id', 'anonymous'),
	latest_completed_at: 'latest_completed_interview.completed_at',
};
const nestedSurvey = {
	...same('name', 'id'),
	metric_type: 'metric.type',
	interview_locale: 'locale',
	response_count: 'counts.responses',
	participant_count: 'counts.participants',
	latest_completed_at: 'snapshot.finished_at',
	created_at: 'timestamps.created',
	anonymous: 'is_anonymous',
};
const wideSurvey = {
	...same('name', 'metric_type', 'status', 'created_at', 'id'),
	interview_locale: 'language',
	response_count: 'total_responses',
	participant_count: 'total_participants',
	latest_completed_at: 'last_interview_ended_at',
	anonymous: 'anonymous_responses',
};

export const PLACES: Record<string, Places> = {
	plain: {
		token: {
			...same('scopes', 'expires_at', 'survey_id'),
			workspace: 'workspace.name',
			workspace_id: 'workspace.id',
		},
		surveys: inList(plainSurvey, '[]'),
		survey: {
			...plainSurvey,
			...same('scale_min', 'scale_max'),
		},
		theme: inList(same('name', 'description', 'is_archived', 'id'), 'themes[]'),
		property: inList(same('key', 'label', 'options', 'id'), 'properties[]'),
		respondents: inList(
			{
				...same('name', 'email', 'external_id', 'score', 'status', 'properties', 'started_at'),
				...same('completed_at', 'survey_id', 'id'),
			},
			'[]',
		),
		conversation: {
			messages: 'messages',
			summary: 'summary.summary',
			positives: 'summary.positives',
			negatives: 'summary.negatives',
			topics: 'topic_mentions',
		},
		message: inList({ ...same('role', 'text'), at: 'created_at' }, 'messages[]'),
		overview: {
			...same('score', 'metric_type', 'response_rate', 'distribution'),
			invited: 'invited_count',
			started: 'started_count',
			completed: 'completed_count',
		},
		suggestedRange: same('from', 'to', 'granularity'),
		overTime: inList({ from: 'date', score: 'score', answers: 'responses' }, 'points[]'),
		scores: inList(same('score', 'completed_at', 'respondent_id'), '[]'),
		conclusion: {
			text: 'text',
			points: 'bullets',
		},
		point: inList(same('text', 'tone', 'topic_id'), 'bullets[]'),
		topics: inList(
			{
				...same('name', 'id', 'sentiment'),
				theme: 'category.name',
				mentions: 'mentions.comments',
				positive: 'mentions.positive',
				neutral: 'mentions.neutral',
				negative: 'mentions.negative',
			},
			'topics[]',
		),
		quotes: inList({ text: 'text', sentiment: 'sentiment', at: 'created_at' }, 'items[]'),
	},
	nested: {
		token: {
			workspace: 'token.company.company_name',
			scopes: 'token.scopes',
			workspace_id: 'token.company.company_id',
		},
		surveys: inList(nestedSurvey, '[]'),
		survey: {
			...nestedSurvey,
			status: 'configuration.open',
		},
		theme: inList({ ...same('name', 'id'), description: 'prompt' }, 'topic_categories[]'),
		property: inList(
			{ ...same('name', 'id'), key: 'slug', options: 'values' },
			'participant_properties[]',
		),
		respondents: inList(
			{
				...same('score', 'status', 'started_at', 'id'),
				name: 'person.name',
				email: 'person.email',
				external_id: 'person.external_id',
				properties: 'property_values',
				completed_at: 'finished_at',
			},
			'[]',
		),
		conversation: {
			messages: 'conversation.transcript',
			summary: 'administrators.summary.summary',
			positives: 'administrators.summary.positives',
			negatives: 'administrators.summary.negatives',
		},
		message: inList(
			{ role: 'author', text: 'content.text', at: 'sent_at', topics: 'topics' },
			'conversation.transcript[]',
		),
		overview: {
			score: 'metric.score',
			metric_type: 'metric.type',
			invited: 'funnel.invited',
			started: 'funnel.started',
			completed: 'funnel.completed',
			response_rate_percent: 'funnel.response_rate_pct',
			distribution: 'metric.distribution',
		},
		suggestedRange: {
			from: 'suggestion.range.start',
			to: 'suggestion.range.end',
			granularity: 'suggestion.bucket',
		},
		overTime: inList(
			{ from: 'starts_at', score: 'metric.score', answers: 'metric.n' },
			'series.buckets[]',
		),
		scores: inList({ score: 'value', completed_at: 'at', respondent_id: 'respondent.id' }, '[]'),
		conclusion: {
			text: 'conclusion.paragraphs',
			points: 'conclusion.bullets',
		},
		point: inList(same('text', 'tone', 'topic_id'), 'conclusion.bullets[]'),
		topics: inList(
			{
				name: 'topic.topic_name',
				id: 'topic.topic_id',
				theme: 'topic.category.name',
				sentiment: 'sentiment.score',
				mentions: 'counts.comments',
				positive: 'counts.positive',
				neutral: 'counts.neutral',
				negative: 'counts.negative',
			},
			'data.rankings[]',
		),
		quotes: inList({ text: 'quote.text', sentiment: 'sentiment', at: 'said_at' }, 'data.quotes[]'),
	},
	wide: {
		token: {
			workspace: 'workspace_name',
			scopes: 'scope',
			workspace_id: 'workspace_id',
			expires_at: 'expires_at',
			survey_id: 'restricted_survey_id',
		},
		surveys: inList(wideSurvey, '[]'),
		survey: {
			...wideSurvey,
			...same('scale_min', 'scale_max'),
		},
		theme: inList(same('name', 'description', 'is_archived', 'id'), 'themes[]'),
		property: inList(
			{ ...same('key', 'id'), label: 'display_name', options: 'choices' },
			'participant_properties[]',
		),
		respondents: inList(
			{
				...same('score', 'status', 'started_at', 'ended_at', 'survey_name', 'survey_id', 'id'),
				created_at: 'created_at',
				name: 'participant_name',
				email: 'participant_email',
				external_id: 'participant_external_id',
				properties: 'participant_properties',
			},
			'[]',
		),
		conversation: {
			messages: 'turns',
			summary: 'summary.summary',
			positives: 'summary.positives',
			negatives: 'summary.negatives',
			topics: 'topics',
		},
		message: inList({ ...same('role'), text: 'content', at: 'created_at' }, 'turns[]'),
		overview: {
			score: 'metric_score',
			metric_type: 'metric_type',
			invited: 'total_invited',
			started: 'total_started',
			completed: 'total_completed',
			response_rate: 'response_rate',
			distribution: 'score_distribution',
		},
		suggestedRange: { from: 'range_start', to: 'range_end', granularity: 'granularity' },
		overTime: {
			from: 'buckets[].date',
			score: 'buckets[].metric_score',
			answers: 'buckets[].response_count',
		},
		scores: inList(
			{ score: 'metric_score', completed_at: 'ended_at', respondent_id: 'respondent_id' },
			'[]',
		),
		conclusion: {
			text: 'conclusion',
			points: 'key_points',
		},
		point: inList(same('text', 'tone', 'topic_id'), 'key_points[]'),
		topics: inList(
			{
				name: 'topic_name',
				id: 'topic_id',
				theme: 'category.name',
				frequency: 'frequency',
				sentiment: 'sentiment_score',
				mentions: 'mention_counts.comments',
				positive: 'mention_counts.positive',
				neutral: 'mention_counts.neutral',
				negative: 'mention_counts.negative',
			},
			'by_frequency[]',
		),
		quotes: inList({ text: 'quote', sentiment: 'sentiment', at: 'said_at' }, 'results[]'),
	},
};
