import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import { callTool } from '../faults/callTool';
import type { Engine, Run } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { hintsOf, useEngine, useForEach } from '../harness/support';
import { credentialsFor, EVERYTHING } from '../harness/support/names';
import { chosen, first, full } from './case';
import { withFixedAnswer } from './fixedAnswer';

type Resource = 'respondent' | 'invitation';

let engine: Engine;
useEngine((started) => (engine = started));

/** Runs Find in the survey with many records, or where the parameters say. */
async function runFind(
	service: Service,
	resource: Resource,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	node = {},
): Promise<Run> {
	service.clearLog();
	const surveyId = chosen(full(service).id);
	return await engine.runNode({
		parameters: { resource, operation: 'find', surveyId, ...EVERYTHING, ...parameters },
		credentials: credentialsFor(service),
		items,
		node,
	});
}

/** The ids of an item's matches. */
function idsIn(item?: IDataObject): string[] {
	return (item?.matches as IDataObject[]).map(({ id }) => String(id)).sort();
}

describe.each(DIALECTS)('Find in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	/** The only item, of one request without a query. */
	const find = async (resource: Resource, parameters: INodeParameters) => {
		const ran = await runFind(service, resource, parameters);
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

		it('tells of invitations which keys agree, which differ, and what each carries', async () => {
			const one = invite({ recipientEmail: 'ANN@example.com', recipientExternalId: 'A-1' });
			const two = invite({ recipientEmail: 'other@example.com', recipientExternalId: 'A-1' });
			const three = invite({ recipientEmail: 'ann@example.com' });
			const both = { email: 'Ann@example.com', externalId: 'A-1' };
			const item = await find('invitation', { findBy: 'either', ...both });
			const keys = item?.keys as IDataObject[];
			expect(keys.map(({ id }) => id)).toEqual(
				(item?.matches as IDataObject[]).map(({ id }) => id),
			);
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
			const compared = (byId?.keys as IDataObject[]).map(({ agrees, differs }) => [
				agrees,
				differs,
			]);
			expect(compared).toEqual([
				[['externalId'], []],
				[['externalId'], []],
			]);
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

		it('who was erased is found no more, and is not counted among those who may be anybody', async () => {
			const { id, email } = known();
			const unreadable = without('email');
			service.world.eraseRespondent(id);
			expect(await byEmail('respondent', email ?? '')).toMatchObject({ count: 0, unreadable });
			expect(people().some((one) => one.id === id)).toBe(service.choices.erase === 'kept');
		});

		it('tells of a respondent who carries one key only, or an address under one name and another under another', async () => {
			const someone = known();
			Object.assign(someone, { email: null, externalId: 'crm-1' });
			const both = { email: 'ada@x.com', externalId: 'crm-1' };
			expect(await find('respondent', { findBy: 'either', ...both })).toMatchObject({
				keys: [{ agrees: ['externalId'], differs: [], emails: [] }],
			});
			someone.alsoSays = { contact_email: 'ADA@x.com', participant_email: 'other@x.com' };
			const item = await find('respondent', { findBy: 'either', ...both });
			expect(item).toMatchObject({
				keys: [{ agrees: ['email', 'externalId'], differs: ['email'] }],
			});
		});
	});

	it('one request for each survey, an item for each', async () => {
		const onboarding = service.world.survey('Onboarding');
		const { id: ours } = full(service);
		const items = Array.from({ length: 40 }, (_unused, place) => ({
			survey: place % 2 === 0 ? ours : onboarding.id.toUpperCase(),
			email: `person${place}@example.com`,
		}));
		const parameters = {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
			findBy: 'email',
			email: '={{ $json.email }}',
		};
		const ran = await runFind(service, 'invitation', parameters, items);
		expect(ran.error?.message).toBeUndefined();
		expect(service.log.map(({ path }) => path).sort()).toEqual(
			[ours, onboarding.id].map((id) => `/api/surveys/${id}/invitations`).sort(),
		);
		expect(ran.items).toHaveLength(items.length);
		for (const [item, { json, pairedItem }] of ran.items.entries()) {
			const { survey, email } = items[item] ?? {};
			const surveyId = survey?.toLowerCase() ?? '';
			const wanted = service.world
				.invitations(surveyId)
				.filter(({ recipientEmail }) => recipientEmail === email);
			expect(pairedItem).toEqual({ item });
			expect(json.survey_id).toBe(surveyId);
			expect(idsIn(json)).toEqual(wanted.map(({ id }) => id));
		}
		expect(ran.items.some(({ json }) => json.count === 1)).toBe(true);
	});

	it('a list that cannot be read fails each item that looks in it, after one request, and no other', async () => {
		const unknown = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
		const items = Array.from({ length: 20 }, (_unused, place) => ({
			survey: place % 2 === 0 ? unknown : full(service).id,
		}));
		const parameters = {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
			findBy: 'email',
			email: 'ann@example.com',
		};
		const goingOn = await runFind(service, 'respondent', parameters, items, {
			onError: 'continueRegularOutput',
		});
		expect(service.log).toHaveLength(2);
		expect(goingOn.items).toHaveLength(items.length);
		for (const [item, { json, pairedItem }] of goingOn.items.entries()) {
			expect(pairedItem).toEqual({ item });
			if (item % 2 === 0) expect(json).toMatchObject({ error: expect.any(String) });
			else expect(json).toMatchObject({ count: 0 });
		}
		const stopped = await runFind(service, 'respondent', parameters, items);
		expect(stopped.status).toBe('error');
		expect(stopped.items).toEqual([]);
		expect(stopped.error?.description).toContain('Row 1: failed.');
	});

	it('a search in many items that the rate limit refuses at once is one error, and nothing else fails', async () => {
		const items = Array.from({ length: 2000 }, (_unused, place) => ({ email: `a${place}@x.com` }));
		const parameters = {
			...{ findBy: 'email', email: '={{ $json.email }}' },
			options: { maxWait: 0 },
		};
		service.faults.inject({
			match: { operation: 'respondent.getAll' },
			fault: { kind: 'status', status: 429, retryAfter: 3600 },
		});
		await runFind(service, 'respondent', parameters, items.slice(0, 1));
		// Now the request is refused before it is sent, while n8n does other work in between.
		const run = await runFind(service, 'respondent', parameters, items);
		expect(run.error?.message).toMatch(/rate limit/);
		expect(service.log).toEqual([]);
	});

	describe('nobody found among people who do not show who they are', () => {
		const SAID =
			/^Respondents who do not show who they are, .*: (\d+) of (\d+)\. So “not found” does not mean/;
		const STRANGER = { findBy: 'email', email: 'nobody@elsewhere.example' };
		const anonymous = () => service.world.survey('Workplace pulse (anonymous)').id;
		const saidIn = (ran: Run) => hintsOf(ran).filter(({ message }) => SAID.test(message));

		it('is a warning, once for all items, and a model reads it first', async () => {
			const surveyId = chosen(anonymous());
			const all = service.world.respondents(anonymous()).length;
			const ran = await runFind(service, 'respondent', { ...STRANGER, surveyId }, [{}, {}]);
			expect(ran.items.map(({ json }) => json)).toMatchObject([
				{ count: 0, unreadable: all },
				{ count: 0 },
			]);
			const hints = saidIn(ran);
			expect(hints.map(({ type }) => type)).toEqual(['warning']);
			expect(SAID.exec(hints[0]?.message ?? '')?.slice(1)).toEqual([`${all}`, `${all}`]);
			const asked = { resource: 'respondent', operation: 'find', surveyId, ...STRANGER };
			expect(JSON.parse(await callTool(engine, service, asked))).toMatchObject([
				{ note: expect.stringMatching(SAID) as string },
				{ count: 0 },
			]);
		});

		it('is not said where somebody is found, nor among invitations', async () => {
			const people = service.world.respondents(full(service).id);
			const email = people.find((one) => one.email !== null)?.email ?? '';
			const found = await runFind(service, 'respondent', { findBy: 'email', email });
			expect(found.items[0]?.json.count).not.toBe(0);
			expect(saidIn(found)).toEqual([]);
			expect(saidIn(await runFind(service, 'invitation', STRANGER))).toEqual([]);
		});
	});
});

describe('an answer of another shape', () => {
	const find = async (url: string, parameters: INodeParameters) =>
		await engine.runNode({
			parameters: {
				resource: 'respondent',
				operation: 'find',
				output: 'everything',
				surveyId: chosen('7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12'),
				findBy: 'email',
				email: 'ann@example.com',
				...parameters,
			},
			credentials: credentialsFor({ url, token: 'token' }),
		});

	it('that is only a part of the list never says that somebody is not in it', async () => {
		await withFixedAnswer({ items: [{ email: 'bob@example.com' }], total: 2 }, async (url) => {
			const { error, items } = await find(url, {});
			expect(error?.message).toMatch(/^The service returned only part of the list \(1 record\), /);
			expect(items).toEqual([]);
		});
	});
});
