import { resolve } from 'node:path';
import { createEngine } from '..';
import { startEchoService } from '../fixture/echo-service';

it('asks the service once for each item', async () => {
	const service = await startEchoService();
	const engine = await createEngine({
		packageDir: resolve(__dirname, '../fixture'),
		credentials: { echoApi: { baseUrl: service.url, token: 'secret' } },
	});
	const run = await engine.runNode({
		parameters: { path: '=/people/{{ $json.id }}' },
		items: [{ id: 1 }, { id: 2 }],
		node: { retryOnFail: true, maxTries: 2 },
	});
	engine.close();
	await service.close();

	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.path)).toEqual(['/people/1', '/people/2']);
	expect(service.requests[0]?.headers.authorization).toBe('Bearer secret');
});
