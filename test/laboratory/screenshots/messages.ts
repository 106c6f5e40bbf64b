import type { Page } from 'playwright-core';
import { CREDENTIAL } from '../../harness/support/names';
import { startService, type Service } from '../../harness/service';
import type { Destinations } from '../../examples/destinations';
import { openAccounts, type Accounts } from '../../examples/destinations/accounts';
import { credentialFor } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { importWorkflow, workflowIn, type Settings } from '../../examples/n8n/file';
import { buttonIn, letterAfter, open, submit } from '../../examples/n8n/letters';
import { NodeTypes } from '../../examples/n8n/nodeTypes';
import { Visitor } from '../../examples/n8n/visitor';
import { takeMail } from './mail';
import { take } from './take';

/** What is given after `--` to take only these pictures. */
export const MESSAGES = 'messages';

const BY_MAIL = { fromEmail: 'surveys@example.com', toEmail: 'manager@example.com' };
const TEMPLATE = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
/** Who asks to be erased. */
const LENA = { name: 'Lena Low', email: 'lena@example.com' };
const DAY = 86_400_000;
const CONTACTS = [
	['id', 'email', 'name', 'department'],
	['1001', 'ada@example.com', 'Ada Lovelace', 'Sales'],
	['1002', 'kim@example.com', 'Kim Berg', 'Care'],
	['', 'lea@example.com', 'Lea Roth', ''],
	['', '', 'Sam Moreau', 'Sales'],
];

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
		await messages.ofContacts();
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

	/** The alert of somebody who has just given a low score. */
	async ofLowScores(): Promise<void> {
		const { id: surveyId } = this.service.world.survey('Customer relationship');
		this.service.world.interview(
			{ surveyId },
			{ ...LENA, score: 2, messages: ['The crew was late, and nobody called to say so.'] },
		);
		const workflow = await this.imported('detractor-alert.json', { 'Send the alert': BY_MAIL });
		const before = this.count;
		await this.rest.run(workflow, 'When an interview is completed');
		const mails = this.destinations.mailbox.mails.slice(before);
		const mail = mails.find(({ text }) => text.includes(LENA.name));
		if (!mail) throw new Error(`No alert is about ${LENA.name}`);
		await takeMail(this.page, mail, 'message-detractor-alert');
	}

	/** What is asked before contacts become invitations, and the page behind its button. */
	async ofContacts(): Promise<void> {
		const { spreadsheet } = this.destinations;
		spreadsheet.grid.write('A1', CONTACTS, 'RAW');
		const { world } = this.service;
		const { id, name } = world.survey('Onboarding');
		const known = { recipientExternalId: '1002', recipientName: 'Kim', properties: {} };
		world.createInvitation(id, 'personal', { ...known, recipientEmail: 'kim@example.com' });
		const workflow = await this.imported('contacts-to-invitations-with-approval.json', {
			'List of contacts': {
				documentId: { __rl: true, mode: 'url', value: spreadsheet.url },
				sheetName: { __rl: true, mode: 'name', value: spreadsheet.title },
			},
			'What would be done': { surveyId: chosen(id, name) },
			'Ask a person': BY_MAIL,
		});
		await this.ofQuestion('contacts-to-invitations', async () => {
			await this.rest.begin(workflow, 'Every Monday at eight');
		});
	}

	/** The question before a reminder is sent, and the page behind its button. */
	async ofReminders(): Promise<void> {
		const { world, clock } = this.service;
		const survey = world.createSurvey({ name: 'Moving in' });
		for (const recipientName of ['Ada Lovelace', 'Kim Berg', 'Noa Levi', 'Sam Moreau']) {
			const recipientEmail = `${recipientName.split(' ')[0]?.toLowerCase()}@example.com`;
			const person = { recipientName, recipientEmail };
			const invitation = world.createInvitation(survey.id, 'personal', person);
			invitation.lastAttemptAt = clock.now() - 9 * DAY;
		}
		const workflow = await this.imported('reminder-mailing-with-approval.json', {
			'Create the mailing': {
				surveyId: chosen(survey.id, survey.name),
				template_id: { __rl: true, mode: 'id', value: TEMPLATE },
			},
			'Ask a person': BY_MAIL,
		});
		await this.ofQuestion('reminder-mailing', async () => {
			await this.rest.begin(workflow, 'Every Tuesday at ten');
		});
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
			'Ask a person': BY_MAIL,
		});
		await this.rest.publish(workflow);
		const operator = new Visitor(this.rest.url);
		await operator.signIn();
		const form = '/form/privacy-request';
		const before = this.count;
		const link = await this.ofQuestion('privacy-request', async () => {
			await operator.send(form, await operator.openForm(form), [LENA.email, '', 'Ticket 4711']);
		});
		await submit(this.rest, link, ['Yes, erase all of it']);
		const answer = await letterAfter(this.destinations, before + 1);
		await takeMail(this.page, answer, 'message-privacy-request-with-approval-3');
		await this.rest.unpublish(workflow);
	}

	/** Pictures of the next question and of the page behind its button. @returns where that leads */
	private async ofQuestion(name: string, ask: () => Promise<void>): Promise<string> {
		const before = this.count;
		await ask();
		const question = await letterAfter(this.destinations, before);
		await takeMail(this.page, question, `message-${name}-with-approval-1`);
		const link = buttonIn(question, 'Answer');
		await open(this.rest, link);
		await this.takePage(link, `message-${name}-with-approval-2`);
		return link;
	}

	private async imported(file: string, settings: Settings): Promise<string> {
		return await importWorkflow(this.rest, this.types, workflowIn(file), this.accounts, settings);
	}

	private get count(): number {
		return this.destinations.mailbox.mails.length;
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
