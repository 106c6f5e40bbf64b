import { badProperties, noSuchContact } from './hubspotErrors';
import { CONTACT_PROPERTIES, Properties } from './hubspotProperties';

/** Names and values of a contact's properties; HubSpot keeps every value as text. */
export type Values = Record<string, string>;

export interface Contact {
	id: string;
	values: Values;
}

/** The contacts of a HubSpot account. */
export class Contacts {
	readonly properties = new Properties(CONTACT_PROPERTIES);
	private readonly contacts = new Map<string, Contact>();
	/** Where the contact of an ID is now, for those that were merged. */
	private readonly movedTo = new Map<string, string>();
	private lastId = 100;
	private lastTime = Date.UTC(2026, 0, 5);

	/** Those that there are, oldest first; not those that were merged into another. */
	get all(): Contact[] {
		return [...this.contacts.values()];
	}

	create(values: Values): Contact {
		this.check(values);
		const id = String((this.lastId += 7));
		const createdate = this.time();
		const contact = { id, values: { hs_object_id: id, createdate, lastmodifieddate: createdate } };
		this.contacts.set(id, contact);
		return this.write(contact, values);
	}

	/** By an ID, also by one that the contact had before it was merged. */
	get(id: string): Contact {
		const contact = this.contacts.get(this.movedTo.get(id) ?? id);
		if (!contact) throw noSuchContact();
		return contact;
	}

	/** By its email address, or by one of its additional ones. */
	byEmail(email: string): Contact | undefined {
		const wanted = email.toLowerCase();
		return this.all.find((one) => emailsOf(one).includes(wanted));
	}

	update(contact: Contact, values: Values): Contact {
		this.check(values);
		return this.write(contact, values);
	}

	/** Both become one new contact with a new ID; what the first says counts. Both old IDs lead to it. */
	merge(primaryId: string, otherId: string): Contact {
		const [primary, other] = [this.get(primaryId), this.get(otherId)];
		const id = String((this.lastId += 7));
		const [email = '', ...additional] = [...emailsOf(primary), ...emailsOf(other)];
		const merged = [primary, other].flatMap((one) => [
			one.id,
			...listOf(one, 'hs_merged_object_ids'),
		]);
		const values = {
			...other.values,
			...primary.values,
			email,
			hs_object_id: id,
			createdate: this.time(),
			lastmodifieddate: this.time(),
			hs_additional_emails: additional.join(';'),
			hs_merged_object_ids: merged.join(';'),
		};
		for (const old of merged) {
			this.contacts.delete(old);
			this.movedTo.set(old, id);
		}
		const contact = { id, values };
		this.contacts.set(id, contact);
		return contact;
	}

	/** The IDs that lead to a contact now and did not always. */
	mergedIdsOf(contact: Contact): string[] {
		return listOf(contact, 'hs_merged_object_ids');
	}

	private check(values: Values): void {
		const invalid = Object.entries(values).flatMap(
			([name, value]) => this.properties.problemOf(name, value) ?? [],
		);
		if (invalid.length > 0) throw badProperties(invalid);
	}

	private write(contact: Contact, values: Values): Contact {
		for (const [name, value] of Object.entries(values)) {
			if (value === '') delete contact.values[name];
			else contact.values[name] = name === 'email' ? value.toLowerCase() : value;
		}
		contact.values.lastmodifieddate = this.time();
		return contact;
	}

	/** No two contacts are made in the same moment. */
	private time(): string {
		return String((this.lastTime += 60_000));
	}
}

const listOf = ({ values }: Contact, name: string) =>
	(values[name] ?? '').split(';').filter((one) => one !== '');

const emailsOf = (contact: Contact) =>
	[contact.values.email ?? '', ...listOf(contact, 'hs_additional_emails')].filter(
		(one) => one !== '',
	);
