/** What each fault does to the answer, to the connection and to the work: judges believe the log and the effects. */
import { clientOf, startService } from './index';
import type { Fault, Service } from './index';

const SURVEY = { name: 'Faulty', metric_type: 'nps', interview_locale: 'en' };
const NOBODY = 'http://127.0.0.1:9';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.stop());

const create = (signal?: AbortSignal) =>
	clientOf(service)('POST', '/surveys', { body: SURVEY, signal });
const isDone = () => service.effects.created('survey').length === 1;
const logged = () => service.log.at(-1);

/** Waits for something that the other end of a connection is about to notice. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test.each<[fault: Fault, status: number, text: RegExp]>([
	[{ kind: 'status', status: 503 }, 503, /"code":"fault_503"/],
	[{ kind: 'status', status: 204 }, 204, /^$/],
	[{ kind: 'html', status: 502 }, 502, /^<!DOCTYPE html>/],
	[{ kind: 'empty' }, 200, /^$/],
	[{ kind: 'redirect', status: 307, to: NOBODY }, 307, /^$/],
	[{ kind: 'echo authorization', status: 500 }, 500, /Bearer sit_full/],
])('%j answers instead of the work, or after it', async (fault, status, text) => {
	for (const when of ['before', 'after'] as const) {
		service.faults.inject({ fault: { ...fault, when } as Fault });
		const answered = await create();
		expect([answered.status, isDone()]).toEqual([status, when === 'after']);
		expect(answered.text).toMatch(text);
		expect(logged()).toMatchObject({ fault: fault.kind, done: when === 'after', status });
	}
});

test.each(['before', 'after'] as const)('a reset %s the work is no answer', async (when) => {
	service.faults.inject({ fault: { kind: 'reset', when } });
	await expect(create()).rejects.toThrow();
	expect(logged()).toMatchObject({ status: null, done: when === 'after' });
	expect(isDone()).toBe(when === 'after');
});

test.each(['before', 'after'] as const)('a client gives up on a hang %s the work', async (when) => {
	service.faults.inject({ fault: { kind: 'hang', when } });
	const giveUp = new AbortController();
	const answer = create(giveUp.signal);
	await until(() => service.log.length === 1);
	await service.idle();
	giveUp.abort();
	await expect(answer).rejects.toThrow();
	await until(() => logged()?.clientClosed === true);
	expect(isDone()).toBe(when === 'after');
});

test('held: the normal answer, when it is let go', async () => {
	let release = () => {};
	const letGo = new Promise<void>((resolve) => (release = resolve));
	service.faults.inject({ fault: { kind: 'held', when: 'after', until: letGo } });
	const answer = create();
	await until(isDone);
	expect(logged()?.finished).toBe(false);
	release();
	expect((await answer).status).toBe(201);
});

test('a truncated body fails the client; truncated JSON is complete HTTP', async () => {
	service.faults.inject({ fault: { kind: 'truncated body' } });
	await expect(create()).rejects.toThrow();
	service.faults.inject({ fault: { kind: 'truncated json' } });
	const answered = await create();
	expect(() => answered.json).toThrow(SyntaxError);
	expect(service.effects.created('survey')).toHaveLength(2);
});

test('an answer that drips is the normal one, byte by byte', async () => {
	service.faults.inject({ fault: { kind: 'drip', ms: 0 } });
	expect((await create()).json).toMatchObject({ name: 'Faulty' });
});

test.each(['extra fields', 'wrong types'] as const)(
	'%s: the same seed alters an answer in the same way',
	async (kind) => {
		const read = async (seed?: number) => {
			if (seed !== undefined) service.faults.inject({ fault: { kind, seed } });
			return (await clientOf(service)('GET', '/surveys')).json;
		};
		const real = await read();
		const altered = await read(2);
		expect(altered).not.toEqual(real);
		expect(await read(2)).toEqual(altered);
		if (kind === 'extra fields') expect(altered).toMatchObject(real as object);
	},
);

test('a rule chooses its requests, lets some pass, and can be taken away', async () => {
	const fault: Fault = { kind: 'status', status: 503, retryAfter: 7 };
	const list = async () => (await clientOf(service)('GET', '/surveys')).status;
	service.faults.inject({ match: { operation: 'survey.getAll' }, fault, times: 1, skip: 1 });
	expect((await create()).status).toBe(201);
	expect([await list(), await list(), await list()]).toEqual([200, 503, 200]);
	const remove = service.faults.inject({ match: ({ method }) => method === 'GET', fault });
	remove();
	expect(await list()).toBe(200);
	service.faults.inject({ fault });
	expect((await create()).headers.get('retry-after')).toBe('7');
});

test('a rate limit refuses with Retry-After, for each token by itself', async () => {
	service.rateLimit.set({ requests: 1, perSeconds: 60, clock: 'service' });
	const ask = (token: string) => clientOf(service)('GET', '/surveys', { token });
	expect((await ask(service.token)).status).toBe(200);
	const refused = await ask(service.token);
	expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
	expect((await ask(service.tokens.readOnly)).status).toBe(200);
	service.clock.advance(60_000);
	expect((await ask(service.token)).status).toBe(200);
});

test('stopping ends what hangs', async () => {
	service.faults.inject({ fault: { kind: 'hang' } });
	const answer = create().catch(() => 'broken off');
	await until(() => service.log.length === 1);
	await service.stop();
	expect(await answer).toBe('broken off');
});
