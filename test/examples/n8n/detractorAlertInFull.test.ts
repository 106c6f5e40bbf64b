import type { Mail } from '../destinations';
import { outputsOf } from '../../n8n/rest/n8nRest';
import { crashAt } from './crash';
import { rowsOf } from './dataTables';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { EVE, HOSTILE } from './hostile';
import { readHtml } from './htmlMail';
import { READINGS } from './readings';
import { rowOf } from './row';
import { twins } from './twins';
import { useWorkflowStage } from './workflowStage';
import { timeInMessage, timeInRow } from './writtenTimes';

const TABLE = 'Survey Interview tasks';
const MOST = 2000;
const TEAM = 'team@example.com';

describe('detractor-alert-in-full.json', () => {
	const stage = useWorkflowStage('detractor-alert-in-full.json', {
		settings: () => ({ 'Send the alert': { fromEmail: 'n8n@example.com', toEmail: TEAM } }),
		service: { choices: { anonymousIds: 'absent' } },
	});
	const tasks = async () => await rowsOf(stage().rest, TABLE);
	const mails = () => stage().destinations.mailbox.mails;
	let surveyId = '';
	let topicName = '';
	let surveyName = '';

	beforeAll(async () => {
		const { world } = stage().service;
		const seeded = world
			.surveys()
			.find(({ id, metricType }) => metricType === 'nps' && world.records.topics.of(id).length > 0);
		surveyId = seeded?.id ?? '';
		surveyName = seeded?.name ?? '';
		topicName = world.records.topics.of(surveyId)[0]?.name ?? '';
		expect((await stage().run('Run this once')).status).toBe('success');
		await stage().publish();
	});

	it('writes a task and sends an email for each low score, and nothing for others', async () => {
		const on = stage();
		const { world } = on.service;
		const complete = (person: (typeof HOSTILE)[string]) => world.interview({ surveyId }, person);
		complete({ name: 'Happy', score: 10, messages: ['All is well.'] });
		complete({ name: 'So-so', score: 7, messages: ['It will do.'] });
		const known = Object.values(HOSTILE).map(complete);
		const hidden = world.createSurvey({ name: 'Hidden', anonymous: true });
		const low = [...known, ...twins(on.service, hidden.id)];
		const delivered = await on.deliveries(low.length);
		expect(await on.failures()).toEqual([]);

		const nameless = delivered.filter(({ survey_name }) => survey_name === hidden.name);
		const due = low.map((record) => {
			const { id, ...row } = rowOf(on.service, record, MOST);
			const isHidden = record.surveyId === hidden.id;
			const spoke = (record.messages ?? []).length > 0;
			return {
				respondent_id: isHidden ? `anonymous ${nameless.pop()?.completion_id}` : id,
				status: 'to do',
				topics: spoke ? topicName : '',
				...row,
				completed: timeInRow(row.completed),
			};
		});
		expect(sorted(await tasks())).toEqual(sorted(due));
		expect(mails().map(({ from, to }) => ({ from, to }))).toEqual(
			low.map(() => ({ from: 'n8n@example.com', to: [TEAM] })),
		);
		const said = mails().map((mail) => ({
			subject: mail.subject.replace(/^.*?(?= gave )/, ''),
			completed: lineOf(mail, 'Completed'),
			topics: lineOf(mail, 'Topics'),
		}));
		const expected = low.map(({ score, completedAt, surveyId: id, messages }) => ({
			subject: ` gave ${score} of 10 (NPS) in ${id === hidden.id ? 'Hidden' : surveyName}`,
			completed: timeInMessage(completedAt ?? 0),
			topics: (messages ?? []).length > 0 ? topicName : undefined,
		}));
		expect(sorted(said)).toEqual(sorted(expected));
	});

	it('quotes in the email what a participant wrote, takes links out and cuts what is long', () => {
		const from = (who: string) => {
			const mail = mails().find(
				({ subject }) => subject.startsWith(`${who} gave `) && !subject.endsWith('Hidden'),
			);
			return readHtml(mail?.text ?? '');
		};
		expect(from('Lin').quotes).toEqual([
			'See ‹(link removed)|our new page› or (link removed) now.\n\n' +
				'(link removed), evil[.]example/login, вход[.]рф and mailto∶boss＠evil[.]example',
		]);
		const [boss] = from('‹!channel∣The boss› (link removed) ＠here').quotes;
		expect(boss).toMatch(/^‹!everyone›/);
		expect(from('Somebody').quotes).toEqual(['No name, no letters.']);
		expect(from('Sil').quotes).toEqual([]);
		expect(from('Sil').text).toContain('The participant wrote nothing.');
		expect(from('Long').quotes[0]).toMatch(/^😀 é [^>]* … shortened$/);
		for (const { text, headers } of mails()) {
			expect(text).not.toMatch(/:\/\/|www\.|mailto:|[\u200b\u202e]|<a[ >]|data: do not follow/);
			expect(headers['content-type']).toMatch(/^text\/html/);
		}
	});

	it('calls no good answer of another metric a low score', async () => {
		const on = stage();
		const { world } = on.service;
		const before = await on.delivered();
		const { id } = world.createSurvey({ name: 'Satisfaction', metricType: 'csat' });
		for (const score of [5, 1]) world.interview({ surveyId: id }, { name: 'Cas', score });
		world.interview({ surveyId }, { name: 'Zed', score: 6 });
		const after = await on.deliveries(before.length + 1);
		expect(after.slice(before.length).map(({ name }) => name)).toEqual(['Zed']);
		expect(mails().at(-1)?.subject).toMatch(/^Zed gave 6 of 10 \(NPS\) in /);
	});

	it('adds nothing when it is run by hand, nor when all is delivered again after a crash', async () => {
		const on = stage();
		const before = { tasks: await tasks(), mails: [...mails()] };
		expect((await on.run()).status).toBe('success');
		await on.deliverAgain();
		expect(await on.failures()).toEqual([]);
		expect({ tasks: await tasks(), mails: mails() }).toEqual(before);
	});

	describe('when a mail is refused, sends on a retry what is missing, each once and in order', () => {
		let before = { tasks: 0, mails: 0 };
		const due: string[] = [];
		const written = async () => (await tasks()).slice(before.tasks).map(({ name }) => name);
		const sent = () =>
			mails()
				.slice(before.mails)
				.map(({ subject }) => nameIn(subject));

		beforeAll(async () => {
			before = { tasks: (await tasks()).length, mails: mails().length };
		});

		it.each(['first', 'second', 'third'])('the %s of three', async (refused) => {
			const on = stage();
			const { mailbox } = on.destinations;
			const executions = await on.executions();
			const three = ['first', 'second', 'third'].map((place) => `${place} but the ${refused}`);
			const place = three.indexOf(`${refused} but the ${refused}`);
			mailbox.refuses = ({ subject }) => nameIn(subject) === three[place];
			for (const name of three) on.service.world.interview({ surveyId }, { name, score: 6 });
			const failed = await on.executionAfter(executions);
			expect(failed.status).toBe('error');
			expect(outputsOf(failed, on.triggerName)[0]).toHaveLength(three.length);
			expect(sent()).toEqual([...due, ...three.slice(0, place)]);
			expect(await written()).toEqual([...due, ...three.slice(0, place + 1)]);
			mailbox.refuses = () => false;
			expect((await on.retry(failed.id)).status).toBe('success');
			due.push(...three);
			expect(sent()).toEqual(due);
			expect(await written()).toEqual(due);
		});

		it('all, and once more on the retry', async () => {
			const on = stage();
			const { mailbox } = on.destinations;
			const executions = await on.executions();
			mailbox.isDown = true;
			on.service.world.interview({ surveyId }, { name: 'Dora', score: 6 });
			const failed = await on.executionAfter(executions);
			expect(failed.status).toBe('error');
			const again = await on.retry(failed.id);
			expect(again.status).toBe('error');
			mailbox.isDown = false;
			expect((await on.retry(again.id)).status).toBe('success');
			expect(sent()).toEqual([...due, 'Dora']);
			expect(await written()).toEqual([...due, 'Dora']);
			expect(on.destinations.strange).toEqual([]);
		});
	});

	it('goes on with the rest on a retry when n8n itself ended in the middle, and nobody twice', async () => {
		const on = stage();
		const { mailbox } = on.destinations;
		const before = { tasks: (await tasks()).length, mails: mails().length };
		const three = ['Al', 'Bo', 'Cy'];
		const isBo = ({ subject }: Mail) => nameIn(subject) === 'Bo';
		const crashed = await crashAt(on, mailbox, isBo, () => {
			for (const name of three) on.service.world.interview({ surveyId }, { name, score: 6 });
		});
		expect(crashed.status).toBe('crashed');
		expect((await on.retry(crashed.id)).status).toBe('success');
		expect((await tasks()).slice(before.tasks).map(({ name }) => name)).toEqual(three);
		// Nobody can tell whether the mail server took the one at which n8n ended.
		const sent = mails().slice(before.mails);
		expect(sent.map(({ subject }) => nameIn(subject))).toEqual(['Al', 'Cy']);
	});

	// Each gives other ids: who is on the list gets no second email.
	it.each(READINGS)('reads what a service sends that speaks $name', async ({ dialect, seed }) => {
		const sent = mails().length;
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { world } = service;
			const survey = world
				.surveys()
				.find(
					({ id, metricType }) => metricType === 'nps' && world.records.topics.of(id).length > 1,
				);
			const topic = world.records.topics.of(survey?.id ?? '')[1];
			world.interview({ surveyId: survey?.id ?? '' }, { ...EVE, topicId: topic?.id });
			await run();
			// Three test events, of which the latest is hers.
			expect(mails()).toHaveLength(sent + 3);
			const [mail] = mails().slice(-1);
			const { rows, quotes } = readHtml(mail?.text ?? '');
			expect(mail?.subject).toBe(`Eve gave 4 of 10 (NPS) in ${survey?.name}`);
			expect(rows['']).toEqual([
				['Email', 'eve@example.com'],
				['Completed', '2 March 2026, 04:00'],
				['Topics', topic?.name],
			]);
			expect(quotes).toEqual(['One.\n\nTwo.']);
		});
	});
});

/** What stands beside a label in an email. */
function lineOf({ text }: Mail, label: string): string | undefined {
	return readHtml(text).rows['']?.find(([name]) => name === label)?.[1];
}

/** Who gave the score, by the subject. */
const nameIn = (subject: string) => subject.split(' gave ')[0];

const sorted = (rows: object[]) =>
	rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
