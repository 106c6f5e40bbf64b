import type { RespondentRecord } from '../../harness/service';
import { CHANNEL } from './crm';
import { itInvites, itWithstands } from './crmLoop';
import { isGet, isScore, isSearch, isWaiting, pipedriveOffice, written } from './pipedriveOffice';
import { useWorkflowStage } from './workflowStage';

describe('pipedrive-contacts-to-invitations.json and completions-to-pipedrive.json', () => {
	const stage = useWorkflowStage('completions-to-pipedrive.json', {
		settings: () => ({ 'Tell the channel': CHANNEL }),
	});
	const { crm, pipedrive, open, fieldsOf, personOf } = pipedriveOffice(stage);
	const { said, invitations, invite, complete, due, fieldsAt } = crm;
	let surveyId = '';

	beforeAll(() => {
		surveyId = open();
	});

	it('invites nobody as long as the filter of those who opted out is not chosen', async () => {
		const chooseNone = { 'Who opted out': { 'filters.filter_id': '' } };
		expect(await invite(false, undefined, chooseNone)).toBe('success');
		expect(invitations()).toEqual([]);
		expect(stage().destinations.slack.messages.splice(0)).toHaveLength(1);
	});

	itInvites(crm, { country: 'England', plan: 'Large' });

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
			expect(await invite()).toBe('success');
			expect(invitations()).toEqual(before);
			expect(said().at(-1)).toBe(
				`Invitations from Pipedrive: ${due().length} unchanged. 2 left out because of Never Create For.`,
			);
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

		it('tells of whoever Pipedrive does not have, but of nobody without an address, and makes no person and no task', () => {
			expect(pipedrive().persons.all).toHaveLength(persons);
			const told = said().filter((one) => one?.startsWith('Not in Pipedrive'));
			expect(told.sort()).toEqual([
				'Not in Pipedrive: Stray gave 2 of 10 (NPS) in Moving in.',
				'Not in Pipedrive: fay gave 1 of 10 (NPS) in Moving in.',
			]);
			expect(pipedrive().activities).toHaveLength(1);
		});
	});

	itWithstands(crm);

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

	it('ends where Pipedrive has an error with one person for good, and writes by the address', async () => {
		const on = stage();
		const { id } = personOf('other6@example.com');
		const before = (await on.delivered()).length;
		let asked = 0;
		pipedrive().refuses = ({ method, path }) => {
			const isOfPerson = method === 'GET' && path.endsWith(`/persons/${id}`);
			if (isOfPerson) asked++;
			return isOfPerson;
		};
		const record = complete('other6@example.com', 9);
		await on.deliveries(before + 1);
		pipedrive().refuses = () => false;
		expect(asked).toBeGreaterThan(10);
		expect(fieldsAt('other6@example.com')).toMatchObject(written(record));
	}, 300_000);
});
