import type { AddRoute } from './api';
import type { Contact, Contacts, Values } from './hubspotContacts';
import { badAssociation, badProperties, missingProperties } from './hubspotErrors';
import { own, Properties } from './hubspotProperties';

/** A ticket's properties, and the contacts that HubSpot shows it at. */
export interface Ticket {
	id: number;
	values: Values;
	contacts: Contact[];
}

/** The first is the one that every account has; their stages have no ID in common. */
export const PIPELINES = [
	{
		id: '0',
		label: 'Support Pipeline',
		stages: { 1: 'New', 2: 'Waiting on contact', 3: 'Waiting on us', 4: 'Closed' },
	},
	{ id: '812723471', label: 'Call backs', stages: { 1234912: 'To do', 1234914: 'Done' } },
];

export const OWNER = { id: '910901', email: 'owner@example.com' };

const stagesOf = ({ stages }: (typeof PIPELINES)[number]) => Object.keys(stages);
const oneOf = (name: string, options: string[]) => own(name, 'enumeration', { options });
const CATEGORIES = ['PRODUCT_ISSUE', 'BILLING_ISSUE', 'FEATURE_REQUEST', 'GENERAL_INQUIRY'];

/** What every account has for tickets, as far as n8n's node sets it. */
const DEFINED = [
	own('subject'),
	own('content'),
	oneOf(
		'hs_pipeline',
		PIPELINES.map(({ id }) => id),
	),
	oneOf('hs_pipeline_stage', PIPELINES.flatMap(stagesOf)),
	oneOf('hs_ticket_category', CATEGORIES),
	oneOf('hs_ticket_priority', ['LOW', 'MEDIUM', 'HIGH', 'URGENT']),
	oneOf('hubspot_owner_id', [OWNER.id]),
	oneOf('source_type', ['CHAT', 'EMAIL', 'FORM', 'PHONE']),
	own('hs_resolution'),
	own('createdate', 'datetime'),
	own('closed_date', 'datetime'),
	own('hs_object_id', 'number', { isReadOnly: true }),
	own('hs_lastmodifieddate', 'datetime', { isReadOnly: true }),
];

/** As HubSpot numbers the ways in which records belong together: from a ticket to a contact. */
const TICKET_TO_CONTACT = 16;

/** The tickets of a HubSpot account. */
export class Tickets {
	readonly properties = new Properties(DEFINED);
	/** In the order in which they were made. */
	readonly all: Ticket[] = [];

	create(sent: Values): Ticket {
		const values: Values = { hs_pipeline: '0', ...sent };
		const invalid = Object.entries(values).flatMap(
			([name, value]) => this.properties.problemOf(name, value) ?? [],
		);
		if (invalid.length > 0) throw badProperties(invalid);
		const missing = ['subject', 'hs_pipeline_stage'].filter((name) => !sent[name]?.trim());
		if (missing.length > 0) throw missingProperties('TICKET', missing);
		const pipeline = PIPELINES.find(({ id }) => id === values.hs_pipeline);
		const stage = values.hs_pipeline_stage ?? '';
		if (!pipeline || !stagesOf(pipeline).includes(stage)) {
			const message = `${stage} is not a stage of the pipeline ${values.hs_pipeline}`;
			throw badProperties([{ name: 'hs_pipeline_stage', error: 'INVALID_OPTION', message }]);
		}
		const ticket = { id: 176602 + this.all.length, values, contacts: [] };
		this.all.push(ticket);
		return ticket;
	}
}

/** What n8n's node asks of HubSpot for tickets. */
export function ticketRoutes(route: AddRoute, tickets: Tickets, contacts: Contacts): void {
	route('POST', '/crm-objects/v1/objects/tickets', ({ body }) => {
		const sent = (body ?? []) as Array<{ name: string; value: unknown }>;
		const values = sent.map(({ name, value }) => [name, String(value ?? '')]);
		return shown(tickets.create(Object.fromEntries(values) as Values));
	});
	route(
		'PUT',
		'/crm-associations/v1/associations/create-batch',
		({ body }) => {
			for (const one of body as Array<Record<string, unknown>>) {
				const ticket = tickets.all.find(({ id }) => id === Number(one.fromObjectId));
				if (!ticket || one.definitionId !== TICKET_TO_CONTACT)
					throw badAssociation('Only contacts of a ticket are known here');
				ticket.contacts.push(contacts.get(String(one.toObjectId)));
			}
		},
		204,
	);
	// What n8n's editor asks for when somebody opens a list.
	route('GET', '/crm-pipelines/v1/pipelines/tickets', () => ({
		results: PIPELINES.map(({ id, label, stages }, displayOrder) => ({
			pipelineId: id,
			objectType: 'TICKET',
			label,
			displayOrder,
			active: true,
			stages: Object.entries(stages).map(([stageId, name]) => ({ stageId, label: name })),
		})),
	}));
	route('GET', '/crm/v3/owners', () => ({ results: [{ ...OWNER, archived: false }] }));
	route('GET', '/crm/v3/properties/tickets', () => ({
		results: tickets.properties.all.map(({ options = [], ...one }) => ({
			...one,
			options: options.map((value) => ({ label: value, value })),
		})),
	}));
}

/** A ticket as the first version of HubSpot's interface shows it. */
function shown({ id, values }: Ticket) {
	const timestamp = Date.UTC(2026, 0, 5);
	const property = (name: string, value: string) => {
		const written = { value, timestamp, source: 'API' };
		return { versions: [{ name, ...written, sourceVid: [] }], ...written, sourceId: null };
	};
	return {
		objectType: 'TICKET',
		portalId: 62515,
		objectId: id,
		properties: Object.fromEntries(
			Object.entries(values).map(([name, value]) => [name, property(name, value)]),
		),
		version: 1,
		isDeleted: false,
	};
}
