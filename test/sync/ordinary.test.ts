/** Lists as ordinary files, sheets and databases give them, through the node. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Engine, Run } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, useEngine } from '../harness/support';
import { actions, sync, told, useEmptySurvey, writesIn, type SyncRun } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const run = async (contacts: IDataObject[], more: Partial<SyncRun> = {}) =>
	await sync(engine, service, { surveyId, contacts, ...more });
const held = () =>
	service.world
		.invitations(surveyId)
		.map(({ recipientEmail, recipientExternalId, recipientName, properties }) => ({
			email: recipientEmail,
			id: recipientExternalId,
			name: recipientName,
			...properties,
		}));
const rows = ({ items }: Run) => items.map(({ json }) => json);
const EVERYTHING = { output: 'everything' };

it('people whose ID only says that there is none are different people', async () => {
	const words = ['NULL', 'N/A', '#N/A', '0', '-', 'undefined', 'null', '#REF!'];
	const contacts = words.map((id, n) => ({
		email: `p${n}@x.com`,
		id,
		name: 'undefined undefined',
	}));
	expect(new Set(actions(await run(contacts)))).toEqual(new Set(['created']));
	expect(held()).toEqual(contacts.map(({ email }) => ({ email, id: null, name: null })));
	expect(new Set(actions(await run(contacts)))).toEqual(new Set(['unchanged']));
});

it('an ID that a spreadsheet has rounded is refused, and the other contacts are invited', async () => {
	const contacts = [
		{ email: 'a@x.com', id: '1.23457E+11' },
		{ email: 'b@x.com', id: '0012' },
	];
	const { items } = await run(contacts);
	expect(told(items)).toEqual([
		['failed', expect.stringMatching(/^Recipient External ID "1\.23457E\+11" .*format its column/)],
		['created', null],
	]);
	expect(held()).toEqual([{ email: 'b@x.com', id: '0012', name: null }]);
});

describe('an external ID of several people', () => {
	const people = ['a', 'b', 'c'].map((name) => ({ email: `${name}@x.com` }));

	it('is not used where all have it, and the run says so', async () => {
		const parameters = { ...EVERYTHING, recipient_external_id: '=crm-{{ $json.id }}' };
		const done = await run(people, { parameters });
		expect(actions(done)).toEqual(['created', 'created', 'created']);
		expect(held().map(({ id }) => id)).toEqual([null, null, null]);
		expect(rows(done)[0]?.summary).toBe(
			'3 invited. The external ID crm- identifies nobody, so it is not used: correct the expression.',
		);
	});

	it('is not used where some have that of an empty cell', async () => {
		const contacts = [...people, { email: 'd@x.com', id: '7' }];
		const parameters = { recipient_external_id: '={{ "crm-" + ($json.id || null) }}' };
		await run(contacts, { parameters });
		expect(held().map(({ id }) => id)).toEqual([null, null, null, 'crm-7']);
	});

	it('is used where it is that of one, or of one with several rows', async () => {
		const contacts = [
			{ email: 'a@x.com', id: 'crm-7-' },
			{ email: 'A@X.com', id: 'crm-7-' },
		];
		expect(actions(await run(contacts))).toEqual(['created', 'duplicate']);
		expect(held()[0]?.id).toBe('crm-7-');
	});

	it.each(['crm-', '-NL'])('%s is none, also that of one contact', async (id) => {
		const done = await run([{ email: 'a@x.com', id }], { parameters: EVERYTHING });
		expect(actions(done)).toEqual(['created']);
		expect(held()[0]?.id).toBeNull();
		expect(rows(done)[0]?.summary).toContain(`The external ID ${id} identifies nobody`);
	});
});

it('values of properties become text, and spaces around them do not count', async () => {
	const contacts = [
		{ email: 'a@x.com', team: ' Sales', level: ['vip', 'nl'] },
		{ email: 'b@x.com', team: true, level: 5 },
		{ email: 'c@x.com', team: '2026-05-01T00:00:00.000Z', level: 'N/A' },
	];
	const properties = { mappingMode: 'autoMapInputData', value: null, schema: [] };
	for (const parameters of [{}, { properties, contactFields: {} }]) {
		const { items } = await run(contacts, { parameters });
		expect(items.map(({ json }) => [json.team, json.level])).toEqual([
			['Sales', 'vip, nl'],
			['true', '5'],
			['2026-05-01', null],
		]);
	}
	expect(held()[0]).toMatchObject({ team: 'Sales', level: 'vip, nl' });
});

it('a contact that cannot be read is told with who it is, and with what can be read', async () => {
	const contacts = [
		{ email: 'a@x.com', id: '7', name: 'Ada', team: { name: 'Sales' }, level: '2' },
		{ email: 'b@', id: '8', name: 'Bob' },
	];
	const expressions = {
		contactFields: {
			recipient_notes: '={{ $json.level.map((one) => one) }}',
			properties: { values: [{ key: 'team', value: '={{ $json.team }}' }] },
		},
	};
	for (const parameters of [{}, expressions]) {
		expect(rows(await run(contacts, { parameters }))).toMatchObject([
			{ action: 'failed', name: 'Ada', email: 'a@x.com', external_id: '7' },
			{ action: 'failed', name: 'Bob', email: 'b@', external_id: '8' },
		]);
	}
	const [row] = rows(await run(contacts));
	expect(row).toMatchObject({ reason: expect.stringMatching(/→ "team" must be text/), level: '2' });
});

describe('letters that were lost', () => {
	it('keep a right name from being overwritten, with one sentence for all', async () => {
		await run([{ email: 'a@x.com', name: 'Jürgen' }]);
		service.clearLog();
		const contacts = [
			{ email: 'a@x.com', name: 'J\uFFFDrgen' },
			{ email: 'b@x.com', team: 'B\uFFFDro' },
			{ email: 'c@x.com', name: 'Cid' },
		];
		const done = await run(contacts, { parameters: EVERYTHING });
		expect(actions(done)).toEqual(['failed', 'failed', 'created']);
		expect(rows(done)[0]?.summary).toBe(
			'1 invited. 2 could not be used: rows 1 and 2: The contact has letters that were lost (\uFFFD), because its file was read in another encoding: set Encoding in Extract from File, for example to Latin1.',
		);
		expect(held()[0]?.name).toBe('Jürgen');
	});

	it('that the invitation has are kept', async () => {
		await run([{ email: 'a@x.com', name: 'Michał Żak' }]);
		const [lost] = rows(
			await run([{ email: 'a@x.com', name: 'Micha? ?ak' }], { parameters: EVERYTHING }),
		);
		expect(lost?.action).toBe('failed');
		expect(actions(await run([{ email: 'a@x.com', name: 'Micha?' }]))).toEqual(['updated']);
	});

	it('are none where a sign goes that is no letter', async () => {
		const withNotes = (notes: string) => [{ email: 'a@x.com', notes }];
		const parameters = { contactFields: { recipient_notes: '={{ $json.notes }}' } };
		await run(withNotes('Really…'), { parameters });
		expect(actions(await run(withNotes('Really?'), { parameters }))).toEqual(['updated']);
	});

	it('are no reason against a real correction', async () => {
		await run([{ email: 'a@x.com', name: 'Jurgen' }]);
		expect(actions(await run([{ email: 'a@x.com', name: 'Jürgen' }]))).toEqual(['updated']);
	});
});

describe('an empty row', () => {
	const EMPTY = [
		{ email: '', id: '', name: '' },
		{ row_number: 4, email: null, name: 'N/A', done: false, tags: [] },
		{ createdTime: '2026-11-01T10:00:00Z', email: '', active: 'FALSE', sum: 0 },
		{},
	];
	const options = { whenMissing: 'revoke', maxRevokePercent: 100 };

	it('is skipped, and keeps nobody’s invitation from being revoked', async () => {
		service.world.createInvitation(surveyId, 'api', { recipientEmail: 'gone@x.com' });
		const contacts = [{ email: 'a@x.com' }, ...EMPTY];
		const done = await run(contacts, { options, parameters: EVERYTHING });
		expect(told(done.items)).toEqual([
			['created', null],
			...EMPTY.map(() => ['skipped', 'The row is empty.']),
			['revoked', null],
		]);
		expect(rows(done)[0]?.summary).toBe('1 invited, 1 revoked. 4 empty rows left out.');
	});

	it('needs no survey, and is none where the form says who it is', async () => {
		const list = [{ email: 'a@x.com', survey: surveyId }, { email: '' }];
		const parameters = { surveyId: byId('={{ $json.survey }}') };
		expect(actions(await run(list, { parameters }))).toEqual(['created', 'skipped']);
		const byHand = { recipient_email: 'b@x.com' };
		expect(actions(await run([{}], { parameters: byHand }))).toEqual(['created']);
	});

	it('is none with a name, which is a contact without an address', async () => {
		service.world.createInvitation(surveyId, 'api', { recipientEmail: 'gone@x.com' });
		const done = await run([{ email: 'a@x.com' }, { name: 'Bob' }], { options });
		expect(actions(done)).toEqual(['created', 'failed', 'skipped']);
	});
});

describe('a field whose expression names no column', () => {
	const list = [
		{ '\ufeffemail': 'a@x.com', id: '1', name: 'Ada' },
		{ '\ufeffemail': 'b@x.com', id: '2', name: 'Bob' },
	];
	const refusalOf = async (contacts: IDataObject[], parameters: INodeParameters = {}) => {
		const given = {
			surveyId: byId(surveyId),
			dryRun: false,
			recipient_external_id: '={{ $json.id }}',
		};
		const refused = await act(engine, service, {
			operation: 'invitation.sync',
			items: contacts,
			parameters: { ...given, ...parameters },
		});
		expect(writesIn(service)).toEqual([]);
		const { message, description } = failureOf(refused) ?? {};
		return message === undefined ? undefined : `${message} ${description}`;
	};

	it('is refused of a single row, too, where it has a column of nearly the same name', async () => {
		const recipient_email = '={{ $json.email }}';
		const row = { id: '1', name: 'Ada' };
		expect(await refusalOf([{ ...row, Email: 'a@x.com' }], { recipient_email })).toMatch(
			/^Recipient Email has no value in any row, .* "Email"/,
		);
	});

	it('is refused before the first write, with the columns and the invisible mark', async () => {
		expect(await refusalOf(list, { recipient_email: '={{ $json.email }}' })).toBe(
			'Recipient Email has no value in any row, and the input has these columns: "\\ufeffemail", "id" and "name". The first one begins with an invisible mark: turn on Exclude Byte Order Mark (BOM) in Extract from File. Nothing was changed.',
		);
	});

	it.each<[string, INodeParameters]>([
		['Recipient Name', { recipient_name: '={{ $json.Name }}' }],
		['Recipient Name', { recipient_name: "={{ $json.first + ' ' + $json['last name'] }}" }],
		['Recipient External ID', { recipient_external_id: '={{ $json["ID "] }}' }],
		['Recipient Notes', { contactFields: { recipient_notes: '={{ $json.notes.trim() }}' } }],
		['Expires At (New Invitations)', { contactFields: { expires_at: '={{ $json.until }}' } }],
		[
			'Properties → "team"',
			{ properties: { mappingMode: 'defineBelow', value: { team: '={{ $json.team }}' } } },
		],
		[
			'Properties by Key → "team"',
			{ contactFields: { properties: { values: [{ key: 'team', value: '={{ $json.t }}' }] } } },
		],
		[
			'Properties by Key → "team"',
			{
				properties: { mappingMode: 'defineBelow', value: { team: '={{ $json.id }}' } },
				contactFields: { properties: { values: [{ key: 'team', value: '={{ $json.t }}' }] } },
			},
		],
	])('%s: %j', async (label, parameters) => {
		const said = await refusalOf(list, parameters);
		expect(said?.startsWith(`${label} has no value in any row, `)).toBe(true);
	});

	it('is taken where some rows have a value, or the column is there and empty', async () => {
		const half = [
			{ email: 'a@x.com', id: '1', notes: '' },
			{ email: 'b@x.com', name: 'Bob', notes: '' },
		];
		const parameters = {
			recipient_email: '={{ $json.email }}',
			recipient_name: '={{ $json.name }}',
			contactFields: { recipient_notes: '={{ $json.notes.trim() }}' },
		};
		const refused = act(engine, service, {
			operation: 'invitation.sync',
			items: half,
			parameters: {
				surveyId: byId(surveyId),
				recipient_external_id: '={{ $json.id }}',
				...parameters,
			},
		});
		expect(failureOf(await refused)).toBeUndefined();
		expect(actions(await refused)).toEqual(['wouldCreate', 'wouldCreate']);
		// Of a single row nobody knows.
		expect(
			await refusalOf(list.slice(0, 1), { recipient_name: '={{ $json.Name }}', dryRun: true }),
		).toBeUndefined();
	});
});

describe('the expiry of a new invitation', () => {
	const expiry = (expires_at: string) => ({ contactFields: { expires_at } });
	const contacts = [{ email: 'a@x.com', name: 'Ada' }];

	it('in the past is refused, and an existing invitation is corrected all the same', async () => {
		const parameters = expiry('2020-01-01');
		const { items } = await run(contacts, { parameters });
		expect(told(items)).toEqual([
			[
				'failed',
				expect.stringMatching(/^Expires At \(New Invitations\) is in the past \(2020-01-/),
			],
		]);
		service.world.createInvitation(surveyId, 'api', { recipientEmail: 'a@x.com' });
		expect(actions(await run(contacts, { parameters }))).toEqual(['updated']);
	});

	// The workflow is in New York.
	it.each(['2100-12-31', '2100-12-31T00:00:00', '2101-01-01T04:59:59.999Z'])(
		'%s is the end of a day',
		async (date) => {
			await run(contacts, { parameters: expiry(date) });
			const [invitation] = service.world.invitations(surveyId);
			expect(new Date(invitation?.expiresAt ?? 0).toISOString()).toBe('2101-01-01T04:59:59.999Z');
		},
	);

	it('of a create is refused in the past, and of an update is not, which closes a link', async () => {
		const create = async (operation: string, expires_at: string) =>
			failureOf(
				await act(engine, service, {
					operation,
					parameters: {
						surveyId: byId(surveyId),
						...(operation.endsWith('SharedLink') ? {} : { recipient_email: 'b@x.com' }),
						additionalFields: { expires_at },
					},
				}),
			)?.message;
		for (const operation of [
			'invitation.create',
			'invitation.createPersonal',
			'invitation.createSharedLink',
		]) {
			expect(await create(operation, '2020-01-01')).toMatch(/^Expires At is in the past/);
			expect(await create(operation, '2100-12-31')).toBeUndefined();
		}
		const { id } = service.world.createInvitation(surveyId, 'api', { recipientEmail: 'c@x.com' });
		const updated = await act(engine, service, {
			operation: 'invitation.update',
			parameters: { invitationId: byId(id), updateFields: { expires_at: '2020-01-01T10:00:00Z' } },
		});
		expect(failureOf(updated)).toBeUndefined();
	});
});

it('people who opted out are found however their address is written', async () => {
	const entries = [
		'Ada <a@x.com>',
		'mailto:b@x.com',
		'"c@x.com";',
		'd＠x.com',
		"'e@x.com'",
		'NULL',
		'7',
	];
	const contacts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ email: `${name}@x.com` }));
	const options = { neverCreateFor: entries };
	const done = await run([...contacts, { email: 'g@x.com', id: 7 }], { options });
	expect(actions(done)).toEqual([...Array<string>(5).fill('skipped'), 'created', 'skipped']);
});
