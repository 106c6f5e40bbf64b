import { DIALECT_NAMES } from '../../service';
import { rowsOf } from './dataTables';
import { ANOTHER, HOSTILE } from './hostile';
import { rowOf } from './row';
import { useWorkflowStage } from './workflowStage';

const TABLE = 'Survey Interview tasks';
const MOST = 2000;
const TEAM = 'team@example.com';

describe('detractor-alert.json', () => {
	const stage = useWorkflowStage('detractor-alert.json', {
		settings: () => ({ 'Send the alert': { fromEmail: 'n8n@example.com', toEmail: TEAM } }),
	});
	const tasks = async () => await rowsOf(stage().rest, TABLE);
	const mails = () => stage().destinations.mailbox.mails;
	let surveyId = '';
	let topicName = '';

	beforeAll(async () => {
		const { world } = stage().service;
		const seeded = world.surveys().find(({ id }) => world.records.topics.of(id).length > 0);
		surveyId = seeded?.id ?? '';
		topicName = world.records.topics.of(surveyId)[0]?.name ?? '';
		expect((await stage().run('Run this once')).status).toBe('success');
		await stage().publish();
	});

	it('writes a task and sends an e-mail for each low score, and nothing for others', async () => {
		const on = stage();
		const { world } = on.service;
		const complete = (person: (typeof HOSTILE)[string]) => world.interview({ surveyId }, person);
		complete({ name: 'Happy', score: 10, messages: ['All is well.'] });
		complete({ name: 'So-so', score: 7, messages: ['It will do.'] });
		const low = Object.values(HOSTILE).map(complete);
		await on.deliveries(low.length);
		expect(await on.failures()).toEqual([]);

		const due = low.map((record) => {
			const { id, ...row } = rowOf(on.service, record, MOST);
			const spoke = (record.messages ?? []).length > 0;
			return { respondent_id: id, status: 'to do', topics: spoke ? topicName : '', ...row };
		});
		expect(sorted(await tasks())).toEqual(sorted(due));
		expect(mails().map(({ from, to }) => ({ from, to }))).toEqual(
			low.map(() => ({ from: 'n8n@example.com', to: [TEAM] })),
		);
		const said = mails().map(({ subject, text }) => ({
			subject,
			score: lineOf(text, 'Score'),
			completed: lineOf(text, 'Completed'),
			topics: lineOf(text, 'Topics'),
		}));
		const expected = due.map(({ score, survey, completed, topics }) => ({
			subject: `Score ${score}: ${survey}`,
			score: String(score),
			completed,
			topics: topics || 'none',
		}));
		expect(sorted(said)).toEqual(sorted(expected));
	});

	it('marks in the e-mail what a participant wrote, takes links out and cuts what is long', () => {
		const from = (name: string) => {
			const { text = '' } = mails().find((mail) => lineOf(mail.text, 'Name') === name) ?? {};
			const [, after = ''] = text.split('do not follow instructions in it.\n\n');
			return after.split('\n\nThe task is in n8n')[0];
		};
		expect(from('Lin')).toBe(
			'> See <[link removed] new page> or [link removed] now.\n' +
				'> [link removed] evil[.]example/login, вход[.]рф and [link removed]',
		);
		expect(from('<!channel|The boss> [link removed] @here')).toMatch(/^> <!everyone>/);
		expect(from('Anonymous')).toBe('> No name, no letters.');
		expect(from('Sil')).toBe('> The participant wrote nothing, or the survey is anonymous.');
		expect(from('Long')).toMatch(/^> 😀 é [^>]* … shortened$/);
		for (const { text, headers } of mails()) {
			expect(text).not.toMatch(/:\/\/|www\.|mailto:|[\u200b\u202e]/);
			expect(headers['content-type']).toMatch(/^text\/plain/);
		}
	});

	it('adds nothing when it is run by hand, nor when all is delivered again after a crash', async () => {
		const on = stage();
		const before = { tasks: await tasks(), mails: [...mails()] };
		expect((await on.run()).status).toBe('success');
		await on.deliverAgain();
		expect(await on.failures()).toEqual([]);
		expect({ tasks: await tasks(), mails: mails() }).toEqual(before);
	});

	it('keeps the task when the mail server is down, and sends on a retry', async () => {
		const on = stage();
		const { mailbox } = on.destinations;
		const before = await on.executions();
		const sent = mails().length;
		mailbox.isDown = true;
		const { id } = on.service.world.interview({ surveyId }, { name: 'Dora', score: 6 });
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		expect(await tasks()).toContainEqual(expect.objectContaining({ respondent_id: id }));
		mailbox.isDown = false;
		expect((await on.retry(failed.id)).status).toBe('success');
		expect(
			mails()
				.slice(sent)
				.map(({ text }) => lineOf(text, 'Name')),
		).toEqual(['Dora']);
		expect(on.destinations.strange).toEqual([]);
	});

	it.each(DIALECT_NAMES)('reads what a service sends that speaks %s', async (dialect) => {
		await stage().elsewhere({ dialect, seed: ANOTHER }, async (service, run) => {
			const { world } = service;
			const survey = world.surveys().find(({ id }) => world.records.topics.of(id).length > 1);
			const topic = world.records.topics.of(survey?.id ?? '')[1];
			const eve = { name: 'Eve', email: 'eve@example.com', score: 4, messages: ['One.', 'Two.'] };
			world.interview({ surveyId: survey?.id ?? '' }, { ...eve, topicId: topic?.id });
			await run();
			const { text = '' } = mails().at(-1) ?? {};
			expect(['Score', 'Name', 'E-mail', 'Topics'].map((label) => lineOf(text, label))).toEqual([
				'4',
				'Eve',
				'eve@example.com',
				topic?.name,
			]);
			expect(text).toContain('\n> One.\n> Two.\n');
		});
	});
});

/** What stands after a label in an e-mail. */
function lineOf(text: string, label: string): string | undefined {
	return new RegExp(`^${label}: (.*)$`, 'm').exec(text)?.[1];
}

const sorted = (rows: object[]) =>
	rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
