/** Every kind of record with its facts: Field Names of a credential are by kind, and Check Service looks at each. */
import { CONCLUSION_FACTS, POINT_FACTS } from './conclusion';
import { CONVERSATION_FACTS, MESSAGE_FACTS } from './conversation';
import type { FactOfKind } from './fact';
import { INVITATION_FACTS } from './invitation';
import { MAILING_FACTS } from './mailing';
import { BUCKET_FACTS, RANGE_FACTS } from './overTime';
import { OVERVIEW_FACTS } from './overview';
import { RESPONDENT_FACTS } from './respondent';
import { DOT_FACTS } from './scored';
import { SURVEY_FACTS } from './survey';
import { PROPERTY_FACTS, THEME_FACTS } from './surveyDetail';
import { TOKEN_FACTS } from './token';
import { QUOTE_FACTS, TOPIC_FACTS } from './topics';

/** One kind of record. */
export interface RecordKind {
	facts: readonly FactOfKind[];
	/** What works less well without a fact; facts that nothing needs are left out. */
	without: Readonly<Record<string, string>>;
	/** Facts that stand for another one. */
	instead?: Readonly<Record<string, string>>;
}

/** Without a fact that nothing else needs. */
export const EMPTY = 'that field stays empty';
const emptyWithout = (...names: string[]) => Object.fromEntries(names.map((name) => [name, EMPTY]));
/** Of records that the interface shows: their keys, but for those that may be absent. */
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
	},
	mailing: {
		facts: MAILING_FACTS,
		without: emptyWithoutAll(MAILING_FACTS, 'subject_override', 'scheduled_at'),
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
	},
	conversation: {
		facts: CONVERSATION_FACTS,
		without: { messages: 'there is no transcript' },
		instead: { messages: 'text' },
	},
	message: {
		facts: MESSAGE_FACTS,
		without: { role: 'transcripts do not say who speaks', text: 'transcripts stay empty' },
	},
	overview: {
		facts: OVERVIEW_FACTS,
		without: emptyWithout('completed', 'started', 'invited', 'score', 'distribution'),
	},
	suggestedRange: {
		facts: RANGE_FACTS,
		without: { from: 'Check Service uses the last ten years', to: 'the same' },
	},
	bucket: {
		facts: BUCKET_FACTS,
		without: { from: 'the numbers have no dates', ...emptyWithout('score', 'answers') },
	},
	score: {
		facts: DOT_FACTS,
		without: emptyWithout('score', 'completed_at', 'respondent_id'),
	},
	conclusion: { facts: CONCLUSION_FACTS, without: emptyWithout('text', 'points') },
	point: { facts: POINT_FACTS, without: emptyWithout('text') },
	topic: {
		facts: TOPIC_FACTS,
		without: {
			id: 'topics cannot be chosen from a list, and their quotes cannot be read',
			name: 'lists show IDs instead',
			mentions: 'topics cannot be sorted',
		},
		instead: { mentions: 'frequency' },
	},
	quote: {
		facts: QUOTE_FACTS,
		without: { text: 'quotes stay empty', sentiment: EMPTY },
	},
} satisfies Record<string, RecordKind>;

export type KindName = keyof typeof RECORD_KINDS;

/** A kind by its name; undefined where there is none. */
export const kindNamed = (name: string): RecordKind | undefined =>
	Object.hasOwn(RECORD_KINDS, name) ? RECORD_KINDS[name as KindName] : undefined;
