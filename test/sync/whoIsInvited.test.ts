/** Lists and services as people have them: nobody is invited twice, left out, or mixed up with somebody else. */
import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import type { Fault, Service } from '../harness/service';
import { act, byId, failureOf, until, useEngine } from '../harness/support';
import { actions, createSurvey, sync, type SyncRun, told, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.com`, id: `A-${n}` }));
const run = async (contacts: IDataObject[], more: Partial<SyncRun> = {}) =>
	await sync(engine, service, { surveyId, contacts, ...more });
const invited = () => service.world.invitations(surveyId);
const creates = () => writesIn(service).filter(({ method }) => method === 'POST').length;

describe('who opted out', () => {
	const inviteAda = () =>
		service.world.createInvitation(surveyId, 'csv', {
			recipientEmail: 'ada@x.com',
			recipientExternalId: '1',
		});

	it('by an ID: nobody else at the same mailbox is invited', async () => {
		inviteAda();
		const contacts = [
			{ id: '2', email: 'Ada@x.com' },
			{ id: '7', email: 'cid@x.com' },
		];
		expect(actions(await run(contacts, { options: { neverCreateFor: '1' } }))).toEqual([
			'skipped',
			'created',
		]);
	});

	it('by an address: another address with the same ID gets the invitation, and no new one', async () => {
		inviteAda();
		const contacts = [
			{ id: '1', email: 'b@x.com' },
			{ id: '7', email: 'cid@x.com' },
		];
		expect(actions(await run(contacts, { options: { neverCreateFor: 'ada@x.com' } }))).toEqual([
			'updated',
			'created',
		]);
	});

	it('holds for the mailbox where only another row of the list has the ID', async () => {
		const contacts = [
			{ id: '1', email: 'home@x.com' },
			{ id: '2', email: ' HOME@x.com' },
			{ id: '3', email: 'cid@x.com' },
		];
		const { items } = await run(contacts, { options: { neverCreateFor: '1' } });
		expect(items.map(({ json }) => json.action)).toEqual(['skipped', 'skipped', 'created']);
	});

	it.each([
		['cleaned', [{ id: '3', email: 'a@x.com' }], /"cleaned" names nobody: give /],
		['2026-03-01', [{ id: '3', email: 'a@x.com' }], /"2026-03-01", which is a day: give /],
		['01.03.2026', [{ id: '3', email: 'a@x.com' }], /"01.03.2026", which is a day/],
		[['b@x.com', 'x.com'], [{ id: '3', email: 'A@X.com' }], /"x.com", which is the domain/],
	])(
		'by %j: nothing is changed where that could stop nobody',
		async (neverCreateFor, rows, why) => {
			const done = await run(rows, { options: { neverCreateFor } });
			expect(failureOf(done)?.message).toMatch(why);
			expect(creates()).toBe(0);
		},
	);

	it.each([
		['ada', [{ id: 'bea', email: 'a@x.com' }], ['created']],
		['Lovelace, Ada <ada@x.com>', [{ id: '3', email: 'a@x.com' }], ['created']],
		['4', [{ id: '3', email: 'a@x.com' }], ['created']],
		['jdoe, asmith', [{ id: 'mmuller2', email: 'a@x.com' }], ['created']],
		[['crm-9', '10'], [{ email: 'a@x.com' }], ['created']],
		['2026-03-02', [{ id: '2026-03-01', email: 'a@x.com' }], ['created']],
	])('by %j: who is not among them is invited', async (neverCreateFor, rows, expected) => {
		expect(actions(await run(rows, { options: { neverCreateFor } }))).toEqual(expected);
	});

	it('holds where the row that has ID and mailbox cannot be read', async () => {
		const contacts = [
			{ id: '1', email: 'home@x.com', name: 'J\uFFFD' },
			{ id: '2', email: 'home@x.com', name: 'Bob' },
		];
		const { items } = await run(contacts, { options: { neverCreateFor: '1' } });
		expect(items.map(({ json }) => json.action)).toEqual(['failed', 'skipped']);
	});

	it('holds for an ID that is not used, because all have it', async () => {
		const contacts = [
			{ id: '42', email: 'a@x.com' },
			{ id: '42', email: 'b@x.com' },
		];
		expect(actions(await run(contacts, { options: { neverCreateFor: '42' } }))).toEqual([
			'skipped',
			'skipped',
		]);
	});

	it('a recent invitation to another survey holds for the mailbox, too', async () => {
		const other = createSurvey(service, 'Other');
		service.world.createInvitation(other, 'csv', {
			recipientEmail: 'home@x.com',
			recipientExternalId: '1',
		});
		const contacts = [
			{ id: '2', email: 'home@x.com' },
			{ id: '1', email: 'new@x.com' },
			{ id: '3', email: 'cid@x.com' },
		];
		const { items } = await run(contacts, { options: { notInvitedWithin: 30 } });
		expect(items.map(({ json }) => json.action)).toEqual(['skipped', 'skipped', 'created']);
	});
});

describe('a survey whose invitations do not show whom they are for', () => {
	const nameless = () => service.world.createInvitation(surveyId, 'personal', {});

	const makeAnonymous = () =>
		service.faults.inject({
			match: { path: new RegExp(`/surveys/${surveyId}$`) },
			fault: {
				kind: 'rewritten body',
				rewrite: (body) => body.replace('"anonymous":false', '"anonymous":true'),
			},
			times: Infinity,
		});

	it('is refused before anything is sent', async () => {
		nameless();
		nameless();
		makeAnonymous();
		const { error } = await run(people(3));
		expect(error?.message).toContain('None of the survey’s 2 invitations shows whom it is for');
		expect(writesIn(service)).toEqual([]);
	});

	it('is accepted if one of several invitations shows it, although the survey is anonymous', async () => {
		nameless();
		service.world.createInvitation(surveyId, 'csv', { recipientEmail: 'p0@x.com' });
		makeAnonymous();
		const { error } = await run(people(2));
		expect(error).toBeUndefined();
	});

	it('is accepted if it is not anonymous', async () => {
		nameless();
		expect(actions(await run(people(2)))).toEqual(['created', 'created']);
		expect(actions(await run(people(2)))).toEqual(['unchanged', 'unchanged']);
	});
});

it('an invitation is not rewritten where its ID is also that of a row that cannot be read', async () => {
	const carl = service.world.createInvitation(surveyId, 'csv', {
		recipientEmail: 'carl@x.com',
		recipientExternalId: 'X1',
		recipientName: 'Carl',
	});
	const contacts = [
		{ id: 'X1', email: 'ada@x.com', name: 'Ada' },
		{ id: 'X1', email: 'bob@x,com', name: 'Bob' },
		{ id: '7', email: 'd@x.com', name: 'Dee' },
	];
	expect(actions(await run(contacts))).toEqual(['duplicate', 'failed', 'created']);
	expect(service.world.records.invitations.get(carl.id)?.recipientEmail).toBe('carl@x.com');
});

it('nobody gets the invitation of another where both have one at their own address', async () => {
	const invite = (recipientEmail: string, recipientExternalId: string) =>
		service.world.createInvitation(surveyId, 'csv', { recipientEmail, recipientExternalId });
	const first = invite('luk@x.com', 'D');
	invite('neil@x.com', '42');
	invite('luk@x.com', 'N-1');
	const contacts = [
		{ id: 'N-1', email: 'luk@x.com' },
		{ id: 'D', email: 'neil@x.com' },
	];
	const parameters = { matchBy: 'externalId' };
	expect(actions(await run(contacts, { parameters }))).toEqual(['unchanged', 'failed']);
	expect(service.world.records.invitations.get(first.id)?.recipientEmail).toBe('luk@x.com');
});

describe('a contact that the service never takes', () => {
	const refuse = (email: string, status: number) => {
		const fault: Fault = { kind: 'status', status };
		service.faults.inject({
			match: ({ method, body }) => method === 'POST' && JSON.stringify(body).includes(email),
			fault,
			times: Infinity,
		});
	};

	it.each([400, 403, 409, 422, 451, 500])(
		'with %i harms nobody else, wherever it stands',
		async (status) => {
			refuse('p0@x.com', status);
			const { items, error } = await run(people(4));
			expect(error).toBeUndefined();
			expect(told(items).map(([action]) => action)).toEqual([
				'failed',
				'created',
				'created',
				'created',
			]);
			expect(items[0]?.json).toMatchObject({ email: 'p0@x.com', external_id: 'A-0' });
			expect(actions(await run(people(4)))).toEqual([
				'failed',
				...Array<string>(3).fill('unchanged'),
			]);
		},
	);

	it.each([
		[5, 8],
		[2, 2],
	])('if the first %i of %i are all refused, no other is sent', async (first, count) => {
		refuse('@x.com', 422);
		const broken = await run(people(count), { options: { concurrency: 3 } });
		expect(failureOf(broken)?.description).toContain(
			`The first ${first} creates were all refused, so no other was sent`,
		);
		expect(creates()).toBe(first);
	});

	it('five crashes in a row end the run', async () => {
		refuse('@x.com', 500);
		const broken = await run(people(20), { options: { concurrency: 1 } });
		expect(failureOf(broken)?.description).toContain('The sync stopped at row 5');
		expect(creates()).toBe(5);
	});
});

it('two runs at once invite nobody twice: the second waits for the first', async () => {
	service.faults.inject({
		match: ({ method }) => method === 'POST',
		fault: { kind: 'slow', ms: 50 },
		times: Infinity,
	});
	const [first, second] = await Promise.all([run(people(3)), run(people(3))]);
	const all = [actions(first), actions(second)].sort();
	expect(all).toEqual([Array(3).fill('created'), Array(3).fill('unchanged')]);
	expect(invited()).toHaveLength(3);
});

/** After these a run waits, or has begun to read. */
async function someTurns(): Promise<void> {
	for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve));
}

it('a run that waits for another one ends when it is canceled, and the next one still waits', async () => {
	let open = () => {};
	const held = new Promise<void>((resolve) => (open = resolve));
	const match = ({ method }: { method: string }) => method === 'POST';
	service.faults.inject({ match, fault: { kind: 'held', until: held }, times: 1 });
	const first = run(people(1));
	await until(() => writesIn(service).length === 1);
	const second = sync(engine, service, { surveyId, contacts: people(1) });
	await someTurns();
	second.cancel();
	expect((await second).status).toBe('canceled');
	// Whoever comes after it waits for the first one all the same.
	const third = run(people(1));
	await someTurns();
	open();
	expect(actions(await first)).toEqual(['created']);
	expect(actions(await third)).toEqual(['unchanged']);
	expect(invited()).toHaveLength(1);
});

it('people who are invited twice are named', async () => {
	for (const name of ['one', 'two'])
		service.world.createInvitation(surveyId, 'csv', {
			recipientEmail: 'ada@x.com',
			recipientName: name,
		});
	const { items } = await run([{ email: 'ada@x.com' }]);
	expect(items[0]?.json.reason).toContain('The same person has 1 other open invitation (');
});

describe('Create or Get with the ID of somebody else', () => {
	const create = async (recipient_email: string, recipient_external_id = '1') =>
		await act(engine, service, {
			operation: 'invitation.create',
			parameters: {
				surveyId: byId(surveyId),
				recipient_email,
				recipient_external_id,
				output: 'simplified',
			},
		});

	it('gives nobody the link of another person', async () => {
		await create('ada@x.com');
		const bob = await create('bob@x.com');
		expect(bob.error?.message).toContain('an existing invitation with another email address');
		expect(bob.items).toEqual([]);
		const sibling = await create('ada@x.com', '2');
		expect(sibling.error?.message).toContain('an existing invitation with another external ID');
		const again = await create('ADA@X.com');
		expect(again.error).toBeUndefined();
		expect(again.items[0]?.json.email).toBe('ada@x.com');
	});
});
