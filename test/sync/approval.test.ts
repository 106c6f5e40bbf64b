/** Only what somebody approved in a dry run is done, whatever has happened since. */
import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { failureOf, given, useEngine } from '../harness/support';
import { type SyncRun, actions, createSurvey, sync, told, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const REVOKE = { whenMissing: 'revoke', maxRevokePercent: 100 };
const person = (name: string, more: IDataObject = {}) => ({
	email: `${name}@x.com`,
	name,
	...more,
});
const run = async (contacts: IDataObject[], more: Partial<SyncRun> = {}) => {
	service.clearLog();
	const parameters = { ...more.parameters, output: 'everything' };
	return await sync(engine, service, { surveyId, contacts, ...more, parameters });
};
const invited = (name: string) =>
	service.world.createInvitation(surveyId, 'csv', {
		recipientEmail: `${name}@x.com`,
		recipientName: name,
	});
/** The step IDs that a dry run shows. */
const planned = async (contacts: IDataObject[], more: Partial<SyncRun> = {}) => {
	const dry = await run(contacts, { ...more, parameters: { ...more.parameters, dryRun: true } });
	expect(dry.error).toBeUndefined();
	return dry.items.map(({ json }) => json.stepId);
};
const writes = () => writesIn(service).map(({ method, body }) => [method, body]);

it('does all of it when nothing has happened since', async () => {
	['ada', 'bob', 'cid'].forEach(invited);
	const list = [person('ada'), { ...person('bob'), name: 'Robert' }, person('dee')];
	const ids = await planned(list, { options: REVOKE });
	expect(ids).toEqual([undefined, ...Array<unknown>(3).fill(expect.any(String))]);
	const real = await run(list, { options: { ...REVOKE, approvedSteps: ids } });
	expect(actions(real)).toEqual(['unchanged', 'updated', 'created', 'revoked']);
	expect(real.items.map(({ json }) => json.stepId)).toEqual(ids);
	expect(actions(await run(list, { options: REVOKE }))).toEqual([
		'unchanged',
		'unchanged',
		'unchanged',
	]);
});

it('takes the steps of the rows that somebody reads, where some have none', async () => {
	invited('ada');
	const list = [person('ada'), person('bob')];
	const parameters = { dryRun: true, output: 'simplified' };
	const dry = await sync(engine, service, { surveyId, contacts: list, parameters });
	const ids = dry.items.map(({ json }) => json.stepId);
	expect(ids).toEqual([null, expect.any(String)]);
	const options = { approvedSteps: given(ids) };
	expect(actions(await run(list, { options }))).toEqual(['unchanged', 'created']);
});

it('leaves out what came since: a person by hand, a correction, somebody who vanished', async () => {
	const [ada, bob] = [invited('ada'), invited('bob')];
	const list = [{ ...person('ada'), notes: 'VIP' }, person('bob')];
	const approvedSteps = await planned(list, { options: REVOKE });
	// In the application, while the approval waits.
	invited('byhand');
	ada.recipientName = 'Ada Lovelace';
	service.world.records.invitations.remove(bob.id);
	const real = await run(list, { options: { ...REVOKE, approvedSteps } });
	expect(real.error).toBeUndefined();
	expect(told(real.items)).toEqual([
		['skipped', expect.stringMatching(/^This change is not among the Approved Steps/)],
		['skipped', expect.stringMatching(/^Creating this invitation is not among the Approved/)],
		['skipped', expect.stringMatching(/^Revoking this invitation is not among the Approved/)],
	]);
	expect(real.items.map(({ json }) => json.attempted)).toEqual(['updated', 'created', 'revoked']);
	expect(real.items[0]?.json.changes).toBe('name: Ada Lovelace → ada; notes: (empty) → VIP');
	expect(writes()).toEqual([]);
});

it('skips a change if the value of the invitation is another one by now', async () => {
	const ada = invited('ada');
	const list = [{ ...person('ada'), name: 'Ada' }];
	const approvedSteps = await planned(list);
	ada.recipientName = 'Ada Lovelace';
	expect(actions(await run(list, { options: { approvedSteps } }))).toEqual(['skipped']);
	expect(ada.recipientName).toBe('Ada Lovelace');
});

it("skips an approved step whose invitation was used, or became another person's, since then", async () => {
	const used = invited('ada');
	const moved = invited('bob');
	const byId = [
		{ ...person('ada'), name: 'Ada' },
		{ email: 'bob@x.com', id: 'crm-2', name: 'Bob' },
	];
	const approvedSteps = await planned(byId);
	service.world.interview({ invitationId: used.id }, {});
	moved.recipientExternalId = 'crm-2';
	moved.recipientEmail = 'lee@x.com';
	const real = await run(byId, { options: { approvedSteps } });
	expect(actions(real)).toEqual(['skipped', 'skipped']);
	expect(writes()).toEqual([]);
});

it.each([
	['in the order of the list', (rows: IDataObject[]) => rows],
	['against the order of the list', (rows: IDataObject[]) => rows.toReversed()],
])(
	'gives nobody an address or an ID that another invitation keeps, because its change was not approved: %s',
	async (_order, ordered) => {
		const [first, second] = [invited('ada'), invited('bee')];
		first.recipientExternalId = '1';
		second.recipientExternalId = '2';
		const list = ordered([
			{ id: '9', email: 'ada@x.com', name: 'ada' },
			{ id: '1', email: 'bee@x.com', name: 'bee' },
			{ id: '2', email: 'cid@x.com', name: 'cid' },
		]);
		const unapproved = list.findIndex(({ id }) => id === '9');
		const matchBy = { parameters: { matchBy: 'email' } };
		const ids = await planned(list, matchBy);
		const part = await run(list, {
			...matchBy,
			options: { approvedSteps: ids.toSpliced(unapproved, 1) },
		});
		expect(told(part.items).map(([action]) => action)).toEqual(['skipped', 'skipped', 'skipped']);
		const withSameId = part.items.find(({ json }) => json.email === 'cid@x.com');
		expect(withSameId?.json.reason).toContain('Another invitation keeps this');
		expect(writes()).toEqual([]);
		const all = await run(list, { ...matchBy, options: { approvedSteps: ids } });
		expect(actions(all).toSorted()).toEqual(['created', 'updated', 'updated']);
	},
);

it('revokes what was approved, also when it has become a larger share', async () => {
	const open = ['a', 'b', 'c', 'd'].map(invited);
	const list = ['a', 'b', 'c'].map((name) => person(name));
	const options = { whenMissing: 'revoke', maxRevokePercent: 25 };
	const approvedSteps = await planned(list, { options });
	service.world.interview({ invitationId: open[0]?.id ?? '' }, {});
	const refused = await run(list, { options });
	expect(refused.error?.message).toContain('1 of 3 open invitations would be revoked');
	const real = await run(list, { options: { ...options, approvedSteps } });
	expect(actions(real)).toEqual(['unchanged', 'unchanged', 'unchanged', 'revoked']);
});

it('does a part, and the rest when that is approved', async () => {
	const list = ['ada', 'bob', 'cid'].map((name) => person(name));
	const [first, second, third] = await planned(list);
	const part = await run(list, { options: { approvedSteps: [`${first}, ${third}`] } });
	expect(actions(part)).toEqual(['created', 'skipped', 'created']);
	expect(part.items[1]?.json.stepId).toBe(second);
	const rest = await run(list, { options: { approvedSteps: [second] } });
	expect(actions(rest)).toEqual(['unchanged', 'created', 'unchanged']);
});

it('shows all steps in a dry run, whatever is approved', async () => {
	const list = ['ada', 'bob'].map((name) => person(name));
	const ids = await planned(list);
	expect(await planned(list, { options: { approvedSteps: [] } })).toEqual(ids);
	const dry = { parameters: { dryRun: true }, options: { approvedSteps: [] } };
	expect(actions(await run(list, dry))).toEqual(['wouldCreate', 'wouldCreate']);
	expect(writes()).toEqual([]);
	const guarded = await run(list, { ...dry, options: { approvedSteps: [], maxCreates: 1 } });
	expect(guarded.error?.message).toContain('2 invitations would be created');
});

it('lets the guards count what is approved', async () => {
	const list = ['ada', 'bob', 'cid'].map((name) => person(name));
	const [first] = await planned(list);
	const options = { maxCreates: 1, approvedSteps: [first] };
	expect(actions(await run(list, { options }))).toEqual(['created', 'skipped', 'skipped']);
	const refused = await run(list, { options: { maxCreates: 1 } });
	expect(refused.error?.message).toContain('2 invitations would be created');
});

it('a step is another one in another survey, and the same with another expiry', async () => {
	const other = createSurvey(service, 'Other');
	const expiring = (day: number) => ({
		parameters: {
			recipient_name: '={{ $json.name }}',
			contactFields: { expires_at: `2030-01-0${day}` },
		},
	});
	const list = [person('ada')];
	const first = await planned(list, expiring(1));
	expect(await planned(list, expiring(2))).toEqual(first);
	const there = await sync(engine, service, {
		surveyId: other,
		contacts: list,
		parameters: { ...expiring(1).parameters, output: 'everything' },
		options: {},
	});
	expect(there.items[0]?.json.stepId).toEqual(expect.any(String));
	expect(there.items[0]?.json.stepId).not.toBe(first[0]);
	expect(await planned([person('Ada')], expiring(1))).not.toEqual(first);
});

it.each<[string, unknown]>([
	['an empty list', []],
	['an expression that gives an empty list', '={{ [] }}'],
	['steps of which nothing had to be done', '={{ [undefined, null] }}'],
	['an empty text', ['']],
	['another text', ['all']],
])('%s approves nothing', async (_, approvedSteps) => {
	const real = await run([person('ada')], { options: { approvedSteps } as IDataObject });
	expect(actions(real)).toEqual(['skipped']);
	expect(writes()).toEqual([]);
});

it.each<[string, unknown, RegExp]>([
	['an expression that gives nothing', '={{ $json.none }}', /^Approved Steps has no value/],
	[
		'items',
		'={{ [{ stepId: "a" }] }}',
		/^Approved Steps contains {"stepId":"a"}, which is not a step ID/,
	],
	[
		'one for each item',
		'={{ $json.name }}',
		/^Approved Steps must be the same for all rows, but row 2/,
	],
	[
		'one for the item in the middle',
		'={{ $json.name === "bob" ? [] : ["x"] }}',
		/^Approved Steps must be the same for all rows, but row 2/,
	],
])('refuses %s', async (_, approvedSteps, sentence) => {
	const list = ['ada', 'bob', 'ada'].map((name) => person(name));
	const { message } =
		failureOf(await run(list, { options: { approvedSteps } as IDataObject })) ?? {};
	expect(message).toMatch(sentence);
	expect(service.log).toEqual([]);
});
