/** What identifies a completion: the respondent's id, or the content of the record. */
export type IdentityKind = 'id' | 'record';

/** What identifies the completions of a survey: one of these, or both. */
export type IdentityKinds = IdentityKind | 'both';

/** The kinds of a survey's completions as one value. */
export function kindsOf(kinds: ReadonlySet<IdentityKind>): IdentityKinds | undefined {
	return kinds.size > 1 ? 'both' : [...kinds][0];
}

/** Whether a kind is gone: the survey became anonymous, or is not anonymous any more. */
export function identitiesChanged(
	before: IdentityKinds | undefined,
	now: IdentityKinds | undefined,
): boolean {
	return before !== undefined && now !== undefined && now !== 'both' && now !== before;
}
