import type { Service, ServiceOptions } from '../../harness/service';
import { errorOf } from '../../n8n/rest/n8nRest';
import type { Crowd } from './crowd';
import { withExtraFields } from './extraFields';
import { expectImportable } from './importable';
import { readable } from './letters';
import { READINGS } from './readings';
import { BOSS, Reminders } from './reminders';
import { useWorkflowStage } from './workflowStage';

const FILE = 'reminder-mailing-with-approval.json';
const YES = 'Yes, send it now';
/** How a question names people. */
const NAMED = [
	'<li>‹b›Bo‹/b› ＆lt;i＆gt; (link removed) due0@example.com</li>',
	'<li>due No. 1 due1@example.com</li>',
];

describe(FILE, () => {
	const stage = useWorkflowStage(FILE);
	let on: Reminders;
	let crowd: Crowd;
	let service: Service;
	const begin = async (options?: ServiceOptions) => {
		on = await Reminders.with(stage(), options);
		({ crowd, service } = on);
	};
	afterEach(() => expect(stage().destinations.strange).toEqual([]));

	it('imports without a warning, and sends without Retry On Fail', async () => {
		await expectImportable(stage(), ['Choose the survey', 'Create the mailing', 'Ask a person']);
		const { nodes } = stage().workflow;
		expect(nodes.filter(({ retryOnFail }) => retryOnFail)).toEqual([]);
	});

	describe.each(READINGS)('with a service that speaks $name', ({ dialect, isGenerated }) => {
		beforeEach(async () => {
			await begin({ dialect });
			withExtraFields(service);
		});
		afterEach(async () => await service.stop());

		it('it asks, sends once to whom the filter lets through, and reports', async () => {
			const due = crowd.invite(28, 8, 'due');
			crowd.invite(2, 3, 'recent');
			crowd.invite(2, null, 'new');
			crowd.complete(due.pop() ?? '');
			const [first] = service.world.invitations(crowd.surveyId);
			if (first) first.recipientName = '<b>Bo</b> &lt;i&gt; https://evil.example/x';
			const workflow = await on.imported();
			const question = await on.ask(workflow);
			expect(crowd.mailed).toEqual([]);
			const { to, subject, text } = question.mail;
			expect({ to, subject }).toEqual({
				to: [BOSS],
				subject: 'Send this reminder? Moving in & out',
			});
			const said = {
				'at creation': ['It will go to 27 people:', 'and 2 more', ...NAMED],
				'when sent': ['among these 31 people', 'and 6 more', ...NAMED],
				'counted before': ['It will go to 27 people. The service says who they are when it sends.'],
			};
			for (const words of said[service.choices.audienceTaken]) expect(text).toContain(words);
			expect(readable(question.mail)).toContain(
				'It goes to everyone who has not answered and was last invited more than 7 days ago.',
			);
			expect(await question.open()).toContain('the emails are sent at once');
			on.news();

			const execution = await question.answer(YES);
			expect(errorOf(execution)?.message).toBeUndefined();
			expect(crowd.mailed).toEqual([...due].sort());
			expect(crowd.moves).toEqual(['sending', 'sent']);
			const [report, ...others] = on.news();
			expect(others).toEqual([]);
			expect(report?.subject).toBe('The reminder was sent: Moving in & out');
			expect(report?.text).toContain(
				'Recipients: 27\nSent: 27\nDelivered: 27\nSurvey: Moving in & out\n',
			);
		});

		if (isGenerated) return;

		it('it sends nothing when the answer is no, and deletes the mailing', async () => {
			crowd.invite(3, 8, 'due');
			const question = await on.ask(await on.imported());
			expect(crowd.mailings).toHaveLength(1);
			on.news();
			expect((await question.answer('No')).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, on.sends, on.news()]).toEqual([[], [], 0, []]);
		});

		it('it asks nobody when there is nobody to send to, and deletes the mailing', async () => {
			const all = crowd.invite(2, 8, 'done');
			for (const address of all) crowd.complete(address);
			const execution = await (await on.imported()).run();
			expect(execution.status).toBe('success');
			expect([crowd.mailed, crowd.mailings, on.sends, on.news()]).toEqual([[], [], 0, []]);
			expect(service.effects.created('mailing')).toHaveLength(1);
		});

		it('it pauses a mailing that bounces, and says so', async () => {
			const due = [...crowd.invite(10, 8, 'due'), ...crowd.invite(2, 8, 'bounce')];
			const rest = crowd.invite(30, 8, 'zz');
			// From the twelfth on, whenever it looks: both that bounce are among them.
			const question = await on.ask(await on.imported({ bounces_count_from_sent: due.length }));
			service.world.mailings.setRate(0);
			on.news();
			expect(await question.submit(YES)).toBe(200);
			await crowd.isBeingMailed();
			service.world.mailings.setRate(4);
			const execution = await question.end();
			expect(errorOf(execution)?.message).toBeUndefined();
			expect(crowd.moves).toEqual(['sending', 'paused']);
			expect(crowd.mailed).toEqual(expect.arrayContaining([...due].sort()));
			expect(crowd.mailed.length).toBeLessThan(due.length + rest.length);
			const [told, ...others] = on.news();
			expect(others).toEqual([]);
			expect(told?.subject).toBe('Too many bounces, so the reminder is paused: Moving in & out');
			expect(told?.text).toContain('Bounced: 2\n');

			// While it is paused, nobody prepares another one.
			expect((await (await on.imported()).run()).status).toBe('success');
			expect(service.effects.created('mailing')).toHaveLength(1);
			expect(on.news().map(({ subject }) => subject)).toEqual([
				'No reminder was prepared, because another mailing is on its way: Moving in & out',
			]);
		});

		it('it sends once when two questions are open and both are answered with yes', async () => {
			const due = crowd.invite(5, 8, 'due');
			const workflow = await on.imported();
			const questions = [await on.ask(workflow), await on.ask(workflow)];
			on.news();
			for (const question of questions) await question.answer(YES);
			expect(crowd.mailed).toEqual(due);
			expect(on.sends).toBe(1);
			expect(crowd.mailings).toHaveLength(1);
			const [report, told, ...others] = on.news();
			expect(others).toEqual([]);
			expect(report?.subject).toBe('The reminder was sent: Moving in & out');
			expect(told?.text).toMatch(/^While the question was open, another mailing .* was sent\./);
		});
	});

	describe('whatever the service speaks', () => {
		beforeEach(async () => await begin());
		afterEach(async () => await service.stop());

		it('reaches in a second run of the same week only who has become due since', async () => {
			const first = crowd.invite(3, 8, 'due');
			const workflow = await on.imported();
			await (await on.ask(workflow)).answer(YES);
			on.news();
			expect((await workflow.run()).status).toBe('success');
			expect([crowd.mailed, on.news()]).toEqual([first, []]);
			const later = crowd.invite(2, 9, 'later');
			await (await on.ask(workflow)).answer(YES);
			expect(crowd.mailed).toEqual([...first, ...later].sort());
			expect(crowd.mailings).toHaveLength(2);
		});

		it('sends once when somebody submits twice, and when a program follows the link', async () => {
			const due = crowd.invite(2, 8, 'due');
			const question = await on.ask(await on.imported());
			for (let times = 0; times < 3; times++) await question.open();
			expect(on.sends).toBe(0);
			await Promise.all([question.submit(YES), question.submit(YES)]);
			await question.end();
			await question.submit(YES);
			expect([crowd.mailed, on.sends]).toEqual([due, 1]);
		});

		it('writes first to who was never invited when that is set', async () => {
			crowd.invite(2, 8, 'due');
			const fresh = crowd.invite(2, null, 'new');
			const never = { 'Create the mailing': { 'filters.last_invited': 'never' } };
			const question = await on.ask(await on.imported({}, never));
			expect(readable(question.mail)).toContain(
				'It goes to everyone who has not answered and has never been invited.',
			);
			await question.answer(YES);
			expect(crowd.mailed).toEqual(fresh);
		});

		it('repeats nothing when it is not clear whether the mailing was sent, and says so', async () => {
			const due = crowd.invite(3, 8, 'due');
			service.faults.inject({
				match: { operation: 'mailing.send' },
				fault: { kind: 'reset', when: 'after' },
				times: Infinity,
			});
			const question = await on.ask(await on.imported());
			on.news();
			await question.answer(YES);
			expect([crowd.mailed, on.sends]).toEqual([due, 1]);
			const [told, ...others] = on.news();
			expect(others).toEqual([]);
			expect(told?.subject).toBe('Please check whether the reminder was sent: Moving in & out');
			expect(told?.text).toContain('This may have been sent, and was not repeated.');
			expect(told?.text).toContain(crowd.mailings[0]?.id);
		});

		it('stops looking after a while', async () => {
			crowd.invite(3, 8, 'due');
			service.world.mailings.setRate(0);
			const question = await on.ask(await on.imported({ looks_at_most: 3 }));
			on.news();
			await question.answer(YES);
			expect(service.requests({ operation: 'mailing.getStats' })).toHaveLength(3);
			expect(on.news().map(({ subject }) => subject)).toEqual([
				'The reminder is still on its way: Moving in & out',
			]);
		});

		it('goes on looking when a look fails', async () => {
			crowd.invite(3, 8, 'due');
			const question = await on.ask(await on.imported());
			for (const operation of ['mailing.getStats', 'mailing.get']) {
				service.faults.inject({ match: { operation }, fault: { kind: 'status', status: 404 } });
			}
			on.news();
			await question.answer(YES);
			expect(on.news().map(({ subject }) => subject)).toEqual([
				'The reminder was sent: Moving in & out',
			]);
		});

		it('sends nothing when nobody answers in time, deletes the mailing, and says so', async () => {
			crowd.invite(3, 8, 'due');
			const question = await on.ask(await on.imported({ days_to_answer: 0 }));
			expect((await question.end()).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, on.sends]).toEqual([[], [], 0]);
			const [, told, ...others] = on.news();
			expect(others).toEqual([]);
			expect(told?.subject).toBe('No reminder was sent: Moving in & out');
			expect(told?.text).toMatch(/^Nobody answered in time\.\n\nThe mailing has been deleted\.\n/);
		});

		it('deletes the mailing when the question could not be emailed, and says so', async () => {
			crowd.invite(3, 8, 'due');
			const { mailbox } = stage().destinations;
			mailbox.refuses = ({ subject }) => subject.startsWith('Send this reminder?');
			try {
				await (await on.imported()).run();
			} finally {
				mailbox.refuses = () => false;
			}
			expect([crowd.mailed, crowd.mailings, on.sends]).toEqual([[], [], 0]);
			const told = on.news().filter(({ subject }) => !subject.startsWith('Send this'));
			expect(told.map(({ text }) => text.split('\n')[0])).toEqual([
				expect.stringMatching(/^The question could not be emailed: ./),
			]);
		});

		it('sends the report, and no mailing again, when a failed execution is retried', async () => {
			const due = crowd.invite(3, 8, 'due');
			const workflow = await on.imported();
			const question = await on.ask(workflow);
			on.news();
			const { mailbox } = stage().destinations;
			mailbox.refuses = ({ subject }) => subject.startsWith('The reminder was sent');
			const failed = await question.answer(YES);
			mailbox.refuses = () => false;
			expect([failed.status, crowd.mailed, on.news()]).toEqual(['error', due, []]);
			expect((await workflow.retry(failed)).status).toBe('success');
			expect([crowd.mailed, on.sends]).toEqual([due, 1]);
			expect(on.news().map(({ subject }) => subject)).toEqual([
				'The reminder was sent: Moving in & out',
			]);
		});

		it('sends once when n8n is killed while the question is open, and while it sends', async () => {
			const { n8n } = stage().stand;
			const due = crowd.invite(3, 8, 'due');
			const question = await on.ask(await on.imported());
			await n8n.stop('SIGKILL');
			await n8n.start();
			service.faults.inject({
				match: { operation: 'mailing.send' },
				fault: { kind: 'held', when: 'after', until: new Promise(() => {}) },
			});
			expect(await question.submit(YES)).toBe(200);
			await crowd.isBeingMailed();
			await n8n.stop('SIGKILL');
			await n8n.start();
			expect((await question.end()).status).not.toBe('success');
			await question.submit(YES);
			expect([crowd.mailed, on.sends]).toEqual([due, 1]);
			// Two starts of n8n, on a busy machine too.
		}, 600_000);

		it.each([
			['Create the mailing', 'template_id'],
			['Ask a person', 'fromEmail'],
			['Ask a person', 'toEmail'],
		])('is not run before %s has its %s, and asks the service nothing', async (node, name) => {
			const workflow = await on.imported({}, { [node]: { [name]: '' } });
			expect(errorOf(await workflow.run())?.message).toContain('is required');
			expect(service.log).toEqual([]);
		});
	});
});
