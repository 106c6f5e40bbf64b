import type { App } from './api';

export const SLACK = 'slack.com';

/** A message as it was sent; more keys than these come as n8n sends them. */
export interface SlackMessage {
	channel: string;
	text: string;
	[more: string]: unknown;
}

export interface Slack {
	/** What was posted, in that order. */
	messages: SlackMessage[];
	/** While true, every call is refused. */
	isDown: boolean;
	/** Says of single messages that they are refused; a promise has whoever posts it wait. */
	refuses: (message: SlackMessage) => boolean | Promise<boolean>;
}

/** Slack, as far as n8n's node needs it to post messages. */
export function slackOn(app: App, token: string): Slack {
	const slack: Slack = { messages: [], isDown: false, refuses: () => false };
	app.route<{ Body: SlackMessage }>({
		method: 'POST',
		url: '/api/chat.postMessage',
		constraints: { host: SLACK },
		handler: async ({ headers, body }) => {
			// Slack answers 200 also when it refuses.
			if (slack.isDown || (await slack.refuses(body)))
				return { ok: false, error: 'service_unavailable' };
			if (headers.authorization !== `Bearer ${token}`) return { ok: false, error: 'invalid_auth' };
			if (!body.channel) return { ok: false, error: 'channel_not_found' };
			if (!body.text && !body.blocks) return { ok: false, error: 'no_text' };
			slack.messages.push(body);
			const ts = `${slack.messages.length}.000100`;
			return { ok: true, channel: body.channel, ts, message: { ...body, ts } };
		},
	});
	return slack;
}
