import type { Service, ServiceOptions } from '../../harness/service';
import { errorOf } from '../../n8n/rest/n8nRest';
import { HARMFUL } from '../text/strangers';
import type { Crowd } from './crowd';
import { withExtraFields } from './extraFields';
import { expectImportable } from './importable';
import { harmIn, readable } from './letters';
import { READINGS } from './readings';
import { BOSS, Reminders } from './reminders';
import { useWorkflowStage } from './workflowStage';

const FILE = 'reminder-mailing-with-approval.json';
const YES = 'Yes, send it now';
const ALTHOUGH = 'Yes, although nobody is counted';
const ON_ITS_WAY = 'The reminder is on its way.';
const DELETED = 'The reminder was not sent, and is deleted.';
const UNCERTAIN = 'It is not certain that the reminder was sent.';
const UNKNOWN = 'This workflow did not send the reminder, and could not delete it.';
const ANOTHER = 'A mailing of the survey was sent in the meantime';

describe(FILE, () => {
	const stage = useWorkflowStage(FILE);
	let on: Reminders;
	let crowd: Crowd;
	let service: Service;
	const begin = async (options?: ServiceOptions) => {
		on = await Reminders.with(stage(), options);
		({ crowd, service } = on);
	};
	/** Where the service counts people only when it sends, a simple Yes is for nobody. */
	const yes = () => (service.choices.audienceTaken === 'when sent' ? ALTHOUGH : YES);
	const told = () => on.news().map(({ text }) => text);
	const says = (...parts: string[]) => parts.map((part) => expect.stringContaining(part) as string);
	afterEach(() => expect(stage().destinations.strange).toEqual([]));

	it('imports without a warning, and sends without Retry On Fail', async () => {
		await expectImportable(stage(), ['Create the mailing', 'Ask a person']);
		const { nodes } = stage().workflow;
		expect(nodes.filter(({ retryOnFail }) => retryOnFail)).toEqual([]);
	});

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		beforeEach(async () => {
			await begin({ dialect });
			withExtraFields(service);
		});
		afterEach(async () => await service.stop());

		it('it asks, sends once to whom the filter lets through, and tells of what fails', async () => {
			crowd.sentBefore();
			const due = crowd.invite(3, 8, 'due', (nth) => (nth === 1 ? null : 'Bo'));
			crowd.complete(due.pop() ?? '');
			const odd = crowd.invite(HARMFUL.length, 9, 'odd', (nth) => HARMFUL[nth]);
			crowd.invite(2, 3, 'recent');
			crowd.invite(2, null, 'new');
			crowd.invite(1, 8, 'undeliverable');
			const workflow = await on.imported();
			const question = await on.ask(workflow);
			expect(question.mail.to).toEqual([BOSS]);
			const isKnown = service.choices.audienceTaken === 'at creation';
			const isCounted = service.choices.audienceTaken !== 'when sent';
			const asked = readable(question.mail);
			const all = isCounted ? due.length + odd.length + 1 : 0;
			expect(asked).toContain(`for ${all} people who have not answered.`);
			expect(asked.includes('A Yes sends nothing.')).toBe(!isCounted);
			for (const address of isKnown ? due : []) expect(asked).toContain(address);
			expect(asked).not.toMatch(/recent|new\d/);
			expect(harmIn(question.mail)).toEqual([]);
			expect(await question.open()).toContain('cannot be recalled');
			expect([crowd.mailed, on.sends, on.news()]).toEqual([[], 0, []]);

			expect(errorOf(await question.answer(yes()))).toBeUndefined();
			expect(crowd.mailed).toEqual([...due, ...odd].sort());
			expect([told(), on.sends]).toEqual([says(ON_ITS_WAY), 1]);
		});

		it('it asks for one person in the singular', async () => {
			crowd.invite(1, 8, 'due');
			const question = await on.ask(await on.imported());
			const isCounted = service.choices.audienceTaken !== 'when sent';
			expect(readable(question.mail)).toContain(
				isCounted ? 'for 1 person who has not answered.' : 'for 0 people',
			);
			await question.answer('No');
		});

		it('it sends nothing when the answer is no, and deletes the mailing', async () => {
			crowd.invite(3, 8, 'due');
			const question = await on.ask(await on.imported());
			expect(crowd.mailings).toHaveLength(1);
			expect((await question.answer('No')).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, on.sends, told()]).toEqual([[], [], 0, [DELETED]]);
		});

		it('it says that nobody is there, and a Yes to nobody sends nothing', async () => {
			crowd.invite(2, 3, 'recent');
			const question = await on.ask(await on.imported());
			expect(readable(question.mail)).toContain('for 0 people who have not answered.');
			expect((await question.answer(YES)).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, on.sends]).toEqual([[], [], 0]);
			expect(told()).toEqual([`${DELETED}\n\nIt was for nobody.`]);
		});

		it('it sends once when two questions are open and both are answered with yes', async () => {
			const due = crowd.invite(5, 8, 'due');
			const workflow = await on.imported();
			const questions = [await on.ask(workflow), await on.ask(workflow)];
			for (const question of questions) await question.answer(yes());
			expect([crowd.mailed, on.sends, crowd.mailings.length]).toEqual([due, 1, 1]);
			expect(told()).toEqual(says(ON_ITS_WAY, ANOTHER));
		});

		it('it sends nothing while another mailing is under way', async () => {
			service.world.mailings.setRate(0);
			crowd.invite(1, null, 'new');
			crowd.invite(1, 8, 'due');
			const other = crowd.sentBefore();
			const question = await on.ask(await on.imported());
			await question.answer(yes());
			expect([on.sends, crowd.mailings]).toEqual([0, [other]]);
			expect(told()).toEqual(says(ANOTHER));
		});
	});

	describe('whatever the service speaks', () => {
		beforeEach(async () => await begin());
		afterEach(async () => await service.stop());

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

		it.each(['before', 'after'] as const)(
			'repeats nothing when the connection is lost %s it is sent, and says so',
			async (when) => {
				const due = crowd.invite(3, 8, 'due');
				const fault = { kind: 'reset', when } as const;
				service.faults.inject({ match: { operation: 'mailing.send' }, fault, times: Infinity });
				const question = await on.ask(await on.imported());
				expect((await question.answer(YES)).status).toBe('success');
				expect([crowd.mailed, on.sends]).toEqual([when === 'after' ? due : [], 1]);
				const [text, ...others] = told();
				expect(others).toEqual([]);
				expect(text).toContain(UNCERTAIN);
				expect(text).toContain('may have been sent');
			},
		);

		it('does not claim that its mailing was not sent when somebody else has sent it', async () => {
			const due = crowd.invite(2, 8, 'due');
			const question = await on.ask(await on.imported());
			service.world.mailings.start(crowd.mailings[0]?.id ?? '');
			expect((await question.answer(YES)).status).toBe('success');
			expect([crowd.mailed, on.sends, crowd.mailings.length]).toEqual([due, 0, 1]);
			const [text, ...others] = told();
			expect(others).toEqual([]);
			for (const part of [UNKNOWN, ANOTHER]) expect(text).toContain(part);
			expect(text).not.toContain('not sent');
		});

		it('says so when its mailing is gone', async () => {
			crowd.invite(1, 8, 'due');
			const question = await on.ask(await on.imported());
			service.world.records.mailings.remove(crowd.mailings[0]?.id ?? '');
			await question.answer(YES);
			expect([crowd.mailed, told()]).toEqual([[], says(UNCERTAIN)]);
		});

		it('asks, and sends once, in a retry when a list could not be read', async () => {
			const due = crowd.invite(2, 8, 'due');
			const down = (operation: string) =>
				service.faults.inject({
					match: { operation },
					fault: { kind: 'status', status: 500 },
					times: Infinity,
				});
			const workflow = await on.imported();
			const recipientsAreBack = down('mailing.get');
			const unasked = await workflow.run('Every Tuesday at ten');
			expect([unasked.status, on.news()]).toEqual(['error', []]);
			recipientsAreBack();
			const question = await on.questionAfter(
				async () => await stage().rest.beginRetry(unasked.id),
			);
			const mailingsAreBack = down('mailing.getAll');
			const unsent = await question.answer(YES);
			expect([unsent.status, on.sends, on.news()]).toEqual(['error', 0, []]);
			mailingsAreBack();
			expect((await workflow.retry(unsent)).status).toBe('success');
			expect([crowd.mailed, on.sends, told()]).toEqual([due, 1, says(ON_ITS_WAY)]);
		});

		it('sends nothing when nobody answers in time, deletes the mailing, and says so', async () => {
			crowd.invite(3, 8, 'due');
			const noTime = { 'options.limitWaitTime.values.resumeAmount': 0 };
			const question = await on.ask(await on.imported({ 'Ask a person': noTime }));
			expect((await question.end()).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, on.sends, told()]).toEqual([[], [], 0, [DELETED]]);
		});

		it('tells, and sends no mailing again, when a failed execution is retried', async () => {
			const due = crowd.invite(3, 8, 'due');
			const workflow = await on.imported();
			const question = await on.ask(workflow);
			const { mailbox } = stage().destinations;
			mailbox.isDown = true;
			const failed = await question.answer(YES);
			mailbox.isDown = false;
			expect([failed.status, crowd.mailed, on.news()]).toEqual(['error', due, []]);
			expect((await workflow.retry(failed)).status).toBe('success');
			expect([crowd.mailed, on.sends, told()]).toEqual([due, 1, says(ON_ITS_WAY)]);
		});

		it('sends once when n8n is killed while the question is open', async () => {
			const { n8n } = stage().stand;
			const due = crowd.invite(3, 8, 'due');
			const question = await on.ask(await on.imported());
			await question.open();
			await n8n.stop('SIGKILL');
			await n8n.start();
			expect((await question.answer(YES)).status).toBe('success');
			expect([crowd.mailed, on.sends, told()]).toEqual([due, 1, says(ON_ITS_WAY)]);
		});

		it.each([
			['Create the mailing', 'template_id.value'],
			['Ask a person', 'fromEmail'],
			['Ask a person', 'toEmail'],
		])('is not run before %s has its %s, and asks the service nothing', async (node, name) => {
			const workflow = await on.imported({ [node]: { [name]: '' } });
			expect(errorOf(await workflow.run('Every Tuesday at ten'))?.message).toContain('is required');
			expect(service.log).toEqual([]);
		});
	});
});
