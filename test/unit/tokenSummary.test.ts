import { tokenSummary } from '../../nodes/SurveyInterview/credentialTest';

const NOW = Date.parse('2026-11-22T19:35:00Z');

it.each([
	['2026-12-31T00:00:00Z', 'expires on 31 December at 00:00 UTC'],
	['2027-03-01T09:30:00+01:00', 'expires on 1 March 2027 at 08:30 UTC'],
	['2026-11-23T00:05:00Z', 'expires tomorrow at 00:05 UTC'],
	['2026-11-22T20:00:00Z', 'expires at 20:00 UTC'],
	['2026-03-03', 'expired on 3 March at 00:00 UTC'],
	['never', 'expires never'],
])('a token that ends at %s %s', (expires_at, words) => {
	expect(tokenSummary({ workspace_name: 'Acme', expires_at }, NOW)).toBe(
		`The token is for the workspace Acme; ${words}`,
	);
});
