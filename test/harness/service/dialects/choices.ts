/**
 * The points that the specification leaves open and that are a matter of behaviour, as data.
 * A test may override single ones: `startService({ dialect: 'plain', choices: { erase: 'new id' } })`.
 * `README.md` lists each with what every dialect does.
 */
export interface Choices {
	/** `by completion`: who has not completed first, then the latest completion. */
	respondentOrder: 'oldest first' | 'newest first' | 'by completion' | 'arbitrary';
	invitationOrder: 'oldest first' | 'newest first' | 'by recipient';
	/** The status word of who has completed the interview. */
	completedWord: string;
	/** `local`: whole seconds, with the offset of the workspace's own time zone. */
	timestamps: 'Z' | 'offset' | 'local';
	/** Whether a date-time without an offset is accepted, and then read as UTC or as local time. */
	naiveTimes: 'accepted' | 'refused' | 'accepted as local';
	/** Keys that the specification does not mark required, when they hold null or their default. */
	optionalKeys: 'present' | 'absent' | 'absent when null';
	/** Fields that no specification names, as a later version might add. */
	extraFields: boolean;
	validationItems: 'loc and msg' | 'path and message' | 'field and code' | 'text';
	/** A query parameter that the endpoint does not know, such as `type[0]`. */
	unknownQuery: 'ignored' | 'refused';
	/** The X-Company-Id header on GET /public-api/v1/me, the one operation that does not accept it. */
	companyIdOnMe: 'ignored' | 'refused';
	reversedRange: 'refused' | 'empty' | 'swapped';
	propertyFilter: 'key:value' | 'id=value' | 'key=value';
	/** Whether the respondents of an anonymous survey carry their id. */
	anonymousIds: 'present' | 'absent';
	/** Fewer answers than this are suppressed in an anonymous survey. */
	minimumGroup: number;
	tooFewScores: 'empty list' | 'refused';
	/** What an erased respondent leaves in the list. */
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
	/** When an interview uses up its invitation. */
	useCountedAt: 'start' | 'completion';
	/** What `max_uses: null` becomes; the record's own field is an integer and never null. */
	maxUsesNull: 'no cap' | 'default of the type' | 'unchanged';
	/** The value of on_duplicate that creates another invitation. */
	duplicateWord: string;
	/** A public invitation beyond the participant allowance. */
	participantsUsedUp: 'refused' | 'allowed';
	respondentProperties: 'merged' | 'replaced';
	recipientOnSharedLink: 'refusal' | 'validation failure' | 'ignored';
	/** Names, as a request body writes them, that are locked once there are responses. */
	lockedFields: readonly string[];
	/** `counted before`: taken when sent; until then the total says how many it would be. */
	audienceTaken: 'at creation' | 'when sent' | 'counted before';
	/** Whom a mailing without the `completed` filter goes to. */
	completedFilterAbsent: 'everyone' | 'not completed';
	sendScheduled: 'allowed' | 'refused';
	deleteScheduled: 'allowed' | 'refused';
	updateWhileSending: 'allowed' | 'refused';
	/** The scope of creating, changing and deleting mailings (sending them is always mailings:write). */
	mailingScope: 'mailings:write' | 'invitations:write';
}
