import { tokenSummary } from '../../nodes/SurveyInterview/credentialTest';

const NOW = Date.parse('2026-11-22T19:35:00Z');

it.each([
	['2026-12-31T00:00:00Z', 'expires on 31 December at 00:00 UTC'],
	['2027-03-01T09:30:00+01:00', 'expires on 1 March 2027 at 08:30 UTC'],
	['2026-11-23T00:05:00Z', 'expires tomorrow at 00:05 UTC'],
	['2026-11-22T20:00:00Z', 'expires at 20:00 UTC'],
	['2026-03-03', 'expired on 3 March at 00:00 UTC'],
])('a token that ends at %s %s', (expires_at, words) => {
	expect(tokenSummary({ workspace_name: 'Acme', expires_at }, NOW)).toBe(
		`The token is for the workspace Acme; ${words}`,
	);
});

it.each<[object, string | undefined]>([
	[{ data: { company: { company_name: 'Acme' } } }, 'The token is for the workspace Acme'],
	[{ scopes: 'a:read b:write', expires_at: 'never' }, 'The token works; scopes: a:read, b:write'],
	[
		{ token: { scopes: [] }, survey: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12' },
		'The token works; restricted to one survey',
	],
	[{ workspaces: [{ title: 'Acme' }] }, 'The token works'],
	[{ valid_to: '2026-11-22T20:00:00Z' }, 'The token works; expires at 20:00 UTC'],
	[{ weather: 'fine', degrees: 21 }, undefined],
	[{ weather: 'The company expires.' }, undefined],
	[{}, undefined],
	['{"workspace": "Acme"}' as unknown as object, undefined],
	[null as unknown as object, undefined],
	[[{ workspace_name: 'Acme' }], undefined],
])('%j: %s', (identity, summary) => {
	expect(tokenSummary(identity, NOW)).toBe(summary);
});
