import { omit } from 'lodash';
import { ApiRefusal, Recorded, routesOf, type App } from './api';

export const HUBSPOT = 'api.hubapi.com';

/** Names and values of properties; HubSpot keeps every value as text. */
type Values = Record<string, string>;

export interface Contact {
	id: string;
	values: Values;
}

/** A task, as it was sent, with the contacts that HubSpot shows it at. */
interface HubSpotTask {
	metadata: { subject?: string; status?: string; forObjectType?: string };
	contacts: Contact[];
}

/** A HubSpot account, as far as n8n's node needs it. Its answers are those of HubSpot's public documentation. */
export class HubSpot extends Recorded {
	readonly contacts = new Contacts();
	readonly tasks: HubSpotTask[] = [];
	/** Their properties. */
	readonly tickets: Values[] = [];
}

/** The contacts of an account. */
export class Contacts {
	private readonly contacts = new Map<string, Contact>();
	private lastId = 100;
	private lastTime = Date.UTC(2026, 0, 5);

	/** Those that there are, oldest first; not those that were merged into another. */
	get all(): Contact[] {
		return [...this.contacts.values()];
	}

	create(values: Values): Contact {
		const id = String((this.lastId += 7));
		// No two contacts are made in the same moment.
		const createdate = String((this.lastTime += 60_000));
		const contact = { id, values: { hs_object_id: id, createdate } };
		this.contacts.set(id, contact);
		return this.update(contact, values);
	}

	/** By an ID, also by one that the contact had before it was merged. */
	get(id: string): Contact {
		const isIt = (one: Contact) => one.id === id || mergedIdsOf(one).includes(id);
		const contact = this.all.find(isIt);
		if (!contact) throw new ApiRefusal(404, 'contact does not exist');
		return contact;
	}

	/** By its email address, or by one of its additional ones. */
	byEmail(email: string): Contact | undefined {
		return this.all.find((one) => emailsOf(one).includes(email.toLowerCase()));
	}

	/** An empty value clears the property. */
	update(contact: Contact, values: Values): Contact {
		for (const [name, value] of Object.entries(values)) {
			if (value === '') delete contact.values[name];
			else contact.values[name] = name === 'email' ? value.toLowerCase() : value;
		}
		return contact;
	}

	/** Both become one new contact with a new ID; what the first says counts. */
	merge(primaryId: string, otherId: string): Contact {
		const [primary, other] = [this.get(primaryId), this.get(otherId)];
		const [email = '', ...additional] = [...emailsOf(primary), ...emailsOf(other)];
		const merged = [primary, other].flatMap((one) => [one.id, ...mergedIdsOf(one)]);
		for (const one of [primary, other]) this.contacts.delete(one.id);
		const values = omit({ ...other.values, ...primary.values }, 'hs_object_id', 'createdate');
		return this.create({
			...values,
			email,
			hs_additional_emails: additional.join(';'),
			hs_merged_object_ids: merged.join(';'),
		});
	}
}

const listOf = (text = '') => text.split(';').filter((one) => one !== '');
const mergedIdsOf = ({ values }: Contact) => listOf(values.hs_merged_object_ids);
const emailsOf = ({ values }: Contact) => [
	...listOf(values.email),
	...listOf(values.hs_additional_emails),
];

export function hubspotOn(app: App, token: string): HubSpot {
	const hubspot = new HubSpot();
	const { contacts } = hubspot;
	const isKnown = ({ headers }: { headers: { authorization?: string } }) =>
		headers.authorization === `Bearer ${token}`;
	const route = routesOf(app, HUBSPOT, hubspot, isKnown);

	route('POST', '/crm/v3/objects/contacts/search', ({ body }) => search(contacts, body as Search));
	route('POST', '/contacts/v1/contact/createOrUpdate/email/:email', ({ params, body }) => {
		const { email } = params as { email: string };
		const { properties = [] } = body as {
			properties?: Array<{ property: string; value: unknown }>;
		};
		const values = Object.fromEntries(
			properties.map(({ property, value }) => [property, String(value ?? '')]),
		);
		const known = contacts.byEmail(email);
		const contact = known ? contacts.update(known, values) : contacts.create({ email, ...values });
		return { vid: Number(contact.id), isNew: !known };
	});
	route('GET', '/contacts/v1/contact/vid/:vid/profile', ({ params }) => {
		const contact = contacts.get((params as { vid: string }).vid);
		const values = Object.entries(contact.values).map(([name, value]) => [name, { value }]);
		return { vid: Number(contact.id), properties: Object.fromEntries(values) as object };
	});
	route('POST', '/engagements/v1/engagements', ({ body }) => {
		const { metadata, associations } = body as {
			metadata: HubSpotTask['metadata'];
			associations?: { contactIds?: string[] };
		};
		const ids = associations?.contactIds ?? [];
		hubspot.tasks.push({ metadata, contacts: ids.map((id) => contacts.get(id)) });
		return { engagement: { id: hubspot.tasks.length, type: 'TASK' }, associations, metadata };
	});
	route('POST', '/crm-objects/v1/objects/tickets', ({ body }) => {
		const sent = body as Array<{ name: string; value: string }>;
		hubspot.tickets.push(Object.fromEntries(sent.map(({ name, value }) => [name, value])));
		return { objectType: 'TICKET', objectId: hubspot.tickets.length };
	});
	return hubspot;
}

interface Search {
	filterGroups?: Array<{ filters: Filter[] }>;
	sorts?: Array<{ propertyName: string }>;
	properties?: string[];
	limit?: number;
	after?: string;
}

interface Filter {
	propertyName: string;
	operator: 'EQ' | 'HAS_PROPERTY';
	value?: unknown;
}

const DATES = ['createdate', 'recent_deal_close_date'];

/** HubSpot's search: groups of filters of which one must hold, a page of what is found, and where the next begins. */
function search(contacts: Contacts, request: Search) {
	const { filterGroups = [], sorts = [], properties = [], limit = 10, after = '0' } = request;
	const holds = ({ values }: Contact, { propertyName, operator, value }: Filter) => {
		const own = values[propertyName];
		if (operator === 'HAS_PROPERTY') return own !== undefined;
		// Of several values each counts by itself, without a difference between capitals and others.
		return listOf(own).some((one) => one.toLowerCase() === String(value).toLowerCase());
	};
	const key = sorts[0]?.propertyName ?? 'createdate';
	const found = contacts.all
		.filter((one) =>
			filterGroups.some(({ filters }) => filters.every((filter) => holds(one, filter))),
		)
		.sort((one, other) => Number(other.values[key]) - Number(one.values[key]));
	const end = Number(after) + limit;
	const shown = ({ id, values }: Contact) => ({
		id,
		properties: Object.fromEntries(
			['hs_object_id', 'createdate', ...properties].map((name) => {
				const value = values[name] ?? null;
				return [
					name,
					value && DATES.includes(name) ? new Date(Number(value)).toISOString() : value,
				];
			}),
		),
	});
	return {
		total: found.length,
		results: found.slice(Number(after), end).map(shown),
		...(end < found.length && { paging: { next: { after: String(end) } } }),
	};
}
