/**
 * The points that the specification leaves open and that are a matter of behaviour, as data.
 * A test may override single ones: `startService({ dialect: 'plain', choices: { erase: 'new id' } })`.
 * `docs/dialects.md` lists each with what the interface says of it.
 */
export interface Choices {
	respondentOrder: 'oldest first' | 'newest first' | 'arbitrary';
	invitationOrder: 'oldest first' | 'newest first';
	/** The status word of who has completed the interview. */
	completedWord: string;
	timestamps: 'Z' | 'offset';
	/** Whether a date-time without an offset is accepted, and then read as UTC. */
	naiveTimes: 'accepted' | 'refused';
	/** Keys that the specification does not mark required, when they hold null or their default. */
	optionalKeys: 'present' | 'absent';
	/** Fields that no specification names, as a later version might add. */
	extraFields: boolean;
	validationItems: 'loc and msg' | 'path and message' | 'text';
	/** A query parameter that the endpoint does not know, such as `type[0]`. */
	unknownQuery: 'ignored' | 'refused';
	/** The X-Company-Id header on GET /public-api/v1/me, the one operation that does not accept it. */
	companyIdOnMe: 'ignored' | 'refused';
	reversedRange: 'refused' | 'empty';
	propertyFilter: 'key:value' | 'id=value';
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
	/** What GET answers for a revoked invitation. */
	revoke: 'gone' | 'kept as expired';
	reissue: 'same id' | 'new id';
	/** Archive, unarchive, pause, resume and unschedule on a record that is so already. */
	repeatedAction: 'answered' | 'refused';
	repeatedDelete: 'answered' | 'refused';
	/** When an interview uses up its invitation. */
	useCountedAt: 'start' | 'completion';
	/** What `max_uses: null` becomes; the record's own field is an integer and never null. */
	maxUsesNull: 'no cap' | 'default of the type';
	/** The value of on_duplicate that creates another invitation. */
	duplicateWord: string;
	/** A public invitation beyond the participant allowance. */
	participantsUsedUp: 'refused' | 'allowed';
	respondentProperties: 'merged' | 'replaced';
	recipientOnSharedLink: 'refusal' | 'validation failure';
	/** Names, as a request body writes them, that are locked once there are responses. */
	lockedFields: readonly string[];
	audienceTaken: 'at creation' | 'when sent';
	/** Whom a mailing without the `completed` filter goes to. */
	completedFilterAbsent: 'everyone' | 'not completed';
	sendScheduled: 'allowed' | 'refused';
	deleteScheduled: 'allowed' | 'refused';
	updateWhileSending: 'allowed' | 'refused';
	/** The scope of creating, changing and deleting mailings (sending them is always mailings:write). */
	mailingScope: 'mailings:write' | 'invitations:write';
}
