import { TOKEN, useEcho } from './fixture/use-echo';

const echo = useEcho();

describe('the editor', () => {
	it('searches a list with filter, page and what is typed into the node', async () => {
		const first = await echo.engine.listSearch('things', {
			filter: 'an',
			parameters: { path: '/p' },
		});
		await echo.engine.listSearch('things', { paginationToken: first.paginationToken });

		expect(first.results).toEqual([
			{ name: 'anvil', value: 'anvil' },
			{ name: 'bell', value: 'bell' },
		]);
		expect(Object.fromEntries(echo.service.requests[0]?.query ?? [])).toEqual({
			filter: 'an',
			path: '/p',
		});
		expect(Object.fromEntries(echo.service.requests[1]?.query ?? [])).toEqual({
			after: '7',
			path: '/echo',
		});
		expect(echo.service.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
	});

	it('loads options', async () => {
		const options = await echo.engine.loadOptions('colours', { parameters: { path: '/c' } });

		expect(options).toEqual([{ name: 'Red', value: '/c' }]);
	});
});

describe('a credential test', () => {
	it('runs the function that a node names', async () => {
		const good = await echo.engine.testCredential({ baseUrl: echo.service.url, token: TOKEN });
		const bad = await echo.engine.testCredential({ baseUrl: echo.service.url, token: 'wrong' });

		expect(good).toEqual({ status: 'OK', message: 'Welcome to tenant-by-default' });
		expect(bad).toEqual({ status: 'Error', message: 'Refused: 401' });
	});
});
