import type { App } from './api';

/** Where Google and Microsoft exchange the code of a sign-in, or a refresh token. */
const TOKENS: Record<string, string> = {
	'oauth2.googleapis.com': '/token',
	'login.microsoftonline.com': '/common/oauth2/v2.0/token',
};
export const SIGN_IN_HOSTS = Object.keys(TOKENS);

/** What whoever has signed in carries. */
export const SIGNED_IN = 'Bearer a-token-of-who-signed-in';

export function signInOn(app: App): void {
	for (const [host, path] of Object.entries(TOKENS)) {
		app.post(path, { constraints: { host } }, async () => ({
			access_token: SIGNED_IN.slice('Bearer '.length),
			refresh_token: 'a-refresh-token',
			token_type: 'Bearer',
			expires_in: 3600,
		}));
	}
}
