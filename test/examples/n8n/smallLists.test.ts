import { startService, type Service } from '../../harness/service';
import type { Execution } from '../../n8n/rest/n8nRest';
import { contactsOffice, TRIGGER } from './contactsOffice';
import { CHANNEL } from './crm';
import { withExtraFields, withExtraFieldsBesideProperties } from './extraFields';
import { workflowIn, type Settings } from './file';
import { Imported } from './imported';
import { READINGS, type Reading } from './readings';
import { resultsTruth } from './resultsTruth';
import { useWorkflowStage } from './workflowStage';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const MAILS = { from: 'n8n@example.com', to: ['team@example.com'] };
const survey = (value: string) => ({ surveyId: { __rl: true, mode: 'list', value } });

describe('the small workflows that begin on Mondays', () => {
	const stage = useWorkflowStage('contacts-to-invitations.json');
	const { contacts } = contactsOffice(stage);
	const posted = () => stage().destinations.slack.messages.map(({ text }) => text);
	const mails = () => stage().destinations.mailbox.mails;
	const services: Service[] = [];
	const serve = async (dialect: Reading['dialect']) => {
		const service = await startService({ dialect });
		services.push(service);
		return service;
	};
	afterEach(async () => {
		for (const service of services.splice(0)) await service.stop();
		expect(stage().destinations.strange).toEqual([]);
	});
	const success = async (run: Promise<Execution>) => expect((await run).status).toBe('success');

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		it('contacts-to-invitations.json says what it would do, then does it, and then nothing more', async () => {
			const service = await serve(dialect);
			withExtraFieldsBesideProperties(service);
			const { world } = service;
			const { id } = world.createSurvey({ name: 'Welcome' });
			world.createProperty(id, { key: 'department' });
			const recipient = { recipientExternalId: '7', recipientName: 'Kim' };
			world.createInvitation(id, 'personal', { ...recipient, recipientEmail: 'kim@example.com' });
			const invitations = () => structuredClone(world.invitations(id));
			const before = invitations();
			contacts(
				[1001, 'ada@example.com', 'Ada', 'Sales', ''],
				['', 'eve@example.com', 'Eve <!channel> https://evil.example', 'Care', ''],
				['7', 'kim@example.com', 'Kim Berg', '', ''],
				['', '', 'Noa', 'Care', ''],
			);
			const { url, title } = stage().destinations.spreadsheet;
			const settings = (dryRun: boolean): Settings => ({
				'List of contacts': {
					documentId: { __rl: true, mode: 'url', value: url },
					sheetName: { __rl: true, mode: 'name', value: title },
				},
				'Sync invitations': { ...survey(id), dryRun },
				'Post the summary': CHANNEL,
			});
			const sent = posted().length;
			const dry = await Imported.for(stage(), service, settings(true));
			await success(dry.run());
			expect(posted()).toHaveLength(sent + 1);
			expect(posted().at(-1)).toMatch(
				/^Invitations from the contact list: Nothing was changed\. It would ask the service to invite 2 people and correct 1 invitation\. 1 contact cannot be used: row 5, /,
			);
			expect(service.log.filter(({ method }) => method !== 'GET')).toEqual([]);
			expect(invitations()).toEqual(before);

			const real = await Imported.for(stage(), service, settings(false));
			await success(real.run());
			expect(posted()).toHaveLength(sent + 2);
			expect(posted().at(-1)).toMatch(
				/^Invitations from the contact list: 2 invited, 1 corrected\. 1 could not be used: row 5, /,
			);
			const after = invitations();
			expect(
				after
					.map((one) => [one.recipientName, one.recipientEmail, one.properties])
					.sort(([, one], [, other]) => String(one).localeCompare(String(other))),
			).toEqual([
				['Ada', 'ada@example.com', { department: 'Sales' }],
				['Eve <!channel> https://evil.example', 'eve@example.com', { department: 'Care' }],
				['Kim Berg', 'kim@example.com', {}],
			]);
			expect(service.effects.emails).toEqual([]);

			await success(real.run());
			expect(posted().at(-1)).toMatch(
				/^Invitations from the contact list: 3 unchanged\. 1 could not be used: row 5, /,
			);
			expect(invitations()).toEqual(after);
			for (const text of posted()) expect(text).not.toMatch(/[@<]|:\/\//);
		});

		const summaryOf = async (service: Service, surveyId: string) => {
			const { rest, accounts } = stage();
			const place = { rest, accounts, workflow: workflowIn('weekly-summary.json') };
			const imported = await Imported.for(place, service, {
				'Results so far': survey(surveyId),
				'Send the summary': { fromEmail: MAILS.from, toEmail: MAILS.to[0] },
			});
			const before = mails().length;
			await success(imported.run(TRIGGER));
			const [mail, ...more] = mails().slice(before);
			expect(more).toEqual([]);
			expect(mail).toMatchObject({ ...MAILS, subject: 'Our survey last week' });
			expect(service.log.every(({ method }) => method === 'GET')).toBe(true);
			return mail?.text;
		};

		it('weekly-summary.json says what last week had, and nothing of the week before or after', async () => {
			const service = await serve(dialect);
			withExtraFields(service);
			const { world, clock } = service;
			const one = world.createSurvey({ name: 'Weeks' });
			const monday = thisMonday();
			const at = (time: number, ...scores: number[]) => {
				clock.set(new Date(time));
				for (const score of scores) world.interview({ surveyId: one.id }, { score });
			};
			clock.freeze();
			at(monday - WEEK - 1000, 0);
			at(monday - WEEK, 10);
			at(monday - 3 * DAY, 9, 2);
			at(monday - 1000, 10);
			at(monday, 1, 1);
			const { overview } = resultsTruth(service, one, { from: monday - WEEK, to: monday });
			expect(overview.completed).toBe(7);
			expect(await summaryOf(service, one.id)).toBe(
				[
					`Results of last week, ${dayOf(monday - WEEK)} to ${dayOf(monday - DAY, true)}`,
					'Answers: 4',
					'Score: 50',
					'',
					'Since the survey began',
					`Invited: ${overview.invited}`,
					'Completed: 7',
					'Metric: NPS',
					`Score: ${overview.score}`,
				].join('\n'),
			);
		});

		it('weekly-summary-to-slack.json posts the same', async () => {
			const service = await serve(dialect);
			const { world, clock } = service;
			const { id } = world.createSurvey({ name: 'Weeks' });
			clock.freeze();
			clock.set(new Date(thisMonday() - DAY));
			world.interview({ surveyId: id }, { score: 9 });
			const mail = await summaryOf(service, id);
			const { rest, accounts } = stage();
			const place = { rest, accounts, workflow: workflowIn('weekly-summary-to-slack.json') };
			const imported = await Imported.for(place, service, {
				'Results so far': survey(id),
				'Post the summary': CHANNEL,
			});
			const before = posted().length;
			await success(imported.run(TRIGGER));
			expect(posted().slice(before)).toEqual([mail]);
		});

		it('weekly-summary.json says so where too few have answered to show it', async () => {
			const service = await serve(dialect);
			withExtraFields(service);
			const { world, clock } = service;
			const { id } = world.createSurvey({ name: 'Hidden', anonymous: true });
			clock.freeze();
			clock.set(new Date(thisMonday() - DAY));
			world.interview({ surveyId: id }, { score: 3 });
			const text = await summaryOf(service, id);
			expect(text).toContain('Answers: none, or too few to show in an anonymous survey\n');
			expect(text).toContain('\nScore: not shown\n');
			expect(text).toMatch(/\nScore: not shown: nobody has answered, or too few in an anonymous/);
			expect(text).not.toMatch(/\b3\b|-100|null|undefined/);
		});
	});
});

/** When the week began in n8n's time zone, at midnight UTC. */
function thisMonday(): number {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
	const today = new Date(`${format.format(new Date())}T00:00:00Z`);
	return today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY;
}

const dayOf = (time: number, withYear = false) =>
	new Intl.DateTimeFormat('en-GB', {
		timeZone: 'UTC',
		day: 'numeric',
		month: 'long',
		...(withYear ? { year: 'numeric' } : {}),
	}).format(new Date(time));
