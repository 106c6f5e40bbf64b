import { errorCode } from './testing/client';
import { inEveryDialect } from './testing/every';

inEveryDialect(
	(setup) => {
		const ask = (token?: string) => setup().call('GET', '/public-api/v1/me', { token });

		test('429 with Retry-After once the window is used up, for each token by itself', async () => {
			const { service } = setup();
			expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
			const refused = await ask();
			expect(refused.status).toBe(429);
			expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
			expect(errorCode(refused)).toBe(service.dialect.refusals['rate limited'].code);
			expect((await ask(service.tokens.readOnly)).status).toBe(200);
		});

		test('what is refused is not done, and stands in the log', async () => {
			const { call, service } = setup();
			await ask();
			await ask();
			const body = { name: 'A', metric_type: 'nps', interview_locale: 'en' };
			expect((await call('POST', '/surveys', { body })).status).toBe(429);
			expect(service.effects.all).toEqual([]);
			expect(service.log.at(-1)).toMatchObject({ status: 429, done: false, fault: null });
		});

		test('the window ends with its clock', async () => {
			const { service } = setup();
			service.rateLimit.set({ requests: 1, perSeconds: 60, clock: 'service', retryAfter: 9 });
			await ask();
			expect((await ask()).headers.get('retry-after')).toBe('9');
			service.clock.advance(60_000);
			expect((await ask()).status).toBe(200);
			service.rateLimit.set(null);
			expect((await ask()).status).toBe(200);
		});
	},
	{ rateLimit: { requests: 2, perSeconds: 3600 } },
);
