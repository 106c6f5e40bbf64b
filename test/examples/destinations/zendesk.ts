import { routesOf, type RecordedCalls } from './api';
import type { App } from './recorder';
import { badTicket, tooMany, unauthorized, type Problem } from './zendeskErrors';

const SUBDOMAIN = 'care-of-a-test';
export const ZENDESK = `${SUBDOMAIN}.zendesk.com`;

/** What somebody types into n8n's credential besides the token. */
export const ZENDESK_AGENT = { subdomain: SUBDOMAIN, email: 'agent@example.com' };

/** A ticket as it was sent; more keys than these come as n8n sends them. */
export interface ZendeskTicket {
	id: number;
	comment: { body?: string; html_body?: string };
	subject?: string;
	external_id?: string;
	group_id?: number;
	priority?: string;
	status?: string;
	type?: string;
	tags?: string[];
	[more: string]: unknown;
}

/** A Zendesk account. Its answers are those of Zendesk's public documentation. */
export interface Zendesk extends RecordedCalls {
	/** In the order in which they were made. Zendesk makes as many of one `external_id` as it is asked for. */
	tickets: ZendeskTicket[];
	groups: Array<{ id: number; name: string }>;
}

/** The values that Zendesk takes for a ticket. */
const VALUES = {
	status: ['new', 'open', 'pending', 'hold', 'solved', 'closed'],
	priority: ['urgent', 'high', 'normal', 'low'],
	type: ['problem', 'incident', 'question', 'task'],
};

/** Zendesk, as far as n8n's node needs it to create tickets. */
export function zendeskOn(app: App, token: string): Zendesk {
	const groups = [
		{ id: 360001, name: 'Support' },
		{ id: 360002, name: 'Customer care' },
	];
	const zendesk: Zendesk = { tickets: [], groups, calls: [], refuses: () => false, refused: 0 };
	const login = Buffer.from(`${ZENDESK_AGENT.email}/token:${token}`).toString('base64');
	const route = routesOf(app, {
		host: ZENDESK,
		recorded: zendesk,
		isKnown: ({ headers }) => headers.authorization === `Basic ${login}`,
		unauthorized,
		tooMany,
	});

	const create = (sent: Partial<ZendeskTicket>) => {
		const { comment = {} } = sent;
		const problems = problemsOf(sent, groups);
		if (problems.length > 0) throw badTicket(problems);
		const ticket = { ...sent, comment, id: 35436 + zendesk.tickets.length };
		zendesk.tickets.push(ticket);
		return shown(ticket);
	};
	route(
		'POST',
		'/api/v2/tickets.json',
		({ body }) => ({
			ticket: create((body as { ticket?: Partial<ZendeskTicket> } | undefined)?.ticket ?? {}),
		}),
		201,
	);
	// What n8n's editor asks for when somebody opens a list.
	route('GET', '/api/v2/groups.json', () => list('groups', zendesk.groups));
	route('GET', '/api/v2/tags.json', () => {
		const names = new Set(zendesk.tickets.flatMap(({ tags = [] }) => tags));
		return list(
			'tags',
			[...names].map((name) => ({ name })),
		);
	});
	return zendesk;
}

function problemsOf(ticket: Partial<ZendeskTicket>, groups: Zendesk['groups']): Problem[] {
	const { comment, group_id } = ticket;
	const isBlank = !(comment?.body ?? comment?.html_body)?.trim();
	const invalid = (['status', 'priority', 'type'] as const).filter(
		(name) => ticket[name] !== undefined && !VALUES[name].includes(ticket[name] ?? ''),
	);
	const isKnown = group_id === undefined || groups.some(({ id }) => id === Number(group_id));
	return [
		...(isBlank ? [{ field: 'description', error: 'BlankValue' } as const] : []),
		...[...invalid, ...(isKnown ? [] : ['group'])].map(
			(field) => ({ field, error: 'InvalidValue' }) as const,
		),
	];
}

const list = (name: string, all: unknown[]) => ({
	[name]: all,
	count: all.length,
	next_page: null,
	previous_page: null,
});

/** A ticket as Zendesk shows it: the first comment is its description. */
function shown({ comment, ...ticket }: ZendeskTicket) {
	const time = '2026-01-05T09:14:57Z';
	return {
		url: `https://${ZENDESK}/api/v2/tickets/${ticket.id}.json`,
		external_id: null,
		type: null,
		subject: null,
		priority: null,
		status: 'new',
		group_id: null,
		assignee_id: null,
		requester_id: 20978392,
		submitter_id: 20978392,
		tags: [],
		custom_fields: [],
		is_public: true,
		via: { channel: 'api', source: { from: {}, to: {}, rel: null } },
		created_at: time,
		updated_at: time,
		...ticket,
		description: comment.body ?? comment.html_body,
	};
}
