/** The rate limiter across workflows: one wait for all requests with a token, in order of arrival. */
import { createEngine, type Engine, type PendingRun, type Run } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	type Act,
	act,
	byId,
	failureOf,
	smallService,
	until,
	useEngine,
	useForEach,
} from '../harness/support';

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

/** The clock of n8n's default time zone, which is the workflow's. */
const clockInWorkflow = (at: number) =>
	new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' }).format(at);

const limited = (retryAfter: number, times = 1) =>
	service.faults.inject({ fault: { kind: 'status', status: 429, retryAfter }, times });

/** A read that may not wait shows whether the limit holds requests back. */
async function untilLimited(): Promise<void> {
	const impatient: Act = {
		operation: 'result.getSuggestedRange',
		parameters: {
			surveyId: byId(service.world.survey('Customer').id),
			options: { maxWait: 0 },
		},
	};
	let run: Run;
	do run = await act(engine, service, impatient);
	while (!run.error);
	expect(run.error.message).toContain('rate limit is reached');
}

type Surveys = Array<{ id: string }>;

/** So many surveys, as input items of a read. */
function manySurveys(count: number, name: string): Omit<Act, 'items'> & { items: Surveys } {
	const items = Array.from({ length: count }, (_, n) => ({
		id: service.world.createSurvey({ name: `${name} ${n}` }).id,
	}));
	return { operation: 'survey.get', parameters: { surveyId: byId('={{ $json.id }}') }, items };
}

/** Starts a read that is refused, and is back when it waits. */
async function waiting(retryAfter: number): Promise<{ run: PendingRun }> {
	limited(retryAfter);
	const run = act(engine, service, { operation: 'token.get' });
	await until(() => service.log.length > 0);
	await untilLimited();
	service.clearLog();
	return { run };
}

const seen = () => service.log.map(({ operation }) => operation);

describe('two workflows with one token', () => {
	it('share one wait: the other sends nothing while the first one waits', async () => {
		const first = await waiting(1);
		const second = act(engine, service, { operation: 'survey.getAll' });
		const runs = await Promise.all([first.run, second]);

		expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
		// Who was refused goes first, and nobody was refused again.
		expect(seen()).toEqual(['token.get', 'survey.getAll']);
	});

	it('both come forward against a limit', async () => {
		// Five at once, so that the first of them does not arrive as a whole before the second.
		const reads = [manySurveys(24, 'First'), manySurveys(24, 'Second')].map((read) => ({
			...read,
			parameters: { ...read.parameters, options: { concurrency: 5 } },
		}));
		service.rateLimit.set({ requests: 12, perSeconds: 1 });
		const runs = await Promise.all(reads.map(async (read) => await act(engine, service, read)));

		for (const [nth, run] of runs.entries()) {
			expect(failureOf(run)).toBeUndefined();
			expect(run.items.map(({ json }) => json.id)).toEqual(reads[nth]?.items.map(({ id }) => id));
		}
		const half = service
			.requests({ status: 200 })
			.slice(0, 24)
			.map(({ path }) => path);
		for (const { items } of reads) {
			const own = half.filter((path) => items.some(({ id }) => path.endsWith(id)));
			expect(own.length).toBeGreaterThanOrEqual(6);
		}
	});
});

it('two hundred reads against a limit: none is lost, and their order is kept', async () => {
	const read = manySurveys(200, 'Survey');
	// By a clock that stands until somebody was refused, so that a slow machine meets the limit too.
	service.clock.freeze();
	service.rateLimit.set({ requests: 60, perSeconds: 1, clock: 'service' });
	let refused = 0;
	const moveOn = setInterval(() => {
		const { length } = service.requests({ status: 429 });
		if (length > refused) service.clock.advance(1000);
		refused = length;
	}, 5);
	const run = await act(engine, service, read);
	clearInterval(moveOn);

	expect(failureOf(run)).toBeUndefined();
	expect(run.items.map(({ json }) => json.name)).toEqual(read.items.map((_, n) => `Survey ${n}`));
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
		read.items.map((_, item) => ({ item })),
	);
	expect(service.requests({ status: 200 })).toHaveLength(200);
	expect(service.requests({ status: 429 }).length).toBeGreaterThanOrEqual(3);
});

describe('Max Wait', () => {
	it('a wait that is longer fails at once, with the time to come back', async () => {
		limited(1800, Infinity);
		const before = Date.now();
		const run = await act(engine, service, { operation: 'token.get' });

		const failure = failureOf(run);
		expect(failure).toMatchObject({ status: 429, maybeDone: false });
		expect(failure?.description).toContain('increase the option Max Wait');
		const time = /in 30 minutes \((?:tomorrow )?at (\d\d:\d\d)\)\.$/.exec(failure?.message ?? '');
		const due = [before + 1_799_000, Date.now() + 1_860_000].map(clockInWorkflow);
		const between = (clock: string, [from = '', to = '']: string[]) =>
			from <= to ? from <= clock && clock <= to : from <= clock || clock <= to;
		expect(between(time?.[1] ?? '', due)).toBe(true);
		expect(service.log).toHaveLength(1);
	});

	it('bounds the waits of a request that is refused again and again, though others get on', async () => {
		// Others get on once it is known how many the service grants.
		service.rateLimit.set({ requests: 20, perSeconds: 1 });
		await act(engine, service, manySurveys(30, 'Before'));
		service.clearLog();
		const read = manySurveys(60, 'Survey');
		const [{ id: refused } = { id: '' }] = read.items;
		service.faults.inject({
			match: { path: new RegExp(refused) },
			fault: { kind: 'status', status: 429, retryAfter: 1 },
			times: Infinity,
		});
		const options = { maxWait: 2.5 };
		const run = await act(engine, service, {
			...read,
			parameters: { ...read.parameters, options },
			node: { continueOnFail: true },
		});

		expect(run.items.map(({ json }) => json.id ?? json.error)).toEqual([
			expect.stringContaining('rate limit is reached') as string,
			...read.items.slice(1).map(({ id }) => id),
		]);
		// Three tries in 2.5 seconds; the others take three.
		const tries = service.log.filter(({ path }) => path.includes(refused));
		expect(tries.length).toBeLessThanOrEqual(4);
	});
});

describe('who is canceled', () => {
	it('leaves the queue, and those behind go on', async () => {
		const first = await waiting(1);
		const second = act(engine, service, { operation: 'survey.getAll' });
		const third = act(engine, service, manySurveys(1, 'Third'));
		second.cancel();
		const runs = await Promise.all([first.run, second, third]);

		expect(runs.map(({ status }) => status)).toEqual(['success', 'canceled', 'success']);
		expect(seen()).toEqual(['token.get', 'survey.get']);
	});

	it('holds up nobody, also when it was the one that goes first to see', async () => {
		limited(0);
		service.faults.inject({ fault: { kind: 'hang' } });
		const first = act(engine, service, { operation: 'token.get' });
		await until(() => service.log.length === 2);
		const second = act(engine, service, { operation: 'survey.getAll' });
		first.cancel();
		const runs = await Promise.all([first, second]);

		expect(runs.map(({ status }) => status)).toEqual(['canceled', 'success']);
		expect(seen()).toEqual(['token.get', 'token.get', 'survey.getAll']);
	});
});

it('another token is not held up', async () => {
	const first = await waiting(300);
	const token = service.issueToken({ name: 'another' });
	const other = await act(engine, service, { operation: 'survey.getAll', token });
	first.run.cancel();
	await first.run;

	expect(other.status).toBe('success');
	expect(service.log.map((request) => request.token)).toEqual(['another']);
});

it('the list of a picker waits for the same limit', async () => {
	const first = await waiting(1);
	const own = await createEngine({
		credentials: { surveyInterviewApi: { baseUrl: service.url, token: service.token } },
	});
	const [run, list] = await Promise.all([first.run, own.listSearch('searchSurveys')]);
	own.close();

	expect(run.status).toBe('success');
	expect(list.results).toHaveLength(1);
	expect(seen()).toEqual(['token.get', 'survey.getAll']);
});
