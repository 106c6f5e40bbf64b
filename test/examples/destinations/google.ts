import type { App } from './recorder';

export const GOOGLE_TOKENS = 'oauth2.googleapis.com';

/** What whoever has signed in to Google carries. */
export const GOOGLE_TOKEN = 'a-google-token';

/** Google's token endpoint: it exchanges the code of a sign-in, a refresh token or a service account's signature. */
export function googleTokensOn(app: App): void {
	app.post('/token', { constraints: { host: GOOGLE_TOKENS } }, async () => ({
		access_token: GOOGLE_TOKEN,
		refresh_token: 'a-google-refresh-token',
		token_type: 'Bearer',
		expires_in: 3600,
	}));
}
