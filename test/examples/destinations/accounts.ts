import type { N8nRest } from '../../n8n/rest/n8nRest';
import { API_TOKEN, type Destinations } from '.';
import { ZENDESK_AGENT } from './zendesk';

/** Saved credentials by their type, as nodes name them. */
export type Accounts = Record<string, { id: string; name: string }>;

/** Saves in n8n what somebody needs who wants to reach the recorders. */
export async function openAccounts(rest: N8nRest, destinations: Destinations): Promise<Accounts> {
	const save = async (type: string, name: string, data: Record<string, unknown>) => ({
		[type]: { id: await rest.saveCredential(type, name, data), name },
	});
	const app = { clientId: 'me', clientSecret: 'x' };
	const accounts: Accounts = {
		...(await save('slackApi', 'Slack account', { accessToken: API_TOKEN, signatureSecret: '' })),
		...(await save('hubspotAppToken', 'HubSpot account', { appToken: API_TOKEN })),
		...(await save('pipedriveApi', 'Pipedrive account', { apiToken: API_TOKEN })),
		...(await save('zendeskApi', 'Zendesk account', { ...ZENDESK_AGENT, apiToken: API_TOKEN })),
		...(await save('googleSheetsOAuth2Api', 'Google account', app)),
		...(await save('microsoftTeamsOAuth2Api', 'Microsoft account', app)),
		...(await save('smtp', 'Mail account', {
			user: '',
			password: '',
			host: '127.0.0.1',
			port: destinations.mailbox.port,
			secure: false,
			disableStartTls: true,
		})),
	};
	for (const type of ['googleSheetsOAuth2Api', 'microsoftTeamsOAuth2Api'])
		await signIn(rest, accounts[type]?.id ?? '');
	return accounts;
}

/** What the button that signs in with Google or Microsoft does; the page on which one agrees is left out. */
async function signIn(rest: N8nRest, id: string): Promise<void> {
	const page = new URL(await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${id}`));
	const state = encodeURIComponent(page.searchParams.get('state') ?? '');
	const path = `/rest/oauth2-credential/callback?code=agreed&state=${state}`;
	const { status, data } = await rest.raw('GET', path);
	if (status !== 200) throw new Error(`n8n did not sign in: ${String(data)}`);
}
