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

it.each<[string, boolean, string]>([
	['connection', false, 'whether n8n may reach that address'],
	['certificate', true, 'NODE_EXTRA_CA_CERTS'],
	['tls', true, 'ask the administrator of the service'],
	['forbidden', true, 'the administrator of n8n must allow'],
])(
	'what was not sent because of %s names the address; it lasts: %s; it says “%s”',
	(trouble, lasts, advice) => {
		const facts = factsOf({ kind: 'notSent', reason: 'why', trouble });
		expect(facts.message).toBe('The service could not be reached: why');
		expect(facts.hint).toContain('Check the Base URL in the credential (https://x.test)');
		expect(facts.hint).toContain(advice);
		expect(facts.isLasting ?? false).toBe(lasts);
		expect(facts.failure).toEqual({ cause: 'temporarily-unavailable' });
	},
);

it.each([true, false])('a run that was stopped, after a request was sent: %s', (sent) => {
	const { message } = factsOf({ kind: 'canceled', sent });
	expect(message).toBe(`The execution was canceled before this was ${sent ? 'answered' : 'sent'}`);
});

it.each<[number, object, boolean]>([
	[202, {}, false],
	[202, { location: 'https://x.test/jobs/1' }, false],
	[302, { location: 'https://login.test/' }, true],
])('%i with %j: whether the address is to be corrected: %s', (status, headers, mayBeAddress) => {
	const { hint } = answered(status, { kind: 'empty' }, headers);
	expect(hint?.includes('Base URL')).toBe(mayBeAddress);
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

/** What a hint advises, in the order of this list. */
const ADVICE: Record<string, RegExp> = {
	operation: /^Of the operation/,
	refusedWhen: /^Refused when/,
	values: /Compare them/,
	token: /^Check the token/,
	billing: /^Billing/,
	scope: /may lack a scope/,
	theScope: /lacks a scope/,
	fewPeople: /too few people/,
	state: /current status/,
	failed: /^The service failed/,
	record: /Choose it from the list/,
	address: /does not know this path/,
	path: /The request was for https:\/\/x\.test\/api\/surveys/,
	gateway: /something else may have answered/,
	page: /Something other than the service/,
	login: /asks for a login/,
	method: /does not accept/,
	named: /that the service names/,
	unnamed: /does not say which value/,
	support: /tell its support what was requested/,
};
const ID_PATH = '/surveys/7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const adviceOn = (status: number, body: object, request: object = {}) => {
	const answer = { kind: 'answer', status, headers: {}, body };
	const known = { path: ID_PATH, api: 'https://x.test/api', ...request };
	const { hint = '' } = explainOutcome(known, answer as Outcome);
	return Object.keys(ADVICE).filter((name) => ADVICE[name]?.test(hint));
};
const coded = (code: string) => ({ error: { code, message: 'No.' } });
const OF_SERVICE = coded('x');
const WRONG_VALUE = { detail: [{ loc: ['body', 'label'], msg: 'too long' }] };
const WRONG_FIELD = { detail: [{ loc: ['body', 'label'], msg: 'unknown field' }] };
const MESSAGE = { message: 'No.' };
const onStatus = (status: number) => ({ hints: { [status]: 'Of the operation.' } });
const REFUSED = { refusedWhen: 'Refused when sent.' };

/** The status, the body, what the operation says of itself, and the advice. */
type Advised = [number, object, object, string[]];
it.each<Advised>([
	[400, OF_SERVICE, {}, ['values']],
	[400, coded('constructor'), {}, ['values']],
	[401, OF_SERVICE, {}, ['token']],
	[401, MESSAGE, {}, ['token', 'gateway']],
	[402, OF_SERVICE, {}, ['billing']],
	[403, OF_SERVICE, {}, ['scope']],
	[403, {}, {}, ['scope', 'gateway']],
	[403, coded('insufficient_scope'), {}, ['theScope']],
	[404, OF_SERVICE, {}, ['record', 'path']],
	[404, MESSAGE, {}, ['record', 'address', 'path']],
	[404, {}, {}, ['address', 'path']],
	[404, OF_SERVICE, { path: '/surveys' }, ['address', 'path']],
	[405, OF_SERVICE, {}, ['method']],
	[409, OF_SERVICE, {}, ['state']],
	[409, coded('segment_suppressed'), {}, ['fewPeople']],
	[409, coded('__proto__'), {}, ['state']],
	[407, {}, {}, ['login']],
	[407, MESSAGE, REFUSED, ['login']],
	[410, OF_SERVICE, {}, ['record', 'path']],
	...[406, 412, 413, 415, 418, 423].map((status): Advised => [status, OF_SERVICE, {}, ['support']]),
	[422, WRONG_VALUE, {}, ['named']],
	[422, OF_SERVICE, {}, ['unnamed']],
	[451, OF_SERVICE, {}, ['support']],
	[451, MESSAGE, {}, ['gateway', 'support']],
	[500, OF_SERVICE, {}, ['failed']],
	[511, {}, {}, ['login']],
	[503, OF_SERVICE, {}, ['failed']],
	[404, OF_SERVICE, onStatus(404), ['operation', 'path']],
	[404, {}, onStatus(404), ['address', 'path']],
	[409, OF_SERVICE, onStatus(409), ['operation']],
	[409, coded('y'), { hints: { y: 'Of the operation.' } }, ['operation']],
	[409, {}, onStatus(409), ['operation']],
	[422, WRONG_FIELD, onStatus(422), ['operation']],
	[422, OF_SERVICE, onStatus(422), ['operation']],
	[422, WRONG_VALUE, onStatus(422), ['named']],
	[409, WRONG_VALUE, onStatus(409), ['operation']],
	...[400, 405, 412, 423].map((status): Advised => [status, OF_SERVICE, REFUSED, ['refusedWhen']]),
	[401, OF_SERVICE, REFUSED, ['token']],
	[402, OF_SERVICE, REFUSED, ['billing']],
	[403, OF_SERVICE, REFUSED, ['refusedWhen', 'scope']],
	[403, coded('insufficient_scope'), REFUSED, ['theScope']],
	[404, OF_SERVICE, REFUSED, ['record', 'path']],
	[409, OF_SERVICE, REFUSED, ['refusedWhen']],
	[422, WRONG_VALUE, REFUSED, ['refusedWhen', 'named']],
	[503, OF_SERVICE, REFUSED, ['failed']],
])('%i with %j, of an operation with %j, advises about %j', (status, value, request, advice) => {
	expect(adviceOn(status, { kind: 'json', value }, request).sort()).toEqual([...advice].sort());
});

it.each<[number, string[]]>([
	[403, ['page']],
	[404, ['path', 'page']],
	[407, ['login']],
	[500, ['failed', 'page']],
	[501, ['failed', 'page']],
	[502, ['page']],
	[503, ['page']],
	[504, ['page']],
	[511, ['login']],
])('a page with %i advises about %j', (status, advice) => {
	expect(adviceOn(status, PAGE)).toEqual(advice);
});

it.each<[object, string[]]>([
	[{ kind: 'json', value: WRONG_VALUE }, ['label: too long']],
	[{ kind: 'json', value: { detail: Array<string>(12).fill('wrong') } }, ['wrong; wrong', 'more']],
	[{ kind: 'json', value: { error: { code: 'x', message: 'Too late.' } } }, ['Too late.']],
	[{ kind: 'json', value: { error: { code: 'too_late' } } }, ['(too_late)']],
	[{ kind: 'json', value: {} }, ['409', 'without saying why']],
	[{ kind: 'json', value: [] }, ['409', 'without saying why']],
	[{ kind: 'empty' }, ['409', 'without saying why']],
	[{ kind: 'unreadable', reason: 'damaged JSON' }, ['409', 'with damaged JSON']],
])('a refusal with %j says %j', (body, texts) => {
	const { message } = answered(409, body);
	for (const text of texts) expect(message).toContain(text);
});

it('a refusal shows no address of a person, and none of the secrets', () => {
	const answer = { kind: 'answer', status: 409, headers: {} };
	const body = { kind: 'json', value: { message: 'ada@example.com has tok\u200ben42.' } };
	const { message } = explainOutcome(
		{
			...{ path: ID_PATH, api: 'https://x.test/api' },
			redact: (text: string) => text.replace('token42', '***'),
		},
		{ ...answer, body } as Outcome,
	);
	expect(message).toMatch(/ has \*\*\*\.$/);
	expect(message).not.toContain('ada@');
});

it('an answer that breaks off is told with its status', () => {
	const facts = answered(200, { kind: 'unreadable', reason: 'damaged JSON', breaksOff: true });
	expect(facts).toMatchObject({ status: 200, message: expect.stringContaining('200') });
	expect(factsOf({ kind: 'unclear', reason: 'it broke' }).hint).toContain('(https://x.test)');
});
