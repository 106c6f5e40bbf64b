import { ApiRefusal, Recorded, routesOf, type App } from './api';

const SUBDOMAIN = 'care-of-a-test';
export const ZENDESK = `${SUBDOMAIN}.zendesk.com`;

/** What somebody types into n8n's credential besides the token. */
export const ZENDESK_AGENT = { subdomain: SUBDOMAIN, email: 'agent@example.com' };
export const ZENDESK_GROUP = 360_001;

/** A ticket as it was sent. */
export interface ZendeskTicket {
	comment: { body: string };
	subject?: string;
	external_id?: string;
	group_id?: number | string;
	type?: string;
}

/** A Zendesk account. Its answers are those of Zendesk's public documentation. */
export class Zendesk extends Recorded {
	/** In the order in which they were made. Zendesk makes as many of one `external_id` as it is asked for. */
	readonly tickets: ZendeskTicket[] = [];
}

const TYPES = ['problem', 'incident', 'question', 'task'];

/** Zendesk, as far as n8n's node needs it to create tickets. */
export function zendeskOn(app: App, token: string): Zendesk {
	const zendesk = new Zendesk();
	const login = Buffer.from(`${ZENDESK_AGENT.email}/token:${token}`).toString('base64');
	const isKnown = ({ headers }: { headers: { authorization?: string } }) =>
		headers.authorization === `Basic ${login}`;
	const route = routesOf(app, ZENDESK, zendesk, isKnown);
	const create = ({ body }: { body: unknown }) => {
		const { ticket } = body as { ticket: ZendeskTicket };
		const isValid =
			ticket.comment.body.trim() !== '' &&
			Number(ticket.group_id) === ZENDESK_GROUP &&
			TYPES.includes(ticket.type ?? '');
		if (!isValid) throw new ApiRefusal(422, 'RecordInvalid');
		zendesk.tickets.push(ticket);
		return { ticket: { ...ticket, id: 35_436 + zendesk.tickets.length, status: 'new' } };
	};
	route('POST', '/api/v2/tickets.json', create, 201);
	return zendesk;
}
