import type { Page } from 'playwright-core';
import { CREDENTIAL } from '../../harness/support/names';
import { startService, type Service } from '../../harness/service';
import type { Destinations } from '../../examples/destinations';
import { openAccounts, type Accounts } from '../../examples/destinations/accounts';
import { credentialFor } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { importWorkflow, workflowIn, type Settings } from '../../examples/n8n/file';
import { filledIn } from '../../examples/n8n/imported';
import { boxesOn, buttonIn, letterAfter, open, submit } from '../../examples/n8n/letters';
import { NodeTypes } from '../../examples/n8n/nodeTypes';
import { Visitor } from '../../examples/n8n/visitor';
import { takeMail } from './mail';
import { take } from './take';

/** What is given after `--` to take only these pictures. */
export const MESSAGES = 'messages';

const FROM = 'surveys@example.com';
const MANAGER = 'manager@example.com';
const TEMPLATE = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
/** Who asks to be erased. */
const LENA = { name: 'Lena Low', email: 'lena@example.com' };
const DAY = 86_400_000;

/** The emails that the workflows send, and the pages behind their buttons, of people nobody knows. */
export async function takeMessages(
	page: Page,
	rest: N8nRest,
	destinations: Destinations,
): Promise<void> {
	const service = await startService();
	try {
		const messages = await Messages.of(page, rest, destinations, service);
		await messages.ofLowScores();
		await messages.ofReminders();
		await messages.ofPrivacyRequests();
	} finally {
		await service.stop();
	}
}

class Messages {
	private constructor(
		private readonly page: Page,
		private readonly rest: N8nRest,
		private readonly destinations: Destinations,
		private readonly service: Service,
		private readonly accounts: Accounts,
		private readonly types: NodeTypes,
	) {}

	static async of(page: Page, rest: N8nRest, destinations: Destinations, service: Service) {
		const name = 'Account of the messages';
		const id = await rest.saveCredential(CREDENTIAL, name, credentialFor(service));
		const accounts = { ...(await openAccounts(rest, destinations)), [CREDENTIAL]: { id, name } };
		return new Messages(page, rest, destinations, service, accounts, await NodeTypes.of(rest));
	}

	/** The alert of somebody who has just given a low score, in both workflows. */
	async ofLowScores(): Promise<void> {
		const { id: surveyId } = this.service.world.survey('Customer relationship');
		this.service.world.interview(
			{ surveyId },
			{ ...LENA, score: 2, messages: ['The crew was late, and nobody called to say so.'] },
		);
		const start = 'When an interview is completed';
		const addresses = { fromEmail: FROM, toEmail: MANAGER };
		const full = await this.imported('detractor-alert-in-full.json', {
			'Send the alert': addresses,
		});
		await this.rest.run(full, 'Run this once');
		const small = await this.imported('detractors-to-email.json', { 'Send the email': addresses });
		for (const [workflow, picture] of [
			[full, 'detractor-alert-in-full'],
			[small, 'detractors-to-email'],
		] as const) {
			const mails = await this.mailsOf(async () => await this.rest.run(workflow, start));
			const mail = mails.find(({ subject, text }) => `${subject} ${text}`.includes(LENA.name));
			if (!mail) throw new Error(`No email of ${picture} is about ${LENA.name}`);
			await takeMail(this.page, mail, `message-${picture}`);
		}
	}

	/** The question before a reminder is sent, the page behind its button, and what became of it. */
	async ofReminders(): Promise<void> {
		const file = 'reminder-mailing-with-approval.json';
		const { world, clock } = this.service;
		const survey = world.createSurvey({ name: 'Moving in' });
		world.mailings.setRate(1000);
		for (const recipientName of ['Ada Lovelace', 'Kim Berg', 'Noa Levi', 'Sam Moreau']) {
			const recipientEmail = `${recipientName.split(' ')[0]?.toLowerCase()}@example.com`;
			const person = { recipientName, recipientEmail };
			const invitation = world.createInvitation(survey.id, 'personal', person);
			invitation.lastAttemptAt = clock.now() - 9 * DAY;
		}
		const workflow = await this.imported(file, {
			...filledIn(workflowIn(file), { minutes_between_looks: 0.01 }),
			'Choose the survey': { surveyId: chosen(survey.id, survey.name) },
			'Create the mailing': { template_id: TEMPLATE },
			'Ask a person': { fromEmail: FROM, toEmail: MANAGER },
		});
		const before = this.count;
		const execution = await this.rest.begin(workflow, 'Every Tuesday morning');
		const question = await letterAfter(this.destinations, before);
		await takeMail(this.page, question, 'message-reminder-mailing-with-approval-1');
		const link = buttonIn(question, 'Answer');
		await open(this.rest, link);
		await this.takePage(link, 'message-reminder-mailing-with-approval-2');
		await submit(this.rest, link, ['Yes, send it now']);
		await this.rest.finished(execution);
		const report = await letterAfter(this.destinations, before + 1);
		await takeMail(this.page, report, 'message-reminder-mailing-with-approval-3');
	}

	/** What an approver gets, the page on which they decide, and what the operator reads at the end. */
	async ofPrivacyRequests(): Promise<void> {
		const { world } = this.service;
		const surveyIds = ['Customer relationship', 'Onboarding'].map((name) => world.survey(name).id);
		for (const surveyId of surveyIds) {
			world.interview({ surveyId }, { ...LENA, score: 4, messages: ['Too long, all of it.'] });
		}
		const recipient = { recipientName: LENA.name, recipientEmail: LENA.email };
		world.createInvitation(surveyIds[1] ?? '', 'personal', recipient);
		const workflow = await this.imported('privacy-request-with-approval.json', {
			'Ask a person': { fromEmail: FROM, toEmail: MANAGER },
		});
		await this.rest.publish(workflow);
		const operator = new Visitor(this.rest.url);
		await operator.signIn();
		const form = '/form/privacy-request';
		const before = this.count;
		await operator.send(form, await operator.openForm(form), [LENA.email, '', 'Ticket 4711']);
		const found = await letterAfter(this.destinations, before);
		await takeMail(this.page, found, 'message-privacy-request-with-approval-1');
		const link = buttonIn(found, 'Decide');
		const boxes = boxesOn(await open(this.rest, link));
		await this.takePage(link, 'message-privacy-request-with-approval-2');
		const ticked = boxes.filter((box) => box.ticked).map(({ label }) => label);
		await submit(this.rest, link, [JSON.stringify(ticked), 'Erase what is ticked']);
		const answer = await letterAfter(this.destinations, before + 1);
		await takeMail(this.page, answer, 'message-privacy-request-with-approval-3');
		await this.rest.unpublish(workflow);
	}

	private async imported(file: string, settings: Settings): Promise<string> {
		return await importWorkflow(this.rest, this.types, workflowIn(file), this.accounts, settings);
	}

	private get count(): number {
		return this.destinations.mailbox.mails.length;
	}

	/** The emails that came of it. */
	private async mailsOf(act: () => Promise<unknown>) {
		const before = this.count;
		await act();
		return this.destinations.mailbox.mails.slice(before);
	}

	/** A page of n8n's, as a phone shows it: n8n makes it no wider in a large window. */
	private async takePage(link: string, picture: string): Promise<void> {
		await this.page.setViewportSize({ width: 560, height: 300 });
		// The window reaches nothing but 127.0.0.1, and n8n calls itself localhost.
		await this.page.goto(link.replace('//localhost', '//127.0.0.1'));
		const height = await this.page.evaluate<number>('document.documentElement.scrollHeight');
		await this.page.setViewportSize({ width: 560, height });
		await take({ page: this.page }, picture);
	}
}

const chosen = (id: string, name: string) => ({
	__rl: true,
	mode: 'list',
	value: id,
	cachedResultName: name,
});
