import { errorCode } from './testing/client';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

const UNKNOWN = '5f0c0f6e-6c5d-4b52-9d35-2c1f9e1f0a01';
const DRAFT = { name: 'A', metric_type: 'nps', interview_locale: 'en' };

/** Status and code, which a dialect decides where the specification does not. */
function expected({ service }: Setup, reason: keyof Setup['service']['dialect']['refusals']) {
	const { status, code } = service.dialect.refusals[reason];
	return [status, code];
}

inEveryDialect((setup) => {
	const ask = async (method: string, path: string, sending = {}) => {
		const answered = await setup().call(method, path, sending);
		return [answered.status, errorCode(answered)];
	};
	const many = () => `/surveys/${setup().surveys.many}`;

	test('a missing, an unknown and an expired token', async () => {
		const { tokens } = setup().service;
		expect(await ask('GET', '/surveys', { token: null })).toEqual(
			expected(setup(), 'missing token'),
		);
		const basic = { token: null, headers: { authorization: 'Basic YTpi' } };
		expect(await ask('GET', '/surveys', basic)).toEqual(expected(setup(), 'missing token'));
		for (const token of [tokens.invalid, `${tokens.full}x`]) {
			expect(await ask('GET', '/surveys', { token })).toEqual(expected(setup(), 'invalid token'));
		}
		expect(await ask('GET', '/surveys', { token: tokens.expired })).toEqual(
			expected(setup(), 'expired token'),
		);
	});

	test('a token expires on the clock, and can be revoked', async () => {
		const { service, call } = setup();
		const token = service.issueToken({ expiresAt: new Date(service.clock.now() + 60_000) });
		expect((await call('GET', '/surveys', { token })).status).toBe(200);
		service.clock.advance(60_000);
		expect(await ask('GET', '/surveys', { token })).toEqual(expected(setup(), 'expired token'));
		service.revokeToken(service.token);
		expect(await ask('GET', '/surveys')).toEqual(expected(setup(), 'invalid token'));
	});

	test('a missing scope is insufficient_scope', async () => {
		const { tokens, world } = setup().service;
		const token = tokens.noMailings;
		const invitation = world.invitations(setup().surveys.many)[0]?.id;
		const mailing = world.records.mailings.all().find(({ status }) => status === 'unsent')?.id;
		for (const [path, body] of [
			[`/invitations/${invitation}/send-email`, {}],
			[`/mailings/${mailing}/send`],
		]) {
			const asked = await ask('POST', String(path), { token, body });
			expect(asked).toEqual(expected(setup(), 'insufficient scope'));
			expect(asked[1]).toBe('insufficient_scope');
		}
		expect(setup().service.effects.emails).toEqual([]);
		const noInvitations = { token: tokens.noInvitations, body: {} };
		expect((await ask('POST', `${many()}/invitations/personal`, noInvitations))[1]).toBe(
			'insufficient_scope',
		);
		const readOnly = { token: tokens.readOnly, body: DRAFT };
		expect((await ask('POST', '/surveys', readOnly))[1]).toBe('insufficient_scope');
	});

	test('sending needs mailings:write in place of invitations:write', async () => {
		const { service, call } = setup();
		const token = service.issueToken({ scopes: ['mailings:write'] });
		const invitation = service.world.invitations(setup().surveys.many)[0]?.id;
		const sent = await call('POST', `/invitations/${invitation}/send-email`, { token, body: {} });
		expect(sent.status).toBe(200);
	});

	test('a token restricted to one survey sees only that one', async () => {
		const { service, call } = setup();
		const token = service.tokens.surveyRestricted;
		const surveys = (await call('GET', '/surveys', { token })).json as unknown[];
		expect(surveys).toHaveLength(1);
		const other = `/surveys/${setup().surveys.none}`;
		const refusal = expected(setup(), 'other survey');
		expect(await ask('GET', other, { token })).toEqual(refusal);
		expect(await ask('POST', '/surveys', { token, body: DRAFT })).toEqual(refusal);
		const theirs = service.world.invitations(setup().surveys.none)[0]?.id;
		expect(await ask('GET', `/invitations/${theirs}`, { token })).toEqual(refusal);
		expect((await call('GET', many(), { token })).status).toBe(200);
	});

	test('unknown identifiers, and those of another workspace', async () => {
		const refusal = expected(setup(), 'unknown identifier');
		const paths = ['surveys', 'invitations', 'mailings'].map((name) => `/${name}/${UNKNOWN}`);
		paths.push(
			`${many()}/results/topics/${UNKNOWN}`,
			`${many()}/respondents/${UNKNOWN}/conversation`,
		);
		for (const path of paths) expect(await ask('GET', path)).toEqual(refusal);
		for (const name of ['properties', 'topic-categories', 'respondents']) {
			expect(await ask('DELETE', `/${name}/${UNKNOWN}`)).toEqual(refusal);
		}
		const token = setup().service.tokens.otherWorkspace;
		expect(await ask('GET', many(), { token })).toEqual(refusal);
		expect((await setup().call('GET', '/surveys', { token })).json).toEqual([]);
	});

	test('a path that does not exist', async () => {
		const refusal = expected(setup(), 'unknown path');
		for (const path of ['/nothing', `${many()}/`, '/%'])
			expect(await ask('GET', path)).toEqual(refusal);
		expect(await ask('PUT', many())).toEqual(refusal);
	});

	test('writing a locked field is 400, and nothing is written', async () => {
		const body = { name: 'Renamed', metric_type: 'csat' };
		expect(await ask('PATCH', many(), { body })).toEqual([400, expect.any(String)]);
		expect(setup().service.world.survey('Customer').metricType).toBe('nps');
		const unlocked = await setup().call('PATCH', `/surveys/${setup().surveys.none}`, { body });
		expect(unlocked.status).toBe(200);
	});

	test('billing: 402 for creating and cloning, not for anything else', async () => {
		const { allowances } = setup().service.world;
		const blocked = async () => {
			expect(await ask('POST', '/surveys', { body: DRAFT })).toEqual([402, expect.any(String)]);
			expect(await ask('POST', `${many()}/clone`)).toEqual([402, expect.any(String)]);
			expect((await setup().call('GET', '/surveys')).status).toBe(200);
		};
		allowances.invoiceOutstanding = true;
		await blocked();
		Object.assign(allowances, { invoiceOutstanding: false, surveys: 4 });
		await blocked();
		allowances.surveys = 5;
		expect((await setup().call('POST', '/surveys', { body: DRAFT })).status).toBe(201);
		await blocked();
	});

	test('the participant allowance is consumed by public invitations', async () => {
		const { service, call, by } = setup();
		service.world.allowances.participants = 1;
		const create = (recipient_email: string) =>
			call('POST', `/public-api/v1${many()}/invitations`, { body: { recipient_email } });
		expect((await create('new@example.com')).status).toBe(201);
		expect((await create('new@example.com')).status).toBe(201);
		expect(service.world.allowances.participants).toBe(0);
		expect((await create('other@example.com')).status).toBe(
			by({ plain: 402, nested: 201, wide: 402 }),
		);
	});

	test('X-Company-Id is accepted everywhere but on /me', async () => {
		const { call, service, by } = setup();
		const headers = { 'X-Company-Id': service.world.records.workspaceId };
		expect((await call('GET', '/surveys', { headers })).status).toBe(200);
		expect(service.log.at(-1)?.headers['x-company-id']).toBe(headers['X-Company-Id']);
		const me = await call('GET', '/public-api/v1/me', { headers });
		expect(me.status).toBe(by({ plain: 200, nested: 422, wide: 200 }));
	});
});
