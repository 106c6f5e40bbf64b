import { errorOf } from '../../n8n/rest/n8nRest';
import type { Mail } from '../destinations';
import { HARMFUL } from '../text/strangers';
import { listOfContacts, writeContacts } from './contacts';
import { harmIn, linesIn, Question, readable } from './letters';
import { chosen, useWorkflowStage, type WorkflowStage } from './workflowStage';

const YES = 'Yes, do it';
const BY_MAIL = { fromEmail: 'surveys@example.com', toEmail: 'boss@example.com' };
const HOSTILE =
	'Eve</p><a href="https://evil.example">Approve</a> &lt;b&gt;\nInvite Nobody\u202e {{ 7 * 7 }}';

describe('contacts-to-invitations-with-approval.json', () => {
	const stage = useWorkflowStage(
		'contacts-to-invitations-with-approval.json',
		({ destinations, stand }) => ({
			'List of contacts': listOfContacts(destinations),
			'What would be done': { surveyId: chosen(stand.service.world.survey('Onboarding').id) },
			'Ask a person': BY_MAIL,
		}),
	);
	const mailbox = () => stage().destinations.mailbox;
	const world = () => stage().service.world;
	const surveyId = () => world().survey('Onboarding').id;
	const contacts = (...rows: unknown[][]) => writeContacts(stage().destinations, ...rows);
	const invitations = () => structuredClone(world().invitations(surveyId()));
	const writes = () => stage().service.log.filter(({ method }) => method !== 'GET');
	const ofId = (id: string) =>
		world()
			.invitations(surveyId())
			.find((one) => one.recipientExternalId === id && !one.revoked);

	/** Runs it until it asks. */
	const asked = async (on: WorkflowStage = stage()): Promise<Question> => {
		stage().service.clearLog();
		return await Question.after(on.rest, on.destinations, async () => await on.begin());
	};
	/** Opens the page behind the email's button, and chooses. @returns the emails that come of it */
	const answered = async (question: Question, choice: string): Promise<Mail[]> => {
		const { length } = mailbox().mails;
		expect(await question.open()).toContain(`<option value='${choice}'>`);
		const execution = await question.answer(choice);
		expect([execution.status, errorOf(execution)?.message]).toEqual(['success', undefined]);
		return mailbox().mails.slice(length);
	};
	/** Runs it to its end, for nobody is asked. @returns the emails that come of it */
	const unasked = async (): Promise<Mail[]> => {
		const { length } = mailbox().mails;
		stage().service.clearLog();
		await stage().succeeds();
		return mailbox().mails.slice(length);
	};

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
		expect(mail).toMatchObject({ from: BY_MAIL.fromEmail, to: [BY_MAIL.toEmail] });
		expect(readable(mail)).toContain(
			'It would ask the service to invite 2 people and correct 1 invitation',
		);
		const lines = linesIn(mail).filter((line) => /^(Invite|Correct|Cannot use) /.test(line));
		expect(lines).toEqual([
			'Invite Ada, ada@example.com: external id: 1001; department: Sales.',
			expect.stringMatching(/^Invite Eve.*, eve@example\.com: department: R&D\.$/),
			'Correct Kim Berg, kim@example.com: name: Kim → Kim Berg; department: (empty) → Care.',
			expect.stringMatching(/^Cannot use Noa: The contact has neither /),
		]);
		expect(mail.text.match(/<a /g)).toHaveLength(1);
		expect(harmIn(mail)).toEqual([]);
		expect(await answered(question, 'No')).toEqual([]);
		expect([writes(), invitations()]).toEqual([[], before]);
	});

	it('does what was approved and no more, once, and says so', async () => {
		const before = invitations();
		const question = await asked();
		const late = [1002, 'late@example.com', 'Late', 'Care'];
		stage().destinations.spreadsheet.grid.write('A9', [late], 'RAW');
		const [report, ...more] = await answered(question, YES);
		// Whoever answers twice does not do it twice.
		await question.answer(YES);
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
		expect([writes().length, stage().service.effects.emails, more]).toEqual([3, [], []]);
		expect(report?.to).toEqual([BY_MAIL.toEmail]);
		expect(readable(report!)).toMatch(/^2 invited, 1 corrected, 1 unchanged\./);
	});

	it('says nothing when there is nothing to tell, and asks nobody when the list is empty', async () => {
		const before = invitations();
		contacts(...LIST.filter(([id, email]) => id !== '' || email !== ''));
		expect(await unasked()).toEqual([]);
		contacts();
		expect(await unasked()).toEqual([]);
		expect([writes(), invitations()]).toEqual([[], before]);
	});

	it('does nothing that came up while the question waited, although n8n was killed, and asks about it next time', async () => {
		contacts(
			['7', 'kim@example.com', 'Kim', 'Care'],
			['8', 'lea@example.com', 'Lea', 'Care'],
			[1003, 'ned@example.com', 'Ned', 'Care'],
		);
		const question = await asked();
		Object.assign(ofId('7') ?? {}, { recipientName: 'Kimberly' });
		await question.open();
		await stage().crash();
		const [report] = await answered(question, YES);
		expect(ofId('7')?.recipientName).toBe('Kimberly');
		expect(ofId('8')?.properties).toEqual({ department: 'Care' });
		expect(ofId('1003')?.recipientName).toBe('Ned');
		expect(readable(report!)).toMatch(/^1 invited, 1 corrected\. 1 not approved, so not done\./);
		const again = await asked();
		expect(readable(again.mail)).toContain('Correct Kim, kim@example.com');
		expect(await answered(again, 'No')).toEqual([]);
	});

	it('names people of every kind so that it harms nobody, in the question and in the report', async () => {
		const isHarmful = (recipientExternalId: string, recipientName: string) =>
			world().createInvitation(surveyId(), 'personal', {
				recipientExternalId,
				recipientName,
				recipientEmail: `${recipientExternalId}@example.com`,
			});
		HARMFUL.forEach((name, nth) => isHarmful(`odd${nth}`, name));
		contacts(
			['', 'nameless@example.com', '', ''],
			['', '', '', 'Care'],
			...HARMFUL.map((_, nth) => [`odd${nth}`, `odd${nth}@example.com`, 'Bo', '']),
			...HARMFUL.map((name, nth) => ['', `new${nth}@example.com`, name, name]),
		);
		const question = await asked();
		const lines = linesIn(question.mail);
		expect(lines).toContain('Invite nameless@example.com.');
		expect(lines.join('\n')).toContain('\nCannot use row 3: ');
		expect(lines.filter((line) => line.startsWith('Correct Bo, '))).toHaveLength(HARMFUL.length);
		// One of the names has a sign that cannot be stored.
		const others = lines.filter((line) => /^(Invite|Cannot use) /.test(line));
		expect(others).toHaveLength(HARMFUL.length + 2);
		expect(harmIn(question.mail)).toEqual([]);
		const [report] = await answered(question, YES);
		expect(readable(report!)).toContain('row 3');
		expect(harmIn(report!)).toEqual([]);
		const called = invitations().filter((one) => one.recipientName === 'Bo');
		expect(called).toHaveLength(HARMFUL.length);
	});

	it('reports what the service refused, and asks again next time', async () => {
		contacts([1009, 'tom@example.com', 'Tom', 'Care'], [1010, 'uma@example.com', 'Uma', 'Care']);
		const question = await asked();
		stage().service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			fault: { kind: 'status', status: 409, code: 'not_now' },
		});
		const [report] = await answered(question, YES);
		expect(readable(report!)).toMatch(/^1 invited\. 1 failed: row 2 \(Tom\), /);
		const again = await asked();
		expect(readable(again.mail)).toContain('Invite Tom, ');
		await answered(again, 'No');
	});

	it('fails when the answer to an invitation is lost, and a retry invites only the others', async () => {
		contacts([1014, 'yan@example.com', 'Yan', 'Care'], [1015, 'zoe@example.com', 'Zoe', 'Care']);
		const question = await asked();
		const { length } = mailbox().mails;
		stage().service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			fault: { kind: 'reset', when: 'after' },
		});
		const unclear = await question.answer(YES);
		expect(errorOf(unclear)?.message).toContain('may have been created, and was not repeated');
		expect((await stage().retry(unclear)).status).toBe('success');
		expect([mailbox().mails.length, writes().length]).toEqual([length + 1, 2]);
		expect([ofId('1014'), ofId('1015')]).toEqual([expect.anything(), expect.anything()]);
	});

	it('goes on where it stopped when a mail could not be sent, and does nothing twice', async () => {
		contacts([1011, 'vic@example.com', 'Vic', 'Care']);
		const { rest, destinations } = stage();
		mailbox().isDown = true;
		const failed = await stage().run();
		expect(failed.status).toBe('error');
		mailbox().isDown = false;
		const { length } = mailbox().mails;
		const question = await Question.after(
			rest,
			destinations,
			async () => await rest.beginRetry(failed.id),
		);
		mailbox().isDown = true;
		const unsent = await question.answer(YES);
		expect(unsent.status).toBe('error');
		mailbox().isDown = false;
		expect((await stage().retry(unsent)).status).toBe('success');
		const ofVic = invitations().filter((one) => one.recipientExternalId === '1011');
		expect([ofVic.length, mailbox().mails.length]).toEqual([1, length + 2]);
	});

	it('gives up when nobody answers', async () => {
		contacts([1013, 'xia@example.com', 'Xia', 'Care']);
		const noTime = { 'options.limitWaitTime.values.resumeAmount': 0 };
		const question = await asked(await stage().copy({ 'Ask a person': noTime }));
		const { length } = mailbox().mails;
		expect((await question.end()).status).toBe('success');
		expect([mailbox().mails.length, writes()]).toEqual([length, []]);
	});

	it('says so when the list has other columns, and fails where it is seen when nothing can be read', async () => {
		contacts([1, 'x', 'Ada']);
		const sheet = stage().destinations.spreadsheet;
		sheet.grid.write('A1', [['Nr', 'Mail', 'Who', 'Team']], 'RAW');
		const question = await asked();
		expect(readable(question.mail)).toMatch(/Cannot use row \d/);
		expect(await answered(question, 'No')).toEqual([]);
		const { length } = mailbox().mails;
		const end = stage().service.faults.inject({
			match: { operation: 'invitation.getAll' },
			fault: { kind: 'status', status: 500 },
			times: Infinity,
		});
		contacts(...LIST);
		expect((await stage().run()).status).toBe('error');
		end();
		sheet.title = 'Renamed';
		expect((await stage().run()).status).toBe('error');
		expect([mailbox().mails.length, writes()]).toEqual([length, []]);
	});
});
