import { omit } from 'lodash';
import type { RespondentRecord } from '../../harness/service';
import type { Contact } from '../destinations/hubspotContacts';
import { CHANNEL } from './crm';
import { itInvites, itWithstands } from './crmLoop';
import { hubspotOffice, isScore, isSearch, written } from './hubspotOffice';
import { useWorkflowStage } from './workflowStage';

describe('hubspot-contacts-to-invitations.json and completions-to-hubspot.json', () => {
	const stage = useWorkflowStage('completions-to-hubspot.json', {
		settings: () => ({ 'Tell the channel': CHANNEL }),
	});
	const { crm, hubspot, open, contactOf } = hubspotOffice(stage);
	const { said, invitations, invite, complete } = crm;
	let surveyId = '';

	beforeAll(() => {
		surveyId = open();
	});

	itInvites(crm, { company: 'Engines' });

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
			expect(await invite()).toBe('success');
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

		it('tells of whoever HubSpot does not have, but of nobody without an address, and makes no contact and no task', () => {
			expect(hubspot().contacts.all).toHaveLength(contacts);
			const told = said().filter((one) => one?.startsWith('Not in HubSpot'));
			expect(told).toEqual(['Not in HubSpot: Stray gave 2 of 10 (NPS) in Moving in.']);
			expect(hubspot().tasks).toHaveLength(1);
		});
	});

	itWithstands(crm);
});
