import {
	DIALECT_NAMES,
	startService,
	type Service,
	type ServiceOptions,
} from '../../harness/service';
import { errorOf } from '../../n8n/rest/n8nRest';
import { HARMFUL } from '../text/strangers';
import { Crowd } from './crowd';
import { workflowIn, type Settings } from './file';
import { harmIn, Question, readable } from './letters';
import { chosen, useOffice, WorkflowStage } from './workflowStage';

const FILE = 'reminder-mailing-with-approval.json';
const SEED = { surveys: 1, respondents: 3, invitations: 6, mailings: false };
const TEMPLATE = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const BOSS = 'boss@example.com';
const YES = 'Yes, send it now';
const ALTHOUGH = 'Yes, although nobody is counted';
const ON_ITS_WAY = 'The reminder is on its way.';
const DELETED = 'The reminder was not sent, and is deleted.';
const UNCERTAIN = 'It is not certain that the reminder was sent.';
const UNKNOWN = 'This workflow did not send the reminder, and could not delete it.';
const ANOTHER = 'A mailing of the survey was sent in the meantime';

describe(FILE, () => {
	const office = useOffice();
	let service: Service;
	let crowd: Crowd;
	let workflow: WorkflowStage;
	const mails = () => office().destinations.mailbox.mails;
	/** The emails that have been looked at. */
	let seen = 0;

	/** @param more parameters that are not as the notes say */
	const imported = async (more: Settings = {}) => {
		const settings = {
			'Create the mailing': { surveyId: chosen(crowd.surveyId), template_id: chosen(TEMPLATE) },
			'Ask a person': { fromEmail: 'n8n@example.com', toEmail: BOSS },
		};
		const all = await WorkflowStage.import(office(), FILE, { settings, service });
		return Object.keys(more).length > 0 ? await all.copy(more) : all;
	};
	const begin = async (options: ServiceOptions = {}) => {
		service = await startService({ seed: SEED, ...options });
		crowd = new Crowd(service);
		workflow = await imported();
		seen = mails().length;
	};
	afterEach(async () => await service.stop());

	/** The question that comes of what is done: by default the workflow is run. */
	const ask = async (act: () => Promise<unknown> = async () => await workflow.begin()) => {
		seen = mails().length + 1;
		return await Question.after(workflow.rest, office().destinations, act);
	};
	/** What the emails say that came since the last question or look. */
	const told = () => {
		const fresh = mails().slice(seen);
		seen = mails().length;
		return fresh.map(({ text }) => text);
	};
	/** How often the service was asked to send. */
	const sends = () => service.requests({ operation: 'mailing.send' }).length;
	/** Where the service counts people only when it sends, a simple Yes is for nobody. */
	const yes = () => (service.choices.audienceTaken === 'when sent' ? ALTHOUGH : YES);
	const says = (...parts: string[]) => parts.map((part) => expect.stringContaining(part) as string);

	describe.each(DIALECT_NAMES)('with a service that speaks %s', (dialect) => {
		beforeEach(async () => await begin({ dialect }));

		it('it asks, sends once to whom the filter lets through, and tells of what fails', async () => {
			crowd.sentBefore();
			const due = crowd.invite(3, 8, 'due', (nth) => (nth === 1 ? null : 'Bo'));
			crowd.complete(due.pop() ?? '');
			const odd = crowd.invite(HARMFUL.length, 9, 'odd', (nth) => HARMFUL[nth]);
			crowd.invite(2, 3, 'recent');
			crowd.invite(2, null, 'new');
			crowd.invite(1, 8, 'undeliverable');
			const question = await ask();
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
			expect([crowd.mailed, sends(), told()]).toEqual([[], 0, []]);

			expect(errorOf(await question.answer(yes()))).toBeUndefined();
			expect(crowd.mailed).toEqual([...due, ...odd].sort());
			expect([told(), sends()]).toEqual([says(ON_ITS_WAY), 1]);
		});

		it('it sends nothing when the answer is no, and deletes the mailing', async () => {
			crowd.invite(3, 8, 'due');
			const question = await ask();
			expect(crowd.mailings).toHaveLength(1);
			expect((await question.answer('No')).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, sends(), told()]).toEqual([[], [], 0, [DELETED]]);
		});

		it('it says that nobody is there, and a Yes to nobody sends nothing', async () => {
			crowd.invite(2, 3, 'recent');
			const question = await ask();
			expect(readable(question.mail)).toContain('for 0 people who have not answered.');
			expect((await question.answer(YES)).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, sends()]).toEqual([[], [], 0]);
			expect(told()).toEqual([`${DELETED}\n\nIt was for nobody.`]);
		});

		it('it sends once when two questions are open and both are answered with yes', async () => {
			const due = crowd.invite(5, 8, 'due');
			const questions = [await ask(), await ask()];
			for (const question of questions) await question.answer(yes());
			expect([crowd.mailed, sends(), crowd.mailings.length]).toEqual([due, 1, 1]);
			expect(told()).toEqual(says(ON_ITS_WAY, ANOTHER));
		});
	});

	describe('whatever the service speaks', () => {
		beforeEach(async () => await begin());

		it('sends without Retry On Fail', () => {
			expect(workflowIn(FILE).nodes.filter(({ retryOnFail }) => retryOnFail)).toEqual([]);
		});

		it('sends nothing while another mailing is under way', async () => {
			service.world.mailings.setRate(0);
			crowd.invite(1, null, 'new');
			crowd.invite(1, 8, 'due');
			const other = crowd.sentBefore();
			const question = await ask();
			await question.answer(yes());
			expect([sends(), crowd.mailings]).toEqual([0, [other]]);
			expect(told()).toEqual(says(ANOTHER));
		});

		it('asks for one person in the singular', async () => {
			crowd.invite(1, 8, 'due');
			const question = await ask();
			expect(readable(question.mail)).toContain('for 1 person who has not answered.');
			await question.answer('No');
		});

		it('sends once when somebody submits twice, and when a program follows the link', async () => {
			const due = crowd.invite(2, 8, 'due');
			const question = await ask();
			for (let times = 0; times < 3; times++) await question.open();
			expect(sends()).toBe(0);
			await Promise.all([question.submit(YES), question.submit(YES)]);
			await question.end();
			await question.submit(YES);
			expect([crowd.mailed, sends()]).toEqual([due, 1]);
		});

		it.each(['before', 'after'] as const)(
			'repeats nothing when the connection is lost %s it is sent, and says so',
			async (when) => {
				const due = crowd.invite(3, 8, 'due');
				const fault = { kind: 'reset', when } as const;
				service.faults.inject({ match: { operation: 'mailing.send' }, fault, times: Infinity });
				const question = await ask();
				expect((await question.answer(YES)).status).toBe('success');
				expect([crowd.mailed, sends()]).toEqual([when === 'after' ? due : [], 1]);
				const [text, ...others] = told();
				expect(others).toEqual([]);
				expect(text).toContain(UNCERTAIN);
				expect(text).toContain('may have been sent');
			},
		);

		it('does not claim that its mailing was not sent when somebody else has sent it', async () => {
			const due = crowd.invite(2, 8, 'due');
			const question = await ask();
			service.world.mailings.start(crowd.mailings[0]?.id ?? '');
			expect((await question.answer(YES)).status).toBe('success');
			expect([crowd.mailed, sends(), crowd.mailings.length]).toEqual([due, 0, 1]);
			const [text, ...others] = told();
			expect(others).toEqual([]);
			for (const part of [UNKNOWN, ANOTHER]) expect(text).toContain(part);
			expect(text).not.toContain('not sent');
		});

		it('says so when its mailing is gone', async () => {
			crowd.invite(1, 8, 'due');
			const question = await ask();
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
			const recipientsAreBack = down('mailing.get');
			const unasked = await workflow.run();
			expect([unasked.status, told()]).toEqual(['error', []]);
			recipientsAreBack();
			const question = await ask(async () => await workflow.rest.beginRetry(unasked.id));
			const mailingsAreBack = down('mailing.getAll');
			const unsent = await question.answer(YES);
			expect([unsent.status, sends(), told()]).toEqual(['error', 0, []]);
			mailingsAreBack();
			expect((await workflow.retry(unsent)).status).toBe('success');
			expect([crowd.mailed, sends(), told()]).toEqual([due, 1, says(ON_ITS_WAY)]);
		});

		it('sends nothing when nobody answers in time, deletes the mailing, and says so', async () => {
			crowd.invite(3, 8, 'due');
			const noTime = { 'options.limitWaitTime.values.resumeAmount': 0 };
			workflow = await imported({ 'Ask a person': noTime });
			const question = await ask();
			expect((await question.end()).status).toBe('success');
			expect([crowd.mailed, crowd.mailings, sends(), told()]).toEqual([[], [], 0, [DELETED]]);
		});

		it('tells, and sends no mailing again, when a failed execution is retried', async () => {
			const due = crowd.invite(3, 8, 'due');
			const question = await ask();
			const { mailbox } = office().destinations;
			mailbox.isDown = true;
			const failed = await question.answer(YES);
			mailbox.isDown = false;
			expect([failed.status, crowd.mailed, told()]).toEqual(['error', due, []]);
			expect((await workflow.retry(failed)).status).toBe('success');
			expect([crowd.mailed, sends(), told()]).toEqual([due, 1, says(ON_ITS_WAY)]);
		});

		it('sends once when n8n is killed while the question is open', async () => {
			const due = crowd.invite(3, 8, 'due');
			const question = await ask();
			await question.open();
			await workflow.crash();
			expect((await question.answer(YES)).status).toBe('success');
			expect([crowd.mailed, sends(), told()]).toEqual([due, 1, says(ON_ITS_WAY)]);
		});

		it.each([
			['Create the mailing', 'template_id.value'],
			['Ask a person', 'fromEmail'],
			['Ask a person', 'toEmail'],
		])('is not run before %s has its %s, and asks the service nothing', async (node, name) => {
			workflow = await imported({ [node]: { [name]: '' } });
			expect(errorOf(await workflow.run())?.message).toContain('is required');
			expect(service.log).toEqual([]);
		});
	});
});
