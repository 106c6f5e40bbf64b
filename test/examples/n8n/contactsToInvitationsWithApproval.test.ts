import { startService, type Service } from '../../harness/service';
import { errorOf } from '../../n8n/rest/n8nRest';
import type { Destinations } from '../destinations';
import { contactsOffice, TRIGGER } from './contactsOffice';
import { HARMFUL } from '../text/strangers';
import { withExtraFieldsBesideProperties } from './extraFields';
import { Imported } from './imported';
import { answer, buttonIn, harmIn, letterAfter, linesIn, open, readable } from './letters';
import { READINGS } from './readings';
import { useWorkflowStage } from './workflowStage';

const BOSS = 'boss@example.com';
const HOSTILE =
	'Eve</p><a href="https://evil.example">Approve</a> &lt;b&gt;\nInvite Nobody\u202e {{ 7 * 7 }}';

const settings = (spreadsheet: Destinations['spreadsheet'], surveyId: string) => ({
	'List of contacts': {
		documentId: { __rl: true, mode: 'url', value: spreadsheet.url },
		sheetName: { __rl: true, mode: 'name', value: spreadsheet.title },
	},
	'What would be done': { surveyId: { __rl: true, mode: 'list', value: surveyId } },
	'Ask a person': { fromEmail: 'surveys@example.com', toEmail: BOSS },
});

describe('contacts-to-invitations-with-approval.json', () => {
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
	const ofId = (id: string) =>
		world()
			.invitations(surveyId())
			.find((one) => one.recipientExternalId === id && !one.revoked);

	beforeAll(() => {
		world().createProperty(surveyId(), { key: 'department' });
		const person = (recipientExternalId: string, recipientName: string) => ({
			recipientExternalId,
			recipientName,
			recipientEmail: `${recipientName.toLowerCase()}@example.com`,
		});
		world().createInvitation(surveyId(), 'personal', { ...person('7', 'Kim'), properties: {} });
		world().createInvitation(surveyId(), 'csv', person('8', 'Lea'));
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
		const told = readable(mail);
		expect(told).toContain('It would ask the service to invite 2 people and correct 1 invitation');
		const lines = linesIn(mail).filter((line) => /^(Invite|Correct|Cannot use) /.test(line));
		expect(lines).toEqual([
			'Invite Ada, ada@example.com: external id: 1001; department: Sales.',
			expect.stringMatching(/^Invite Eve.*, eve@example\.com: department: R&D\.$/),
			'Correct Kim Berg, kim@example.com: name: Kim → Kim Berg; department: (empty) → Care.',
			expect.stringMatching(/^Cannot use Noa: The contact has neither /),
		]);
		expect(mail.text.match(/<a /g)).toHaveLength(1);
		expect(harmIn(mail)).toEqual([]);
		expect(await open(stage().rest, buttonIn(mail, 'Answer'))).toContain('Do you approve?');
		expect(await answered(question, 'No')).toEqual([]);
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it('does what was approved and no more, once, and says so', async () => {
		const before = invitations();
		const question = await asked();
		sheet().grid.write('A9', [[1002, 'late@example.com', 'Late', 'Care']], 'RAW');
		const [report, ...more] = await answered(question, 'Yes, do it');
		// Whoever answers twice does not do it twice.
		await answer(stage().rest, buttonIn(question.mail, 'Answer'), ['Yes, do it']);
		const after = invitations();
		const made = after.filter(({ id }) => !before.some((one) => one.id === id));
		expect(made).toMatchObject([
			{ recipientExternalId: '1001', recipientName: 'Ada', properties: { department: 'Sales' } },
			{ recipientEmail: 'eve@example.com', recipientName: HOSTILE },
		]);
		const changed = { recipientName: 'Kim Berg', properties: { department: 'Care' } };
		expect(after.filter(({ id }) => !made.some((one) => one.id === id))).toEqual(
			before.map((one) => (one.recipientExternalId === '7' ? { ...one, ...changed } : one)),
		);
		expect(writes()).toHaveLength(3);
		expect(stage().service.effects.emails).toEqual([]);
		expect(more).toEqual([]);
		expect(report?.to).toEqual([BOSS]);
		expect(readable(report!)).toMatch(/^2 invited, 1 corrected, 1 unchanged\./);
	});

	it('says nothing when there is nothing to tell', async () => {
		contacts(...LIST.filter(([id, email]) => id !== '' || email !== ''));
		const before = invitations();
		expect(await run()).toEqual([]);
		expect(writes()).toEqual([]);
		expect(invitations()).toEqual(before);
	});

	it('does nothing that came up while the question waited', async () => {
		contacts(
			['7', 'kim@example.com', 'Kim', 'Care'],
			['8', 'lea@example.com', 'Lea', 'Care'],
			[1003, 'ned@example.com', 'Ned', 'Care'],
		);
		const question = await asked();
		Object.assign(ofId('7') ?? {}, { recipientName: 'Kimberly' });
		const [report] = await answered(question, 'Yes, do it');
		expect(ofId('7')?.recipientName).toBe('Kimberly');
		expect(ofId('8')?.properties).toEqual({ department: 'Care' });
		expect(ofId('1003')?.recipientName).toBe('Ned');
		expect(readable(report!)).toMatch(/^1 invited, 1 corrected\. 1 not approved, so not done\./);
		const again = await asked();
		expect(readable(again.mail)).toContain('Correct Kim, kim@example.com');
		expect(await answered(again, 'No')).toEqual([]);
	});

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		let service: Service;
		let id: string;
		let copy: Imported;
		const all = () => service.world.invitations(id);
		const asksToWrite = () => service.log.filter(({ method }) => method !== 'GET');
		beforeEach(async () => {
			service = await startService({ dialect });
			withExtraFieldsBesideProperties(service);
			({ id } = service.world.createSurvey({ name: 'Moving in' }));
			service.world.createProperty(id, { key: 'department' });
			copy = await Imported.for(stage(), service, settings(sheet(), id));
		});
		afterEach(async () => await service.stop());

		it('it asks about an empty survey, with names of every kind, and takes No', async () => {
			contacts(
				['', 'nameless@example.com', '', ''],
				...HARMFUL.map((name, nth) => ['', `odd${nth}@example.com`, name, name]),
			);
			const question = await asked(copy.id);
			expect(linesIn(question.mail)).toContain('Invite nameless@example.com.');
			// One of the names has a sign that cannot be stored.
			const lines = linesIn(question.mail).filter((line) => /^(Invite|Cannot use) /.test(line));
			expect(lines).toHaveLength(1 + HARMFUL.length);
			expect(harmIn(question.mail)).toEqual([]);
			expect(await answered(question, 'No')).toEqual([]);
			expect([asksToWrite(), all()]).toEqual([[], []]);
		});

		it('it does what was approved, and names nobody so that it harms', async () => {
			const known = (recipientExternalId: string, recipientName: string) =>
				service.world.createInvitation(id, 'personal', {
					recipientExternalId,
					recipientName,
					recipientEmail: `${recipientExternalId}@example.com`,
				});
			known('7', 'Kim');
			HARMFUL.forEach((name, nth) => known(`odd${nth}`, name));
			contacts(
				[1001, 'ada@example.com', 'Ada', 'Sales'],
				['', 'nameless@example.com', '', ''],
				['7', '7@example.com', 'Kim Berg', 'Care'],
				['', '', '', 'Care'],
				...HARMFUL.map((_, nth) => [`odd${nth}`, `odd${nth}@example.com`, 'Bo', '']),
			);
			const question = await asked(copy.id);
			expect(readable(question.mail)).toMatch(
				/\nInvite Ada, .*\nInvite nameless@.*\nCorrect Kim Berg, .*\nCannot use row 5: /,
			);
			expect(harmIn(question.mail)).toEqual([]);
			const [report] = await answered(question, 'Yes, do it');
			expect(readable(report!)).toContain('2 invited, ');
			expect(readable(report!)).toContain('1 could not be used: row 5');
			expect(harmIn(report!)).toEqual([]);
			expect(all()).toHaveLength(3 + HARMFUL.length);
			const called = (name: string | null) => all().filter((one) => one.recipientName === name);
			expect(called('Bo')).toHaveLength(HARMFUL.length);
			expect(called(null)).toMatchObject([{ recipientEmail: 'nameless@example.com' }]);
			expect(called('Kim Berg')).toMatchObject([{ properties: { department: 'Care' } }]);
			expect(called('Ada')).toMatchObject([{ properties: { department: 'Sales' } }]);
		});
	});

	it('reports what the service refused, and asks again next time', async () => {
		contacts([1009, 'tom@example.com', 'Tom', 'Care'], [1010, 'uma@example.com', 'Uma', 'Care']);
		const question = await asked();
		stage().service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			fault: { kind: 'status', status: 409, code: 'not_now' },
		});
		const [report] = await answered(question, 'Yes, do it');
		expect(readable(report!)).toMatch(/^1 invited\. 1 failed: row 2 \(Tom\), /);
		const again = await asked();
		expect(readable(again.mail)).toContain('Invite Tom, ');
		await answered(again, 'No');
	});

	it('fails when the answer to an invitation is lost, and a retry invites only the others', async () => {
		contacts([1014, 'yan@example.com', 'Yan', 'Care'], [1015, 'zoe@example.com', 'Zoe', 'Care']);
		const { id, mail } = await asked();
		const before = mails().length;
		stage().service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			fault: { kind: 'reset', when: 'after' },
		});
		await answer(stage().rest, buttonIn(mail, 'Answer'), ['Yes, do it']);
		const unclear = await stage().rest.finished(id);
		expect(errorOf(unclear)?.message).toContain('may have been created, and was not repeated');
		expect((await stage().retry(id)).status).toBe('success');
		expect(mails()).toHaveLength(before + 1);
		const made = invitations().filter((one) => /^(yan|zoe)@/.test(one.recipientEmail ?? ''));
		expect(made.map((one) => one.recipientExternalId).sort()).toEqual(['1014', '1015']);
		expect(writes()).toHaveLength(2);
		expect(await run()).toEqual([]);
	});

	it('goes on where it stopped when a mail could not be sent, and does nothing twice', async () => {
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
		mailbox.isDown = true;
		await answer(stage().rest, buttonIn(mail, 'Answer'), ['Yes, do it']);
		expect((await stage().rest.finished(id)).status).toBe('error');
		mailbox.isDown = false;
		expect((await stage().retry(id)).status).toBe('success');
		const ofVic = invitations().filter((one) => one.recipientExternalId === '1011');
		expect(ofVic).toHaveLength(1);
		expect(mails()).toHaveLength(before + 2);
	});

	it('asks after n8n was killed while it waited', async () => {
		contacts([1012, 'wim@example.com', 'Wim', 'Care']);
		const question = await asked();
		await stage().stand.n8n.stop('SIGKILL');
		await stage().stand.n8n.start();
		const [report] = await answered(question, 'Yes, do it');
		expect(readable(report!)).toMatch(/^1 invited\./);
		expect(ofId('1012')).toBeDefined();
	});

	it('gives up when nobody answers', async () => {
		contacts([1013, 'xia@example.com', 'Xia', 'Care']);
		const impatient = await stage().importAgain({
			'Ask a person': { 'options.limitWaitTime.values.resumeAmount': 0 },
		});
		const before = mails().length;
		stage().service.clearLog();
		const id = await stage().rest.begin(impatient, TRIGGER);
		expect((await stage().rest.finished(id)).status).toBe('success');
		expect(mails()).toHaveLength(before + 1);
		expect(writes()).toEqual([]);
	});

	it('asks nobody when the list is empty', async () => {
		contacts();
		const before = mails().length;
		const id = await stage().rest.begin(stage().workflowId, TRIGGER);
		expect((await stage().rest.finished(id)).status).toBe('success');
		expect(mails()).toHaveLength(before);
		expect(writes()).toEqual([]);
	});

	it('says so when the list has other columns', async () => {
		contacts([1, 'x', 'Ada']);
		sheet().grid.write('A1', [['Nr', 'Mail', 'Who', 'Team']], 'RAW');
		const question = await asked();
		expect(readable(question.mail)).toMatch(/Cannot use row \d/);
		expect(await answered(question, 'No')).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('fails where it is seen when the invitations or the contacts cannot be read', async () => {
		const fails = async () => {
			stage().service.clearLog();
			expect((await stage().rest.run(stage().workflowId, TRIGGER)).status).toBe('error');
			expect(writes()).toEqual([]);
		};
		const before = mails().length;
		contacts(...LIST);
		const end = stage().service.faults.inject({
			match: { operation: 'invitation.getAll' },
			fault: { kind: 'status', status: 500 },
			times: Infinity,
		});
		await fails();
		end();
		sheet().title = 'Renamed';
		await fails();
		expect(mails()).toHaveLength(before);
		expect(stage().destinations.strange).toEqual([]);
	});
});
