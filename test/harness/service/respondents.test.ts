import { list, object } from './testing/client';
import { inEveryDialect } from './testing/every';

inEveryDialect((setup) => {
	const surveyId = () => setup().surveys.none;
	const people = async () =>
		list((await setup().call('GET', `/surveys/${surveyId()}/respondents`)).json);
	const interview = (name: string, score = 9) =>
		setup().service.world.interview(
			{ surveyId: surveyId() },
			{ name, score, messages: [`I am ${name}`] },
		);
	const word = () => setup().service.choices.completedWord;

	test('people start, complete and come back', async () => {
		const { world } = setup().service;
		const { id } = world.startInterview({ surveyId: surveyId() });
		const status = async () => (await people()).map((one) => one.status);
		const started = await status();
		expect(started).not.toEqual([word()]);
		world.completeInterview(id, { score: 7, messages: ['Fine'] });
		expect(await status()).toEqual([word()]);
		world.reopenInterview(id);
		expect(await status()).toEqual(started);
		world.completeInterview(id, { score: 8 });
		expect(await people()).toMatchObject([{ id, status: word(), score: 8 }]);
	});

	test('a closed survey and a used invitation let nobody in', () => {
		const { world } = setup().service;
		const invitation = world.createInvitation(surveyId());
		world.interview({ invitationId: invitation.id });
		expect(() => world.startInterview({ invitationId: invitation.id })).toThrow('used');
		world.closeSurvey(surveyId());
		expect(() => world.startInterview({ surveyId: surveyId() })).toThrow('closed');
	});

	test('erase removes identity and answers and records that it happened', async () => {
		const person = interview('Secret Name');
		const { call, service, by } = setup();
		const path = `/respondents/${person.id}/erase`;
		const erased = await call('POST', path, { body: { reason: 'asked' } });
		expect(erased.status).toBe(200);
		expect(erased.text).not.toContain('Secret Name');
		expect(service.effects.erasures).toMatchObject([{ id: person.id, reason: 'asked' }]);
		const left = await people();
		const old = [person.id];
		const other = [expect.not.stringContaining(person.id)];
		expect(left.map(({ id }) => id)).toEqual(by({ plain: old, nested: [], wide: other }));
		expect(left.map(({ status }) => status)).not.toContain(word());
		const talk = await call('GET', `/surveys/${surveyId()}/respondents/${person.id}/conversation`);
		expect(talk.status).toBe(by({ plain: 200, nested: 403, wide: 404 }));
		expect(talk.text).not.toContain('I am');
		await call('POST', path, { body: {} });
		expect(service.effects.erasures).toHaveLength(1);
	});

	test('an erased record may also come back under a new id', async () => {
		setup().service.choices.erase = 'new id';
		const person = interview('Somebody');
		await setup().call('POST', `/respondents/${person.id}/erase`, { body: {} });
		const [left] = await people();
		expect(left?.id).not.toBe(person.id);
		expect(left?.status).not.toBe(word());
	});

	test('delete removes the person and makes no erasure record', async () => {
		const person = interview('Gone');
		expect((await setup().call('DELETE', `/respondents/${person.id}`)).status).toBe(204);
		expect(await people()).toEqual([]);
		expect(setup().service.effects.erasures).toEqual([]);
		const again = await setup().call('DELETE', `/respondents/${person.id}`);
		expect(again.status).toBe(setup().by({ plain: 404, nested: 204, wide: 410 }));
	});

	test('an update changes details, not answers', async () => {
		const { world } = setup().service;
		const properties = { department: 'Care', location: 'Gent' };
		const { id } = world.interview({ surveyId: surveyId() }, { score: 3, properties });
		await setup().call('PATCH', `/respondents/${id}`, {
			body: { properties: { department: 'Sales' } },
		});
		const merged = { department: 'Sales', location: 'Gent' };
		const replaced = { department: 'Sales' };
		expect(world.respondents(surveyId())[0]).toEqual(
			expect.objectContaining({
				score: 3,
				status: 'completed',
				properties: setup().by<object>({ plain: merged, nested: replaced, wide: merged }),
			}),
		);
	});

	test('the order of the list is the dialect’s, and can be arbitrary', async () => {
		const made = Array.from({ length: 12 }, (_, index) => interview(`P${index}`).id);
		const ids = async () => (await people()).map(({ id }) => id);
		const newest = [...made].reverse();
		expect(await ids()).toEqual(setup().by({ plain: made, nested: newest, wide: newest }));
		setup().service.choices.respondentOrder = 'by completion';
		const { id } = setup().service.world.startInterview({ surveyId: surveyId() });
		expect(await ids()).toEqual([id, ...newest]);
		setup().service.world.completeInterview(id);
		made.push(id);
		setup().service.choices.respondentOrder = 'arbitrary';
		const [first, second] = [await ids(), await ids()];
		expect(first).not.toEqual(second);
		expect([...first].sort()).toEqual([...made].sort());
	});

	test('a survey can be made anonymous', async () => {
		interview('Known');
		expect(JSON.stringify(await people())).toContain('Known');
		setup().service.world.makeAnonymous(surveyId());
		expect(JSON.stringify(await people())).not.toContain('Known');
	});

	test('the conversation, message by message', async () => {
		const { id } = interview('Ana');
		const path = `/surveys/${surveyId()}/respondents/${id}/conversation`;
		expect((await setup().call('GET', path)).text).toContain('I am Ana');
		const wrong = path.replace(surveyId(), setup().surveys.many);
		expect((await setup().call('GET', wrong)).status).toBe(
			setup().by({ plain: 404, nested: 403, wide: 404 }),
		);
	});

	describe('what a poller may meet', () => {
		const count = async (): Promise<number> => {
			const survey = list((await setup().call('GET', '/surveys')).json).find(
				(one) => one.id === surveyId(),
			);
			const { by } = setup();
			return Number(
				by({
					plain: () => survey?.response_count,
					nested: () => object(survey?.counts).responses,
					wide: () => survey?.total_responses,
				})(),
			);
		};
		const completed = async () => (await people()).filter(({ status }) => status === word()).length;

		test('a list that learns of a completion two reads late', async () => {
			setup().service.world.listLag = { reads: 2 };
			interview('Late');
			expect(await count()).toBe(1);
			expect([await completed(), await completed(), await completed()]).toEqual([0, 0, 1]);
			expect(await people()).toHaveLength(1);
		});

		test('a summary that learns of a completion a minute late', async () => {
			const { world, clock } = setup().service;
			clock.freeze();
			world.summaryLag = { ms: 60_000 };
			interview('Late');
			expect([await completed(), await count(), await count()]).toEqual([1, 0, 0]);
			clock.advance(60_000);
			expect(await count()).toBe(1);
		});

		test('a list that is short for a while', async () => {
			const made = ['A', 'B', 'C'].map((name) => interview(name).id);
			setup().service.world.shortenList(surveyId(), [made[1] ?? ''], 1);
			expect((await people()).map(({ id }) => id)).not.toContain(made[1]);
			expect(await people()).toHaveLength(3);
			setup().service.world.shortenList(surveyId(), 2, 2);
			expect([(await people()).length, (await people()).length, (await people()).length]).toEqual([
				1, 1, 3,
			]);
		});
	});
});
