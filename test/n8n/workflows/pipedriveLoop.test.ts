import { DIALECT_NAMES, type RespondentRecord } from '../../service';
import { crashAt } from './crash';
import { CHANNEL } from './crm';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { EVE } from './hostile';
import {
	CUSTOMERS,
	isGet,
	isScore,
	isSearch,
	isSecondPage,
	isTask,
	isWaiting,
	pipedriveOffice,
	written,
} from './pipedriveOffice';
import { SEEDS } from './seeds';
import { useWorkflowStage } from './workflowStage';

describe('pipedrive-contacts-to-invitations.json and completions-to-pipedrive.json', () => {
	const stage = useWorkflowStage('completions-to-pipedrive.json', {
		settings: () => ({ 'Tell the channel': CHANNEL }),
	});
	const {
		pipedrive,
		said,
		invitations,
		fieldsOf,
		open,
		personOf,
		invitePersons,
		complete,
		holdings,
	} = pipedriveOffice(stage);
	const fieldsAt = (email: string) => fieldsOf(personOf(email));
	let surveyId = '';

	beforeAll(() => {
		surveyId = open();
	});

	it('says what it would do, and does nothing while Dry Run is on', async () => {
		const before = holdings();
		expect(await invitePersons(true)).toBe('success');
		expect(invitations()).toEqual([]);
		const [sentence, ...more] = said();
		expect(more).toEqual([]);
		expect(sentence).toBe(`Nothing was changed. It would invite ${CUSTOMERS} people.`);
		expect(holdings()).toEqual({ ...before, said: [sentence] });
	});

	it('invites every person of the filter, on all pages, after Pipedrive has said 429', async () => {
		let isFirst = true;
		pipedrive().refuses = (call) => isSecondPage(call) && isFirst && !(isFirst = false);
		expect(await invitePersons()).toBe('success');
		pipedrive().refuses = () => false;
		expect(pipedrive().refused).toBe(1);
		const customers = pipedrive().persons.all.filter(
			(one) => fieldsOf(one).Plan && one.emails.length > 0,
		);
		const due = customers.map(({ id, emails }) => [emails[0]?.toLowerCase(), String(id)]).sort();
		expect(due).toHaveLength(CUSTOMERS);
		expect(
			invitations()
				.map((one) => [one.recipientEmail?.toLowerCase(), one.recipientExternalId])
				.sort(),
		).toEqual(due);
		const ada = invitations().find(({ recipientName }) => recipientName === 'Ada Lovelace');
		expect(ada?.properties).toEqual({ country: 'England', plan: 'Large' });
		expect(stage().service.effects.emails).toEqual([]);
	});

	it('invites nobody twice', async () => {
		const before = structuredClone(invitations());
		expect(await invitePersons()).toBe('success');
		expect(invitations()).toEqual(before);
		expect(said().at(-1)).toBe(`${CUSTOMERS} unchanged.`);
	});

	it('changes nothing while the service is down, and says so', async () => {
		const before = holdings();
		const goUp = await stage().service.goDown();
		expect(await invitePersons()).toBe('error');
		await goUp();
		expect(holdings()).toEqual(before);
	});

	it('writes the score of whoever completes, after a 429 at each step', async () => {
		const on = stage();
		await on.publish();
		const seen = new Set<string>();
		// "Get" tries twice, then the workflow waits until Pipedrive answers anything, and asks once more.
		const steps = { get: isGet, 'get again': isGet, wait: isWaiting, score: isScore };
		pipedrive().refuses = (call) => {
			const [step] = Object.entries(steps).find(([key, is]) => !seen.has(key) && is(call)) ?? [];
			return step !== undefined && Boolean(seen.add(step));
		};
		const untouched = fieldsAt('cleo@example.com');
		const record = complete('ada@example.com', 3);
		await on.deliveries(1);
		pipedrive().refuses = () => false;
		expect([...seen].sort()).toEqual(Object.keys(steps).sort());
		expect(await on.failures()).toEqual([]);
		const ada = personOf('ada@example.com');
		expect(fieldsOf(ada)).toEqual({ Country: 'England', Plan: 41, ...written(record) });
		expect(pipedrive().calls.filter(isSearch)).toEqual([]);
		expect(pipedrive().activities).toMatchObject([
			{
				subject: 'Call back: Ada Lovelace gave 3 of 10 (NPS) in Moving in.',
				type: 'task',
				done: false,
				due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
				person: { id: ada.id },
			},
		]);
		expect(fieldsAt('cleo@example.com')).toEqual(untouched);
	});

	describe('when persons have changed since the invitation', () => {
		const records: Record<string, RespondentRecord> = {};
		let persons = 0;

		beforeAll(() => {
			const { persons: all } = pipedrive();
			const goneIds = ['bea', 'dan'].map((name) => {
				const { id } = personOf(`${name}.old@example.com`);
				all.merge(id, personOf(`${name}@example.com`).id);
				return id;
			});
			// Of the merged ones, Pipedrive shows one as deleted. The other is gone after 30 days.
			all.forget(goneIds[1] ?? 0);
			all.delete(personOf('fay@example.com').id);
		});

		it('invites nobody anew who was merged', async () => {
			const before = structuredClone(invitations());
			expect(await invitePersons()).toBe('success');
			expect(invitations()).toEqual(before);
			expect(said().at(-1)).toBe(`${CUSTOMERS - 3} unchanged.`);
		});

		it('has everything delivered', async () => {
			const on = stage();
			const { world } = on.service;
			personOf('cleo@example.com').emails = ['cleo.new@example.com'];
			pipedrive().persons.create({ name: 'Another', emails: ['cleo@example.com'] });
			persons = pipedrive().persons.all.length;
			const before = (await on.delivered()).length;
			records.bea = complete('bea.old@example.com', 7);
			records.dan = complete('dan.old@example.com', 10);
			records.cleo = complete('cleo@example.com', 9);
			complete('fay@example.com', 1);
			const strays = [
				{ name: 'Stray', email: 'stray@example.com', externalId: 'emp-42' },
				{ name: 'Nameless', email: null },
				{ name: 'Numbered', email: null, externalId: '99999999999999999999' },
			];
			for (const stray of strays) world.interview({ surveyId }, { ...stray, score: 2 });
			await on.deliveries(before + 7);
			expect(await on.failures()).toEqual([]);
		});

		it('finds a merged person by the address, shown as deleted or not at all', () => {
			expect(fieldsAt('bea@example.com')).toMatchObject(written(records.bea!));
			expect(fieldsAt('dan@example.com')).toMatchObject(written(records.dan!));
		});

		it('goes by the ID first where somebody else has the address by now', () => {
			expect(fieldsAt('cleo.new@example.com')).toMatchObject(written(records.cleo!));
			expect(fieldsAt('cleo@example.com')).toEqual({});
		});

		it('tells of whoever Pipedrive does not have, and makes no person and no task', () => {
			expect(pipedrive().persons.all).toHaveLength(persons);
			expect(said().slice(-4).sort()).toEqual([
				'Not in Pipedrive: Nameless gave 2 of 10 (NPS) in Moving in.',
				'Not in Pipedrive: Numbered gave 2 of 10 (NPS) in Moving in.',
				'Not in Pipedrive: Stray gave 2 of 10 (NPS) in Moving in.',
				'Not in Pipedrive: fay gave 1 of 10 (NPS) in Moving in.',
			]);
			expect(pipedrive().activities).toHaveLength(1);
		});
	});

	it('brings what was completed while the service was down', async () => {
		const on = stage();
		const delivered = (await on.delivered()).length;
		const before = await on.executions();
		const goUp = await on.service.goDown();
		const record = complete('other0@example.com', 0);
		const poll = await on.executionAfter(before);
		expect(poll.status).toBe('error');
		await goUp();
		await on.deliveries(delivered + 1);
		expect(fieldsAt('other0@example.com')).toMatchObject(written(record));
		expect(pipedrive().activities).toHaveLength(2);
	});

	it('changes nothing when everything is delivered again', async () => {
		const on = stage();
		const before = holdings();
		const failures = await on.failures();
		await on.deliverAgain();
		expect(await on.failures()).toEqual(failures);
		expect(holdings()).toEqual(before);
	});

	it('goes on where it stopped when Pipedrive refused for long, and makes each task once', async () => {
		const on = stage();
		const before = await on.executions();
		const { length } = pipedrive().activities;
		pipedrive().refuses = isTask;
		const records = [complete('other1@example.com', 1), complete('other2@example.com', 2)];
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		pipedrive().refuses = () => false;
		expect((await on.retry(failed.id)).status).toBe('success');
		expect(fieldsAt('other1@example.com')).toMatchObject(written(records[0]!));
		expect(fieldsAt('other2@example.com')).toMatchObject(written(records[1]!));
		expect(pipedrive().activities).toHaveLength(length + 2);
	});

	it('still goes by the ID on a retry when Pipedrive answered nothing at first', async () => {
		const on = stage();
		const before = await on.executions();
		const { persons } = pipedrive();
		personOf('other5@example.com').emails = ['other5.new@example.com'];
		persons.create({ name: 'Another', emails: ['other5@example.com'] });
		pipedrive().refuses = () => true;
		const record = complete('other5@example.com', 8);
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		pipedrive().refuses = () => false;
		expect((await on.retry(failed.id)).status).toBe('success');
		expect(fieldsAt('other5.new@example.com')).toMatchObject(written(record));
		expect(fieldsAt('other5@example.com')).toEqual({});
	});

	it('writes the score on a retry when n8n was killed before', async () => {
		const on = stage();
		const { length } = pipedrive().activities;
		let record: RespondentRecord | undefined;
		const crashed = await crashAt(on, pipedrive(), isScore, () => {
			record = complete('other3@example.com', 4);
		});
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect(fieldsAt('other3@example.com')).toMatchObject(written(record!));
		expect(pipedrive().activities).toHaveLength(length + 1);
	});

	it('makes no second task when n8n was killed as it made the first', async () => {
		const on = stage();
		const { length } = pipedrive().activities;
		const crashed = await crashAt(on, pipedrive(), isTask, () => {
			complete('other4@example.com', 5);
		});
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect(pipedrive().activities).toHaveLength(length);
		expect(fieldsAt('other4@example.com')['Survey score']).toBe(5);
	});

	it.each(DIALECT_NAMES)('writes the same of a service that speaks %s', async (dialect) => {
		const eve = pipedrive().persons.create({ name: dialect, emails: [EVE.email] });
		const seed = SEEDS[dialect];
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { id } = service.world.createSurvey({ name: 'Read' });
			const record = service.world.interview({ surveyId: id }, EVE);
			await run();
			expect(fieldsOf(eve)).toEqual(written(record));
			expect(pipedrive().activities.at(-1)?.subject).toBe(
				'Call back: Eve gave 4 of 10 (NPS) in Read.',
			);
		});
		eve.emails = [`${dialect}@example.com`];
		expect(stage().destinations.strange).toEqual([]);
	});
});
