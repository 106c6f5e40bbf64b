/** Of each fact that a description has, what it may be: written from docs/facts.md, and not from how it is read. */
import type { KindName } from '../../../../nodes/SurveyInterview/facts/kinds';
import {
	count,
	email,
	externalId,
	flag,
	id,
	metric,
	number,
	oneOf,
	plainProperties,
	properties,
	score,
	text,
	texts,
	time,
	uuid,
	words,
	type ValueType,
} from './values';

/** An id that the interface says is one. */
const ofSurvey = () => ({ ...uuid(), misfits: ['', true] });

/** What a generated service may do with a fact. */
export interface FactType {
	/** What it is, at a place as a pattern spells it. */
	type: (place: string) => ValueType;
	/** It stands in every record, because the record is nothing without it, or another fact is told by it. */
	isSolid?: true;
	/** Only so many of its places, the surest, hold a single value. */
	ranks?: number;
	/** It stands in one place: two that differ say something else than that it is unknown. */
	isAlone?: true;
	/** It is made with the record, because it must agree with others. */
	isMade?: true;
}

const of = (type: FactType['type'], more: Omit<FactType, 'type'> = {}): FactType => ({
	type,
	...more,
});

const made = (type: FactType['type'], more: Omit<FactType, 'type'> = {}) =>
	of(type, { isMade: true, ...more });
const records = (): ValueType => ({
	family: 'records',
	say: () => ({ written: [], value: [] }),
	misfits: ['', true],
});
const paragraphs = (): ValueType => ({
	family: 'texts',
	say(random, style) {
		const all = random.many(1, 3, () => String(text().say(random, style).value));
		return { written: all, value: all.join('\n\n') };
	},
});
const ofTheme = /^(archived)(at|on)$/;
const archived = (place: string): ValueType => {
	if (/^stat/.test(place)) {
		return {
			family: 'word',
			say: (random, style) => {
				const { written, value } = words('archived', 'active')().say(random, style);
				return { written, value: value === 'archived' };
			},
		};
	}
	if (!ofTheme.test(place)) return flag();
	return {
		family: 'time',
		say: (random, style) => ({ written: time().say(random, style).written, value: true }),
	};
};
/** Words for those who speak, with those of this package. */
const ROLES: Record<string, string> = {
	'ai interviewer': 'interviewer',
	interviewer: 'interviewer',
	ai: 'interviewer',
	bot: 'interviewer',
	participant: 'participant',
	respondent: 'participant',
	system: 'system',
};
const role = (): ValueType => ({
	...words()(),
	say(random, style) {
		const { written, value } = words(...Object.keys(ROLES))().say(random, style);
		return { written, value: ROLES[String(value)] };
	},
});
/** Whether a person was erased: only that somebody was is said. */
const erased = (place: string): ValueType => ({
	family: 'flag',
	say(random, style) {
		if (/(at|on)$/.test(place)) return { written: time().say(random, style).written, value: true };
		const written = random.chance(0.3);
		return { written, value: written || undefined };
	},
});

/** Words of a respondent's status, with those of this package for them. */
export const STATUS_WORDS: Record<string, readonly string[]> = {
	completed: ['completed', 'complete', 'finished', 'done', 'submitted', 'answered'],
	started: ['started', 'in_progress', 'in progress', 'open', 'active', 'partial', 'incomplete'],
	erased: ['erased', 'deleted', 'redacted', 'anonymized'],
};
const UNKNOWN_WORDS = ['erasure_requested', 'screened_out', 'completion_pending', 'paused'];

const link = (): ValueType => ({
	family: 'text',
	misfits: ['', true, 'not yet', 'https://service.example/api/invitations/7'],
	say: () => ({ written: null, value: null }),
});

export const FACT_TYPES: Record<KindName, Record<string, FactType>> = {
	token: {
		workspace: of(text),
		scopes: of(() => ({
			family: 'texts',
			misfits: [true, [7]],
			say: (random) => {
				const value = ['surveys:read', 'mailings:write'].slice(0, random.int(1, 2));
				return { written: random.chance(0.5) ? value : value.join(' '), value };
			},
		})),
		expires_at: of(time),
		survey_id: of(uuid),
		workspace_id: of(id),
	},
	survey: {
		name: of(text),
		metric_type: of(metric),
		interview_locale: of(oneOf('nl', 'en', 'de-DE')),
		status: of((place) =>
			/open$/.test(place)
				? {
						family: 'flag',
						say: (random) => {
							const written = random.chance(0.5);
							return { written, value: written ? 'open' : 'closed' };
						},
					}
				: { ...words('draft', 'live', 'closed', 'paused')(), misfits: ['', 7] },
		),
		response_count: of(count),
		participant_count: of(count),
		latest_completed_at: of(time),
		created_at: of(time),
		id: of(uuid, { isSolid: true, isAlone: true }),
		anonymous: of(flag),
	},
	theme: {
		name: of(text),
		description: of(text),
		is_archived: of(archived),
		id: of(uuid, { isSolid: true, isAlone: true }),
	},
	property: {
		key: of(() => ({ ...text(), misfits: ['', true] })),
		label: of(text),
		options: of(texts),
		id: of(uuid, { isSolid: true, isAlone: true }),
	},
	invitation: {
		name: of(text),
		email: of(() => ({ ...email(), misfits: ['', true] })),
		external_id: of(externalId),
		link: made(link, { isAlone: true }),
		status: of(() => ({
			...words('open', 'used', 'expired', 'revoked')(),
			misfits: ['', true, 'created', 'skipped'],
		})),
		type: of(oneOf('personal', 'csv', 'api')),
		label: of(text),
		properties: of(plainProperties),
		used_count: of(count),
		max_uses: of(count),
		expires_at: of(time),
		created_at: of(time),
		id: of(uuid, { isSolid: true, isAlone: true }),
		survey_id: of(ofSurvey),
	},
	mailing: {
		status: of(() => words('draft', 'scheduled', 'sending', 'sent', 'failed', 'sending_failed')()),
		subject_override: of(text),
		total_count: of(count),
		sent_count: of(count),
		failed_count: of(count),
		skipped_count: of(count),
		scheduled_at: of(time),
		started_at: of(time),
		completed_at: of(time),
		created_at: of(time),
		template_id: of(ofSurvey),
		id: made(uuid, { isSolid: true, isAlone: true }),
		survey_id: of(ofSurvey),
	},
	respondent: {
		name: of(text),
		email: of(email),
		external_id: of(externalId),
		score: of(score),
		metric_type: of(metric),
		status: of(words(...Object.values(STATUS_WORDS).flat(), ...UNKNOWN_WORDS)),
		properties: of(properties),
		started_at: of(time),
		completed_at: of(time),
		ended_at: of(time),
		erased: of(erased, { isAlone: true }),
		survey_name: of(text),
		survey_id: of(ofSurvey),
		id: of(id),
		created_at: of(time),
		first_name: of(text),
		last_name: of(text),
	},
	conversation: {
		messages: made(records, { isAlone: true }),
		text: of(text),
		summary: of(text),
		positives: of(texts),
		negatives: of(texts),
	},
	message: {
		role: of(role),
		is_interviewer: of(flag),
		is_participant: of(flag),
		text: of(text),
		at: of(time),
	},
	overview: {
		score: of(score),
		metric_type: of(metric),
		invited: made(count, { isAlone: true }),
		started: made(count, { isAlone: true }),
		completed: made(count, { isAlone: true }),
		response_rate: made(number, { isAlone: true }),
		response_rate_percent: made(number, { isAlone: true }),
		distribution: made(() => ({ ...records(), family: 'rows' }), { isAlone: true }),
		promoters: made(count, { isAlone: true, ranks: 1 }),
		passives: made(count, { isAlone: true, ranks: 1 }),
		detractors: made(count, { isAlone: true, ranks: 1 }),
	},
	suggestedRange: {
		from: of(time, { isSolid: true }),
		to: of(time),
		granularity: of(words('day', 'week', 'month', 'year')),
	},
	bucket: {
		from: of(time, { isSolid: true, isAlone: true }),
		to: of(time),
		// An empty text is what a service may write where it holds a score back.
		score: of(() => ({ ...score(), misfits: ['high', true] }), { ranks: 5 }),
		answers: of(count),
	},
	score: { score: of(score), completed_at: of(time), respondent_id: of(id) },
	conclusion: {
		text: of((place) => (/(paragraphs|texts)$/.test(place) ? paragraphs() : text())),
		points: made(records, { isAlone: true }),
	},
	point: {
		text: of(text, { isSolid: true, isAlone: true }),
		tone: of(words('positive', 'neutral', 'negative', 'mixed')),
		topic_id: of(id),
	},
	topic: {
		name: of(text, { isSolid: true, isAlone: true }),
		theme: of(text),
		mentions: made(count, { isSolid: true, isAlone: true }),
		frequency: of(number),
		sentiment: of(() => ({ ...number(), misfits: ['', true, '0,9'] })),
		positive: made(count, { isAlone: true }),
		neutral: made(count, { isAlone: true }),
		negative: made(count, { isAlone: true }),
		id: of(id, { isSolid: true, isAlone: true }),
	},
	quote: {
		text: of(text),
		sentiment: of(words('positive', 'neutral', 'negative')),
		topic: of(text),
		at: of(time),
	},
};
