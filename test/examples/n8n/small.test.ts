/** The workflows that one or two tests show, in one n8n; each has a service of its own. */
import { readdirSync } from 'node:fs';
import { startService, type Service } from '../../harness/service';
import { CREDENTIAL, NEW_TRIGGER, TRIGGER } from '../../harness/support/names';
import { credentialFor, WORKFLOWS } from '../../n8n/furnish';
import {
	errorOf,
	itemsOf,
	until,
	type Execution,
	type Json,
	type WorkflowDraft,
} from '../../n8n/rest/n8nRest';
import { harmInMail, harmInSlack } from '../text/renderers';
import { HARMFUL } from '../text/strangers';
import { hostileSurvey } from './askedAbout';
import { listOfContacts, writeContacts } from './contacts';
import { Crowd } from './crowd';
import { workflowIn, type Settings } from './file';
import { harmIn, readable } from './letters';
import { Visitor } from './visitor';
import { CHANNEL, chosen, useOffice, WorkflowStage } from './workflowStage';

const DAY = 86_400_000;
const BY_MAIL = { fromEmail: 'n8n@example.com', toEmail: 'team@example.com' };

const office = useOffice();
let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.stop());
const imported = async (file: string, settings: Settings) =>
	await WorkflowStage.import(office(), file, { settings, service });
const mails = () => office().destinations.mailbox.mails;
const posts = () => office().destinations.slack.messages;

describe('contacts-to-invitations.json', () => {
	it('says what it would do, then does it, and then nothing more', async () => {
		const { world } = service;
		const { id } = world.createSurvey({ name: 'Welcome' });
		world.createProperty(id, { key: 'department' });
		const kim = { recipientExternalId: '7', recipientName: 'Kim' };
		world.createInvitation(id, 'personal', { ...kim, recipientEmail: 'kim@example.com' });
		const invitations = () => structuredClone(world.invitations(id));
		const before = invitations();
		writeContacts(
			office().destinations,
			[1001, 'ada@example.com', 'Ada', 'Sales'],
			['', 'eve@example.com', 'Eve <!channel> https://evil.example', 'Care'],
			['7', 'kim@example.com', 'Kim Berg', ''],
			['', '', 'Noa', 'Care'],
		);
		const dry = await imported('contacts-to-invitations.json', {
			'List of contacts': listOfContacts(office().destinations),
			'Sync invitations': { surveyId: chosen(id), dryRun: true },
			'Post the summary': CHANNEL,
		});
		await dry.succeeds();
		const posted = [
			expect.stringMatching(
				/^Invitations from the contact list: Nothing was changed\. It would ask the service to invite 2 people and correct 1 invitation\. 1 contact cannot be used: row 5 \(Noa\), /,
			) as string,
		];
		expect(posts().map(({ text }) => text)).toEqual(posted);
		expect(service.log.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(invitations()).toEqual(before);

		const real = await dry.copy({ 'Sync invitations': { dryRun: false } });
		await real.succeeds();
		const after = invitations();
		const shown = after.map((one) => [one.recipientName, one.recipientEmail, one.properties]);
		expect(shown.sort(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
			['Ada', 'ada@example.com', { department: 'Sales' }],
			['Eve <!channel> https://evil.example', 'eve@example.com', { department: 'Care' }],
			['Kim Berg', 'kim@example.com', {}],
		]);
		expect(service.effects.emails).toEqual([]);
		await real.succeeds();
		expect(invitations()).toEqual(after);
		posted.push(
			expect.stringMatching(/: 2 invited, 1 corrected\. 1 could not be used: row 5 /) as string,
			expect.stringMatching(/: 3 unchanged\. 1 could not be used: row 5 \(Noa\), /) as string,
		);
		expect(posts().map(({ text }) => text)).toEqual(posted);
		for (const { text } of posts()) expect(text).not.toMatch(/[@<]|:\/\//);
	});
});

describe('weekly-report.json', () => {
	const reporting = async (surveyId: string) =>
		await imported('weekly-report.json', {
			'Report on last week': { surveyId: chosen(surveyId) },
			'Send it': BY_MAIL,
			'Post it': CHANNEL,
		});
	/** Runs it once. @returns what arrived by email and in Slack */
	const arrived = async (surveyId: string) => {
		const before = [mails().length, posts().length] as const;
		await (await reporting(surveyId)).succeeds();
		expect(service.log.every(({ method }) => method === 'GET')).toBe(true);
		return { sent: mails().slice(before[0]), posted: posts().slice(before[1]) };
	};
	/** When the week began in n8n's time zone, at noon of that Monday in UTC. */
	const thisMonday = () => {
		const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
		const today = new Date(`${format.format(new Date())}T12:00:00Z`);
		return today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY;
	};
	/** What happens so many days after the beginning of this week. */
	const on = (day: number, act: () => void) => {
		service.clock.freeze();
		service.clock.set(new Date(thisMonday() + day * DAY));
		act();
	};
	const scores = (surveyId: string, ...all: number[]) => {
		for (const score of all) service.world.interview({ surveyId }, { score });
	};
	/** The texts of a message's blocks, which n8n may send as JSON. */
	const blocksIn = (blocks: unknown) => {
		const list = typeof blocks === 'string' ? (JSON.parse(blocks) as unknown) : blocks;
		return (list as Array<{ text: { text: string } }>).map(({ text }) => text.text).join('\n');
	};

	it('says what last week had, by email and in Slack', async () => {
		const { id } = service.world.createSurvey({ name: 'Weeks' });
		on(-8, () => scores(id, 0));
		on(-4, () => scores(id, 10, 9, 2, 10));
		on(1, () => scores(id, 1, 1));
		const { sent, posted } = await arrived(id);
		expect(sent).toMatchObject([{ from: BY_MAIL.fromEmail, to: [BY_MAIL.toEmail] }]);
		const subjects = [...sent.map(({ subject }) => subject), ...posted.map(({ text }) => text)];
		expect(subjects).toEqual(Array(2).fill('Weeks: NPS 50 (4 answers)'));
		for (const text of [...sent.map(readable), ...posted.map((one) => blocksIn(one.blocks))]) {
			expect(text).toContain('▲ 150 points since the week before');
			expect(text).toContain('4 answers');
			expect(text).not.toMatch(/undefined|null|NaN|\[object/);
		}
	});

	it('sends nothing where nobody has answered', async () => {
		const { id } = service.world.createSurvey({ name: 'Quiet' });
		expect(await arrived(id)).toEqual({ sent: [], posted: [] });
	});

	it('takes the harm out of what participants wrote', async () => {
		let surveyId = '';
		const texts = HARMFUL.filter((_, nth) => nth % 8 === 0);
		on(-1, () => (surveyId = hostileSurvey(service, texts)));
		on(1, () => {});
		const { sent, posted } = await arrived(surveyId);
		expect(sent.flatMap(({ text }) => harmInMail(text))).toEqual([]);
		expect(posted.flatMap(({ blocks }) => harmInSlack(blocksIn(blocks)))).toEqual([]);
		expect([sent.length, posted.length]).toEqual([1, 1]);
	});

	it('continues on a retry where the mail server or Slack was down', async () => {
		const { id } = service.world.survey('Customer');
		on(-1, () => scores(id, 9));
		on(1, () => {});
		const workflow = await reporting(id);
		const before = [mails().length, posts().length];
		const { mailbox, slack } = office().destinations;
		mailbox.isDown = true;
		const failed = await workflow.run();
		mailbox.isDown = false;
		slack.isDown = true;
		const again = await workflow.retry(failed);
		slack.isDown = false;
		expect([failed.status, again.status]).toEqual(['error', 'error']);
		expect((await workflow.retry(again)).status).toBe('success');
		expect([mails().length, posts().length]).toEqual(before.map((count) => count + 1));
	});
});

describe('failed-emails.json', () => {
	it('tells of those that failed in one email, on a retry if the mail server was down, and of no others', async () => {
		const workflow = await imported('failed-emails.json', { 'Tell which failed': BY_MAIL });
		await workflow.publish();
		const fine = new Crowd(service);
		fine.invite(2, 8, 'fine');
		fine.send();
		const crowd = new Crowd(service);
		crowd.invite(HARMFUL.length, 8, 'undeliverable', (nth) => HARMFUL[nth]);
		crowd.invite(2, 9, 'undeliverable-too');
		const { length } = mails();
		const { mailbox } = office().destinations;
		mailbox.isDown = true;
		crowd.send();
		const failed = await until('the failed execution', async () =>
			(await workflow.executions()).find(({ status }) => status === 'error'),
		);
		mailbox.isDown = false;
		expect((await workflow.retry(failed)).status).toBe('success');
		await workflow.rest.unpublish(workflow.workflowId);
		const [mail, ...more] = mails().slice(length);
		expect([more, mail && harmIn(mail)]).toEqual([[], []]);
		expect(mail?.text).toMatch(/undeliverable-too No\. [01].*\n.*undeliverable-too No\. [01]/);
		expect(mail?.text).not.toContain('fine');
	});
});

describe('error-workflow.json', () => {
	let errorWorkflow = '';
	let published = '';
	beforeAll(async () => {
		const settings = { 'Tell a person': BY_MAIL };
		const workflow = await WorkflowStage.import(office(), 'error-workflow.json', { settings });
		await workflow.publish();
		errorWorkflow = workflow.workflowId;
	});
	afterEach(async () => await office().stand.rest.unpublish(published));

	/** Publishes a workflow that names this one. @returns what the email about it says */
	const publish = async (draft: WorkflowDraft) => {
		const { rest } = office().stand;
		const settings = { executionOrder: 'v1', errorWorkflow };
		published = await rest.saveWorkflow({ ...draft, settings });
		expect(await rest.publish(published)).toBe('published');
	};
	const told = async (name: string) => {
		const isAbout = ({ subject }: { subject: string }) => subject === `Failed: ${name}`;
		return (await until(`an email about ${name}`, async () => mails().find(isAbout))).text;
	};
	const watch = async (name: string) => {
		const account = await office().stand.rest.saveCredential(
			CREDENTIAL,
			name,
			credentialFor(service),
		);
		const credentials = { [CREDENTIAL]: { id: account, name } };
		const trigger = { name: 'Watch', type: TRIGGER, parameters: NEW_TRIGGER, credentials };
		await publish({ name, nodes: [trigger] });
	};
	/** What everybody reads of a trigger: what happened, then what to do, and nothing to press. */
	const readAbout = async (name: string) => {
		const text = await told(name);
		expect(text).not.toMatch(/undefined|null|choose Retry/);
		expect(text).toContain('It was the trigger that failed, so there is nothing to retry.');
		return text.split('\n\n');
	};

	it('says which workflow failed, where, why, and at which address to retry it', async () => {
		const rule = { interval: [{ field: 'minutes', minutesInterval: 1 }] };
		const start = {
			name: 'Every minute',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
		};
		const stop = { name: 'Print', type: 'n8n-nodes-base.stopAndError' };
		await publish({
			name: 'Print the report',
			nodes: [
				{ ...start, parameters: { rule } },
				{ ...stop, parameters: { errorMessage: 'Out of paper' } },
			],
		});
		const text = await told('Print the report');
		for (const part of ['“Print the report”', '“Print”', 'Out of paper', 'choose Retry']) {
			expect(text).toContain(part);
		}
		const [, execution] = /\/workflow\/\w+\/executions\/(\d+)/.exec(text) ?? [];
		expect((await office().stand.rest.execution(String(execution))).status).toBe('error');
	});

	it('says of a service that is down that this passes by itself', async () => {
		await watch('Down');
		await service.goDown();
		const [, what, then] = await readAbout('Down');
		expect(what).toContain('The service could not be reached');
		expect(then).toMatch(/^Check .*Base URL.* The trigger tries again by itself\.$/);
	});

	it('says of a token that was revoked what a person must do', async () => {
		await watch('Revoked');
		service.revokeToken(service.token);
		const [, what, then] = await readAbout('Revoked');
		expect(what).toMatch(/\.$/);
		expect(then).toContain('Check the token in the credential');
		expect(then).not.toContain('by itself');
	});
});

describe('answer-comes-back.json', () => {
	const FORM = '/form/ask-somebody';
	const TRIES = 6;
	let surveyId = '';
	let workflow: WorkflowStage;
	let visitor: Visitor;

	/** With seconds in place of hours. */
	beforeEach(async () => {
		visitor = new Visitor(office().stand.rest.url);
		await visitor.signIn();
		surveyId = service.world.createSurvey({ name: 'Tickets' }).id;
		workflow = await imported('answer-comes-back.json', {
			'Invite the person': { surveyId: chosen(surveyId) },
			'Wait an hour': { amount: 2, unit: 'seconds' },
			'Answered, or too late?': {
				'conditions.conditions[1].leftValue': `={{ $runIndex + 1 >= ${TRIES} }}`,
			},
		});
		await workflow.publish();
	});
	afterEach(async () => await workflow.rest.unpublish(workflow.workflowId));

	const ask = async (email: string, name = '') => {
		const page = await visitor.openForm(FORM);
		expect(await visitor.send(FORM, page, [email, name])).toBe(200);
	};
	/** Those that are over, when there are so many. */
	const over = async (count: number): Promise<Execution[]> =>
		await until(`${count} executions`, async () => {
			const all = await workflow.rest.executions(workflow.workflowId);
			const ended = all.filter(({ status }) => ['success', 'error'].includes(status));
			if (ended.length < count) return undefined;
			return await Promise.all(ended.map(async ({ id }) => await workflow.rest.execution(id)));
		});
	const cameBack = (executions: Execution[]): Json[] =>
		executions.flatMap((one) => itemsOf(one, 'What comes back'));
	const complete = async (email: string, score: number) => {
		const invitation = await until('the invitation', async () =>
			service.world.invitations(surveyId).find(({ recipientEmail }) => recipientEmail === email),
		);
		const answers = { score, messages: [`It was ${score}.`] };
		service.world.interview({ invitationId: invitation.id }, answers);
	};
	const fail = (operation: string, status: number) =>
		service.faults.inject({
			match: { operation },
			fault: { kind: 'status', status },
			times: Infinity,
		});

	it('goes on with the answers of two, and with none of somebody who does not answer', async () => {
		await ask('ada@example.com', 'Ada');
		await ask('bo@example.com');
		await ask('nobody@example.com');
		await complete('ada@example.com', 9);
		await complete('bo@example.com', 2);
		const back = cameBack(await over(3)).sort((a, b) =>
			String(a.email).localeCompare(String(b.email)),
		);
		expect(back).toMatchObject([
			{ email: 'ada@example.com', answer: 'answered', score: 9, quote: 'It was 9.' },
			{ email: 'bo@example.com', answer: 'answered', score: 2, quote: 'It was 2.' },
			{ email: 'nobody@example.com', answer: 'no answer', score: null, quote: null },
		]);
		const sent = service.effects.emails.map(({ recipient }) => recipient).sort();
		expect(sent).toEqual(['ada@example.com', 'bo@example.com', 'nobody@example.com']);
	});

	it('waits on while the service fails, and says so if it cannot ask at the end', async () => {
		fail('respondent.getAll', 500);
		await ask('ada@example.com');
		expect(cameBack(await over(1))).toMatchObject([{ answer: 'not known', score: null }]);
	});

	it('fails, and waits for nothing, if the email cannot be sent', async () => {
		fail('invitation.sendEmail', 409);
		await ask('ada@example.com');
		const [failed] = await over(1);
		expect(failed && errorOf(failed)?.message).toContain('409');
		expect(failed && itemsOf(failed, 'Wait an hour')).toEqual([]);
	});
});

it('all files are taken by n8n’s command, with their tags, and again without doubles', async () => {
	const { n8n, rest } = office().stand;
	const files = readdirSync(WORKFLOWS).map(workflowIn);
	type Listed = Pick<(typeof files)[number], 'id' | 'name' | 'active' | 'tags'>;
	/** What a list of workflows shows. */
	const shown = ({ id, name, active, tags }: Listed) =>
		JSON.stringify([id, name, active, tags.map((tag) => tag.name).sort()]);
	for (let time = 0; time < 2; time++) {
		const said = await n8n.command(['import:workflow', '--separate', `--input=${WORKFLOWS}`]);
		expect(said).toContain(`Successfully imported ${files.length} workflows.`);
		const listed = await rest.call<Listed[]>('GET', '/rest/workflows');
		const ofFiles = listed.filter(({ id }) => files.some((file) => file.id === id));
		expect(ofFiles.map(shown).sort()).toEqual(files.map(shown).sort());
	}
	for (const { id, nodes, connections } of files) {
		expect(await rest.workflow(id)).toMatchObject({ nodes, connections });
	}
});
