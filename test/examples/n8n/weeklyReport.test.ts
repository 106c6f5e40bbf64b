import { startService, type Service, type ServiceOptions } from '../../harness/service';
import { errorOf } from '../../n8n/rest/n8nRest';
import { CHANNEL } from './crm';
import { withExtraFields } from './extraFields';
import { HOSTILE } from './hostile';
import { readHtml } from './htmlMail';
import { expectImportable } from './importable';
import { Imported } from './imported';
import { READINGS } from './readings';
import { useWorkflowStage } from './workflowStage';

const FILE = 'weekly-report.json';
const DAY = 86_400_000;
const MAILS = { from: 'n8n@example.com', to: ['team@example.com'] };

interface SlackSection {
	text: { text: string };
}

describe(FILE, () => {
	const stage = useWorkflowStage(FILE);
	const services: Service[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.stop();
		expect(stage().destinations.strange).toEqual([]);
	});
	const serve = async (options: ServiceOptions = {}) => {
		const service = await startService(options);
		services.push(service);
		return service;
	};
	const mails = () => stage().destinations.mailbox.mails;
	const posts = () => stage().destinations.slack.messages;
	const imported = async (service: Service, surveyId: string) =>
		await Imported.for(stage(), service, {
			'Report on last week': { surveyId: { __rl: true, mode: 'list', value: surveyId } },
			'Send it': { fromEmail: MAILS.from, toEmail: MAILS.to[0] },
			'Post it': CHANNEL,
		});
	/** Runs it once. @returns what arrived by email and in Slack, as somebody reads it */
	const arrived = async (service: Service, surveyId: string) => {
		const before = [mails().length, posts().length];
		const execution = await (await imported(service, surveyId)).run();
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(service.log.every(({ method }) => method === 'GET')).toBe(true);
		const sent = mails().slice(before[0]);
		const posted = posts().slice(before[1]);
		for (const mail of sent) expect(mail).toMatchObject(MAILS);
		return {
			sent: sent.map(({ subject, text }) => ({ subject, html: text, ...readHtml(text) })),
			posted: posted.map((one) => blocksIn(one.blocks).join('\n')),
			subjects: posted.map(({ text }) => text),
		};
	};

	it('imports without a warning', async () =>
		await expectImportable(stage(), ['Report on last week', 'Send it', 'Post it']));

	describe.each(READINGS)('of a service that speaks $name', ({ dialect }) => {
		it('says what last week had, by email and in Slack', async () => {
			const service = await serve({ dialect });
			withExtraFields(service);
			const { world, clock } = service;
			const { id } = world.createSurvey({ name: 'Weeks' });
			const monday = thisMonday();
			const at = (time: number, ...scores: number[]) => {
				clock.set(new Date(time));
				for (const score of scores) world.interview({ surveyId: id }, { score });
			};
			clock.freeze();
			at(monday - 8 * DAY, 0);
			at(monday - 4 * DAY, 10, 9, 2, 10);
			at(monday + DAY, 1, 1);
			const { sent, posted, subjects } = await arrived(service, id);
			expect(sent.map(({ subject }) => subject)).toEqual(['Weeks: NPS 50, up 150']);
			expect(subjects).toEqual(['Weeks: NPS 50, up 150']);
			for (const text of [sent[0]?.text, posted[0]]) {
				expect(text).toContain('▲ 150 points since the week before');
				expect(text).toContain('4 answers');
				expect(text).not.toMatch(/undefined|null|NaN|\[object/);
			}
		});

		it('sends nothing where nobody has answered', async () => {
			const service = await serve({ dialect });
			const { id } = service.world.createSurvey({ name: 'Quiet' });
			expect(await arrived(service, id)).toEqual({ sent: [], posted: [], subjects: [] });
		});

		it('shows no score of too few in an anonymous survey', async () => {
			const service = await serve({ dialect });
			withExtraFields(service);
			const { world, clock } = service;
			const { id } = world.createSurvey({ name: 'Hidden', anonymous: true });
			clock.freeze();
			clock.set(new Date(thisMonday() - 2 * DAY));
			for (let people = 0; people < 4; people++) world.interview({ surveyId: id }, { score: 3 });
			clock.set(new Date(thisMonday() + DAY));
			const { sent, posted } = await arrived(service, id);
			for (const text of [...sent.map((one) => one.text), ...posted]) {
				expect(text).not.toMatch(/-100|−100|undefined|\[object/);
			}
		});

		it('still arrives, with a sentence, where one part fails', async () => {
			const service = await serve({ dialect });
			const { world, clock, faults } = service;
			const { id } = world.survey('Customer');
			clock.freeze();
			clock.set(new Date(thisMonday() - DAY));
			world.interview(
				{ surveyId: id },
				{ score: 9, messages: Object.values(HOSTILE)[0]?.messages },
			);
			clock.set(new Date(thisMonday() + DAY));
			const match = { operation: 'result.getTopics' };
			faults.inject({ match, fault: { kind: 'status', status: 403 }, times: Infinity });
			const { sent, posted } = await arrived(service, id);
			expect(sent).toHaveLength(1);
			for (const text of [sent[0]?.text, posted[0]]) {
				expect(text).toContain('because the service could not give it: topics');
				expect(text).toMatch(/\d+ answers?/);
			}
		});
	});

	it('takes the harm out of what participants wrote', async () => {
		const service = await serve();
		const { world } = service;
		const { id } = world.survey('Customer');
		service.clock.freeze();
		service.clock.set(new Date(thisMonday() - DAY));
		for (const one of Object.values(HOSTILE)) world.interview({ surveyId: id }, one);
		service.clock.set(new Date(thisMonday() + DAY));
		const { sent, posted } = await arrived(service, id);
		expect(sent[0]?.html).not.toMatch(/<script|<b>tag|<a[ >]|:\/\/|www\.|mailto:|[\u200b\u202e]/i);
		expect(posted[0]).not.toMatch(/<[!@#h]|:\/\/|www\.|[\u200b\u202e]/i);
	});

	it('continues on a retry where the mail server or Slack was down', async () => {
		const service = await serve();
		const { id } = service.world.survey('Customer');
		service.clock.freeze();
		service.clock.set(new Date(thisMonday() - DAY));
		service.world.interview({ surveyId: id }, { score: 9 });
		service.clock.set(new Date(thisMonday() + DAY));
		const workflow = await imported(service, id);
		const before = [mails().length, posts().length] as const;
		const { mailbox, slack } = stage().destinations;
		mailbox.isDown = true;
		const failed = await workflow.run();
		mailbox.isDown = false;
		expect(failed.status).toBe('error');
		slack.isDown = true;
		const again = await workflow.retry(failed);
		slack.isDown = false;
		expect(again.status).toBe('error');
		expect((await workflow.retry(again)).status).toBe('success');
		expect([mails().length, posts().length]).toEqual(before.map((count) => count + 1));
	});
});

/** The texts of a message's blocks, which n8n may send as JSON. */
function blocksIn(blocks: unknown): string[] {
	const list = (typeof blocks === 'string' ? JSON.parse(blocks) : blocks) as SlackSection[];
	return list.map(({ text }) => text.text);
}

/** When the week began in n8n's time zone, at noon of that Monday in UTC. */
function thisMonday(): number {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
	const today = new Date(`${format.format(new Date())}T12:00:00Z`);
	return today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY;
}
