import { omit } from 'lodash';
import { DIALECT_NAMES, type RespondentRecord } from '../../service';
import type { Contact } from '../destinations/hubspotContacts';
import { crashAt } from './crash';
import { CHANNEL } from './crm';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { EVE } from './hostile';
import {
	CUSTOMERS,
	hubspotOffice,
	isScore,
	isSearch,
	isSecondPage,
	isTask,
	written,
} from './hubspotOffice';
import { SEEDS } from './seeds';
import { useWorkflowStage } from './workflowStage';

describe('hubspot-contacts-to-invitations.json and completions-to-hubspot.json', () => {
	const stage = useWorkflowStage('completions-to-hubspot.json', {
		settings: () => ({ 'Tell the channel': CHANNEL }),
	});
	const { hubspot, said, invitations, open, contactOf, inviteContacts, complete, holdings } =
		hubspotOffice(stage);
	let surveyId = '';

	beforeAll(() => {
		surveyId = open();
	});

	it('says what it would do, and does nothing while Dry Run is on', async () => {
		const before = holdings();
		expect(await inviteContacts(true)).toBe('success');
		expect(invitations()).toEqual([]);
		const [sentence, ...more] = said();
		expect(more).toEqual([]);
		expect(sentence).toContain(`Nothing was changed. It would invite ${CUSTOMERS} people`);
		expect(holdings()).toEqual({ ...before, said: [sentence] });
	});

	it('invites every customer with an address, on all pages, after HubSpot has said 429', async () => {
		let isFirst = true;
		hubspot().refuses = (call) => isSecondPage(call) && isFirst && !(isFirst = false);
		expect(await inviteContacts()).toBe('success');
		hubspot().refuses = () => false;
		expect(hubspot().refused).toBe(1);
		const customers = hubspot().contacts.all.filter(
			({ values }) => values.lifecyclestage === 'customer' && values.email,
		);
		const due = customers.map(({ id, values }) => [values.email, id]).sort();
		expect(
			invitations()
				.map((one) => [one.recipientEmail, one.recipientExternalId])
				.sort(),
		).toEqual(due);
		const ada = invitations().find(({ recipientEmail }) => recipientEmail === 'ada@example.com');
		expect(ada).toMatchObject({
			recipientName: 'Ada Lovelace',
			properties: { company: 'Engines' },
		});
		expect(stage().service.effects.emails).toEqual([]);
	});

	it('invites nobody twice', async () => {
		const before = structuredClone(invitations());
		expect(await inviteContacts()).toBe('success');
		expect(invitations()).toEqual(before);
		expect(said().at(-1)).toContain(`${CUSTOMERS} unchanged`);
	});

	it('changes nothing while the service is down, and says so', async () => {
		const before = holdings();
		const goUp = await stage().service.goDown();
		expect(await inviteContacts()).toBe('error');
		await goUp();
		expect(holdings()).toEqual(before);
	});

	it('writes the score of whoever completes into the contact, after a 429 at each step', async () => {
		const on = stage();
		await on.publish();
		const seen = new Set<string>();
		hubspot().refuses = (call) => {
			const step = isSearch(call) ? 'search' : isScore(call) ? 'score' : '';
			return step !== '' && !seen.has(step) && Boolean(seen.add(step));
		};
		const untouched = omit(contactOf('cleo@example.com').values, 'lastmodifieddate');
		const record = complete('ada@example.com', 3);
		await on.deliveries(1);
		hubspot().refuses = () => false;
		expect([...seen].sort()).toEqual(['score', 'search']);
		expect(await on.failures()).toEqual([]);
		const ada = contactOf('ada@example.com');
		expect(ada.values).toMatchObject({ ...written(record), hubspotscore: '99' });
		expect(Object.keys(ada.values).filter((name) => /count|other/.test(name))).toEqual([]);
		expect(hubspot().tasks).toMatchObject([
			{
				metadata: {
					subject: 'Call back: Ada Lovelace gave 3 of 10 (NPS) in Moving in.',
					forObjectType: 'CONTACT',
					status: 'NOT_STARTED',
				},
				contacts: [{ id: ada.id }],
			},
		]);
		expect(omit(contactOf('cleo@example.com').values, 'lastmodifieddate')).toEqual(untouched);
	});

	describe('when contacts have changed since the invitation', () => {
		const pairs = ['bea', 'dan'].map((name) => [`${name}@example.com`, `${name}.old@example.com`]);
		const merged: Record<string, Contact> = {};
		const records: Record<string, RespondentRecord> = {};
		let contacts = 0;

		beforeAll(async () => {
			for (const [email = '', old = ''] of pairs) {
				const both = [contactOf(email).id, contactOf(old).id] as const;
				merged[email] = hubspot().contacts.merge(...both);
			}
		});

		it('invites nobody anew who was merged, and says so', async () => {
			const before = structuredClone(invitations());
			expect(await inviteContacts()).toBe('success');
			expect(invitations()).toEqual(before);
			expect(said().at(-1)).toContain('2 left out as duplicates.');
		});

		it('has everything delivered', async () => {
			const on = stage();
			const { world } = on.service;
			hubspot().contacts.update(contactOf('cleo@example.com'), { email: 'cleo.new@example.com' });
			hubspot().contacts.create({ email: 'cleo@example.com' });
			contacts = hubspot().contacts.all.length;
			const before = (await on.delivered()).length;
			records.bea = complete('bea@example.com', 7);
			records.dan = complete('dan.old@example.com', 10);
			records.cleo = complete('cleo@example.com', 9);
			const strays = [
				{ name: 'Stray', email: 'stray@example.com', externalId: 'emp-42' },
				{ name: 'Nameless', email: null },
			];
			for (const stray of strays) world.interview({ surveyId }, { ...stray, score: 2 });
			await on.deliveries(before + 5);
			expect(await on.failures()).toEqual([]);
		});

		it('finds a merged contact, whichever of the two was invited', () => {
			expect(merged['bea@example.com']?.values).toMatchObject(written(records.bea!));
			expect(merged['dan@example.com']?.values).toMatchObject({
				...written(records.dan!),
				email: 'dan@example.com',
			});
		});

		it('goes by the ID first where somebody else has the address by now', () => {
			expect(contactOf('cleo.new@example.com').values).toMatchObject(written(records.cleo!));
			expect(contactOf('cleo@example.com').values).not.toHaveProperty('survey_interview_score');
		});

		it('tells of whoever HubSpot does not have, and makes no contact and no task', () => {
			expect(hubspot().contacts.all).toHaveLength(contacts);
			expect(said().slice(-2).sort()).toEqual([
				'Not in HubSpot: Nameless gave 2 of 10 (NPS) in Moving in.',
				'Not in HubSpot: Stray gave 2 of 10 (NPS) in Moving in.',
			]);
			expect(hubspot().tasks).toHaveLength(1);
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
		expect(contactOf('other0@example.com').values).toMatchObject(written(record));
		expect(hubspot().tasks).toHaveLength(2);
	});

	it('changes nothing when everything is delivered again', async () => {
		const on = stage();
		const before = holdings();
		const failures = await on.failures();
		await on.deliverAgain();
		expect(await on.failures()).toEqual(failures);
		expect(holdings()).toEqual(before);
	});

	it('goes on where it stopped when HubSpot refused for long, and makes each task once', async () => {
		const on = stage();
		const before = await on.executions();
		const { length } = hubspot().tasks;
		hubspot().refuses = isTask;
		const records = [complete('other1@example.com', 1), complete('other2@example.com', 2)];
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		hubspot().refuses = () => false;
		expect((await on.retry(failed.id)).status).toBe('success');
		expect(contactOf('other1@example.com').values).toMatchObject(written(records[0]!));
		expect(contactOf('other2@example.com').values).toMatchObject(written(records[1]!));
		expect(hubspot().tasks).toHaveLength(length + 2);
	});

	it('writes the score on a retry when n8n was killed before', async () => {
		const on = stage();
		const { length } = hubspot().tasks;
		let record: RespondentRecord | undefined;
		const crashed = await crashAt(on, hubspot(), isScore, () => {
			record = complete('other3@example.com', 4);
		});
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect(contactOf('other3@example.com').values).toMatchObject(written(record!));
		expect(hubspot().tasks).toHaveLength(length + 1);
	});

	it('makes no second task when n8n was killed as it made the first', async () => {
		const on = stage();
		const { length } = hubspot().tasks;
		const crashed = await crashAt(on, hubspot(), isTask, () => {
			complete('other4@example.com', 5);
		});
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect(hubspot().tasks).toHaveLength(length);
		expect(contactOf('other4@example.com').values.survey_interview_score).toBe('5');
	});

	it.each(DIALECT_NAMES)('writes the same of a service that speaks %s', async (dialect) => {
		hubspot().contacts.create({ email: EVE.email, firstname: dialect });
		const seed = SEEDS[dialect];
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { id } = service.world.createSurvey({ name: 'Read' });
			const record = service.world.interview({ surveyId: id }, EVE);
			await run();
			expect(contactOf(EVE.email).values).toMatchObject(written(record));
			expect(hubspot().tasks.at(-1)?.metadata.subject).toBe(
				'Call back: Eve gave 4 of 10 (NPS) in Read.',
			);
		});
		hubspot().contacts.update(contactOf(EVE.email), { email: `${dialect}@example.com` });
		expect(stage().destinations.strange).toEqual([]);
	});
});
