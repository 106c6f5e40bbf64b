import type { Contact, PersonKeys } from './contact';
import type { Recipient } from './recipients';

/** Who has a key: a contact of the list, an invitation, or both. */
export interface Holder {
	contact?: Contact;
	recipient?: Recipient;
}

/** Who will have which e-mail address and external id once the plan is carried out. */
export class Holders {
	private readonly byKey = {
		email: new Map<string, Holder>(),
		externalId: new Map<string, Holder>(),
	};

	/** The first with a key has it. */
	add(keys: PersonKeys, contact: Contact | undefined, recipient?: Recipient): void {
		for (const kind of ['email', 'externalId'] as const) {
			const key = keys[kind];
			if (key !== undefined && !this.byKey[kind].has(key)) {
				this.byKey[kind].set(key, { contact, recipient });
			}
		}
	}

	of(kind: keyof PersonKeys, key: string | undefined): Holder | undefined {
		return key === undefined ? undefined : this.byKey[kind].get(key);
	}
}
