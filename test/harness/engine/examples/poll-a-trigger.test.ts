import { resolve } from 'node:path';
import { startEchoService } from '../fixture/echo-service';
import { createInstallation, ENGINES } from '../polling';

const node = { id: 'n1', name: 'Trigger', type: 'n8n-nodes-engine-fixture.echoTrigger' };

it.each(ENGINES)('loses nothing in a crash, %s engine', async (engine) => {
	const service = await startEchoService();
	const n8n = createInstallation({
		engine,
		packageDir: resolve(__dirname, '../fixture'),
		credentials: { echoApi: { baseUrl: service.url, token: 'secret' } },
	});
	await n8n.boot();
	await n8n.save({ id: 'w', nodes: [node] });
	await n8n.publish('w');

	service.events.push({ id: 1, text: 'hello' });
	const poll = await n8n.tick('w', 'n1', { crash: 'after poll' });
	const saved = n8n.executions.length;
	await n8n.boot();
	await n8n.tick('w');
	await service.close();

	expect([poll.result, saved]).toEqual(['crashed', 0]);
	expect(n8n.executions.flatMap(({ items }) => items.flat()).map(({ json }) => json.text)).toEqual([
		'hello',
	]);
});
