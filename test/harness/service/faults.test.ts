import { errorCode, object, until } from './testing/client';
import { startWith } from './testing/every';
import type { Setup } from './testing/every';
import type { Fault } from './index';

const BODY = { name: 'Faulty', metric_type: 'nps', interview_locale: 'en' };

describe('faults', () => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await startWith({});
	});
	afterEach(() => setup.service.stop());

	const create = (signal?: AbortSignal) => setup.call('POST', '/surveys', { body: BODY, signal });
	const inject = (fault: Fault, times?: number) => setup.service.faults.inject({ fault, times });
	const created = () => setup.service.effects.created('survey').length;
	const logged = () => setup.service.log.at(-1);

	test.each([429, 500, 502, 503, 504])('status %i before and after the work', async (status) => {
		inject({ kind: 'status', status });
		const before = await create();
		expect([before.status, errorCode(before), created()]).toEqual([status, `fault_${status}`, 0]);
		expect(logged()).toMatchObject({ fault: 'status', done: false, status });
		inject({ kind: 'status', status, when: 'after', code: 'oops' });
		const after = await create();
		expect([after.status, errorCode(after), created()]).toEqual([status, 'oops', 1]);
		expect(logged()).toMatchObject({ fault: 'status', done: true, status });
		expect((await create()).status).toBe(201);
	});

	test('Retry-After as seconds, as a date, or not at all', async () => {
		const date = new Date('2031-05-06T07:08:09Z');
		for (const [retryAfter, header] of [
			[7, '7'],
			[date, 'Tue, 06 May 2031 07:08:09 GMT'],
			[undefined, null],
		] as const) {
			inject({ kind: 'status', status: 429, retryAfter });
			expect((await create()).headers.get('retry-after')).toBe(header);
		}
	});

	test.each(['before', 'after'] as const)('a reset %s the work', async (when) => {
		inject({ kind: 'reset', when });
		await expect(create()).rejects.toThrow();
		expect(created()).toBe(when === 'before' ? 0 : 1);
		expect(logged()).toMatchObject({ status: null, done: when === 'after' });
		await until(() => logged()?.finished === true);
		expect(logged()?.clientClosed).toBe(false);
	});

	test('slow: the normal answer, later', async () => {
		inject({ kind: 'slow', ms: 5 });
		expect((await create()).status).toBe(201);
		inject({ kind: 'slow', ms: 5, when: 'after' });
		expect((await create()).status).toBe(201);
		expect(created()).toBe(2);
	});

	test.each(['before', 'after'] as const)('held %s the work, until it is let go', async (when) => {
		let release = () => {};
		inject({ kind: 'held', when, until: new Promise<void>((resolve) => (release = resolve)) });
		const answer = create();
		await until(() => setup.service.log.length === 1 && created() === (when === 'after' ? 1 : 0));
		expect(logged()?.finished).toBe(false);
		release();
		expect((await answer).status).toBe(201);
		expect(created()).toBe(1);
	});

	test('held: ends with the service', async () => {
		inject({ kind: 'held', until: new Promise(() => {}) });
		const answer = create().catch(() => 'broken off');
		await until(() => setup.service.log.length === 1);
		await setup.service.stop();
		expect(await answer).toBe('broken off');
	});

	test('a client that gives up on a slow answer may have caused it all the same', async () => {
		const removeSlow = inject({ kind: 'slow', ms: 3_600_000, when: 'after' });
		const giveUp = new AbortController();
		const answer = create(giveUp.signal);
		await until(() => created() === 1);
		giveUp.abort();
		await expect(answer).rejects.toThrow();
		await until(() => logged()?.clientClosed === true);
		removeSlow();
	});

	test.each(['before', 'after'] as const)('hang %s the work', async (when) => {
		inject({ kind: 'hang', when });
		const giveUp = new AbortController();
		const answer = create(giveUp.signal);
		await until(() => setup.service.log.length === 1);
		await setup.service.idle();
		giveUp.abort();
		await expect(answer).rejects.toThrow();
		await until(() => logged()?.clientClosed === true);
		expect([created(), logged()?.done]).toEqual(when === 'before' ? [0, false] : [1, true]);
	});

	test('a truncated body fails the client, after the work', async () => {
		inject({ kind: 'truncated body' });
		await expect(create()).rejects.toThrow();
		expect([created(), logged()?.status]).toEqual([1, 201]);
	});

	test('truncated JSON is complete HTTP', async () => {
		inject({ kind: 'truncated json' });
		const answered = await create();
		expect(answered.status).toBe(201);
		expect(() => answered.json).toThrow(SyntaxError);
		expect(created()).toBe(1);
	});

	test.each([200, 502])('a page of HTML with %i', async (status) => {
		inject({ kind: 'html', status });
		const answered = await create();
		expect([answered.status, answered.text.slice(0, 15)]).toEqual([status, '<!DOCTYPE html>']);
		expect(answered.headers.get('content-type')).toMatch(/^text\/html/);
	});

	test('an empty body with 200', async () => {
		inject({ kind: 'empty', when: 'after' });
		const answered = await create();
		expect([answered.status, answered.text, created()]).toEqual([200, '', 1]);
	});

	test.each([300, 301, 302, 303, 304, 305, 306, 307, 308] as const)(
		'a redirect with %i to another origin, before and after the work',
		async (status) => {
			const to = 'http://127.0.0.1:9';
			for (const [when, done] of [
				[undefined, 0],
				['before', 0],
				['after', 1],
			] as const) {
				inject({ kind: 'redirect', status, to, when });
				const answered = await create();
				expect([answered.status, answered.text]).toEqual([status, '']);
				expect(answered.headers.get('location')).toBe(`${to}/api/surveys`);
				expect([created(), logged()?.done]).toEqual([done, done === 1]);
			}
		},
	);

	test('an error that repeats the Authorization header', async () => {
		inject({ kind: 'echo authorization', status: 502 });
		const answered = await create();
		expect([answered.status, object(answered.json)]).toEqual([
			502,
			{ error: { code: 'upstream_error', message: expect.stringContaining(setup.service.token) } },
		]);
	});

	test('matched by method and path, by operation or by a predicate; counted, skipped, taken away', async () => {
		const { faults, token } = setup.service;
		const fault: Fault = { kind: 'status', status: 503 };
		const list = async () => (await setup.call('GET', '/surveys')).status;
		faults.inject({ match: { method: 'POST', path: /surveys$/ }, fault });
		expect(await list()).toBe(200);
		expect((await create()).status).toBe(503);
		faults.inject({ match: { operation: 'survey.getAll' }, fault, times: 2, skip: 1 });
		expect([await list(), await list(), await list(), await list()]).toEqual([200, 503, 503, 200]);
		const match = (request: { headers: Readonly<Record<string, string>> }) =>
			request.headers.authorization === `Bearer ${token}`;
		const remove = faults.inject({ match, fault, times: Infinity });
		expect([await list(), await list()]).toEqual([503, 503]);
		remove();
		expect(await list()).toBe(200);
		faults.inject({ fault, times: Infinity });
		faults.clear();
		expect(await list()).toBe(200);
	});

	test('stopping ends what hangs', async () => {
		inject({ kind: 'hang' });
		inject({ kind: 'slow', ms: 3_600_000 });
		const answers = Promise.allSettled([create(), create()]);
		await until(() => setup.service.log.length === 2);
		await setup.service.stop();
		expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	});
});
