import { rmSync } from 'node:fs';
import { createInstallation } from './installation';
import { count, event, toy, TOY, workflow, writeToyPackage } from './toys';

const packageDir = writeToyPackage();
afterAll(() => rmSync(packageDir, { recursive: true }));

test('module state survives a new activation, not a restart; the clock is the test’s', async () => {
	let now = 1000;
	const n8n = createInstallation({
		engine: 'default',
		packageDir,
		credentials: { toyApi: { key: 'k' } },
		now: () => now,
		sleep: async (ms) => void (now += ms),
	});
	await n8n.boot();
	await n8n.save({ id: 'w', nodes: [{ name: 'Toy', type: TOY }] });
	await n8n.publish('w');
	await n8n.unpublish('w');
	await n8n.publish('w');
	await n8n.setCredential('toyApi', { key: 'another' });
	await n8n.boot();
	await n8n.boot();
	const rows = n8n.executions.map(({ items }) => items[0]?.[0]?.json);
	expect(rows.map((row) => row?.polls)).toEqual([1, 2, 1, 1]);
	expect(rows.map((row) => row?.key)).toEqual(['k', 'k', 'another', 'another']);
	expect(rows[0]).toMatchObject({ dates: [6000, 6000, 7, 86_400_000], isDate: true });
});

test('nobody wakes up in a dead process', async () => {
	let wake = () => {};
	const sleep = async () => await new Promise<void>((resolve) => (wake = resolve));
	const credentials = { toyApi: { key: 'k' } };
	const n8n = createInstallation({ engine: 'default', packageDir, credentials, sleep });
	await n8n.boot();
	await n8n.save({ id: 'w', nodes: [{ name: 'Toy', type: TOY }] });
	const publication = n8n.publish('w');
	while (String(wake) === '() => {}') await Promise.resolve();
	n8n.crash();
	wake();
	expect(await publication).toMatchObject({ state: 'crashed' });
	expect(n8n.executions).toEqual([]);
});

test('Fetch Test Event shows items or the error, and saves nothing', async () => {
	const extraNodes = toy(async (context) => {
		if (context.getMode() !== 'manual' || context.getActivationMode() !== 'manual') return null;
		if (count(context) > 1) throw new Error('no');
		return event('example');
	});
	const n8n = createInstallation({ engine: 'durable', packageDir: null, extraNodes });
	await n8n.boot();
	await n8n.save(workflow('w'));
	const fetched = await n8n.fetchTestEvent('w', 'Toy');
	expect(fetched).toMatchObject({ items: [{ json: { value: 'example' } }] });
	expect(fetched.changedStaticData).toEqual({ 'node:Toy': { count: 1 } });
	expect(n8n.database.staticData('w')).toEqual({});

	await n8n.save({ ...workflow('w'), staticData: { 'node:Toy': { count: 1 } } });
	expect((await n8n.fetchTestEvent('w', 'Toy')).error).toMatchObject({ message: 'no' });
});
