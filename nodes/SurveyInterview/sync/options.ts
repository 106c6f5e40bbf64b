/** By what a contact finds its invitation (design, Sync). */
export type MatchBy = 'externalIdThenEmail' | 'email' | 'externalId';

/** What decides a plan besides contacts and invitations. */
export interface SyncOptions {
	matchBy: MatchBy;
	/** Whether invitations that differ from their contact are changed. */
	updateExisting: boolean;
	/** Whether the contact's properties are put over the invitation's, or in their place. */
	properties: 'merge' | 'replace';
	/**
	 * How invitations are created. With the public endpoint the service itself keeps one invitation for an
	 * e-mail address and for an external id (interface-spec, Invitations).
	 */
	createWith: 'public' | 'personal';
	/** Who opted out: e-mail addresses or external ids. */
	neverCreateFor: string[];
	/** The ids of the steps that may be done; undefined where all may. */
	approvedSteps?: ReadonlySet<string>;
	/** More than so many creates are taken for a wrong list. */
	maxCreates: number;
	/** What becomes of open invitations whose person is in the list no more. */
	whenMissing: 'leave' | 'revoke';
	/** More than this share of the open invitations is not revoked, in percent. */
	maxRevokePercent: number;
}

/** Which keys a match looks at, the strongest first. */
export function keysOf(matchBy: MatchBy): Array<'externalId' | 'email'> {
	switch (matchBy) {
		case 'externalIdThenEmail':
			return ['externalId', 'email'];
		case 'externalId':
			return ['externalId'];
		case 'email':
			return ['email'];
	}
}
