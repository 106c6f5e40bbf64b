import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { useEngine, useForEach } from '../harness/support';
import { first, full } from './case';
import { runFind, type Resource } from './finding';

let engine: Engine;
useEngine((started) => (engine = started));

describe.each(DIALECTS)('Find compares keys in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	const find = async (resource: Resource, parameters: INodeParameters) => {
		const ran = await runFind(engine, service, resource, parameters);
		expect(ran.error?.message).toBeUndefined();
		return ran.items[0]?.json;
	};
	const idOf = ({ id }: IDataObject) => id;
	const invite = (draft: object) =>
		service.world.createInvitation(full(service).id, 'personal', draft);
	const known = () =>
		first(service.world.respondents(full(service).id), ({ email, externalId }) =>
			Boolean(email && externalId),
		);

	it('of invitations: which agree, which differ, and what each carries', async () => {
		const one = invite({ recipientEmail: 'ANN@example.com', recipientExternalId: 'A-1' });
		const two = invite({ recipientEmail: 'other@example.com', recipientExternalId: 'A-1' });
		const three = invite({ recipientEmail: 'ann@example.com' });
		const both = { email: 'Ann@example.com', externalId: 'A-1' };
		const item = await find('invitation', { findBy: 'either', ...both });
		const keys = item?.keys as IDataObject[];
		expect(keys.map(({ id }) => id)).toEqual((item?.matches as IDataObject[]).map(idOf));
		const of = ({ id }: { id: string }) => keys.find((each) => each.id === id);
		expect(of(one)).toMatchObject({ agrees: ['email', 'externalId'], differs: [] });
		expect(of(two)).toEqual({
			id: two.id,
			agrees: ['externalId'],
			differs: ['email'],
			emails: ['other@example.com'],
			external_ids: ['A-1'],
		});
		expect(of(three)).toMatchObject({ agrees: ['email'], differs: [], external_ids: [] });
		// What is not looked for is not compared.
		const byId = await find('invitation', { findBy: 'externalId', ...both });
		const compared = (byId?.keys as IDataObject[]).map(({ agrees, differs }) => [agrees, differs]);
		expect(compared).toEqual([
			[['externalId'], []],
			[['externalId'], []],
		]);
	});

	describe('of a respondent', () => {
		const OTHER = 'other@x.com';
		it.each<[string, Record<string, unknown>]>([
			['email', { email: OTHER }],
			['emailAddress', { emailAddress: OTHER }],
			['participant_email', { participant_email: OTHER }],
			['RecipientEmail', { RecipientEmail: OTHER }],
			['identity.email', { identity: { email: OTHER } }],
			['participant.e_mail', { participant: { e_mail: OTHER } }],
			['invitation.recipient_email', { invitation: { recipient_email: OTHER } }],
			['a masked one', { contact_email: 'o***@x.com' }],
			['one that is no address', { email: 'Other <other@x.com>' }],
		])('whose email address differs, and is called %s', async (_name, alsoSays) => {
			const someone = known();
			Object.assign(someone, { email: null, externalId: 'crm-1', alsoSays });
			const both = { email: 'ada@x.com', externalId: 'crm-1' };
			const item = await find('respondent', { findBy: 'either', ...both });
			expect(item).toMatchObject({
				count: 1,
				match: { id: someone.id },
				keys: [
					{
						id: someone.id,
						agrees: ['externalId'],
						differs: ['email'],
						emails: [expect.stringMatching(/^(other@x\.com|o\*\*\*@x\.com|Other <other@x\.com>)$/)],
						external_ids: ['crm-1'],
					},
				],
			});
		});

		it.each<[string, Record<string, unknown>]>([
			['externalId', { externalId: 7 }],
			['participant_external_ref', { participant_external_ref: '7' }],
			['profile.external_id', { profile: { external_id: '7' } }],
			['invitation.recipient_external_id', { invitation: { recipient_external_id: '7' } }],
		])('whose external ID differs, and is called %s', async (_name, alsoSays) => {
			const someone = known();
			Object.assign(someone, { email: 'Ada@x.com', externalId: null, alsoSays });
			const both = { email: 'ada@x.com', externalId: 'crm-1' };
			expect(await find('respondent', { findBy: 'either', ...both })).toMatchObject({
				count: 1,
				keys: [{ agrees: ['email'], differs: ['externalId'], external_ids: ['7'] }],
			});
		});

		it('who carries one key only, or an address under one name and another under another', async () => {
			const someone = known();
			Object.assign(someone, { email: null, externalId: 'crm-1' });
			const both = { email: 'ada@x.com', externalId: 'crm-1' };
			expect(await find('respondent', { findBy: 'either', ...both })).toMatchObject({
				keys: [{ agrees: ['externalId'], differs: [], emails: [] }],
			});
			someone.alsoSays = { contact_email: 'ADA@x.com', participant_email: OTHER };
			const item = await find('respondent', { findBy: 'either', ...both });
			expect(item).toMatchObject({
				keys: [{ agrees: ['email', 'externalId'], differs: ['email'] }],
			});
		});
	});
});
