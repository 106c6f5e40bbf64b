import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { App } from './api';
import { HUBSPOT, hubspotOn, type HubSpot } from './hubspot';
import { startMailbox, type Mailbox } from './mailbox';
import { certificatesFor, startProxy } from './network';
import { PIPEDRIVE, pipedriveOn, type Pipedrive } from './pipedrive';
import { SHEETS, sheetsOn, type Spreadsheet } from './sheets';
import { SIGN_IN_HOSTS, signInOn } from './signIn';
import { SLACK, slackOn, type Slack } from './slack';
import { GRAPH, teamsOn, type Teams } from './teams';
import { ZENDESK, zendeskOn, type Zendesk } from './zendesk';

export type { ApiCall } from './api';
export type { Mail } from './mail';
export type { SlackMessage } from './slack';

/**
 * Where workflows send things, recorded. n8n's own nodes for Slack, Microsoft Teams, Google Sheets, HubSpot, Pipedrive,
 * Zendesk and email run as they are: an n8n that is started with `env` finds these hosts here, on 127.0.0.1, and no
 * others.
 */
export interface Destinations {
	/** Settings of n8n: the proxy that leads here, and whom to trust. */
	env: Record<string, string>;
	slack: Slack;
	teams: Teams;
	spreadsheet: Spreadsheet;
	hubspot: HubSpot;
	pipedrive: Pipedrive;
	zendesk: Zendesk;
	mailbox: Mailbox;
	/** What n8n wanted that nobody here could give: other hosts, unknown requests. A test expects none. */
	strange: string[];
	stop(): Promise<void>;
}

/** What whoever asks Slack, HubSpot, Pipedrive or Zendesk has to have. */
export const API_TOKEN = 'xoxb-of-a-test';
const HOSTS = [SLACK, GRAPH, SHEETS, HUBSPOT, PIPEDRIVE, ZENDESK, ...SIGN_IN_HOSTS];

export async function startDestinations(): Promise<Destinations> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const one of stops.splice(0).reverse()) await one();
	};
	try {
		const { key, cert, authority, remove } = await certificatesFor(HOSTS);
		stops.push(remove);
		const strange: string[] = [];
		const app: App = fastify({ https: { key, cert }, forceCloseConnections: true });
		stops.push(async () => await app.close());
		app.addContentTypeParser(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) => done(null, body),
		);
		app.setNotFoundHandler(async ({ method, host, url }, reply) => {
			strange.push(`${method} ${host}${url}`);
			return await reply.code(404).send({ error: 'No recorder knows this request' });
		});
		signInOn(app);
		const recorders = {
			slack: slackOn(app, API_TOKEN),
			teams: teamsOn(app),
			spreadsheet: sheetsOn(app),
			hubspot: hubspotOn(app, API_TOKEN),
			pipedrive: pipedriveOn(app, API_TOKEN),
			zendesk: zendeskOn(app, API_TOKEN),
		};
		await app.listen({ host: '127.0.0.1', port: 0 });
		const { port } = app.server.address() as AddressInfo;
		const proxy = await startProxy(HOSTS, port, (what) => strange.push(what));
		stops.push(proxy.stop);
		const mailbox = await startMailbox();
		stops.push(mailbox.stop);
		const direct = '127.0.0.1,localhost';
		return {
			env: {
				HTTP_PROXY: proxy.url,
				HTTPS_PROXY: proxy.url,
				NO_PROXY: direct,
				// Some libraries look at these first, and the machine may have its own.
				http_proxy: proxy.url,
				https_proxy: proxy.url,
				no_proxy: direct,
				NODE_EXTRA_CA_CERTS: authority,
			},
			...recorders,
			mailbox,
			strange,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
