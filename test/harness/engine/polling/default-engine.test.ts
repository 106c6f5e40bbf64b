import { createInstallation, type Installation } from './installation';
import { count, event, toy, workflow, type Poll } from './toys';

async function install(poll: Poll): Promise<Installation> {
	const n8n = createInstallation({ engine: 'default', packageDir: null, extraNodes: toy(poll) });
	await n8n.boot();
	await n8n.save(workflow('w'));
	return n8n;
}

const stateOf = (n8n: Installation) => n8n.database.staticData('w');

test('an idle poll is not saved, and what it noted is lost with the process', async () => {
	const n8n = await install(async (context) => (count(context), null));
	await n8n.publish('w');
	expect(await n8n.tick('w')).toEqual({ result: 'nothing' });
	await n8n.tick('w');
	expect(stateOf(n8n)).toEqual({ 'node:Toy': { count: 1 } });
	n8n.crash();
	await n8n.boot();
	expect(stateOf(n8n)).toEqual({ 'node:Toy': { count: 2 } });
});

test('what a crash leaves, at each point', async () => {
	const n8n = await install(async (context) => event(count(context)));
	await n8n.publish('w');
	const left = async () => {
		expect(n8n.isRunning).toBe(false);
		await expect(n8n.tick('w')).rejects.toThrow('not running');
		const result = [stateOf(n8n)['node:Toy'], n8n.executions.length];
		await n8n.boot();
		return result;
	};
	expect((await n8n.tick('w', 'n1', { crash: 'after poll' })).result).toBe('crashed');
	expect(await left()).toEqual([{ count: 1 }, 1]);
	// Boot polled once more: two executions from here on.
	await n8n.tick('w', 'n1', { crash: 'between state and execution' });
	expect(await left()).toEqual([{ count: 3 }, 2]);
	await n8n.tick('w', 'n1', { crash: 'after execution' });
	expect(await left()).toEqual([{ count: 5 }, 4]);
});

test('a crash in the activation, after an idle poll, leaves no state', async () => {
	const n8n = await install(async (context) => (count(context), null));
	expect(await n8n.publish('w', { crash: 'after poll' })).toMatchObject({ state: 'crashed' });
	expect(stateOf(n8n)).toEqual({});
	expect(await n8n.boot()).toMatchObject([{ state: 'published' }]);
});

test('a throw in the activation poll: five tries, then nothing polls, not even after a restart', async () => {
	let tries = 0;
	const pauses: number[] = [];
	const extraNodes = toy(async () => {
		tries++;
		throw new Error('no');
	});
	const pause = async (ms: number) => void pauses.push(ms);
	const n8n = createInstallation({ engine: 'default', packageDir: null, extraNodes, pause });
	await n8n.boot();
	await n8n.save(workflow('w'));
	const { state, error, polls } = await n8n.publish('w');
	expect([state, tries, pauses]).toEqual(['failed', 5, [1000, 2000, 4000, 8000]]);
	expect(error?.message).toBe('There was a problem activating the workflow: "no"');
	expect(polls.n1?.error).toMatchObject({ message: 'no' });
	expect(await n8n.tick('w')).toEqual({ result: 'inactive' });
	await n8n.boot();
	expect([tries, n8n.executions]).toEqual([5, []]);
	await n8n.publish('w');
	expect(tries).toBe(10);
});

test('a renamed node begins without state; the old stays under the old name', async () => {
	const n8n = await install(async (context) => event(count(context)));
	await n8n.publish('w');
	await n8n.save(workflow('w', 'Other'));
	await n8n.tick('w');
	await n8n.publish('w');
	expect(stateOf(n8n)).toEqual({ 'node:Toy': { count: 2 }, 'node:Other': { count: 1 } });
	await n8n.copy('w', 'copy', { staticData: true });
	await n8n.publish('copy');
	expect(n8n.database.staticData('copy')).toMatchObject({ 'node:Other': { count: 2 } });
});

test('two triggers share their static data, until one is started again alone', async () => {
	const n8n = await install(async (context) => event(count(context)));
	const [one] = workflow('w').nodes;
	if (!one) throw new Error('no node');
	await n8n.save({ id: 'w', nodes: [one, { ...one, id: 'n2', name: 'Second' }] });
	await n8n.publish('w');
	await n8n.tick('w', 'n1');
	await n8n.tick('w', 'n2');
	expect(stateOf(n8n)).toEqual({ 'node:Toy': { count: 2 }, 'node:Second': { count: 2 } });

	await n8n.publish('w', { again: ['n2'] });
	await n8n.tick('w', 'n2');
	expect(stateOf(n8n)).toEqual({ 'node:Toy': { count: 2 }, 'node:Second': { count: 4 } });
	await n8n.tick('w', 'n1');
	expect(stateOf(n8n)).toEqual({ 'node:Toy': { count: 3 }, 'node:Second': { count: 2 } });
});

test('a new lead polls again, in the same process', async () => {
	const modes: string[] = [];
	const n8n = await install(async (context) => {
		modes.push(context.getActivationMode());
		return null;
	});
	await n8n.publish('w');
	await n8n.boot();
	await n8n.leadershipChange();
	await n8n.tick('w');
	expect(modes.join()).toBe('activate,init,leadershipChange,leadershipChange');
});
