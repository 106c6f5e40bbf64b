import { inEveryDialect } from './testing/every';

inEveryDialect((setup) => {
	test('a request as it came over the wire', async () => {
		const { call, service, surveys } = setup();
		const path = `/surveys/${surveys.many}/invitations`;
		await call('GET', `${path}?type=csv&type=api&q=a%20b`, { headers: { 'x-thing': '1' } });
		expect(service.log).toMatchObject([
			{
				method: 'GET',
				path: `/api${path}`,
				rawQuery: 'type=csv&type=api&q=a%20b',
				query: [
					['type', 'csv'],
					['type', 'api'],
					['q', 'a b'],
				],
				headers: { 'x-thing': '1', authorization: `Bearer ${service.token}` },
				rawBody: '',
				body: undefined,
				token: 'full',
				operation: 'invitation.getAll',
				status: 200,
				done: true,
				fault: null,
			},
		]);
	});

	test('the raw body, and what was done by which request', async () => {
		const { call, service, surveys } = setup();
		const rawBody = '{ "name":"Ténor" }';
		await call('POST', `/surveys/${surveys.none}/topic-categories`, { rawBody });
		const [entry] = service.requests({ operation: 'theme.create', done: true });
		expect(entry).toMatchObject({ rawBody, body: { name: 'Ténor' } });
		expect(service.effects.all).toMatchObject([
			{ kind: 'created', record: 'theme', surveyId: surveys.none, request: entry?.sequence },
		]);
		service.world.createSurvey();
		expect(service.effects.all.at(-1)?.request).toBeNull();
	});

	test('filtered and cleared', async () => {
		const { call, service } = setup();
		await call('GET', '/surveys');
		await call('GET', '/surveys/x');
		await call('GET', '/nothing', { token: service.tokens.invalid });
		expect(service.requests({ status: 422 })).toHaveLength(1);
		expect(service.requests({ path: /surveys/ })).toHaveLength(2);
		expect(service.requests({ path: '/api/surveys', method: 'GET' })).toHaveLength(1);
		expect(service.log.map(({ token }) => token)).toEqual(['full', 'full', null]);
		service.clearLog();
		expect(service.log).toEqual([]);
	});

	test('seeding leaves no effects', () => {
		expect(setup().service.effects.all).toEqual([]);
	});
});
