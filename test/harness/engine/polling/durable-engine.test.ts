import { NodeApiError } from 'n8n-workflow';
import { createInstallation, type Installation } from './installation';
import { count, event, gate, toy, workflow, type Poll } from './toys';

async function install(poll: Poll, now?: () => number): Promise<Installation> {
	const extraNodes = toy(poll);
	const n8n = createInstallation({ engine: 'durable', packageDir: null, extraNodes, now });
	await n8n.boot();
	await n8n.save(workflow('w'));
	return n8n;
}

const cursorOf = (n8n: Installation) => n8n.database.cursor('w', 'n1');

test('an idle activation poll is not committed, but global static data is saved', async () => {
	const seen: unknown[] = [];
	const n8n = await install(async (context) => {
		seen.push([context.getActivationMode(), context.getPollBudgetMs()]);
		if (seen.length === 1) count(context, 'global');
		count(context);
		return null;
	});
	await n8n.publish('w');
	expect(cursorOf(n8n)).toEqual({});
	expect(n8n.database.staticData('w')).toEqual({ global: { count: 1 }, 'node:Toy': {} });

	expect(await n8n.tick('w')).toEqual({ result: 'nothing' });
	expect(cursorOf(n8n)).toEqual({ count: 1 });
	expect(seen).toEqual([
		['activate', 300_000],
		['update', 36_000],
	]);
});

test('cursor and execution are committed together, or not at all', async () => {
	const n8n = await install(async (context) => event(count(context)));
	await n8n.publish('w');
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 1 }, 1]);
	for (const crash of ['after poll', 'between state and execution'] as const) {
		expect((await n8n.tick('w', 'n1', { crash })).result).toBe('crashed');
		await n8n.boot();
		expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 1 }, 1]);
	}
	await n8n.tick('w', 'n1', { crash: 'after execution' });
	await n8n.boot();
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 2 }, 2]);
});

test('a crash before the cursor of an idle poll is written', async () => {
	const n8n = await install(async (context) => (count(context), null));
	await n8n.publish('w');
	await n8n.tick('w', 'n1', { crash: 'after poll' });
	expect(cursorOf(n8n)).toEqual({});
});

test('there is no activation poll at boot, but one after deactivation', async () => {
	let polls = 0;
	const n8n = await install(async () => (polls++, null));
	await n8n.publish('w');
	await n8n.boot();
	expect(polls).toBe(1);
	await n8n.unpublish('w');
	expect(await n8n.tick('w', 'n1')).toEqual({ result: 'inactive' });
	await n8n.publish('w');
	expect(polls).toBe(2);
});

test('a throw in the activation poll leaves no job', async () => {
	const n8n = await install(async () => await Promise.reject(new Error('no')));
	expect(await n8n.publish('w')).toMatchObject({ state: 'failed' });
	expect(n8n.database.hasJob('w', 'n1')).toBe(false);
	expect(await n8n.tick('w')).toEqual({ result: 'inactive' });
});

test('a lost lease: neither cursor nor execution', async () => {
	const n8n = await install(async (context) => (count(context) > 2 ? null : event('new')));
	await n8n.publish('w');
	expect((await n8n.tick('w', 'n1', { fenceLost: true })).result).toBe('fenced');
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 1 }, 1]);
	await n8n.tick('w');
	expect((await n8n.tick('w', 'n1', { fenceLost: true })).result).toBe('fenced');
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 2 }, 2]);
});

test('a poll may be handed an older state', async () => {
	const n8n = await install(async (context) => event(count(context)));
	await n8n.publish('w');
	const old = cursorOf(n8n) ?? {};
	await n8n.tick('w');
	expect((await n8n.tick('w', 'n1', { cursor: old })).items).toEqual(event(2));
	expect([cursorOf(n8n), old]).toEqual([{ count: 2 }, { count: 1 }]);
});

test('polls that start together have the same state', async () => {
	const { open, opened } = gate();
	const n8n = await install(async (context) => {
		const nth = count(context);
		if (nth > 1) await opened;
		return event(nth);
	});
	await n8n.publish('w');
	const both = Promise.all([n8n.tick('w'), n8n.tick('w')]);
	open();
	expect((await both).map(({ items }) => items)).toEqual([event(2), event(2)]);
});

test('a poll that throws is not committed and backs off, if the tick respects it', async () => {
	let now = 0;
	const n8n = await install(
		async (context) => {
			if (count(context) === 1) return event('new');
			const options = { message: 'slow', failure: { cause: 'rate-limited', retryAfterMs: 60_000 } };
			throw new NodeApiError(context.getNode(), {}, options as object);
		},
		() => now,
	);
	await n8n.publish('w');
	const backoff = { cause: 'rate-limited', permanent: false, delayMs: 60_000 };
	expect(await n8n.tick('w')).toMatchObject({ result: 'error', backoff });
	expect(cursorOf(n8n)).toEqual({ count: 1 });
	const respectful = { respectBackoff: true };
	expect((await n8n.tick('w', 'n1', respectful)).result).toBe('backing off');
	now = 60_000;
	expect((await n8n.tick('w', 'n1', respectful)).result).toBe('error');
	expect(n8n.executions.filter(({ status }) => status === 'error')).toHaveLength(2);
});

test('a poll beyond its limit, and one whose workflow is deactivated, leave nothing', async () => {
	const { open, opened } = gate();
	const n8n = await install(async (context) => {
		const nth = count(context);
		if (nth > 1) await opened;
		return event(nth);
	});
	await n8n.publish('w');
	expect(await n8n.tick('w', 'n1', { abandon: Promise.resolve() })).toMatchObject({
		result: 'abandoned',
		backoff: { cause: 'temporarily-unavailable' },
	});
	const running = n8n.tick('w');
	await n8n.unpublish('w');
	open();
	expect((await running).result).toBe('discarded');
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 1 }, 1]);
});

test('an installation changes its engine and changes back', async () => {
	const n8n = await install(async (context) => event(count(context)));
	n8n.switchTo('default');
	await n8n.boot();
	await n8n.publish('w');
	await n8n.tick('w');
	expect([cursorOf(n8n), n8n.database.staticData('w')]).toEqual([
		null,
		{ 'node:Toy': { count: 2 } },
	]);

	n8n.switchTo('durable');
	await n8n.boot();
	expect(cursorOf(n8n)).toEqual({ count: 3 });
	await n8n.tick('w');

	// The row outlives the change, and is used; now it is written before the execution.
	n8n.switchTo('default');
	await n8n.boot();
	expect(cursorOf(n8n)).toEqual({ count: 5 });
	await n8n.tick('w', 'n1', { crash: 'between state and execution' });
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 6 }, 5]);
	expect(n8n.database.staticData('w')).toEqual({ 'node:Toy': { count: 2 } });
});
