import { emailKey, externalIdKey } from '../records/recipient';
import type { PersonKeys } from './contact';

/** Who opted out, by e-mail addresses and external ids in one list. */
export class OptedOut {
	private readonly emails: Set<string | undefined>;
	private readonly externalIds: Set<string | undefined>;

	constructor(entries: string[]) {
		this.emails = new Set(entries.map(emailKey));
		this.externalIds = new Set(entries.map(externalIdKey));
	}

	has({ email, externalId }: PersonKeys): boolean {
		const isHere = email !== undefined && this.emails.has(email);
		return isHere || (externalId !== undefined && this.externalIds.has(externalId));
	}
}
