import type { App } from './recorder';

export const MICROSOFT_TOKENS = 'login.microsoftonline.com';

/** What whoever has signed in to Microsoft carries. */
export const MICROSOFT_TOKEN = 'a-microsoft-token';

/** Microsoft's token endpoint: it exchanges the code of a sign-in, or a refresh token. */
export function microsoftTokensOn(app: App): void {
	const constraints = { host: MICROSOFT_TOKENS };
	app.post('/common/oauth2/v2.0/token', { constraints }, async () => ({
		access_token: MICROSOFT_TOKEN,
		refresh_token: 'a-microsoft-refresh-token',
		token_type: 'Bearer',
		expires_in: 3600,
	}));
}
