import { createInstallation, type Installation } from './installation';
import { count, event, gate, toy, workflow, type Poll } from './toys';

async function install(poll: Poll): Promise<Installation> {
	const n8n = createInstallation({ engine: 'durable', packageDir: null, extraNodes: toy(poll) });
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

test('a poll beyond its limit, and one whose workflow is deactivated, leave nothing', async () => {
	const { open, opened } = gate();
	let polls = 0;
	const n8n = await install(async (context) => {
		if (++polls === 3) await opened;
		return event(count(context));
	});
	await n8n.publish('w');
	expect(await n8n.tick('w', 'n1', { abandon: true })).toMatchObject({
		result: 'abandoned',
		backoff: { cause: 'temporarily-unavailable' },
	});
	const running = n8n.tick('w');
	await n8n.unpublish('w');
	open();
	expect((await running).result).toBe('discarded');
	expect([cursorOf(n8n), n8n.executions.length]).toEqual([{ count: 1 }, 1]);
});
