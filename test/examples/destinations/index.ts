import type { AddressInfo } from 'node:net';
import { certificatesFor } from './certificates';
import { GOOGLE_TOKENS, googleTokensOn } from './google';
import { HUBSPOT, hubspotOn, type HubSpot } from './hubspot';
import { startMailbox, type Mailbox } from './mailbox';
import { MICROSOFT_TOKENS, microsoftTokensOn } from './microsoft';
import { PIPEDRIVE, pipedriveOn, type Pipedrive } from './pipedrive';
import { startProxy } from './proxy';
import { appWith } from './recorder';
import { SHEETS, sheetsOn, type Spreadsheet } from './sheets';
import { SLACK, slackOn, type Slack } from './slack';
import { GRAPH, teamsOn, type Teams } from './teams';
import { ZENDESK, zendeskOn, type Zendesk } from './zendesk';

export type { ApiCall } from './api';
export type { HubSpot } from './hubspot';
export type { Mail } from './mail';
export type { Pipedrive } from './pipedrive';
export type { SlackMessage } from './slack';
export type { TeamsMessage } from './teams';
export type { ZendeskTicket } from './zendesk';

/**
 * Where workflows send things, recorded. n8n's own nodes for Slack, Microsoft Teams, Google Sheets, HubSpot, Pipedrive,
 * Zendesk and email run as they are: an n8n that is started with `env` finds these hosts here, on 127.0.0.1, and no
 * others.
 */
export interface Destinations {
	/** Settings of n8n: the proxy that leads here, and whom to trust. */
	env: Record<string, string>;
	slack: Slack;
	slackToken: string;
	teams: Teams;
	spreadsheet: Spreadsheet;
	hubspot: HubSpot;
	hubspotToken: string;
	pipedrive: Pipedrive;
	pipedriveToken: string;
	zendesk: Zendesk;
	zendeskToken: string;
	mailbox: Mailbox;
	/** What n8n wanted that nobody here could give: other hosts, unknown requests. A test expects none. */
	strange: string[];
	stop(): Promise<void>;
}

const HOSTS = [SLACK, GRAPH, MICROSOFT_TOKENS, SHEETS, GOOGLE_TOKENS, HUBSPOT, PIPEDRIVE, ZENDESK];

export async function startDestinations(): Promise<Destinations> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const one of stops.splice(0).reverse()) await one();
	};
	try {
		const certificates = await certificatesFor(HOSTS);
		stops.push(certificates.remove);
		const strange: string[] = [];
		const app = appWith(certificates, (what) => strange.push(what));
		stops.push(async () => await app.close());
		const slackToken = 'xoxb-of-a-test';
		const slack = slackOn(app, slackToken);
		microsoftTokensOn(app);
		const teams = teamsOn(app);
		googleTokensOn(app);
		const spreadsheet = sheetsOn(app);
		const hubspotToken = 'pat-of-a-test';
		const hubspot = hubspotOn(app, hubspotToken);
		const pipedriveToken = 'pipedrive-of-a-test';
		const pipedrive = pipedriveOn(app, pipedriveToken);
		const zendeskToken = 'zendesk-of-a-test';
		const zendesk = zendeskOn(app, zendeskToken);
		await app.listen({ host: '127.0.0.1', port: 0 });
		const proxy = await startProxy(HOSTS, (app.server.address() as AddressInfo).port);
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
				NODE_EXTRA_CA_CERTS: certificates.authority,
			},
			slack,
			slackToken,
			teams,
			spreadsheet,
			hubspot,
			hubspotToken,
			pipedrive,
			pipedriveToken,
			zendesk,
			zendeskToken,
			mailbox,
			get strange() {
				return [...proxy.refused, ...strange];
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
