import { routesOf, type RecordedCalls } from './api';
import { Contacts, type Contact } from './hubspotContacts';
import { badTask, tooMany, unauthorized } from './hubspotErrors';
import { search, type Search } from './hubspotSearch';
import { ticketRoutes, Tickets } from './hubspotTickets';
import type { App } from './recorder';

export const HUBSPOT = 'api.hubapi.com';

/** A task, as it was sent, with the contacts that HubSpot shows it at. */
export interface HubSpotTask {
	metadata: { subject?: string; body?: string; status?: string; forObjectType?: string };
	contacts: Contact[];
}

/** A HubSpot account. Its answers are those of HubSpot's public documentation. */
export interface HubSpot extends RecordedCalls {
	contacts: Contacts;
	tasks: HubSpotTask[];
	tickets: Tickets;
}

interface TaskRequest {
	engagement?: { type?: string };
	metadata?: HubSpotTask['metadata'];
	associations?: { contactIds?: string[] };
}

/** HubSpot, as far as n8n's node needs it for contacts, tasks and tickets. */
export function hubspotOn(app: App, token: string): HubSpot {
	const contacts = new Contacts();
	const tickets = new Tickets();
	const recorded: RecordedCalls = { calls: [], refuses: () => false, refused: 0 };
	const hubspot: HubSpot = { contacts, tasks: [], tickets, ...recorded };
	const route = routesOf(app, {
		host: HUBSPOT,
		recorded: hubspot,
		isKnown: ({ headers }) => headers.authorization === `Bearer ${token}`,
		unauthorized,
		tooMany,
	});

	route('POST', '/crm/v3/objects/contacts/search', ({ body }) =>
		search(contacts, (body ?? {}) as Search),
	);
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
		const { vid } = params as { vid: string };
		return profileOf(contacts, contacts.get(vid));
	});
	route('POST', '/engagements/v1/engagements', ({ body }) => {
		const { engagement, metadata, associations } = body as TaskRequest;
		if (engagement?.type !== 'TASK') throw badTask('Only tasks are known here');
		if (!metadata) throw badTask('metadata is required');
		const ids = associations?.contactIds ?? [];
		const task = { metadata, contacts: ids.map((id) => contacts.get(id)) };
		hubspot.tasks.push(task);
		return {
			engagement: {
				id: 328550660 + hubspot.tasks.length,
				portalId: 62515,
				active: true,
				type: 'TASK',
			},
			associations: {
				contactIds: task.contacts.map(({ id }) => Number(id)),
				companyIds: [],
				dealIds: [],
				ownerIds: [],
				workflowIds: [],
				ticketIds: [],
			},
			attachments: [],
			metadata,
		};
	});
	ticketRoutes(route, tickets, contacts);
	// What n8n's editor asks for when somebody opens a list of properties.
	route('GET', '/properties/v2/contacts/properties', () =>
		contacts.properties.all.map(({ options, ...one }) => ({
			...one,
			groupName: 'contactinformation',
			options: (options ?? []).map((value) => ({ label: value, value })),
		})),
	);
	return hubspot;
}

/** A contact as the first version of HubSpot's interface shows it. */
function profileOf(contacts: Contacts, contact: Contact) {
	const vid = Number(contact.id);
	return {
		vid,
		'canonical-vid': vid,
		'merged-vids': contacts.mergedIdsOf(contact).map(Number),
		'portal-id': 62515,
		'is-contact': true,
		properties: Object.fromEntries(
			Object.entries(contact.values).map(([name, value]) => [name, { value, versions: [] }]),
		),
		'form-submissions': [],
		'list-memberships': [],
		'identity-profiles': [],
		'merge-audits': [],
	};
}
