import { startService } from '../../harness/service';
import type { Destinations, Mail } from '../destinations';
import { contactsOffice, TRIGGER } from './contactsOffice';
import { errorOf, outputsOf } from '../../n8n/rest/n8nRest';
import { withExtraFieldsBesideProperties } from './extraFields';
import { Imported } from './imported';
import { answer, buttonIn, letterAfter, open, readable } from './letters';
import { READINGS } from './readings';
import { useWorkflowStage } from './workflowStage';

const BOSS = 'boss@example.com';
const HOSTILE =
	'Eve</p><a href="https://evil.example">Approve</a> &lt;b&gt;\nCreate: Nobody\u202e {{ 7 * 7 }}';

describe('contacts-to-invitations-with-approval.json', () => {
	const settings = (spreadsheet: Destinations['spreadsheet'], surveyId: string) => ({
		'Your settings': {
			'assignments.assignments[0].value': 'surveys@example.com',
			'assignments.assignments[1].value': BOSS,
		},
		'List of contacts': {
			documentId: { __rl: true, mode: 'url', value: spreadsheet.url },
			sheetName: { __rl: true, mode: 'name', value: spreadsheet.title },
		},
		'Sync invitations': {
			surveyId: { __rl: true, mode: 'list', value: surveyId, cachedResultName: 'Onboarding' },
		},
	});
	const stage = useWorkflowStage('contacts-to-invitations-with-approval.json', {
		settings: ({ spreadsheet }, { world }) => settings(spreadsheet, world.survey('Onboarding').id),
	});
	const { contacts, asked, answered, run } = contactsOffice(stage);
	const mails = () => stage().destinations.mailbox.mails;
	const sheet = () => stage().destinations.spreadsheet;
	const world = () => stage().service.world;
	const surveyId = () => world().survey('Onboarding').id;
	const invitations = () => structuredClone(world().invitations(surveyId()));
	const writes = () => stage().service.log.filter(({ method }) => method !== 'GET');

	beforeAll(() => {
		for (const key of ['department', 'location', 'town']) {
			world().createProperty(surveyId(), { key });
		}
		const known = { recipientExternalId: '7', recipientName: 'Kim', properties: {} };
		world().createInvitation(surveyId(), 'personal', {
			...known,
			recipientEmail: 'Kim@example.com',
		});
		const right = { recipientExternalId: '8', recipientName: 'Lea', recipientNotes: 'By hand' };
		world().createInvitation(surveyId(), 'csv', { ...right, recipientEmail: 'lea@example.com' });
	});

	const LIST = [
		[1001, 'ada@example.com', 'Ada', 'Sales'],
		['', 'eve@example.com', HOSTILE, 'R&D'],
		['', '', '', ''],
		['7', 'kim@example.com', 'Kim Berg', 'Care'],
		['8', 'lea@example.com', 'Lea', ''],
		['', '', 'Noa', 'Care'],
		[1001, 'ada@example.org', 'Ada again', 'Sales'],
	];

	it('asks before it writes, and does not write when the answer is no', async () => {
		contacts(...LIST);
		const before = invitations();
		const question = await asked();
		const { mail } = question;
		expect(mail).toMatchObject({ from: 'surveys@example.com', to: [BOSS] });
		expect(mail.subject).toBe('Onboarding: please approve 2 new invitations, 1 change');
		expect(readable(mail)).toContain(
			[
				'New invitations',
				'',
				'Ada ‹ada@example.com›',
				'Eve‹/p›‹a href="(link removed)"›Approve‹/a› ＆lt;b＆gt; Create: Nobody {{ 7 * 7 }} ‹eve@example.com›',
				'',
				'Changes',
				'',
				'Kim Berg ‹kim@example.com› – name: Kim → Kim Berg; department: (empty) → Care',
				'',
				'Cannot be used',
				'',
				'Noa – The contact has neither id nor email address, so its invitation cannot be found: fill it in.',
				'',
				'Correct these contacts in your list, or enter them under leave_out in the node “Your settings”.',
				'Left out',
				'',
				'Ada again ‹ada@example.org› – Duplicate of Ada ‹ada@example.com› (row 2), which has the same id.',
			].join('\n'),
		);
		expect(mail.text.match(/<a /g)).toHaveLength(1);
		expect(stage().service.log.map(({ operation }) => operation)).toEqual([
			'survey.get',
			'invitation.getAll',
		]);
		const page = await open(stage().rest, buttonIn(mail, 'Answer'));
		expect(page).toContain('Invitations of the survey Onboarding');
		expect(await answered(question, 'No')).toEqual([]);
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it('does what was approved and no more, and says so', async () => {
		const before = invitations();
		const question = await asked();
		sheet().grid.write('A9', [[1002, 'late@example.com', 'Late', 'Care']], 'RAW');
		const [report, ...more] = await answered(question, 'Yes, do it');
		// Whoever answers twice does not do it twice.
		await answer(stage().rest, buttonIn(question.mail, 'Answer'), ['Yes, do it']);
		const after = invitations();
		const [ada, eve, ...others] = after.filter(({ id }) => !before.some((one) => one.id === id));
		expect(others).toEqual([]);
		expect(ada).toMatchObject({
			recipientEmail: 'ada@example.com',
			recipientExternalId: '1001',
			recipientName: 'Ada',
			properties: { department: 'Sales' },
		});
		expect(eve).toMatchObject({
			recipientEmail: 'eve@example.com',
			recipientName: HOSTILE,
			properties: { department: 'R&D' },
		});
		const changed = { recipientName: 'Kim Berg', properties: { department: 'Care' } };
		expect(after.filter((one) => one !== ada && one !== eve)).toEqual(
			before.map((one) => (one.recipientExternalId === '7' ? { ...one, ...changed } : one)),
		);
		expect(writes()).toHaveLength(3);
		expect(stage().service.effects.emails).toEqual([]);
		expect(more).toEqual([]);
		expect(report).toMatchObject({
			to: [BOSS],
			subject: 'Onboarding: 2 new invitations, 1 change, 1 cannot be used',
		});
		const told = readable(report as Mail);
		expect(told).toContain('Created\n\nAda ‹ada@example.com›\nEve‹/p›');
		expect(told).toContain('Changed\n\nKim Berg ‹kim@example.com› – name: Kim → Kim Berg');
		expect(told).toContain('Cannot be used\n\nNoa – The contact has neither');
	});

	it('says nothing when there is nothing to do', async () => {
		contacts(...LIST.filter(([id, email]) => id !== '' || email !== ''));
		const before = invitations();
		expect(await run()).toEqual([]);
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it('names the contacts that cannot be used, also when there is nothing to do', async () => {
		contacts(...LIST, ['', '', '', 'Care']);
		const [mail, ...more] = await run();
		expect(mail?.subject).toBe('Onboarding: 2 contacts cannot be used');
		const told = readable(mail as Mail);
		expect(told).toMatch(/^Nothing else is to be done\./);
		expect(told).toContain('Cannot be used\n\nNoa – The contact has neither id nor');
		expect(told).toContain('\nrow 9, which has no name – The contact');
		expect(more).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('does what was approved and nothing that came up while the question waited', async () => {
		const thorough = await stage().importAgain({
			'Sync invitations': { 'options.whenMissing': 'revoke', 'options.maxRevokePercent': 100 },
		});
		contacts(
			[1001, 'ada@example.com', 'Ada', 'Sales'],
			['', 'eve@example.com', HOSTILE, 'R&D'],
			['7', 'kim@example.com', 'Kim Berg', 'Care'],
			['8', 'lea@example.com', 'Lea', 'Care'],
			[1003, 'ned@example.com', 'Ned', 'Care'],
		);
		const both = (recipientExternalId: string, recipientName: string) =>
			world().createInvitation(surveyId(), 'personal', {
				recipientExternalId,
				recipientName,
				recipientEmail: `${recipientName.toLowerCase()}@example.com`,
			});
		// What the seeded survey has besides.
		const listed = ['ada', 'eve', 'kim', 'lea'].map((name) => `${name}@example.com`);
		for (const { id, recipientEmail } of invitations()) {
			if (!listed.includes(recipientEmail?.toLowerCase() ?? '')) world().revokeInvitation(id);
		}
		const gone = both('70', 'Gus');
		const question = await asked(thorough);
		expect(question.mail.subject).toBe(
			'Onboarding: please approve 1 new invitation, 1 change, 1 revocation',
		);
		const ofId = (id: string) =>
			world()
				.invitations(surveyId())
				.find((one) => one.recipientExternalId === id && !one.revoked);
		both('71', 'Hanna');
		Object.assign(ofId('7') ?? {}, { recipientName: 'Kimberly' });
		world().revokeInvitation(ofId('1001')?.id ?? '');
		const before = invitations();
		const [report, ...more] = await answered(question, 'Yes, do it');
		const after = invitations();
		const [ned, ...others] = after.filter(({ id }) => !before.some((one) => one.id === id));
		expect(others).toEqual([]);
		expect(ned).toMatchObject({ recipientExternalId: '1003', recipientName: 'Ned' });
		expect(after.filter((one) => one !== ned)).toEqual(
			before
				.filter(({ id }) => id !== gone.id)
				.map((one) =>
					one.recipientExternalId === '8' ? { ...one, properties: { department: 'Care' } } : one,
				),
		);
		expect(writes()).toHaveLength(3);
		expect(report?.subject).toBe(
			'Onboarding: 1 new invitation, 1 change, 1 revocation, 3 not approved',
		);
		expect(readable(report as Mail)).toContain(
			[
				'Created',
				'',
				'Ned ‹ned@example.com›',
				'',
				'Changed',
				'',
				'Lea ‹lea@example.com› – department: (empty) → Care',
				'',
				'Revoked',
				'',
				'Gus ‹gus@example.com›',
				'',
				'Not approved',
				'',
				'Ada ‹ada@example.com› – would be a new invitation',
				'Kim Berg ‹kim@example.com› – name: Kimberly → Kim Berg',
				'Hanna ‹hanna@example.com› – its invitation would be revoked',
				'',
				'This was not in the email that you approved, so it was not done. The next run asks about it.',
			].join('\n'),
		);
		expect(more).toEqual([]);
	});

	it('asks nobody when more would be revoked than a list that is right revokes', async () => {
		const thorough = await stage().importAgain({
			'Sync invitations': { 'options.whenMissing': 'revoke' },
		});
		contacts([1001, 'ada@example.com', 'Ada', 'Sales']);
		const [mail, ...more] = await run(thorough);
		expect(mail?.subject).toBe('Onboarding: it did not work');
		expect(readable(mail as Mail)).toMatch(
			/\d+ of \d+ open invitations would be revoked, and Max Revoke is 10 %/,
		);
		expect(more).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('fills a property from any node before it, also after the yes', async () => {
		const values = [
			{ key: 'department', value: '={{ $json.department }}' },
			{ key: 'location', value: '={{ $json.location }}' },
			{ key: 'town', value: "={{ $('List of contacts').item.json.location }}" },
		];
		const more = await stage().importAgain({
			'Sync invitations': { 'contactFields.properties.values': values },
		});
		contacts(
			[1004, 'odo@example.com', 'Odo', 'Care', 'Delft'],
			[1005, 'pia@example.com', 'Pia', 'Care', 'Gouda'],
		);
		const [report] = await answered(await asked(more), 'Yes, do it');
		expect(report?.subject).toBe('Onboarding: 2 new invitations');
		const made = invitations().filter(({ recipientName }) =>
			['Odo', 'Pia'].includes(recipientName ?? ''),
		);
		expect(made.map(({ properties }) => properties)).toEqual(
			['Delft', 'Gouda'].map((town) => ({
				department: 'Care',
				location: town,
				town,
			})),
		);
	});

	it('is a dry run when somebody executes Sync invitations by itself, also after a yes', async () => {
		contacts([1006, 'quin@example.com', 'Quin', 'Care']);
		const question = await asked();
		await answered(question, 'Yes, do it');
		contacts([1007, 'rosa@example.com', 'Rosa', 'Care']);
		stage().service.clearLog();
		const before = invitations();
		const { rest, workflowId } = stage();
		const seen = await rest.execution(question.id);
		const fresh = await rest.executeStep(workflowId, 'Sync invitations', TRIGGER);
		const again = await rest.executeStep(workflowId, 'Sync invitations', seen);
		for (const execution of [fresh, again]) {
			expect(execution.status).toBe('success');
			const [items] = outputsOf(execution, 'Sync invitations');
			const actions = (items ?? []).map(({ json }) => String(json.action));
			expect(actions).not.toEqual([]);
			for (const action of actions) expect(action).toMatch(/^(would|unchanged$)/);
		}
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it.each(READINGS)(
		'asks and does the same with a service that speaks $name',
		async ({ dialect }) => {
			const service = await startService({ dialect });
			try {
				withExtraFieldsBesideProperties(service);
				const { id } = service.world.createSurvey({ name: 'Moving in' });
				const kim = {
					recipientExternalId: '7',
					recipientName: 'Kim',
					recipientEmail: 'kim@example.com',
				};
				const lea = {
					recipientExternalId: '8',
					recipientName: 'Lea',
					recipientEmail: 'lea@example.com',
				};
				service.world.createProperty(id, { key: 'department' });
				const [known] = [kim, lea].map((one) =>
					service.world.createInvitation(id, 'personal', one),
				);
				const copy = await Imported.for(stage(), service, settings(sheet(), id));
				contacts(
					[1001, 'ada@example.com', 'Ada', 'Sales'],
					['7', 'kim@example.com', 'Kim Berg', 'Care'],
					['8', 'lea@example.com', 'Lea', ''],
					['', '', 'Noa', 'Care'],
				);
				const question = await asked(copy.id);
				expect(readable(question.mail)).toContain(
					[
						'New invitations',
						'',
						'Ada ‹ada@example.com›',
						'',
						'Changes',
						'',
						'Kim Berg ‹kim@example.com› – name: Kim → Kim Berg; department: (empty) → Care',
						'',
						'Cannot be used',
						'',
						'Noa – The contact has neither id nor email address, so its invitation cannot be found: fill it in.',
						'',
						'Correct these contacts in your list, or enter them under leave_out in the node “Your settings”.',
						'1 invitation needs no change.',
					].join('\n'),
				);
				const [report] = await answered(question, 'Yes, do it');
				expect(report?.subject).toBe('Onboarding: 1 new invitation, 1 change, 1 cannot be used');
				const all = service.world.invitations(id);
				expect(all).toHaveLength(3);
				expect(all.find((one) => one.id === known?.id)).toMatchObject({
					recipientName: 'Kim Berg',
					properties: { department: 'Care' },
				});
				expect(all.find(({ recipientExternalId }) => recipientExternalId === '1001')).toMatchObject(
					{
						recipientEmail: 'ada@example.com',
						properties: { department: 'Sales' },
					},
				);
			} finally {
				await service.stop();
			}
		},
	);

	it('fails at once, in words, when an address is missing', async () => {
		const forgetful = await stage().importAgain({
			'Your settings': { 'assignments.assignments[1].value': '' },
		});
		stage().service.clearLog();
		const execution = await stage().rest.run(forgetful, TRIGGER);
		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toBe(
			'Nothing was done, because an email address is missing. Enter from_email and approver_email in the node "Your settings".',
		);
		expect(stage().service.log).toEqual([]);
	});

	it('says so, and asks no second time, when somebody turned Dry Run on', async () => {
		const dry = await stage().importAgain({ 'Sync invitations': { dryRun: true } });
		contacts([1008, 'sam@example.com', 'Sam', 'Care']);
		const [mail, ...more] = await answered(await asked(dry), 'Yes, do it');
		expect(mail?.subject).toBe('Onboarding: it did not work');
		expect(readable(mail as Mail)).toMatch(/another dry run .*You had approved, but it was not/);
		expect(more).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('writes nothing when somebody turned Dry Run off', async () => {
		const wet = await stage().importAgain({ 'Sync invitations': { dryRun: false } });
		const before = mails().length;
		stage().service.clearLog();
		expect((await stage().rest.run(wet, TRIGGER)).status).toBe('success');
		expect(mails().slice(before)).toMatchObject([{ subject: 'Onboarding: 1 not approved' }]);
		expect(writes()).toEqual([]);
	});

	it('reports what the service refused, and what it did', async () => {
		contacts(...LIST, [1009, 'tom@example.com', 'Tom', 'Care']);
		const question = await asked();
		stage().service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			fault: { kind: 'status', status: 409, code: 'not_now' },
		});
		const [report] = await answered(question, 'Yes, do it');
		expect(report?.subject).toBe(
			'Onboarding: 1 new invitation, 1 change, 1 refused, 1 cannot be used',
		);
		const told = readable(report as Mail);
		expect(told).toContain('Refused by the survey service\n\nAda ‹ada@example.com› – ');
		expect(told).toContain('\nTom ‹tom@example.com›\n');
	});

	it('says how to end it when the service refuses somebody, and then asks no more', async () => {
		contacts([1020, 'zoe@example.com', 'Zoe', 'Care'], ['', '', 'Yan', 'Care']);
		const heal = stage().service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			fault: { kind: 'status', status: 409, code: 'not_now' },
			times: Infinity,
		});
		const [report] = await answered(await asked(), 'Yes, do it');
		heal();
		expect(report?.subject).toBe('Onboarding: 1 refused, 1 cannot be used');
		expect(readable(report as Mail)).toContain(
			'To end that, enter them under leave_out in the node “Your settings”: zoe@example.com\n',
		);
		const again = await asked();
		expect(again.mail.subject).toBe('Onboarding: please approve 1 new invitation');
		await answered(again, 'No');
		const without = await stage().importAgain({
			'Your settings': { 'assignments.assignments[3].value': 'Kim@example.com; ZOE@example.com' },
		});
		const [mail, ...more] = await run(without);
		expect(mail?.subject).toBe('Onboarding: 1 contact cannot be used');
		expect(readable(mail as Mail)).toContain(
			'Left out, because they are in leave_out\n\nZoe ‹zoe@example.com›',
		);
		expect(more).toEqual([]);
		const silent = await stage().importAgain({
			'Your settings': { 'assignments.assignments[3].value': 'zoe@example.com, yan' },
		});
		expect(await run(silent)).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('goes on with the same contacts when the question could not be mailed at first', async () => {
		contacts([1011, 'vic@example.com', 'Vic', 'Care']);
		const { mailbox } = stage().destinations;
		mailbox.isDown = true;
		const failed = await stage().rest.run(stage().workflowId, TRIGGER);
		expect(failed.status).toBe('error');
		mailbox.isDown = false;
		const before = mails().length;
		const path = `/rest/executions/${failed.id}/retry`;
		const { id } = await stage().rest.call<{ id: string }>('POST', path, { loadWorkflow: true });
		const mail = await letterAfter(stage().destinations, before);
		const [report] = await answered({ id, mail }, 'Yes, do it');
		expect(report?.subject).toBe('Onboarding: 1 new invitation');
	});

	it('shortens long lists', async () => {
		const long = 'Very long '.repeat(100);
		contacts(
			['7', 'kim@example.com', 'Kim Berg', long],
			...Array.from({ length: 129 }, (_, n) => ['', `p${n}@example.com`, `P${n}`, '']),
		);
		const question = await asked();
		const told = readable(question.mail);
		expect(told).toContain('P99 ‹p99@example.com›\n… and 29 more\n');
		expect(told).toMatch(/Kim Berg .* Care → (Very long ){18,20}.{0,10}…/);
		expect(told).toContain('A Yes also covers what is not shown. To see more, answer No, raise');
		expect(question.mail.subject).toBe('Onboarding: please approve 129 new invitations, 1 change');
		await answered(question, 'No');
	});

	it.each([
		['is empty', [], /^The list of contacts is empty, so nothing was done\./],
		[
			'has other columns',
			[['x', 'Ada']],
			/whether the node “Sync invitations” takes Email, External ID/,
		],
	])('says so when the list %s', async (_, rows, sentence) => {
		contacts(...rows.map((row) => ['', '', ...row]));
		if (rows.length > 0) sheet().grid.write('A1', [['Nr', 'Mail', 'Who', 'Team']], 'RAW');
		const [mail, ...more] = await run();
		expect(mail?.subject).toBe('Onboarding: no contact can be used');
		expect(readable(mail as Mail)).toMatch(sentence);
		expect(more).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('says so, once, when the contacts or the invitations cannot be read', async () => {
		contacts(...LIST);
		stage().service.faults.inject({
			match: { operation: 'invitation.getAll' },
			fault: { kind: 'status', status: 403, code: 'no' },
		});
		const [refused, ...more] = await run();
		expect(refused?.subject).toBe('Onboarding: it did not work');
		expect(readable(refused as Mail)).toContain('Nothing was compared and nothing was done.');
		expect(more).toEqual([]);
		sheet().title = 'Renamed';
		const [missing, ...others] = await run();
		expect(missing?.subject).toBe('Onboarding: no contact can be used');
		expect(readable(missing as Mail)).toMatch(
			/^The list of contacts could not be read, so nothing was done: .*Blad 1/,
		);
		expect(others).toEqual([]);
		expect(stage().service.log).toEqual([]);
		expect(stage().destinations.strange).toEqual([]);
	});

	it('gives up when nobody answers', async () => {
		sheet().title = 'Blad 1';
		contacts([1010, 'una@example.com', 'Una', 'Care']);
		const options = { 'options.limitWaitTime.values.resumeAmount': 0 };
		const survey = { surveyId: { __rl: true, mode: 'id', value: surveyId() } };
		const impatient = await stage().importAgain({
			'Ask a person': options,
			'Sync invitations': survey,
		});
		const before = mails().length;
		const id = await stage().rest.begin(impatient, TRIGGER);
		expect((await stage().rest.finished(id)).status).toBe('success');
		expect(mails().slice(before)).toHaveLength(1);
		expect(mails()[before]?.subject).toContain(`${surveyId()}: please approve`);
		expect(writes()).toEqual([]);
	});
});
