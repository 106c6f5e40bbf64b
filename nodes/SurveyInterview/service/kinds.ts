/**
 * Every kind of record, as a table of its facts: under which keys each may stand, the surest first. A new fact, or a
 * new key for one, is one line here. The specification shows the keys of invitations and mailings; those of the other
 * kinds are the likely ones (docs/interface.md).
 *
 * The words of the table are in `reader.ts`: `alsoIn` names objects in which the same keys count too, after the record
 * itself; `firstIn` names an object that is looked at before the record; `onlyInternal` is no field and only helps to
 * find one; only Selected Fields returns what is `onlySelected`; no key is looked for of what is `calculated`. What
 * `aText`, `aTime` and the like take is in `values.ts`.
 */
import { isNo } from './denial';
import { isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { scalarText, toNumber } from './scalars';
import {
	aFact,
	alsoIn,
	calculated,
	type FactTable,
	firstIn,
	splitWords,
	type Kind,
	onlyInternal,
	onlySelected,
	plainKey,
	RecordReader,
	typesOf,
} from './reader';
import {
	aCount,
	aFlag,
	aMetric,
	aName,
	anEmail,
	anId,
	aNumber,
	aText,
	aTime,
	aWord,
	propertiesByKey,
	someTexts,
	toCount,
	toEmail,
	toText,
	toTexts,
	toTime,
	toWord,
	wordFor,
} from './values';

const kind = <Name extends string, Facts extends FactTable>(name: Name, facts: Facts) =>
	({ name, facts }) satisfies Kind;

/** Names of objects inside a record: about a person, about an interview, and with times. */
const PERSON_OBJECTS =
	'person participant respondent recipient contact invitee identity profile details';
const INTERVIEW_OBJECTS = 'interview response result results answer answers rating outcome metric';
const TIME_OBJECTS = 'times timestamps dates';
/** Names of objects that hold a part of the record itself. */
const PART_OBJECTS = 'details values fields core info body';

/** The scopes in a text with spaces or commas between them, or in a list, without those that are not granted. */
function toScopes(value: unknown): string[] | undefined {
	if (typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean);
	const isGranted = (scope: unknown) => !isObject(scope) || !isNo(scope.granted);
	return Array.isArray(value) ? toTexts(value.filter(isGranted)) : undefined;
}

/** The ID of a survey, given alone, in a list or in an object; undefined for several surveys, and for a name. */
function toSurveyId(value: unknown): string | undefined {
	const [survey, ...moreSurveys] = Array.isArray(value) ? (value as unknown[]) : [value];
	const id = isObject(survey) ? survey.id : survey;
	return moreSurveys.length === 0 && isUuid(id) ? id : undefined;
}

export const TOKEN_KIND = kind(
	'token',
	alsoIn('token api_token identity', {
		workspace: aName(`
			workspace_name company_name organization_name organisation_name
			workspace.name workspace.workspace_name workspace.title
			company.name company.company_name company.title organization.name organisation.name
			workspace company organization organisation
		`),
		scopes: aFact(
			'strings?',
			'scopes scope granted_scopes permissions granted_permissions',
			toScopes,
		),
		expires_at: aTime('expires_at expires_on expiry_date expires expiry valid_until valid_to'),
		survey_id: aFact(
			'string?',
			`survey_id restricted_survey_id restricted_to_survey_id
			survey.id restricted_survey.id restricted_to.survey_id restricted_to.id
			restriction.survey_id restriction.id survey restricted_survey restricted_to restriction
			survey_ids surveys allowed_survey_ids restricted_survey_ids`,
			toSurveyId,
		),
		workspace_id: anId(`
			workspace_id company_id organization_id organisation_id
			workspace.id workspace.workspace_id company.id company.company_id
			organization.id organisation.id
		`),
	}),
);

/** Names of objects with the settings of a survey. */
const SETTINGS_OBJECTS = 'configuration config settings interview';

/** A word, or whether the survey is open. */
function toSurveyStatus(value: unknown): string | undefined {
	if (typeof value === 'boolean') return value ? 'open' : 'closed';
	return toWord(value);
}

export const SURVEY_KIND = kind('survey', {
	name: aText('name title'),
	...alsoIn(SETTINGS_OBJECTS, {
		metric_type: aMetric('metric_type metric metric.type metric.metric_type score.metric_type'),
		interview_locale: aText('interview_locale locale language'),
	}),
	status: aFact(
		'string?',
		'status survey_status state is_open open configuration.open config.open settings.open',
		toSurveyStatus,
	),
	...alsoIn('counts count statistics stats totals numbers summary', {
		response_count: aCount(`
			response_count responses_count responses total_responses number_of_responses
			number_of_completions
			completed_count completed completions completion_count total_completed completed_interviews
			completed_respondents completed_participants
		`),
		participant_count: aCount(`
			participant_count participants_count participants respondents respondent_count
			respondents_count number_of_participants total_participants
		`),
	}),
	latest_completed_at: aTime(`
		latest_completed_at last_completed_at latest_interview_at last_interview_at
		latest_interview_completed_at last_interview_completed_at latest_interview_ended_at
		last_interview_ended_at latest_interview_finished_at last_interview_finished_at
		latest_response_at last_response_at
		latest_completed_interview.completed_at latest_completed_interview.finished_at
		latest_completed_interview.ended_at latest_interview.completed_at latest_interview.finished_at
		latest_interview.ended_at last_interview.completed_at last_interview.finished_at
		last_interview.ended_at latest_response.completed_at last_response.completed_at
		latest_completed.completed_at latest_completion.completed_at latest_completion.at
		latest.completed_at snapshot.completed_at snapshot.finished_at snapshot.ended_at
	`),
	created_at: aTime('created_at created_on created timestamps.created timestamps.created_at'),
	id: anId('id survey_id uuid'),
	// The ends of the scale of its scores.
	...alsoIn(`${SETTINGS_OBJECTS} scale`, {
		scale_min: onlyInternal(aNumber('scale_min scale_minimum min_score min')),
		scale_max: onlyInternal(aNumber('scale_max scale_maximum max_score max')),
	}),
	// Whether the survey hides who answered.
	...alsoIn(`${SETTINGS_OBJECTS} privacy`, {
		anonymous: onlyInternal(
			aFlag('anonymous is_anonymous anonymous_responses anonymous_answers anonymous_survey'),
		),
	}),
});

export const THEME_KIND = kind(
	'theme',
	alsoIn('theme category topic_category', {
		name: aText('name label title'),
		description: aText('description prompt instruction explanation about'),
		is_archived: aFact(
			'boolean?',
			'is_archived archived archived_at archived_on status state',
			(value) => {
				if (/^(false|no|0|active)$/i.test(scalarText(value))) return false;
				if (/^(true|yes|1|archived)$/i.test(scalarText(value))) return true;
				// Archived at a time.
				return toTime(value) === undefined ? undefined : true;
			},
		),
		id: anId('id category_id theme_id uuid'),
	}),
);

export const PROPERTY_KIND = kind(
	'property',
	alsoIn('property', {
		// As an ID: a key may be a number, which counts as text.
		key: anId('key property_key slug code'),
		label: aText('label property_label display_name title'),
		options: someTexts('options values allowed_values choices'),
		id: anId('id property_id uuid'),
		// `name` is the label if the record has no `label`, and otherwise its key (`surveys.ts`).
		name: onlyInternal(aText('name property_name')),
	}),
);

/** A link for people. Addresses below `/api` are of records for programs (docs/interface.md, Conventions). */
function toLink(value: unknown): string | undefined {
	if (isObject(value)) return linkInObject(value);
	const text = toText(value);
	const isLink = text !== undefined && /^https?:\/\//i.test(text) && !/\/api\//.test(text);
	return isLink ? text : undefined;
}

/** The first link in an object such as `{rel: 'interview', href: 'https://…'}`. */
const linkInObject = (object: JsonObject): string | undefined =>
	Object.entries(object)
		.filter(([key, value]) => /^(href|url|link)$/.test(plainKey(key)) && !isObject(value))
		.map(([, value]) => toLink(value))
		.find((link) => link !== undefined);

/** Words under `status` that are about the request, and not about the invitation. */
const REQUEST_OUTCOMES = splitWords(
	'success successful ok created exists existing skipped duplicate unchanged updated reissued new done',
);
function toInvitationStatus(value: unknown): string | undefined {
	const word = toWord(value);
	return word === undefined || REQUEST_OUTCOMES.includes(word) ? undefined : word;
}

export const INVITATION_KIND = kind(
	'invitation',
	// The answer to a create may hold the invitation in an object, beside facts about the request.
	firstIn('invitation', {
		name: aText('recipient_name name full_name recipient.name recipient.recipient_name'),
		email: aText(`
			recipient_email email email_address recipient.email recipient.recipient_email
		`),
		external_id: anId('recipient_external_id external_id recipient.external_id external_reference'),
		// Only answers that create a link show it. Where they show just its secret part, the link is built from that.
		link: aFact(
			'string?',
			`participant_link participant_url personal_link personal_url interview_link interview_url
			invitation_link invitation_url invite_link invite_url survey_link survey_url link url
			links.participant links.invitation links.interview`,
			toLink,
		),
		status: aFact('string?', 'status', toInvitationStatus),
		type: aText('type invitation_type'),
		label: aText('label'),
		properties: aFact('object?', 'properties', (value) => (isObject(value) ? value : undefined)),
		used_count: onlySelected(aCount('used_count')),
		max_uses: onlySelected(aCount('max_uses')),
		expires_at: aTime('expires_at'),
		created_at: onlySelected(aTime('created_at')),
		id: anId('invitation_id id uuid'),
		survey_id: onlySelected(anId('survey_id survey.id')),
		token: onlyInternal(aText('token')),
	}),
);

/** The answer to an email with an invitation, which the interface does not show. */
export const SENT_EMAIL_KIND = kind('sentEmail', {
	sent: calculated('boolean?'),
	...alsoIn('delivery result data email', {
		email: aFact(
			'string?',
			'recipient_email recipient to email email_address recipient.email email.to',
			(value) => toEmail(Array.isArray(value) && value.length === 1 ? value[0] : value),
		),
		sent_at: aTime('sent_at sent_on email_sent_at queued_at accepted_at at'),
		reason: aText('skipped_reason skip_reason reason'),
		id: anId('invitation_id invitation.id'),
	}),
});

export const MAILING_KIND = kind('mailing', {
	status: aWord('status'),
	subject_override: aText('subject_override'),
	total_count: aCount('total_count'),
	sent_count: aCount('sent_count'),
	failed_count: aCount('failed_count'),
	skipped_count: aCount('skipped_count'),
	scheduled_at: aTime('scheduled_at'),
	started_at: onlySelected(aTime('started_at')),
	completed_at: aTime('completed_at'),
	created_at: onlySelected(aTime('created_at')),
	template_id: anId('template_id'),
	id: anId('id'),
	survey_id: onlySelected(anId('survey_id')),
});

export const MAILING_RECIPIENT_KIND = kind('recipient', {
	name: aText('recipient_name'),
	email: aText('recipient_email'),
	status: aWord('status'),
	reason: aText('skipped_reason'),
	sent_at: aTime('sent_at'),
	invitation_id: anId('invitation_id'),
	id: anId('id'),
});

/** Keys of a score, most with the name of a metric. */
const SCORE_KEYS =
	'nps_score enps_score csat_score ces_score scale_score metric_score overall_score final_score total_score';

/** True if a flag is set, or if a time says since when it is: `true` or `2026-01-31T12:00:00Z`. */
const toTrueIfSet = (value: unknown): true | undefined =>
	/^(true|yes|y|1)$/i.test(scalarText(value)) || toTime(value) !== undefined || undefined;

export const RESPONDENT_KIND = kind('respondent', {
	...alsoIn(PERSON_OBJECTS, {
		name: aText('name full_name display_name invitation.recipient_name'),
		email: anEmail(
			'email email_address mail invitation.recipient_email invitation.recipient.email',
		),
		external_id: anId(`
			external_id external_identifier external_ref external_reference external_key
			invitation.recipient_external_id invitation.recipient.external_id
		`),
	}),
	...alsoIn(INTERVIEW_OBJECTS, {
		score: aNumber(`score score.value ${SCORE_KEYS} rating rating.value
			interview.value response.value result.value answer.value outcome.value metric.value`),
	}),
	...alsoIn('survey score interview response result settings configuration', {
		metric_type: onlySelected(
			aMetric('metric_type metric metric.type metric.metric_type score.type'),
		),
	}),
	nps_group: calculated('string?'),
	// `respondents.ts` turns the words of services that certainly mean the same into those of this package.
	...alsoIn(`${INTERVIEW_OBJECTS} progress ${PART_OBJECTS}`, { status: aWord('status state') }),
	...alsoIn(PERSON_OBJECTS, {
		properties: aFact(
			'object?',
			'properties property_values participant_properties participant_property_values property tags',
			propertiesByKey,
		),
	}),
	...alsoIn(`${INTERVIEW_OBJECTS} ${TIME_OBJECTS}`, {
		started_at: onlySelected(
			aTime('started_at started_on started_time started start_time start_at begun_at opened_at'),
		),
		completed_at: aTime(`
			completed_at completed_on completed_time completed_date completed finished_at finished_on
			finished submitted_at submitted_on submitted completion_time completion_date
			completion_at submission_time
		`),
		ended_at: onlyInternal(aTime('ended_at ended_on ended_time ended end_time end_at')),
	}),
	survey_name: onlySelected(aText('survey_name survey.name survey.title survey_title')),
	survey_id: onlySelected(anId('survey_id survey.id')),
	id: anId('id respondent_id uuid respondent.id respondent.uuid participant.id participant.uuid'),
	link: calculated('string?'),
	created_at: onlyInternal(aTime('created_at created_on created_time created_date')),
	// Not in objects about the person or the interview: such a part of a record may be erased alone.
	...alsoIn(PART_OBJECTS, {
		erased: onlyInternal(
			aFact(
				'boolean?',
				`erased_at erased is_erased gdpr.erased_at gdpr.erased gdpr_erased gdpr_erased_at
			redacted_at redacted is_redacted anonymized_at anonymized is_anonymized
			anonymised_at anonymised is_anonymised forgotten_at forgotten is_forgotten
			deleted_at deleted is_deleted`,
				toTrueIfSet,
			),
		),
	}),
	...alsoIn(PERSON_OBJECTS, {
		first_name: onlyInternal(aText('first_name given_name name.first name.first_name name.given')),
		last_name: onlyInternal(
			aText('last_name family_name surname name.last name.last_name name.family'),
		),
	}),
});

/** A score, and when it was given: RespondentDot. */
export const SCORE_KIND = kind('score', {
	score: aNumber(`score score.value ${SCORE_KEYS} rating value`),
	...alsoIn(INTERVIEW_OBJECTS, {
		completed_at: aTime(`
			completed_at finished_at submitted_at ended_at completed_on finished_on at completed
			completion_time date timestamp time
		`),
	}),
	respondent_id: anId(
		'respondent_id respondent.id respondent.uuid participant_id participant.id participant.uuid',
	),
});

/** The names of the topics that were mentioned in a message, or in the whole conversation. */
const topicNames = aFact('strings?', 'topic_mentions topics mentions', (value) =>
	Array.isArray(value) ? toTexts(value.map(nameOfTopic)) : undefined,
);
function nameOfTopic(topic: unknown): unknown {
	const name = isObject(topic) ? (topic.topic_name ?? topic.name) : topic;
	return isUuid(name) ? undefined : name;
}

export const MESSAGE_KIND = kind('message', {
	role: aFact(
		'string?',
		`role speaker author sender from by speaker.role author.role sender.role
		speaker.type author.type sender.type`,
		wordFor({
			participant: 'participant respondent person user human customer interviewee contact',
			interviewer: `interviewer ai assistant agent bot model host ai_interviewer ai_assistant
				ai_agent virtual_interviewer virtual_assistant`,
		}),
	),
	text: aText(`
		text content message body utterance content.text content.body content.value
		message.text message.body message.value body.text
	`),
	at: aTime(
		'at created_at sent_at said_at spoken_at posted_at time timestamp date created_on sent_on',
	),
	...alsoIn('speaker author sender from', {
		is_interviewer: onlyInternal(
			aFlag(
				'is_ai is_bot is_interviewer is_assistant is_agent from_ai from_bot by_ai by_assistant',
			),
		),
		is_participant: onlyInternal(
			aFlag('is_participant is_respondent is_user is_human from_participant from_user'),
		),
	}),
	topics: onlyInternal(topicNames),
});

/** Where a summary may stand: as a text, or as an object with a text in it. */
const SUMMARY_KEYS =
	'summary conversation_summary administrators.summary administrators.conversation_summary analysis.summary insights.summary';
const inSummary = (key: string) =>
	SUMMARY_KEYS.split(' ')
		.map((summary) => `${summary}.${key}`)
		.join(' ');

export const CONVERSATION_KIND = kind('conversation', {
	transcript: calculated('string?'),
	participant_text: calculated('string?'),
	quote: calculated('string?'),
	...alsoIn('conversation interview transcript data', {
		// Also under `value`, because an answer that is a bare array is read as `{value: […]}`.
		messages: aFact(
			{ list: typesOf(MESSAGE_KIND.facts), nullable: true },
			'messages turns utterances transcript dialogue conversation value',
			(value) => (Array.isArray(value) && value.every(isObject) ? value : undefined),
		),
	}),
	// A transcript as one text, written by the service.
	...alsoIn('conversation interview data', {
		text: onlyInternal(aText('transcript transcript.text dialogue dialogue.text conversation')),
	}),
	summary: aText(`${SUMMARY_KEYS} ${inSummary('summary')} ${inSummary('text')}`),
	positives: someTexts(`positives ${inSummary('positives')}`),
	negatives: someTexts(`negatives ${inSummary('negatives')}`),
	...alsoIn('conversation', { topics: topicNames }),
});

/** A percentage as a share, without the error of binary fractions: 0.34 for `34%`, `34` and 34. */
function toShare(percent: unknown): number | undefined {
	const number = toNumber(scalarText(percent).replace(/ ?%$/, ''));
	return number === undefined ? undefined : Number((number / 100).toPrecision(12));
}
/** A rate is a share, or else a percentage: more than 1 is one. */
function toResponseRate(value: unknown): number | undefined {
	const number = toNumber(value);
	return number !== undefined && number <= 1 ? number : toShare(value);
}

const scoreCountReader = new RecordReader(
	kind('distribution', {
		score: aNumber('score value rating bucket label key'),
		count: aCount('count n total responses respondents frequency'),
	}),
);

/**
 * How many gave each score, the lowest first: from a list of records, or from an object by score, in which keys that
 * are no scores do not count.
 */
function toDistribution(value: unknown): JsonObject[] | undefined {
	const rows = Array.isArray(value) ? value.map(toScoreCount) : rowsByScore(value);
	const isRow = ({ score, count }: JsonObject) =>
		typeof score === 'number' && typeof count === 'number';
	if (!rows?.every(isRow)) return undefined;
	return rows.sort((a, b) => Number(a.score) - Number(b.score));
}
const toScoreCount = (row: unknown): JsonObject =>
	isObject(row) ? scoreCountReader.factsIn(row) : {};

function rowsByScore(value: unknown): JsonObject[] | undefined {
	if (!isObject(value)) return undefined;
	const rows = Object.entries(value).flatMap(([key, count]) => {
		const score = toNumber(key);
		return score === undefined ? [] : [{ score, count: toCount(count) }];
	});
	return rows.length > 0 || Object.keys(value).length === 0 ? rows : undefined;
}

const participationCount = (name: string) => aCount(`${name} ${name}_count total_${name}`);
const groupCount = (name: string) => aCount(`${name} ${name}_count`);

export const OVERVIEW_KIND = kind('overview', {
	...alsoIn('metric score result overview summary', {
		score: aNumber('score metric_score score.value value'),
	}),
	metric_type: aMetric(
		'metric_type metric metric.type metric.metric_type score.metric_type result.metric_type',
	),
	...alsoIn('counts count funnel participation totals total statistics stats numbers', {
		invited: participationCount('invited'),
		started: participationCount('started'),
		completed: participationCount('completed'),
		response_rate: aFact(
			'number?',
			'response_rate response_rate.value response_rate.rate',
			toResponseRate,
		),
		response_rate_percent: onlyInternal(
			aFact('number?', 'response_rate_pct response_rate_percent response_rate_percentage', toShare),
		),
	}),
	...alsoIn('metric score result overview summary', {
		distribution: aFact(
			{ list: { score: 'number', count: 'integer' }, nullable: true },
			'distribution score_distribution histogram scores distribution.counts distribution.scores',
			toDistribution,
		),
	}),
	...alsoIn('metric counts groups nps enps nps_groups breakdown segments distribution', {
		promoters: groupCount('promoters'),
		passives: groupCount('passives'),
		detractors: groupCount('detractors'),
	}),
});

export const RANGE_KIND = kind(
	'suggestedRange',
	alsoIn('range suggestion suggested suggested_range suggestion.range', {
		from: aTime(
			'from start range_start start_at start_date starts_at begin since from_date from_at',
		),
		to: aTime('to end range_end end_at end_date ends_at until to_date to_at'),
		granularity: aFact(
			'string?',
			'granularity bucket bucket_size interval unit',
			wordFor({
				day: 'day days daily',
				week: 'week weeks weekly',
				month: 'month months monthly',
				year: 'year years yearly annual annually',
			}),
		),
	}),
);

/** Keys of the beginning of a bucket. */
const BUCKET_START_KEYS = `
	from start range_start start_at start_date starts_at starts_on from_date from_at begins_at begin
	start_time date_from from_time start_datetime from_datetime start_timestamp window_start
	period_start bucket_start interval_start week_start month_start first_day first_date
	date_start start_day start_on period_from range_from since date day week month quarter year period bucket
	time timestamp at label x
`;
/** Keys of the end of a bucket. */
const BUCKET_END_KEYS = `
	to end range_end end_at end_date ends_at ends_on to_date to_at until till through
	end_time date_to to_time end_datetime to_datetime end_timestamp window_end
	period_end bucket_end interval_end ended_at week_end month_end last_day last_date
	date_end end_day end_on period_to range_to week_ending finish
`;

export const BUCKET_KIND = kind(
	'bucket',
	alsoIn('range period bucket interval', {
		from: aTime(BUCKET_START_KEYS),
		to: aTime(BUCKET_END_KEYS),
		score: aNumber(`
			score metric.score metric.value result.score value average mean score.value
			${SCORE_KEYS} nps enps csat ces metric average_score mean_score avg_score avg y
		`),
		answers: aCount(`
			answers answer_count responses response_count responses_count completed completed_count
			completions respondents respondent_count interviews interview_count n count counts total
			total_responses total_answers sample_size volume
			metric.n metric.responses metric.answers counts.responses counts.answers counts.completed
		`),
	}),
);

const toneCount = (name: string) => aCount(`${name} ${name}_count ${name}_mentions`);

export const TOPIC_KIND = kind('topic', {
	name: aName(
		'name topic_name topic topic.name topic.topic_name label title topic.label topic.title keyword subject term',
	),
	...alsoIn('topic', {
		theme: aName('theme category theme.name category.name theme_name category_name'),
	}),
	// `comments` is the counter of all mentions in MentionCounts, which the specification shows.
	mentions: aCount(`
		mentions.comments counts.comments mention_counts.comments mentions comments mention_count
		mentions_count comment_count comments_count topic.mentions volume mentions.total mentions.count frequency.count
		counts.total counts.mentions mention_counts.total count total occurrences n
	`),
	// A count, a share or a percentage. The value does not show which: 1 can be any of them.
	frequency: aNumber(
		'frequency topic.frequency frequency.value frequency.share share percentage percent pct',
	),
	sentiment: aFact(
		'scalar?',
		`sentiment sentiment_score topic.sentiment average_sentiment avg_sentiment mean_sentiment
		overall_sentiment net_sentiment sentiment.score sentiment.value sentiment.average sentiment.net
		sentiment.label tone`,
		(value) => toNumber(value) ?? (/\d/.test(scalarText(value)) ? undefined : toWord(value)),
	),
	...alsoIn('mentions mention counts mention_counts volume', {
		positive: toneCount('positive'),
		neutral: toneCount('neutral'),
		negative: toneCount('negative'),
	}),
	id: anId('id topic_id topic.id topic.topic_id uuid'),
});

export const QUOTE_KIND = kind('quote', {
	text: aText(`
		text quote content comment verbatim message body quote.text quote.body quote.value
		content.text comment.text message.text
	`),
	sentiment: aWord('sentiment sentiment.label sentiment.value tone'),
	topic: aName('topic_name topic topic.name topic.topic_name'),
	at: aTime(
		'at created_at said_at sent_at spoken_at posted_at quoted_at timestamp date time created_on said_on',
	),
});

export const POINT_KIND = kind('point', {
	text: aText('text content point body content.text'),
	tone: aWord('tone sentiment'),
	topic_id: anId('topic_id topic.id topic.topic_id'),
});

export const CONCLUSION_KIND = kind(
	'conclusion',
	alsoIn('conclusion summary data result', {
		text: aFact('string?', 'text conclusion summary prose body paragraphs texts', toProse),
		points: aFact(
			{ list: { ...typesOf(POINT_KIND.facts), text: 'string' }, nullable: true },
			'bullets points key_points bullet_points highlights takeaways',
			(value) => (Array.isArray(value) ? value : undefined),
		),
	}),
);

/** A text, or a list of paragraphs as one text. */
function toProse(value: unknown): string | undefined {
	const isListOfTexts =
		Array.isArray(value) && value.every((paragraph) => typeof paragraph === 'string');
	return toText(isListOfTexts ? value.join('\n\n') : value);
}

/** By the names in the credential's Field Names, in the order of Check Service. */
export const KINDS = {
	token: TOKEN_KIND,
	survey: SURVEY_KIND,
	theme: THEME_KIND,
	property: PROPERTY_KIND,
	invitation: INVITATION_KIND,
	sentEmail: SENT_EMAIL_KIND,
	mailing: MAILING_KIND,
	recipient: MAILING_RECIPIENT_KIND,
	respondent: RESPONDENT_KIND,
	conversation: CONVERSATION_KIND,
	message: MESSAGE_KIND,
	overview: OVERVIEW_KIND,
	suggestedRange: RANGE_KIND,
	bucket: BUCKET_KIND,
	score: SCORE_KIND,
	conclusion: CONCLUSION_KIND,
	point: POINT_KIND,
	topic: TOPIC_KIND,
	quote: QUOTE_KIND,
} satisfies Record<string, Kind>;
export type KindName = keyof typeof KINDS;
