import { contactsOffice, TRIGGER } from './contactsOffice';
import { answer, buttonIn, readable } from './letters';
import { useWorkflowStage } from './workflowStage';

const BOSS = 'boss@example.com';
const HOSTILE =
	'Eve</p><a href="https://evil.example">Approve</a> &lt;b&gt;\nCreate: Nobody\u202e {{ 7 * 7 }}';

describe('contacts-to-invitations.json', () => {
	const stage = useWorkflowStage('contacts-to-invitations.json', {
		settings: ({ spreadsheet }, { world }) => ({
			Settings: {
				'assignments.assignments[0].value': 'surveys@example.com',
				'assignments.assignments[1].value': BOSS,
			},
			Contacts: {
				documentId: { __rl: true, mode: 'url', value: spreadsheet.url },
				sheetName: { __rl: true, mode: 'name', value: spreadsheet.title },
			},
			'Sync invitations': {
				surveyId: { __rl: true, mode: 'id', value: world.survey('Onboarding').id },
			},
		}),
	});
	const { contacts, asked, answered, run } = contactsOffice(stage);
	const mails = () => stage().destinations.mailbox.mails;
	const sheet = () => stage().destinations.spreadsheet;
	const world = () => stage().service.world;
	const surveyId = () => world().survey('Onboarding').id;
	const invitations = () => structuredClone(world().invitations(surveyId()));
	const writes = () => stage().service.log.filter(({ method }) => method !== 'GET');

	beforeAll(() => {
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
		expect(mail.subject).toBe('Please approve: 2 new invitations, 1 changed, 0 revoked');
		expect(readable(mail)).toContain(
			[
				'WOULD BE DONE',
				'Create: Ada ‹ada@example.com›',
				'Create: Eve‹/p›‹a href="https://evil.example"›Approve‹/a› ＆lt;b＆gt; Create: Nobody {{ 7 * 7 }} ‹eve@example.com›',
				'Change: Kim Berg ‹kim@example.com› – name: Kim → Kim Berg; properties: nothing → department Care',
				'',
				'WOULD NOT BE DONE',
				'Cannot be used: Noa – The contact has neither external ID nor e-mail address, so its invitation cannot be found: fill it in, or choose another Match By.',
				'Left out: Ada again ‹ada@example.org› – The same person as Ada ‹ada@example.com› (item 0), which has the same external ID.',
			].join('\n'),
		);
		expect(mail.text.match(/<a /g)).toHaveLength(1);
		expect(stage().service.log.map(({ operation }) => operation)).toEqual(['invitation.getAll']);
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
			subject: 'Invitations: 2 created, 1 changed, 1 refused',
		});
		expect(report?.text).toContain('DONE\nCreated: Ada ‹ada@example.com›\nCreated: Eve‹/p›');
		expect(report?.text).toContain('\nChanged: Kim Berg ‹kim@example.com› – name: Kim → Kim Berg');
		expect(report?.text).toContain('NOT DONE\nRefused: Noa – The contact has neither');
	});

	it('says nothing when there is nothing to do', async () => {
		contacts(...LIST);
		const before = invitations();
		expect(await run()).toEqual([]);
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it('does nothing when more would be created by then than was approved', async () => {
		contacts(...LIST, [1003, 'ned@example.com', 'Ned', 'Care']);
		const question = await asked();
		const ada = world()
			.invitations(surveyId())
			.find((one) => one.recipientExternalId === '1001');
		world().revokeInvitation(ada?.id ?? '');
		const before = invitations();
		const [mail, ...more] = await answered(question, 'Yes, do it');
		expect(mail?.subject).toBe('Invitations: it did not work');
		expect(mail?.text).toMatch(/^2 invitations would be created, and Max Creates is 1: /);
		expect(mail?.text).toContain('You had approved, but it was not carried out.');
		expect(more).toEqual([]);
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it('reports what the service refused, and what it did', async () => {
		const question = await asked();
		stage().service.faults.inject({
			match: { operation: 'invitation.create' },
			fault: { kind: 'status', status: 409, code: 'not_now' },
		});
		const [report] = await answered(question, 'Yes, do it');
		expect(report?.subject).toBe('Invitations: 1 created, 0 changed, 2 refused');
		expect(report?.text).toContain('NOT DONE\nRefused: Ada ‹ada@example.com› – ');
		expect(report?.text).toContain('DONE\nCreated: Ned ‹ned@example.com›');
	});

	it('shortens long lists', async () => {
		contacts(...Array.from({ length: 130 }, (_, n) => ['', `p${n}@example.com`, `P${n}`, '']));
		const question = await asked();
		expect(readable(question.mail)).toContain(
			'Create: P99 ‹p99@example.com›\n… and 30 more\n\nWOULD NOT BE DONE\nNobody',
		);
		await answered(question, 'No');
	});

	it.each([
		['is empty', [], /^The list of contacts is empty, so nothing was done\./],
		['has other columns', [['x', 'Ada']], /whether the node Contact takes its fields/],
	])('says so when the list %s', async (_, rows, sentence) => {
		contacts(...rows.map((row) => ['', '', ...row]));
		if (rows.length > 0) sheet().grid.write('A1', [['Nr', 'Mail', 'Who', 'Team']], 'RAW');
		const [mail, ...more] = await run();
		expect(mail?.subject).toBe('Invitations: no contact can be used');
		expect(mail?.text).toMatch(sentence);
		expect(more).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('says so, once, when the contacts or the invitations cannot be read', async () => {
		contacts(...LIST);
		stage().service.faults.inject({ fault: { kind: 'status', status: 403, code: 'no' } });
		const [refused, ...more] = await run();
		expect(refused?.subject).toBe('Invitations: it did not work');
		expect(refused?.text).toContain('Nothing was compared and nothing was done.');
		expect(more).toEqual([]);
		sheet().title = 'Renamed';
		const [missing, ...others] = await run();
		expect(missing?.subject).toBe('Invitations: no contact can be used');
		expect(missing?.text).toMatch(
			/^The list of contacts could not be read, so nothing was done: .*Blad 1/,
		);
		expect(others).toEqual([]);
		expect(stage().destinations.strange).toEqual([]);
	});

	it('gives up when nobody answers', async () => {
		sheet().title = 'Blad 1';
		const options = { 'options.limitWaitTime.values.resumeAmount': 0 };
		const impatient = await stage().importAgain({ 'Ask a person': options });
		const before = mails().length;
		const id = await stage().rest.begin(impatient, TRIGGER);
		expect((await stage().rest.finished(id)).status).toBe('success');
		expect(mails()).toHaveLength(before + 1);
		expect(writes()).toEqual([]);
	});
});
