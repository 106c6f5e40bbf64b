/** What Sync returns of each contact: a flat row, everything, or the fields that somebody chose. */
import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import { DIALECT_NAMES, type Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { actions, sync, useEmptySurvey, type SyncRun } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

/** What the rows of Simplified may have, in this order. */
const ROW = [
	...['action', 'recipient', 'reason', 'link', 'changes', 'invitation_id'],
	...['duplicateOf', 'stepId', 'summary'],
];
const ERROR = { onError: 'continueErrorOutput' } as const;

describe.each(DIALECT_NAMES)('in the dialect %s', (dialect) => {
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
	const rows = async (more: Partial<SyncRun> = {}) =>
		(await run(more)).items.map(({ json }) => json);

	it('is a flat row by default, dry and real', async () => {
		for (const dryRun of [true, false]) {
			const given = await rows({ parameters: { dryRun } });
			for (const row of given) {
				expect(Object.keys(row)).toEqual(ROW.filter((name) => name in row));
				const objects = Object.values(row).filter((one) => one !== null && typeof one === 'object');
				expect(objects).toEqual([]);
			}
			expect(given.map(({ changes }) => changes)).toEqual([
				null,
				'name: Kim → Kim Berg; team: Sales → Care; level: (empty) → 2',
				null,
				null,
			]);
			expect(Object.keys(given[0] ?? {}).at(-1)).toBe('summary');
			expect(given.some((row) => 'stepId' in row)).toBe(dryRun);
		}
	});

	it('has no column that is empty in every row', async () => {
		const contacts = [{ email: 'a@x.com' }, { email: 'b@x.com' }];
		const dry = await rows({ contacts, parameters: { dryRun: true } });
		expect(dry.map((row) => Object.keys(row))).toEqual([
			['action', 'recipient', 'stepId', 'summary'],
			['action', 'recipient', 'stepId'],
		]);
		const real = await rows({ contacts });
		expect(Object.keys(real[1] ?? {})).toEqual(['action', 'recipient', 'link', 'invitation_id']);
	});

	it('shows what a new invitation says beside its recipient', async () => {
		const [row] = await rows({
			contacts: [{ email: 'a@x.com', name: 'Ada', id: '42', team: 'Care' }],
			parameters: { dryRun: true },
		});
		expect(row?.changes).toBe('external id: 42; team: Care');
	});

	it('says which survey, where contacts belong to several', async () => {
		const other = service.world.createSurvey({ name: 'Other' }).id;
		const contacts = [surveyId, other].map((survey) => ({ survey, email: 'a@x.com' }));
		const parameters = {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
			dryRun: true,
		};
		const given = await rows({ contacts, parameters });
		expect(given.map((row) => row.survey_id)).toEqual([surveyId, other]);
	});

	it('has the invitation’s own id, which the next node can use', async () => {
		const given = await rows();
		const lea = service.world
			.invitations(surveyId)
			.find(({ recipientEmail }) => recipientEmail === 'lea@x.com');
		// A later contact of the same person has the invitation only once it exists.
		expect(given.map((row) => row.invitation_id).slice(0, 3)).toEqual([null, kim.id, lea?.id]);
		expect(given[2]?.link).toContain(lea?.token);
	});

	it('names the invitation of an update that the service refused, too', async () => {
		const [, before] = await rows({ parameters: { dryRun: true } });
		service.faults.inject({
			match: ({ method }) => method === 'PATCH',
			fault: { kind: 'status', status: 409 },
		});
		const [, row] = await rows();
		expect(row).toMatchObject({
			action: 'failed',
			attempted: 'updated',
			changes: 'name: Kim → Kim Berg; team: Sales → Care; level: (empty) → 2',
			invitation_id: kim.id,
			link: before?.link ?? null,
		});
	});

	it('is everything: the same row, each change, and the invitation as the service sent it', async () => {
		const [plain, all] = [
			await rows({ parameters: { dryRun: true } }),
			await rows({ parameters: { dryRun: true, output: 'everything' } }),
		];
		expect(all).toMatchObject(plain);
		expect(all.map(({ dryRun }) => dryRun)).toEqual(all.map(() => true));
		expect(all[1]?.fieldChanges).toEqual({
			recipient_name: { from: 'Kim', to: 'Kim Berg' },
			properties: {
				from: { team: 'Sales', city: 'Rome' },
				to: { team: 'Care', city: 'Rome', level: '2' },
			},
		});
		expect(all[1]?.invitation).toMatchObject({ id: kim.id, token: kim.token });
		expect(all[2]?.invitation).toBeNull();
	});

	it('is only what somebody chose, null where there is none', async () => {
		const parameters = { output: 'selectedFields', fields: ['invitation_id', 'action', 'hint'] };
		const given = await rows({ parameters: { ...parameters, dryRun: true } });
		expect(given).toEqual([
			{ action: 'failed', invitation_id: null, hint: null },
			{ action: 'wouldUpdate', invitation_id: kim.id, hint: null },
			{ action: 'wouldCreate', invitation_id: null, hint: null },
			{ action: 'duplicate', invitation_id: null, hint: null },
		]);
	});

	it('has the error of what failed, whatever was chosen', async () => {
		const parameters = { output: 'selectedFields', fields: ['recipient'], dryRun: true };
		const { outputs } = await run({ node: ERROR, parameters });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ recipient: 'Kim Berg <kim@x.com>' },
			{ recipient: 'lea@x.com' },
			{ recipient: 'lea@x.com' },
		]);
		expect(outputs[1]?.map(({ json }) => json as IDataObject)).toMatchObject([
			{ error: expect.stringMatching(/Recipient Email "ana@" is not an email address/) },
		]);
	});

	it('refuses a choice of no fields, before anything is done', async () => {
		const { error } = await run({ parameters: { output: 'selectedFields', fields: [] } });
		expect(error?.message).toMatch(/^Fields is empty: /);
		wording.note(error?.message, 'a choice of no fields');
		expect(actions(await run({ parameters: { dryRun: true } }))).toContain('wouldCreate');
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
