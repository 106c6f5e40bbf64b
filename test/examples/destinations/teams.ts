import { ApiRefusal, Recorded, routesOf, type App } from './api';
import { SIGNED_IN } from './signIn';

export const GRAPH = 'graph.microsoft.com';

/** A message as it was sent, and where. */
export interface TeamsMessage {
	channelId: string;
	body: { contentType: 'text' | 'html'; content: string };
}

/** Microsoft Teams, for somebody who is in one team. Its answers are those of Graph's public documentation. */
export class Teams extends Recorded {
	readonly team = '0f8d6b1c-52a7-4e3f-9c1d-7b2a64e0d385';
	readonly channel = '19:c4d3b2a1f0e94d8c7b6a5f4e3d2c1b0a@thread.tacv2';
	/** What was posted, in that order. */
	readonly messages: TeamsMessage[] = [];
}

/** Teams says "approximately 28 KB". */
const MAX_BYTES = 28 * 1024;

/** Microsoft Graph, as far as n8n's node needs it to post messages to a channel. */
export function teamsOn(app: App): Teams {
	const teams = new Teams();
	const isKnown = ({ headers }: { headers: { authorization?: string } }) =>
		headers.authorization === SIGNED_IN;
	const route = routesOf(app, GRAPH, teams, isKnown);
	const path = '/beta/teams/:teamId/channels/:channelId/messages';
	const post = ({ params, body: sent }: { params: unknown; body: unknown }) => {
		const { teamId, channelId } = params as { teamId: string; channelId: string };
		if (teamId !== teams.team || channelId !== teams.channel)
			throw new ApiRefusal(404, 'There is no such channel');
		const { body } = sent as Pick<TeamsMessage, 'body'>;
		if (body.content.trim() === '') throw new ApiRefusal(400, 'Missing body content');
		if (Buffer.byteLength(body.content) > MAX_BYTES)
			throw new ApiRefusal(413, 'The message is too large.');
		// Graph lets a message mention only whom the request names; the workflows name nobody.
		if (/<at\s/i.test(body.content)) throw new ApiRefusal(400, 'The body mentions somebody');
		teams.messages.push({ channelId, body });
		return { id: String(teams.messages.length), messageType: 'message', body };
	};
	route('POST', path, post, 201);
	return teams;
}
