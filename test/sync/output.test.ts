/** What Sync returns of each contact: a flat row, everything, or the fields that somebody chose. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import { simplifiedFields } from '../../nodes/SurveyInterview/service/outputFields';
import { invitationSync } from '../../nodes/SurveyInterview/operations/invitationSync';
import type { Engine, Run } from '../harness/engine';
import { type Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { contradictions, schemaOf } from '../output/schema';
import { faultsOfRows, gapsIn } from './row';
import { actions, createSurvey, sync, useEmptySurvey, type SyncRun } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

/** What the rows of Simplified may have, in this order; properties stand where their object would. */
const PROPERTIES = ['team', 'city', 'level'];
const ROW = [
	...['action', 'row', 'name', 'email', 'external_id'],
	...['reason', 'changes', 'link', 'id', 'stepId', ...PROPERTIES],
];
const ERROR = { onError: 'continueErrorOutput' } as const;
const AS_OBJECT = { propertiesAsColumns: false };

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	let kim: { id: string; token: string };
	useEmptySurvey(
		(started) => {
			({ service, surveyId } = started);
			kim = service.world.createInvitation(surveyId, 'api', {
				recipientEmail: 'kim@x.com',
				recipientName: 'Kim',
				properties: { team: 'Sales', city: 'Rome' },
			});
		},
		{ dialect },
	);
	const CONTACTS = [
		{ email: 'ana@' },
		{ email: 'kim@x.com', name: 'Kim Berg', team: 'Care', level: '2' },
		{ email: 'lea@x.com' },
		{ email: 'lea@x.com' },
	];
	const run = async (more: Partial<SyncRun> = {}) =>
		await sync(engine, service, { surveyId, contacts: CONTACTS, ...more });
	const rowsOf = ({ items }: Run) => items.map(({ json }) => json);
	const rows = async (more: Partial<SyncRun> = {}) => rowsOf(await run(more));

	it('says of an expired invitation that it has expired, also when it was updated', async () => {
		Object.assign(kim, { expiresAt: 0 });
		for (const [action, dryRun] of [
			['wouldUpdate', true],
			['updated', false],
		] as const) {
			const [, row] = await rows({ parameters: { dryRun } });
			expect(row).toMatchObject({
				action,
				reason: expect.stringContaining('has expired') as string,
			});
		}
	});

	it('is a flat row by default, dry and real', async () => {
		for (const dryRun of [true, false]) {
			const given = await rows({ parameters: { dryRun } });
			// Not every dialect shows a link in a list.
			const names = ROW.filter((name) => given.some((row) => (row[name] ?? null) !== null));
			expect(names).toEqual(expect.arrayContaining(['action', 'name', 'reason', 'changes', 'id']));
			expect(names.filter((name) => ['external_id', 'stepId'].includes(name))).toEqual(
				dryRun ? ['stepId'] : [],
			);
			for (const row of given) {
				expect(Object.keys(row)).toEqual(names);
				const objects = Object.values(row).filter((one) => one !== null && typeof one === 'object');
				expect(objects).toEqual([]);
			}
			expect(given.map(({ changes }) => changes)).toEqual([
				null,
				'name: Kim → Kim Berg; team: Sales → Care; level: (empty) → 2',
				null,
				null,
			]);
			expect(given.map(({ name, email }) => [name, email])).toEqual([
				[null, 'ana@'],
				['Kim Berg', 'kim@x.com'],
				[null, 'lea@x.com'],
				[null, 'lea@x.com'],
			]);
		}
	});

	it('has no column that is empty in every row', async () => {
		const contacts = [{ email: 'a@x.com' }, { email: 'b@x.com' }];
		const dry = await rows({ contacts, parameters: { dryRun: true } });
		expect(dry.map((row) => Object.keys(row))).toEqual([
			['action', 'row', 'email', 'stepId'],
			['action', 'row', 'email', 'stepId'],
		]);
		const real = await rows({ contacts });
		expect(Object.keys(real[1] ?? {})).toEqual(['action', 'row', 'email', 'link', 'id']);
	});

	it('shows what a new invitation says beside its recipient', async () => {
		const [row] = await rows({
			contacts: [{ email: 'a@x.com', name: 'Ada', id: '42', team: 'Care' }],
			parameters: { dryRun: true },
		});
		expect(row?.changes).toBe('external id: 42; team: Care');
		expect(row).toMatchObject({ name: 'Ada', email: 'a@x.com', external_id: '42', team: 'Care' });
	});

	it('says which survey, where contacts belong to several, to who asks for it', async () => {
		const other = service.world.createSurvey({ name: 'Other' }).id;
		const contacts = [surveyId, other].map((survey) => ({ survey, email: 'a@x.com' }));
		const parameters = {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
			dryRun: true,
		};
		const chosen = { ...parameters, output: 'selectedFields', fields: ['survey_id'] };
		const both = [{ survey_id: surveyId }, { survey_id: other }];
		expect(await rows({ contacts, parameters: chosen })).toEqual(both);
		const all = await rows({ contacts, parameters: { ...parameters, output: 'everything' } });
		expect(all).toMatchObject(both);
		for (const row of await rows({ contacts, parameters }))
			expect(row).not.toHaveProperty('survey_id');
	});

	it('has the invitation’s own id, which the next node can use', async () => {
		const given = await rows();
		const lea = service.world
			.invitations(surveyId)
			.find(({ recipientEmail }) => recipientEmail === 'lea@x.com');
		// A later contact of the same person has the invitation only once it exists.
		expect(given.map((row) => row.id).slice(0, 3)).toEqual([null, kim.id, lea?.id]);
		expect(given[2]?.link).toContain(lea?.token);
	});

	it('names the invitation of an update that the service refused, too', async () => {
		const [, before] = await rows({ parameters: { dryRun: true } });
		service.faults.inject({
			match: ({ method }) => method === 'PATCH',
			fault: { kind: 'status', status: 409 },
			times: 2,
		});
		const told = {
			action: 'failed',
			changes: 'name: Kim → Kim Berg; team: Sales → Care; level: (empty) → 2',
			id: kim.id,
			link: before?.link ?? null,
			// As in the dry run: the contact's over those of the invitation.
			...{ team: 'Care', city: 'Rome', level: '2' },
		};
		const [, row] = await rows();
		expect(row).toMatchObject({ ...told, reason: expect.stringContaining('status 409') });
		const [, all] = await rows({ parameters: { output: 'everything' } });
		expect(all).toMatchObject({ ...told, attempted: 'updated', status: 409 });
	});

	it('is everything: the same row, each change, and the invitation as the service sent it', async () => {
		const [plain, all] = [
			await rows({ parameters: { dryRun: true } }),
			await rows({ parameters: { dryRun: true, output: 'everything' } }),
		];
		const names = Object.keys(plain[0] ?? {});
		expect(
			all.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))),
		).toEqual(plain);
		expect(all.map(({ dryRun }) => dryRun)).toEqual(all.map(() => true));
		expect(all[1]?.fieldChanges).toEqual({
			name: { from: 'Kim', to: 'Kim Berg' },
			properties: {
				from: { team: 'Sales', city: 'Rome' },
				to: { team: 'Care', city: 'Rome', level: '2' },
			},
		});
		expect(all[1]?.invitation).toMatchObject({ id: kim.id, token: kim.token });
		expect(all[2]?.invitation).toBeNull();
		expect(all.map(({ message }) => String(message).split(': ')[0])).toEqual([
			'Cannot use ana＠',
			'Correct Kim Berg, kim@x.com',
			'Invite lea@x.com.',
			'Leave out lea@x.com',
		]);
		expect(all.map(({ summary }) => typeof summary)).toEqual([
			'string',
			...Array<string>(3).fill('undefined'),
		]);
	});

	it('has the invitation as it was where it is revoked, or its update is refused', async () => {
		const options = { whenMissing: 'revoke', maxRevokePercent: 100 };
		const parameters = { output: 'everything' };
		service.faults.inject({
			match: ({ method }) => method === 'PATCH',
			fault: { kind: 'status', status: 409 },
		});
		const failed = (await rows({ parameters }))[1];
		const contacts = [{ email: 'lea@x.com' }];
		const revoked = (await rows({ contacts, options, parameters })).at(-1);
		for (const [row, action] of [
			[failed, 'failed'],
			[revoked, 'revoked'],
		] as const) {
			expect(row).toMatchObject({
				action,
				id: kim.id,
				invitation: { id: kim.id, token: kim.token },
			});
		}
	});

	it('is only what somebody chose, null where there is none', async () => {
		const parameters = { output: 'selectedFields', fields: ['id', 'action', 'hint'] };
		const given = await rows({ parameters: { ...parameters, dryRun: true } });
		expect(given).toEqual([
			{ action: 'failed', id: null, hint: null },
			{ action: 'wouldUpdate', id: kim.id, hint: null },
			{ action: 'wouldCreate', id: null, hint: null },
			{ action: 'duplicate', id: null, hint: null },
		]);
	});

	it('has the error of what failed, whatever was chosen', async () => {
		const parameters = { output: 'selectedFields', fields: ['message'], dryRun: true };
		const { outputs } = await run({ node: ERROR, parameters });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ message: expect.stringMatching(/^Correct Kim Berg, kim@x\.com: /) },
			{ message: 'Invite lea@x.com.' },
			{ message: expect.stringMatching(/^Leave out lea@x\.com: /) },
		]);
		const failed = {
			error: expect.stringMatching(/Recipient Email "ana@" is not an email address/),
		};
		expect(outputs[1]?.map(({ json }) => json as IDataObject)).toMatchObject([
			{ ...failed, details: { message: expect.stringMatching(/^Cannot use /) } },
		]);
		const plain = await run({ node: ERROR, parameters: { dryRun: true } });
		expect(plain.outputs[0]?.map(({ json }) => json.action)).toEqual([
			'wouldUpdate',
			'wouldCreate',
			'duplicate',
		]);
		expect(plain.outputs[1]?.map(({ json }) => json as IDataObject)).toMatchObject([
			{ ...failed, details: { action: 'failed', email: 'ana@' } },
		]);
	});

	it('refuses a choice of no fields, before anything is done', async () => {
		const { error } = await run({ parameters: { output: 'selectedFields', fields: [] } });
		expect(error?.message).toMatch(/^Fields is empty: /);
		wording.note(error?.message, 'a choice of no fields');
		expect(actions(await run({ parameters: { dryRun: true } }))).toContain('wouldCreate');
	});

	describe('the properties of a contact or its invitation', () => {
		const OF_KIM = { team: 'Care', city: 'Rome', level: '2' };
		const NONE = { team: null, city: null, level: null };

		it('are a column each, null where a row has none', async () => {
			for (const parameters of [{ dryRun: true }, { dryRun: false }, { output: 'everything' }]) {
				const given = await rows({ parameters });
				expect(given).toMatchObject([NONE, OF_KIM, NONE, NONE]);
				for (const row of given) expect(row).not.toHaveProperty('properties');
			}
		});

		it('are those of the invitation where nobody in the list has it', async () => {
			const options = { whenMissing: 'revoke', maxRevokePercent: 100 };
			const parameters = { dryRun: true };
			const given = await rows({ contacts: [{ email: 'lea@x.com' }], options, parameters });
			expect(given).toMatchObject([
				{ action: 'wouldCreate', email: 'lea@x.com', team: null, city: null },
				{ action: 'wouldRevoke', email: 'kim@x.com', name: 'Kim', team: 'Sales', city: 'Rome' },
			]);
		});

		it('are those that could be read of a contact that cannot be used', async () => {
			const contacts = [{ email: 'ana@', team: 'Care', level: { is: '2' } }, ...CONTACTS];
			const [row] = await rows({ contacts, parameters: { dryRun: true } });
			expect(row).toMatchObject({ action: 'failed', email: 'ana@', team: 'Care', level: null });
		});

		it('are after an update as the dry run shows them, also where it removes some', async () => {
			const options = { propertiesMode: 'replace' };
			for (const dryRun of [true, false]) {
				const [row] = await rows({
					contacts: CONTACTS.slice(1, 2),
					options,
					parameters: { dryRun },
				});
				expect(row).toMatchObject({ team: 'Care', level: '2' });
				expect(row).not.toHaveProperty('city');
			}
		});

		it('are those of the contact alone where the invitation is somebody else’s', async () => {
			const record = service.world.records.invitations.get(kim.id);
			if (record) record.recipientExternalId = '1';
			const contacts = [{ email: 'kim@x.com', id: '2', level: '3' }];
			for (const output of ['simplified', 'everything']) {
				const [row] = await rows({ contacts, parameters: { output } });
				expect(row).toMatchObject({ action: 'duplicate', level: '3' });
				// Neither may anybody mail the link, or change the invitation, of somebody else.
				expect([row?.id ?? null, row?.link ?? null]).toEqual([null, null]);
				for (const key of ['team', 'city']) expect(row).not.toHaveProperty(key);
			}
		});

		it('are an object where the option is off, in the place of the columns', async () => {
			for (const output of ['simplified', 'everything']) {
				const parameters = { dryRun: true, output };
				const [columns, objects] = [
					await rows({ parameters }),
					await rows({ parameters, options: AS_OBJECT }),
				];
				expect(objects.map(({ properties }) => properties)).toEqual([{}, OF_KIM, {}, {}]);
				expect(columns).toEqual(
					objects.map(({ properties, ...row }) => ({
						...NONE,
						...(properties as IDataObject),
						...row,
					})),
				);
				const inPlace = objects.map((row) =>
					Object.keys(row).flatMap((name) => (name === 'properties' ? PROPERTIES : [name])),
				);
				expect(columns.map((row) => Object.keys(row))).toEqual(inPlace);
			}
		});

		it('are columns, or their object, where somebody chooses them', async () => {
			const parameters = { dryRun: true, output: 'selectedFields', fields: ['properties', 'id'] };
			expect((await rows({ parameters }))[1]).toEqual({ ...OF_KIM, id: kim.id });
			const [none, chosen] = await rows({ parameters, options: AS_OBJECT });
			expect([none, chosen]).toEqual([
				{ properties: {}, id: null },
				{ properties: OF_KIM, id: kim.id },
			]);
		});

		it('are no columns where no row has any', async () => {
			const contacts = [{ email: 'a@x.com' }];
			for (const options of [{}, AS_OBJECT]) {
				const [row] = await rows({ contacts, options, parameters: { dryRun: true } });
				expect(Object.keys(row ?? {})).toEqual(['action', 'row', 'email', 'stepId']);
			}
		});

		it('have a prefix where a field has that name, and none is lost', async () => {
			const properties = { email: 'work@x.com', property_email: 'home@x.com', id: 'K7' };
			for (const key of Object.keys(properties)) service.world.createProperty(surveyId, { key });
			const record = service.world.records.invitations.get(kim.id);
			Object.assign(record?.properties ?? {}, properties);
			for (const output of ['simplified', 'everything']) {
				const parameters = { dryRun: true, output };
				const given = await rows({ parameters });
				expect(given[1]).toMatchObject({ email: 'kim@x.com', id: kim.id, property_id: 'K7' });
				expect(given[0]).toMatchObject({ email: 'ana@', id: null, property_id: null });
				const columns = Object.entries(given[1] ?? {}).filter(([name]) => /._email$/.test(name));
				expect(columns.map(([, value]) => value).sort()).toEqual(['home@x.com', 'work@x.com']);
				const objects = await rows({ parameters, options: AS_OBJECT });
				expect(objects[1]?.properties).toEqual({ ...OF_KIM, ...properties });
			}
		});
	});

	describe('a table', () => {
		const options = {
			whenMissing: 'revoke',
			maxRevokePercent: 100,
			neverCreateFor: ['out@x.com'],
			concurrency: 1,
		};
		/** A row of each action, in a dry run and a real one, in a survey of their own. */
		const tables = async (parameters: INodeParameters = {}, more: IDataObject = {}) => {
			const survey = createSurvey(service, 'Table');
			const properties = { team: 'Sales', city: 'Rome' };
			for (const name of ['kim', 'max', 'gone']) {
				const recipientEmail = `${name}@x.com`;
				service.world.createInvitation(survey, 'csv', { recipientEmail, properties });
			}
			const others = [
				{ email: 'max@x.com' },
				{ email: 'out@x.com' },
				{ email: 'eve@x.com', id: '5' },
			];
			// Without the one who cannot be used: nobody would be revoked.
			const contacts = [...CONTACTS.slice(1), ...others];
			service.faults.inject({
				match: ({ method }) => method === 'POST',
				skip: 1,
				fault: { kind: 'status', status: 409 },
			});
			const given: Run[] = [];
			for (const dryRun of [true, false]) {
				given.push(
					await sync(engine, service, {
						surveyId: survey,
						contacts,
						parameters: { dryRun, ...parameters },
						options: { ...options, ...more },
					}),
				);
			}
			const both = ['duplicate', 'unchanged', 'skipped'];
			expect(given.map((one) => new Set(actions(one)))).toEqual([
				new Set(['wouldUpdate', 'wouldCreate', 'wouldRevoke', ...both]),
				new Set(['updated', 'created', 'failed', 'revoked', ...both]),
			]);
			return given;
		};

		it('has every cell: a column of one row is one of all', async () => {
			for (const more of [{}, AS_OBJECT]) {
				for (const given of await tables({}, more)) expect(gapsIn(rowsOf(given))).toEqual([]);
			}
		});

		it('has ten columns at most beside the properties', async () => {
			for (const given of await tables()) {
				const names = Object.keys(rowsOf(given)[0] ?? {});
				expect(names.filter((name) => !PROPERTIES.includes(name)).length).toBeLessThanOrEqual(10);
				expect(names).toEqual(ROW.filter((name) => names.includes(name)));
			}
			const names = Object.keys(simplifiedFields(invitationSync));
			expect(names.filter((name) => name !== 'properties')).toHaveLength(10);
		});

		it('is as its schema says', async () => {
			const schema = schemaOf('invitation/sync');
			for (const given of await tables({}, AS_OBJECT)) {
				for (const row of rowsOf(given)) expect(contradictions(row, schema)).toEqual([]);
			}
		});

		it('of Everything is as all fields say', async () => {
			for (const more of [{}, AS_OBJECT]) {
				for (const given of await tables({ output: 'everything' }, more)) {
					expect(faultsOfRows(given, more !== AS_OBJECT)).toEqual([]);
				}
			}
		});
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
