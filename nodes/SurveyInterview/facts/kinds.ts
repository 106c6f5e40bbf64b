/** Every kind of record with its facts, for Field Names of a credential and for Check Service. */
import { PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/lists';
import { CONVERSATION_FACTS, MESSAGE_FACTS } from './conversationFacts';
import type { FactOfKind } from './fact';
import { INVITATION_FACTS } from './invitationFacts';
import { MAILING_FACTS } from './mailingFacts';
import { BUCKET_FACTS, RANGE_FACTS } from './overTimeFacts';
import { OVERVIEW_FACTS } from './overviewFacts';
import { RESPONDENT_FACTS, DOT_FACTS } from './respondentPlaces';
import { SURVEY_FACTS, PROPERTY_FACTS, THEME_FACTS } from './surveyFacts';
import { TOKEN_FACTS } from './tokenFacts';
import { CONCLUSION_FACTS, POINT_FACTS, QUOTE_FACTS, TOPIC_FACTS } from './topicFacts';

export interface RecordKind {
	facts: readonly FactOfKind[];
	/** By fact, what works less well without it; only facts that are needed. */
	without: Readonly<Record<string, string>>;
	/** By fact, another one that can replace it. */
	instead?: Readonly<Record<string, string>>;
	/** Facts that an anonymous survey does not show. */
	hidden?: readonly string[];
	/** Facts that are missing until somebody has completed an interview. */
	later?: readonly string[];
	/** Where all of these facts are missing, there are no results yet. */
	shows?: readonly string[];
	/** Keys that are known, and are not facts. */
	others?: readonly string[];
	/** By kind, where records of it are inside this one: a fact, or possible names of their list. */
	holds?: Readonly<Record<string, string | readonly RegExp[]>>;
}

/** Said of a fact that nothing but its own field needs. */
export const EMPTY = 'that field stays empty';
const emptyWithout = (...names: string[]) => Object.fromEntries(names.map((name) => [name, EMPTY]));
/** For records that the interface shows, which have all facts but the optional ones. */
const emptyWithoutAll = (facts: readonly FactOfKind[], ...optional: string[]) =>
	emptyWithout(...facts.map(({ name }) => name).filter((name) => !optional.includes(name)));

export const RECORD_KINDS = {
	token: {
		facts: TOKEN_FACTS,
		without: {
			scopes: 'you see what the token may not do only when you try it',
			workspace: EMPTY,
		},
	},
	survey: {
		facts: SURVEY_FACTS,
		without: {
			id: 'surveys cannot be chosen from a list, and the trigger cannot watch them',
			name: 'lists and messages do not show it',
			metric_type: 'messages and NPS groups may lack it',
			response_count: 'the trigger may not know whether a list was complete',
			...emptyWithout('participant_count', 'latest_completed_at'),
		},
		later: ['latest_completed_at'],
		others: ['locked_fields'],
		holds: { theme: THEME_LIST_NAMES, property: PROPERTY_LIST_NAMES },
	},
	theme: {
		facts: THEME_FACTS,
		without: { name: 'lists show IDs instead', id: 'themes cannot be chosen from a list' },
	},
	property: {
		facts: PROPERTY_FACTS,
		without: {
			key: 'values cannot be matched with their property',
			id: 'properties cannot be chosen from a list',
		},
	},
	invitation: {
		facts: INVITATION_FACTS,
		without: emptyWithoutAll(INVITATION_FACTS, 'link', 'status'),
		others: [
			...['token', 'batch_id', 'recipient_notes', 'anonymous', 'allowed_origins'],
			...['created_by_email', 'invitation_link_id'],
		],
	},
	mailing: {
		facts: MAILING_FACTS,
		without: emptyWithoutAll(MAILING_FACTS, 'subject_override', 'scheduled_at'),
		others: [
			...['company_id', 'sending_address_id', 'body_html_override'],
			...['from_address', 'from_name', 'filter_snapshot'],
		],
	},
	respondent: {
		facts: RESPONDENT_FACTS,
		without: {
			status: 'only a completion time shows who has completed',
			completed_at: 'the trigger recognises new completions only by what it has seen before',
			score: 'a filter by score matches nobody',
			properties: 'a filter by property matches nobody',
			name: 'messages say “Somebody”',
			email: 'people cannot be found by it',
			external_id: 'people cannot be found by it',
			id: 'conversations cannot be read, and nobody can be chosen from a list',
		},
		instead: { completed_at: 'ended_at', name: 'first_name' },
		hidden: ['name', 'email', 'external_id', 'id'],
		later: ['completed_at', 'score'],
	},
	conversation: {
		facts: CONVERSATION_FACTS,
		without: { messages: 'there is no transcript' },
		instead: { messages: 'text' },
		shows: ['messages', 'text'],
		holds: { message: 'messages' },
	},
	message: {
		facts: MESSAGE_FACTS,
		without: { role: 'transcripts do not say who speaks', text: 'transcripts stay empty' },
		others: ['topics'],
	},
	overview: {
		facts: OVERVIEW_FACTS,
		without: emptyWithout('completed', 'started', 'invited', 'score', 'distribution'),
		shows: ['score'],
	},
	suggestedRange: {
		facts: RANGE_FACTS,
		without: { from: 'Check Service uses the last ten years', to: 'the same' },
		shows: ['from'],
	},
	bucket: {
		facts: BUCKET_FACTS,
		without: { from: 'the numbers have no dates', ...emptyWithout('score', 'answers') },
		shows: ['score'],
	},
	score: {
		facts: DOT_FACTS,
		without: emptyWithout('score', 'completed_at', 'respondent_id'),
		hidden: ['respondent_id'],
	},
	conclusion: {
		facts: CONCLUSION_FACTS,
		without: emptyWithout('text', 'points'),
		shows: ['text'],
		holds: { point: 'points' },
	},
	point: { facts: POINT_FACTS, without: emptyWithout('text') },
	topic: {
		facts: TOPIC_FACTS,
		without: {
			id: 'topics cannot be chosen from a list, and their quotes cannot be read',
			name: 'lists show IDs instead',
			mentions: 'topics cannot be sorted',
		},
		instead: { mentions: 'frequency' },
		shows: ['mentions', 'frequency'],
	},
	quote: {
		facts: QUOTE_FACTS,
		without: { text: 'quotes stay empty', sentiment: EMPTY },
	},
} satisfies Record<string, RecordKind>;

export type KindName = keyof typeof RECORD_KINDS;

export const kindNamed = (name: string): RecordKind | undefined =>
	Object.hasOwn(RECORD_KINDS, name) ? RECORD_KINDS[name as KindName] : undefined;
