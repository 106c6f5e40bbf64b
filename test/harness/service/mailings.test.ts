/** What becomes of a mailing, by requests and by the clock. */
import { errorCode, object, wholeSecond } from './testing/client';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

const DAY = 86_400_000;
const UUID = '5f0c0f6e-6c5d-4b52-9d35-2c1f9e1f0a01';

inEveryDialect((setup) => {
	const post = async (path: string, body?: unknown) => setup().call('POST', path, { body });
	const get = async (path: string) => object((await setup().call('GET', path)).json);
	const records = () => setup().service.world.records;
	const by: Setup['by'] = (expected) => setup().by(expected);

	/** A mailing to five people, on a clock that stands still. */
	async function mailingToFive(filters: unknown = { channels: ['personal'] }): Promise<string> {
		const { service } = setup();
		service.clock.freeze();
		service.world.mailings.setRate(1);
		const surveyId = service.world.createSurvey({ name: 'Mailed' }).id;
		for (let index = 0; index < 5; index++) {
			const draft = { recipientEmail: `to${index}@example.com` };
			service.world.createInvitation(surveyId, 'personal', draft);
		}
		const made = await post(`/surveys/${surveyId}/mailings`, { template_id: UUID, filters });
		expect(made.status).toBe(201);
		return `/mailings/${String(object(made.json).id)}`;
	}
	const word = (status: keyof ReturnType<typeof setup>['service']['dialect']['mailingWords']) =>
		setup().service.dialect.mailingWords[status];
	const emails = () => setup().service.effects.emails.length;

	test('unsent → sending → paused → sending → sent, one email each', async () => {
		const path = await mailingToFive();
		expect(emails()).toBe(0);
		expect(await get(path)).toMatchObject({ status: word('unsent'), started_at: null });
		expect(object((await post(`${path}/send`)).json).status).toBe(word('sending'));
		setup().service.clock.advance(2000);
		expect(emails()).toBe(2);
		expect(object((await post(`${path}/pause`)).json)).toMatchObject({
			status: word('paused'),
			sent_count: 2,
		});
		setup().service.clock.advance(DAY);
		expect(emails()).toBe(2);
		expect(object((await post(`${path}/resume`)).json).status).toBe(word('sending'));
		setup().service.clock.advance(2000);
		expect(emails()).toBe(4);
		setup().service.clock.advance(1000);
		expect(await get(path)).toMatchObject({ status: 'sent', sent_count: 5, total_count: 5 });
		expect((await get(path)).completed_at).not.toBeNull();
		expect(await get(`${path}/stats`)).toMatchObject({ sent: 5, delivered: 5, total: 5 });
		expect(new Set(setup().service.effects.emails.map((one) => one.recipient)).size).toBe(5);
	});

	test('a sent mailing is neither changed, sent again nor deleted', async () => {
		const path = await mailingToFive();
		await post(`${path}/send`);
		setup().service.clock.advance(DAY);
		const attempts = [
			await setup().call('PATCH', path, { body: { subject_override: 'Late' } }),
			await setup().call('DELETE', path),
			...(await Promise.all(
				['send', 'pause', 'resume', 'unschedule'].map((verb) => post(`${path}/${verb}`)),
			)),
		];
		for (const attempt of attempts) {
			expect(attempt.status).toBe(by({ plain: 409, nested: 400, wide: 409 }));
			expect(errorCode(attempt)).toMatch(/^mailing/);
		}
		expect(emails()).toBe(5);
	});

	test('scheduled, unscheduled, and dispatched at its time', async () => {
		const { service } = setup();
		const path = await mailingToFive();
		const at = wholeSecond(service.clock.now() + DAY).toISOString();
		const schedule = { [service.dialect.vocabulary.sendAt]: at };
		const scheduled = object((await post(`${path}/send`, schedule)).json);
		expect(scheduled.status).toBe(word('scheduled'));
		expect(Date.parse(String(scheduled.scheduled_at))).toBe(Date.parse(at));
		const back = object((await post(`${path}/unschedule`)).json);
		expect([back.status, back.scheduled_at ?? null]).toEqual([word('unsent'), null]);
		expect((await post(`${path}/unschedule`)).status).toBe(
			by({ plain: 200, nested: 400, wide: 409 }),
		);
		service.clock.advance(2 * DAY);
		expect(emails()).toBe(0);
		const later = new Date(service.clock.now() + DAY).toISOString();
		await post(`${path}/send`, { [service.dialect.vocabulary.sendAt]: later });
		const deleted = await setup().call('DELETE', path);
		expect(deleted.status).toBe(by({ plain: 204, nested: 400, wide: 409 }));
		if (deleted.status === 204) return;
		service.clock.advance(DAY + 5000);
		expect(emails()).toBe(5);
	});

	test('filters choose the audience', async () => {
		const path = await mailingToFive({ last_invited: 'older_than_7_days' });
		const detail = await get(path);
		expect(detail.recipients).toEqual([]);
		const { mailings } = records();
		const surveyId = mailings.all().at(-1)?.surveyId ?? '';
		const [first] = setup().service.world.invitations(surveyId);
		setup().service.world.interview({ invitationId: first?.id ?? '' });
		const made = object(
			(
				await post(`/surveys/${surveyId}/mailings`, {
					template_id: UUID,
					filters: { completed: ['no'] },
				})
			).json,
		);
		setup().service.world.mailings.finish(String(made.id));
		expect(setup().service.effects.emails.map(({ recipient }) => recipient)).toEqual(
			[1, 2, 3, 4].map((index) => `to${index}@example.com`),
		);
		// Everybody has been written to just now, so a reminder goes to nobody yet.
		const reminder = { template_id: UUID, filters: { last_invited: 'older_than_7_days' } };
		setup().service.clock.advance(6 * DAY);
		setup().service.choices.audienceTaken = 'at creation';
		const early = object((await post(`/surveys/${surveyId}/mailings`, reminder)).json);
		expect(early.total_count).toBe(0);
		setup().service.clock.advance(DAY);
		const due = object((await post(`/surveys/${surveyId}/mailings`, reminder)).json);
		expect(due.total_count).toBe(4);
	});

	test('repeating pause and resume', async () => {
		const path = await mailingToFive();
		await post(`${path}/send`);
		await post(`${path}/pause`);
		expect((await post(`${path}/pause`)).status).toBe(by({ plain: 200, nested: 400, wide: 409 }));
		await post(`${path}/resume`);
		expect((await post(`${path}/resume`)).status).toBe(by({ plain: 200, nested: 400, wide: 409 }));
	});

	test('before it is sent, a mailing has its recipients, none, or a count of them', async () => {
		const path = await mailingToFive();
		const before = await get(path);
		expect([before.total_count, (before.recipients as unknown[]).length]).toEqual(
			by({ plain: [5, 5], nested: [0, 0], wide: [5, 0] }),
		);
		await post(`${path}/send`);
		const after = await get(path);
		expect([after.total_count, (after.recipients as unknown[]).length]).toEqual([5, 5]);
	});

	test('a mailing can fail', async () => {
		const path = await mailingToFive();
		await post(`${path}/send`);
		setup().service.world.mailings.fail(path.slice('/mailings/'.length));
		expect((await get(path)).status).toBe('failed');
		expect((await setup().call('PATCH', path, { body: {} })).status).toBe(
			by({ plain: 409, nested: 400, wide: 409 }),
		);
	});
});
