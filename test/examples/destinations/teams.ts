import { ApiRefusal, routesOf, type RecordedCalls } from './api';
import { MICROSOFT_TOKEN } from './microsoft';
import type { App } from './recorder';

export const GRAPH = 'graph.microsoft.com';

/** A message as it was sent, and where; more keys than these come as n8n sends them. */
export interface TeamsMessage {
	channelId: string;
	body: { contentType: 'text' | 'html'; content: string };
	[more: string]: unknown;
}

/** Microsoft Teams, for somebody who is in one team. Its answers are those of Graph's public documentation. */
export interface Teams extends RecordedCalls {
	team: { id: string; displayName: string };
	channels: Array<{ id: string; displayName: string }>;
	/** What was posted, in that order. */
	messages: TeamsMessage[];
}

interface MessageRequest {
	body?: { contentType?: string; content?: string };
	mentions?: Array<{ id?: number }>;
}

/** Teams says "approximately 28 KB". */
const MAX_BYTES = 28 * 1024;

/** Microsoft Graph, as far as n8n's node needs it to post messages to a channel. */
export function teamsOn(app: App): Teams {
	const teams: Teams = {
		team: { id: '0f8d6b1c-52a7-4e3f-9c1d-7b2a64e0d385', displayName: 'Customer care' },
		channels: [
			{ id: '19:5e1c0f3a9b7d4e2f8a6c1b0d9e8f7a6b@thread.tacv2', displayName: 'General' },
			{ id: '19:c4d3b2a1f0e94d8c7b6a5f4e3d2c1b0a@thread.tacv2', displayName: 'Feedback' },
		],
		messages: [],
		calls: [],
		refuses: () => false,
		refused: 0,
	};
	const route = routesOf(app, {
		host: GRAPH,
		recorded: teams,
		isKnown: ({ headers }) => headers.authorization === `Bearer ${MICROSOFT_TOKEN}`,
		unauthorized: () => refusal(401, 'InvalidAuthenticationToken', 'Access token is empty.'),
		tooMany: () => refusal(429, 'TooManyRequests', 'Too many requests.', { 'Retry-After': '1' }),
	});
	const checkTeam = (id: string) => {
		if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
			throw refusal(400, 'BadRequest', 'teamId needs to be a valid GUID.');
		if (id !== teams.team.id) throw refusal(404, 'NotFound', `No team found with Group Id ${id}`);
	};

	route(
		'POST',
		'/beta/teams/:teamId/channels/:channelId/messages',
		({ params, body }) => {
			const { teamId, channelId } = params as { teamId: string; channelId: string };
			checkTeam(teamId);
			if (!teams.channels.some(({ id }) => id === channelId))
				throw refusal(404, 'NotFound', `No channel found with id ${channelId}`);
			const message = { ...(body as object), channelId, body: checked(body as MessageRequest) };
			teams.messages.push(message);
			return shown(message, teamId, Date.UTC(2026, 0, 5) + teams.messages.length);
		},
		201,
	);
	// What n8n's editor asks for when somebody opens a list.
	route('GET', '/v1.0/me/joinedTeams', () => ({ value: [teams.team] }));
	route('GET', '/v1.0/teams/:teamId/channels', ({ params }) => {
		checkTeam((params as { teamId: string }).teamId);
		return { value: teams.channels };
	});
	return teams;
}

/** The text of a message that Graph takes: it may mention only whom the request names. */
function checked({ body, mentions = [] }: MessageRequest): TeamsMessage['body'] {
	const { contentType = 'text', content = '' } = body ?? {};
	if (contentType !== 'text' && contentType !== 'html')
		throw refusal(400, 'BadRequest', 'Invalid request body was sent.');
	if (content.trim() === '') throw refusal(400, 'BadRequest', 'Missing body content');
	if (Buffer.byteLength(content) > MAX_BYTES)
		throw refusal(413, 'RequestEntityTooLarge', 'The message is too large.');
	const marks = contentType === 'html' ? [...content.matchAll(/<at\s+id\s*=\s*["']?(\d+)/gi)] : [];
	const isNamed = (id: string | undefined) => mentions.some((one) => String(one.id) === id);
	if (!marks.every(([, id]) => isNamed(id)))
		throw refusal(400, 'BadRequest', 'The body mentions somebody whom the mentions do not name.');
	return { contentType, content };
}

function shown({ channelId, body, ...message }: TeamsMessage, teamId: string, time: number) {
	const iso = new Date(time).toISOString();
	const place = `${encodeURIComponent(channelId)}/${time}?groupId=${teamId}`;
	return {
		id: String(time),
		replyToId: null,
		etag: String(time),
		messageType: 'message',
		createdDateTime: iso,
		lastModifiedDateTime: iso,
		subject: null,
		importance: 'normal',
		locale: 'en-us',
		webUrl: `https://teams.microsoft.com/l/message/${place}`,
		from: { user: { displayName: 'Robin Kline', userIdentityType: 'aadUser' } },
		attachments: [],
		mentions: [],
		reactions: [],
		...message,
		body,
		channelIdentity: { teamId, channelId },
	};
}

const refusal = (status: number, code: string, message: string, headers = {}) =>
	new ApiRefusal(
		status,
		{ error: { code, message, innerError: { date: '2026-01-05T09:14:57' } } },
		headers,
	);
