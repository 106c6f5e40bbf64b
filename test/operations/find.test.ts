import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { useEngine, useForEach } from '../harness/support';
import { first, full } from './case';
import { idsIn, runFind, type Resource } from './finding';

let engine: Engine;
useEngine((started) => (engine = started));

describe.each(DIALECTS)('Find in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	/** The only item, of one request without a query. */
	const find = async (resource: Resource, parameters: INodeParameters) => {
		const ran = await runFind(engine, service, resource, parameters);
		expect(ran.error?.message).toBeUndefined();
		expect(ran.items).toHaveLength(1);
		expect(service.log.map(({ query }) => query)).toEqual([[]]);
		return ran.items[0]?.json;
	};
	const byEmail = async (resource: Resource, email: string) =>
		await find(resource, { findBy: 'email', email });
	const byExternalId = async (resource: Resource, externalId: string) =>
		await find(resource, { findBy: 'externalId', externalId });
	const invite = (draft: object, type?: 'csv' | 'shared_link' | 'popup' | 'test') =>
		service.world.createInvitation(full(service).id, type, draft);

	describe('an invitation', () => {
		it('that is not there', async () => {
			expect(await byEmail('invitation', 'nobody@example.com')).toEqual({
				survey_id: full(service).id,
				count: 0,
				match: null,
				matches: [],
				keys: [],
			});
		});

		it('one, with the record whole', async () => {
			const { id } = invite({ recipientEmail: 'ann@example.com', recipientName: 'Ann' });
			const item = await byEmail('invitation', ' ANN@example.COM ');
			const answered = JSON.parse(service.log[0]?.answered ?? '[]') as IDataObject[];
			const record = answered.find((one) => one.id === id);
			expect(record).toBeDefined();
			expect(item).toEqual({
				survey_id: full(service).id,
				count: 1,
				match: record,
				matches: [record],
				keys: [
					{
						id,
						agrees: ['email'],
						differs: [],
						emails: ['ann@example.com'],
						external_ids: [],
					},
				],
			});
		});

		it('several, however the address is written', async () => {
			const several = [
				invite({ recipientEmail: 'Zoë@münchen.example' }),
				invite({ recipientEmail: 'zoë@XN--MNCHEN-3YA.example' }, 'csv'),
			];
			const others = ['zoe@münchen.example', 'zoë@munchen.example', 'azoë@münchen.example'];
			for (const recipientEmail of others) invite({ recipientEmail });
			for (const email of ['zoë@MÜNCHEN.example', 'ZOË@xn--mnchen-3ya.example']) {
				const item = await byEmail('invitation', email);
				expect(item).toMatchObject({ count: 2, match: null });
				expect(idsIn(item)).toEqual(several.map(({ id }) => id).sort());
			}
		});

		it('not a shared link, a popup or a test, whatever they carry; nor one of another survey', async () => {
			const decoy = { recipientEmail: 'ann@example.com', recipientExternalId: 'A-1' };
			for (const type of ['shared_link', 'popup', 'test'] as const) invite(decoy, type);
			service.world.createInvitation(service.world.survey('Onboarding').id, 'personal', decoy);
			expect(await byEmail('invitation', 'ann@example.com')).toMatchObject({ count: 0 });
			expect(await byExternalId('invitation', 'A-1')).toMatchObject({ count: 0 });
			const { id } = invite(decoy, 'csv');
			expect(idsIn(await byEmail('invitation', 'ann@example.com'))).toEqual([id]);
		});

		it('by external ID, which is trimmed text in its own case', async () => {
			const { id } = invite({ recipientExternalId: ' Member-7 ' });
			const number = invite({ recipientExternalId: '900' });
			expect(idsIn(await byExternalId('invitation', 'Member-7'))).toEqual([id]);
			expect(idsIn(await byExternalId('invitation', 'mEmBer-7'))).toEqual([]);
			expect(idsIn(await byExternalId('invitation', '={{ 900 }}'))).toEqual([number.id]);
		});

		it('by either, each once; what is not looked for does not count', async () => {
			const one = invite({ recipientEmail: 'ann@example.com', recipientExternalId: 'A-1' });
			const two = invite({ recipientEmail: 'other@example.com', recipientExternalId: 'A-1' });
			const three = invite({ recipientEmail: 'ann@example.com' });
			// Texts that programs write where they have nothing.
			for (const nothing of ['undefined', 'null', '']) invite({ recipientExternalId: nothing });
			const both = { email: 'ann@example.com', externalId: 'A-1' };
			expect(idsIn(await find('invitation', { findBy: 'either', ...both }))).toEqual(
				[one, two, three].map(({ id }) => id).sort(),
			);
			expect(idsIn(await find('invitation', { findBy: 'email', ...both }))).toEqual(
				[one, three].map(({ id }) => id).sort(),
			);
			expect(idsIn(await find('invitation', { findBy: 'externalId', ...both }))).toEqual(
				[one, two].map(({ id }) => id).sort(),
			);
		});
	});

	describe('a respondent', () => {
		const people = () => service.world.respondents(full(service).id);
		const without = (key: 'email' | 'externalId') =>
			people().filter((one) => one[key] === null).length;
		/** People who came by a shared link and left nothing of themselves, or only one thing. */
		beforeEach(() => {
			for (const [place, one] of people().slice(-30).entries()) {
				one.email = null;
				one.externalId = place < 20 ? null : `member-${place}`;
			}
		});
		const known = () => first(people(), ({ email, externalId }) => Boolean(email && externalId));

		it('one, with how many cannot be told', async () => {
			const { id, email, externalId } = known();
			const rest = { survey_id: full(service).id, count: 1, match: { id }, matches: [{ id }] };
			expect(await byEmail('respondent', email?.toUpperCase() ?? '')).toMatchObject({
				...rest,
				unreadable: without('email'),
			});
			expect(await byExternalId('respondent', externalId ?? '')).toMatchObject({
				...rest,
				unreadable: without('externalId'),
			});
		});

		it('none, and several, whoever of them carries only one of the keys', async () => {
			expect(await byEmail('respondent', 'nobody@example.com')).toEqual({
				survey_id: full(service).id,
				count: 0,
				unreadable: without('email'),
				match: null,
				matches: [],
				keys: [],
			});
			const [one, two, three] = people().slice(-30);
			if (!one || !two || !three) throw new Error('The seed has too few of them.');
			one.email = 'ann@münchen.example';
			two.externalId = 'A-1';
			three.email = 'other@example.com';
			const both = { email: 'Ann@xn--mnchen-3ya.example', externalId: 'A-1' };
			const item = await find('respondent', { findBy: 'either', ...both });
			expect(item).toMatchObject({ count: 2, match: null });
			expect(idsIn(item)).toEqual([one.id, two.id].sort());
			const neither = people().filter(({ email, externalId }) => !email && !externalId);
			expect(item?.unreadable).toBe(neither.length);
			expect(item?.unreadable).not.toBe(0);
		});

		it('of an anonymous survey: nobody is found, and of nobody it can be told', async () => {
			const { email } = known();
			service.world.makeAnonymous(full(service).id);
			expect(await byEmail('respondent', email ?? '')).toMatchObject({
				count: 0,
				unreadable: people().length,
				match: null,
			});
		});

		it('who was erased is found no more; whoever is left of them cannot be told', async () => {
			const { id, email } = known();
			service.world.eraseRespondent(id);
			const item = await byEmail('respondent', email ?? '');
			expect(item).toMatchObject({ count: 0, unreadable: without('email') });
			expect(people().some((one) => one.id === id)).toBe(service.choices.erase === 'kept');
		});
	});

	it('another run reads again', async () => {
		await byEmail('invitation', 'ann@example.com');
		const { id } = invite({ recipientEmail: 'ann@example.com' });
		expect(idsIn(await byEmail('invitation', 'ann@example.com'))).toEqual([id]);
	});
});
