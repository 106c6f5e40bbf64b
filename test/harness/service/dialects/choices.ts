/**
 * The points that the specification leaves open and that are a matter of behaviour, as data.
 * A test may override single ones: `startService({ dialect: 'plain', choices: { erase: 'new id' } })`.
 */
export interface Choices {
	/** `by completion`: who has not completed first, then the latest completion. */
	respondentOrder: 'oldest first' | 'newest first' | 'by completion' | 'arbitrary';
	/** `by recipient`: by email, else by name. */
	invitationOrder: 'oldest first' | 'newest first' | 'by recipient';
	/** The status word of who has completed the interview. */
	completedWord: string;
	/** `local`: whole seconds, with the offset of the workspace's own time zone (Central European). */
	timestamps: 'Z' | 'offset' | 'local';
	/** Keys that the specification does not mark required, when they hold null or their default. */
	optionalKeys: 'present' | 'absent' | 'absent when null';
	/** Fields that no specification names, as a later version might add. */
	extraFields: boolean;
	/** The fields of an item of a 422. */
	validationItems: 'loc and msg' | 'path and message' | 'field and code';
	/** Which of the inputs of a survey that the specification does not name are understood. */
	surveyInputs: ReadonlyArray<
		'goal' | 'scale_min' | 'scale_max' | 'anonymous_responses' | 'themes'
	>;
	/** Whether a personal invitation without an address and a name is refused. */
	personalNeedsWho: boolean;
	/** The format of the texts in the list. Only the first takes a key that it does not know. */
	propertyFilter: 'key:value' | 'id=value' | 'key=value';
	/** Whether the respondents of an anonymous survey carry their id. */
	anonymousIds: 'present' | 'absent';
	/** Fewer answers than this are suppressed in an anonymous survey. */
	minimumGroup: number;
	/** How the scores of such a group are left out. */
	tooFewScores: 'empty list' | 'refused';
	/** What an erased respondent leaves in the list. `new id`: a record without a completion time. */
	erase: 'kept' | 'gone' | 'new id';
	erasedConversation: 'empty' | 'unknown';
	/** The recipient fields of an erased person's invitation, and of the mailings to it. */
	erasedInvitation: 'cleared' | 'kept';
	/** Which answers show the link itself beside its secret; `never`: all are InvitationRead alone. */
	participantLink: 'always' | 'when fresh' | 'never';
	/** What GET answers for a revoked invitation. `out of the list`: as expired, and the list lacks it. */
	revoke: 'gone' | 'kept as expired' | 'out of the list';
	reissue: 'same id' | 'new id' | 'new id, old kept';
	/** Archive, unarchive, pause, resume and unschedule on a record that is so already. */
	repeatedAction: 'answered' | 'refused' | 'answered for themes';
	repeatedDelete: 'answered' | 'refused' | 'refused as gone';
	/** The value of on_duplicate that creates another invitation. */
	duplicateWord: string;
	/** Names, as a request body writes them, that are locked once there are responses. */
	lockedFields: readonly string[];
	/** `counted before`: taken when sent; until then the total says how many it would be. */
	audienceTaken: 'at creation' | 'when sent' | 'counted before';
}

/** What each dialect decides: plain, nested, wide. */
const TABLE: { [K in keyof Choices]: readonly [Choices[K], Choices[K], Choices[K]] } = {
	respondentOrder: ['oldest first', 'newest first', 'by completion'],
	invitationOrder: ['newest first', 'oldest first', 'by recipient'],
	completedWord: ['completed', 'FINISHED', 'complete'],
	timestamps: ['Z', 'offset', 'local'],
	optionalKeys: ['present', 'absent', 'absent when null'],
	extraFields: [false, true, true],
	validationItems: ['loc and msg', 'path and message', 'field and code'],
	surveyInputs: [
		['goal', 'scale_min', 'scale_max'],
		[],
		['goal', 'scale_min', 'scale_max', 'anonymous_responses', 'themes'],
	],
	personalNeedsWho: [false, false, true],
	propertyFilter: ['key:value', 'id=value', 'key=value'],
	anonymousIds: ['present', 'absent', 'present'],
	minimumGroup: [5, 8, 10],
	tooFewScores: ['empty list', 'refused', 'empty list'],
	erase: ['kept', 'gone', 'new id'],
	erasedConversation: ['empty', 'unknown', 'unknown'],
	erasedInvitation: ['cleared', 'kept', 'cleared'],
	participantLink: ['always', 'when fresh', 'always'],
	revoke: ['gone', 'kept as expired', 'out of the list'],
	reissue: ['same id', 'new id', 'new id, old kept'],
	repeatedAction: ['answered', 'refused', 'answered for themes'],
	repeatedDelete: ['refused', 'answered', 'refused as gone'],
	duplicateWord: ['create', 'allow', 'create_new'],
	lockedFields: [
		['metric_type', 'scale_min', 'scale_max', 'anonymous'],
		['metric_type', 'interview_locale', 'scale'],
		['metric_type', 'scale_min', 'scale_max', 'anonymous_responses'],
	],
	audienceTaken: ['at creation', 'when sent', 'counted before'],
};

export const DIALECT_NAMES = ['plain', 'nested', 'wide'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** What of three belongs to the dialect. */
export function inDialect<T>(name: DialectName, three: readonly [T, T, T]): T {
	return three[DIALECT_NAMES.indexOf(name)] as T;
}

export function choicesOf(name: DialectName): Choices {
	const rows = Object.entries(TABLE) as Array<[string, readonly [unknown, unknown, unknown]]>;
	const decided = rows.map(([choice, three]) => [choice, inDialect(name, three)]);
	return Object.fromEntries(decided) as unknown as Choices;
}
