/** What an item says of its step, before anybody chooses fields. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { SurveyInterviewError } from '../../nodes/SurveyInterview/http/errors';
import type { Session } from '../../nodes/SurveyInterview/http/session';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { chosenItems, itemsOf } from '../../nodes/SurveyInterview/sync/output';
import { Wording } from '../harness/support/wording';
import { syncSummary } from '../../nodes/SurveyInterview/sync/summary';
import type { Step } from '../../nodes/SurveyInterview/sync/step';
import { fieldsOf, invitation, planFor, type Who } from './examples';

const contextWith = (onError: string) =>
	({
		getNode: () => ({ onError }),
		continueOnFail: () => onError !== 'stopWorkflow',
	}) as unknown as IExecuteFunctions;
const wording = new Wording();
const session = { shared: {} } as unknown as Session;

const itemsWith = async (steps: Step[], dryRun = true, onError = 'stopWorkflow') =>
	(await itemsOf(contextWith(onError), session, steps, dryRun, {})).items;
const rowsOf = async (steps: Step[], dryRun = true) =>
	(await itemsWith(steps, dryRun)).map(({ json }) => json);

const ada: Who = { email: 'ada@x.com', id: '1', name: 'Ada' };
const link = 'https://x.test/i/I1';
const LIST = [
	invitation('I1', { ...ada, properties: { team: 'Care' } }, { link }),
	invitation('I2', { email: 'bob@x.com', name: 'Bob' }),
	invitation('I3', { email: 'gone@x.com' }),
];
const CONTACTS: Who[] = [
	{ ...ada, email: 'ADA@x.com', name: 'Ada King', properties: { level: '2' } },
	{ email: 'bob@x.com' },
	{ email: 'new@x.com', name: 'New', notes: 'VIP' },
	{ email: 'new@x.com', name: 'Other' },
	{ name: 'Nobody' },
];
const plan = (contacts = CONTACTS, options: object = { whenMissing: 'revoke' }) =>
	planFor(contacts, LIST, options).steps;

it('each item says what would become of its row, and of invitations without one', async () => {
	const rows = await rowsOf(plan(CONTACTS.slice(0, 4)));
	const inShort = rows.map((row) => [row.action, row.row, row.name, row.email, row.id]);
	expect(inShort).toEqual([
		['wouldUpdate', 1, 'Ada King', 'ADA@x.com', 'I1'],
		['unchanged', 2, 'Bob', 'bob@x.com', 'I2'],
		['wouldCreate', 3, 'New', 'new@x.com', null],
		['duplicate', 4, 'Other', 'new@x.com', null],
		['wouldRevoke', null, null, 'gone@x.com', 'I3'],
	]);
	expect(rows.map(({ link: shown }) => shown)).toEqual([link, null, null, null, null]);
	expect(rows.map(({ changes }) => changes)).toEqual([
		'name: Ada → Ada King; level: (empty) → 2',
		null,
		'notes: VIP',
		null,
		null,
	]);
	expect(rows.map(({ stepId }) => stepId !== undefined)).toEqual([true, false, true, false, true]);
	expect(rows.map(({ properties }) => properties)).toEqual([
		{ team: 'Care', level: '2' },
		...[{}, {}, {}, {}],
	]);
	expect(rows[0]?.fieldChanges).toMatchObject({ name: { from: 'Ada', to: 'Ada King' } });
	expect(rows[3]?.duplicateOf).toBe(3);
	for (const row of rows) {
		expect(row).toMatchObject({ dryRun: true, survey_id: 'survey' });
		expect(row).not.toHaveProperty('attempted');
	}
});

it.each([true, false])(
	'each has a message with its person and its changes, dry run %s',
	async (dryRun) => {
		const rows = await rowsOf(plan(), dryRun);
		wording.note(rows.map(({ message }) => message));
		expect(rows).toHaveLength(6);
		for (const { message, name, email, changes, reason } of rows)
			for (const part of [name, email, changes ?? reason])
				expect(message).toContain(
					String(part ?? '')
						.slice(0, 10)
						.replace(/\.$/, ''),
				);
		const [update, , create, duplicate] = rows.map(({ message }) => String(message));
		expect(update?.startsWith('Corrected ')).toBe(!dryRun);
		expect(create?.startsWith('Invited ')).toBe(!dryRun);
		expect(duplicate?.startsWith('Left out ')).toBe(!dryRun);
	},
);

it('a new address comes first in a message, and once', async () => {
	const contacts = [{ ...ada, email: 'new@x.com', name: 'Ada King' }];
	const [row] = await rowsOf(plan(contacts, {}));
	expect(row?.message).toContain(
		' Ada King, new@x.com: email: ada@x.com → new@x.com; name: Ada → Ada King',
	);
	expect(row?.changes).toContain('email: ada@x.com → new@x.com');
});

describe('what came of a step', () => {
	const ending = (more: object): Step => ({
		...(plan([CONTACTS[2] as Who], {})[0] as Step),
		...more,
	});
	const answered = { id: 'I9', link: 'https://x.test/i/I9', properties: { team: 'Sales' } };

	it('of a create is what the answer shows', async () => {
		const answer = invitation('I9', {}, answered);
		const [row] = await rowsOf([ending({ answer })], false);
		expect(row).toMatchObject({ action: 'created', dryRun: false, reason: null });
		expect(row).toMatchObject({ ...answered, email: 'new@x.com', invitation: answer });
	});

	it('of an update keeps the link of the list, where the answer shows none', async () => {
		const [update] = plan([CONTACTS[0] as Who], {});
		const answer = { id: 'I1', properties: { team: 'Sales' } };
		const [row] = await rowsOf([{ ...(update as Step), answer }], false);
		expect(row).toMatchObject({ action: 'updated', link, id: 'I1', invitation: answer });
		expect(row?.properties).toEqual({ team: 'Sales', level: '2' });
	});

	it('of an existing invitation shows it, and changes nothing', async () => {
		const answer = invitation('I9', {}, answered);
		const [row] = await rowsOf([ending({ fate: 'duplicate', answer, reason: 'Whose?' })], false);
		expect(row).toMatchObject({
			action: 'duplicate',
			id: 'I9',
			link: answered.link,
			changes: null,
		});
		expect(row?.message).toContain(' New, new@x.com: Whose?');
	});

	it('of a refusal is its error, and what was attempted', async () => {
		const facts = { message: 'No.', hint: 'Wait.', code: 'busy', status: 409 };
		const error = new SurveyInterviewError({ name: 'Sync' } as never, facts);
		const end = (fate: string, more = {}) => ending({ fate, reason: 'No.', error, ...more });
		const [refused, maybe, other] = await rowsOf(
			[
				end('refused'),
				end('maybeDone', { answer: answered }),
				end('refused', { error: Error('x') }),
			],
			false,
		);
		const told = { hint: 'Wait.', code: 'busy', status: 409 };
		expect(refused).toMatchObject({
			action: 'failed',
			reason: 'No.',
			attempted: 'created',
			...told,
		});
		expect(refused).not.toHaveProperty('maybeDone');
		expect(maybe).toMatchObject({ ...told, maybeDone: true, id: 'I9', properties: {} });
		for (const key of ['hint', 'code', 'status']) expect(other).not.toHaveProperty(key);
	});

	it('that was not started, or not approved, names what was not done', async () => {
		const steps = [
			ending({ fate: 'notStarted' }),
			ending({ fate: 'notApproved', reason: 'Why.' }),
			ending({}),
		];
		const rows = await rowsOf(steps, false);
		expect(rows.map(({ action, attempted }) => [action, attempted])).toEqual([
			['failed', 'created'],
			['skipped', 'created'],
			['created', undefined],
		]);
		expect(rows[0]?.reason).toContain('Not started (created)');
		expect(rows[1]?.reason).toBe('Why.');
	});

	it('that was not approved keeps the properties as they are', async () => {
		const contacts = [{ ...ada, properties: { team: 'Sales' } }];
		const [update] = planFor(contacts, LIST, { propertiesMode: 'replace' }).steps;
		const contact = contactOf(0, fieldsOf(ada), 'email');
		const withoutProperties = { ...(update as Step), contact };
		const [done, left] = await rowsOf(
			[withoutProperties, { ...withoutProperties, fate: 'notApproved' }],
			false,
		);
		expect([done?.properties, left?.properties]).toEqual([{ team: 'Sales' }, { team: 'Care' }]);
	});

	it('about the invitation of somebody else shows nothing of it', async () => {
		const contacts = [{ email: 'ada@x.com', id: '5' }];
		const [step] = planFor(contacts, LIST, { matchBy: 'externalId', createWith: 'public' }).steps;
		const [row] = await rowsOf([step as Step]);
		expect(row).toMatchObject({ action: 'duplicate', name: null, link: null, id: null });
		expect(row?.properties).toEqual({});
	});

	it('that stands in the way of a contact that cannot be used shows nothing of it either', async () => {
		const options = { matchBy: 'externalId', createWith: 'public' } as const;
		const otherName: Who[] = [{ email: 'new@x.com', id: ada.id, name: 'Bob Brown' }];
		const [named] = await rowsOf(planFor(otherName, LIST, options).steps);
		const nothing = { action: 'failed', link: null, id: null, properties: {} };
		expect(named).toMatchObject({ ...nothing, name: 'Bob Brown' });
		const exchanged: Who[] = [
			{ email: 'ada@x.com', id: '2' },
			{ email: 'bob@x.com', id: '1' },
		];
		const list = [LIST[0]!, invitation('I2', { email: 'bob@x.com', id: '2', name: 'Bob' })];
		for (const nameless of await rowsOf(planFor(exchanged, list, {}).steps))
			expect(nameless).toMatchObject({ ...nothing, name: null });
	});
});

it('gives the summary to the first item, or the first that is not an error of its own', async () => {
	const steps = plan(
		[{ name: 'Nobody' }, { email: 'bob@x.com' }, { email: 'c@x.com' }].slice(0, 3) as Who[],
		{},
	);
	const withSummary = async (onError: string, all = steps) =>
		(await itemsWith(all, false, onError)).map(({ json }) => json.summary !== undefined);
	expect(await withSummary('stopWorkflow')).toEqual([true, false, false]);
	expect(await withSummary('continueErrorOutput')).toEqual([false, true, false]);
	expect(await withSummary('continueErrorOutput', steps.slice(0, 1))).toEqual([true]);
	expect(await withSummary('stopWorkflow', [])).toEqual([]);
	const [first] = await itemsWith(steps, false);
	const told = steps.map(({ fate, contact, reason }) => ({
		...{ fate, reason, row: contact?.row },
		name: contact?.fields.recipient_name,
	}));
	expect(first?.json.summary).toBe(syncSummary(told, false).summary);
});

it('says in the summary what the run found out, and in the hint why there is no link', async () => {
	const withoutLink = invitation('I2', { email: 'bob@x.com' }, { token: 'abcdefghijklmnop1234' });
	const { steps } = planFor([{ email: 'bob@x.com' }], [withoutLink]);
	const remarks = { unusedColumns: ['team'], unusableIds: ['crm-'] };
	const context = contextWith('stopWorkflow');
	const { items, hint } = await itemsOf(context, session, steps, true, remarks);
	expect(items[0]?.json.summary).toMatch(/The external ID crm- .+ A column .+: team\.$/);
	expect(hint.sentence).toContain('Participant Link');
	const linked = await itemsOf(context, session, plan([ada], {}), true, {});
	expect(linked.hint.sentence).not.toContain('Participant Link');
});

it('names a person by texts and numbers alone', async () => {
	const fields = { recipient_name: { first: 'Ada' }, recipient_external_id: 7 } as never;
	const contact = { ...contactOf(0, fields, 'externalId'), problem: 'Why.' };
	const [step] = plan([{ email: 'x@x.com' }], {});
	const [row] = await rowsOf([{ ...(step as Step), fate: 'unusable', write: undefined, contact }]);
	expect(row).toMatchObject({ name: null, email: null, external_id: '7' });
	const spaced = contactOf(0, { recipient_name: ' Ada ' }, 'email');
	expect((await rowsOf([{ ...(step as Step), contact: spaced }]))[0]?.name).toBe('Ada');
});

it('pairs each item with its row', async () => {
	const pairs = (await itemsWith(plan())).map(({ pairedItem }) => pairedItem);
	expect(pairs).toEqual([...[0, 1, 2, 3, 4].map((item) => ({ item })), undefined]);
});

describe('chosen fields', () => {
	const row = {
		action: 'wouldCreate',
		email: 'a@x.com',
		reason: null,
		properties: {},
		stepId: 'S',
	};
	const chosen = async (
		rows: JsonObject[],
		choice: Parameters<typeof chosenItems>[2],
		onError = 'stopWorkflow',
		asColumns = false,
	) => {
		const items = rows.map((json) => ({ json }) as never);
		const made = await chosenItems(contextWith(onError), items, choice, asColumns);
		return made.map(({ json }) => json);
	};

	it('leave out what is empty in every row, and the ID of a step that is done', async () => {
		const dry = { ...row, dryRun: true };
		expect(await chosen([dry], 'simplified')).toEqual([
			{ action: 'wouldCreate', email: 'a@x.com', stepId: 'S' },
		]);
		expect(await chosen([{ ...row, dryRun: false }], 'simplified')).toEqual([
			{ action: 'wouldCreate', email: 'a@x.com' },
		]);
		const second = { action: 'unchanged', reason: 'Why.', properties: { team: 'Care' } };
		expect(await chosen([dry, second], 'simplified')).toEqual([
			{ ...pickedFrom(row), reason: null, properties: {} },
			{ ...second, email: null, stepId: null },
		]);
	});
	const pickedFrom = ({ action, email, stepId }: typeof row) => ({ action, email, stepId });

	it('are those that somebody names, null where they are empty', async () => {
		expect(await chosen([row], ['email', 'link'])).toEqual([{ email: 'a@x.com', link: null }]);
		expect(await chosen([row], 'everything')).toEqual([row]);
	});

	it('have no name of a field for a property', async () => {
		const properties = {
			team: 'Care',
			error: 'x',
			dryRun: 'x',
			fieldChanges: 'x',
			invitation: 'x',
		};
		expect(await chosen([{ ...row, properties }], ['properties'], 'stopWorkflow', true)).toEqual([
			{
				team: 'Care',
				property_error: 'x',
				property_dryRun: 'x',
				property_fieldChanges: 'x',
				property_invitation: 'x',
			},
		]);
	});

	it('of a failed row have its error, where the run continues', async () => {
		const failed = { ...row, action: 'failed', reason: 'No.', hint: 'Wait.', status: 409 };
		const details = { email: 'a@x.com', hint: 'Wait.', status: 409 };
		expect(await chosen([failed], ['email'])).toEqual([{ email: 'a@x.com' }]);
		expect(await chosen([failed], ['email'], 'continueRegularOutput')).toEqual([
			{ error: 'No.', ...details },
		]);
		expect(await chosen([failed, row], ['email'], 'continueErrorOutput')).toEqual([
			{ error: 'No.', details },
			{ email: 'a@x.com' },
		]);
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
