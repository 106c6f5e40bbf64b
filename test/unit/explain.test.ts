/** Why a request failed, as n8n's back-off and the trigger read it. */
import { explainOutcome } from '../../nodes/SurveyInterview/http/explain';
import type { Outcome } from '../../nodes/SurveyInterview/http/outcome';

const PAGE = { kind: 'unreadable', reason: 'a web page instead of JSON', isPage: true };
const JSON_BODY = { kind: 'json', value: {} };
const factsOf = (outcome: object) =>
	explainOutcome({ path: '/surveys', api: 'https://x.test/api' }, outcome as Outcome);
const answered = (status: number, body: object, headers = {}) =>
	factsOf({ kind: 'answer', status, headers, body });

/** The cause of a status in the service's own JSON, and of one with a page that is not the service's. */
it.each([
	...[400, 403, 404, 407, 409, 410, 422].map((status) => [
		status,
		'configuration',
		'configuration',
	]),
	[401, 'credential', 'configuration'],
	...[500, 502, 503, 504, 511].map((status) => [status, 'temporarily', 'temporarily']),
	...[408, 429].map((status) => [status, status === 429 ? 'rate' : 'temporarily']),
] as Array<[number, string, string?]>)('%i: %s, of a page %s', (status, cause, ofPage = cause) => {
	expect(answered(status, JSON_BODY).failure?.cause).toMatch(new RegExp(`^${cause}-`));
	const page = answered(status, PAGE);
	expect(page).toMatchObject({ status, isPage: true });
	expect(page.failure?.cause).toMatch(new RegExp(`^${ofPage}-`));
	expect(answered(status, JSON_BODY).isPage ?? false).toBe(false);
});

it.each([JSON_BODY, PAGE])('the wait that the service asks for, in %j', (body) => {
	for (const status of [429, 503]) {
		const { failure } = answered(status, body, { 'retry-after': '7' });
		expect(failure).toMatchObject({ retryAfterMs: 7000 });
	}
	expect(answered(404, body, { 'retry-after': '7' }).failure).not.toHaveProperty('retryAfterMs');
});

it.each<[string, boolean]>([
	['connection', false],
	['certificate', true],
	['tls', true],
	['forbidden', true],
])('what was not sent because of %s names the address; it lasts: %s', (trouble, lasts) => {
	const facts = factsOf({ kind: 'notSent', reason: 'why', trouble });
	expect(facts.message).toContain('why');
	expect(facts.hint).toContain('x.test');
	expect(facts.isLasting ?? false).toBe(lasts);
	expect(facts.failure).toEqual({ cause: 'temporarily-unavailable' });
});

it.each<[string, object, boolean]>([
	['a code', { code: 'not_found' }, false],
	['a code and a message', { error: { code: 'not_found', message: 'No such survey' } }, false],
	['a message', { message: 'No such survey' }, true],
	['nothing', {}, true],
])('a 404 with %s: whether the address may be wrong', (_what, value, mayBeAddress) => {
	const path = '/surveys/3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
	const body = { kind: 'json', value };
	const answer = { kind: 'answer', status: 404, headers: {}, body } as unknown as Outcome;
	const { hint } = explainOutcome({ path, api: 'https://x.test/api' }, answer);
	expect(hint?.includes('Base URL')).toBe(mayBeAddress);
});

it('an end that nobody understands may be over soon', () => {
	const { failure, isLasting } = factsOf({ kind: 'unclear', reason: 'it broke' });
	expect([failure, isLasting]).toEqual([{ cause: 'temporarily-unavailable' }, undefined]);
});
