import { CREDENTIAL } from '../../harness/support/names';
import { startService, type Service, type ServiceOptions } from '../../harness/service';
import type { Mail } from '../destinations';
import { CREDENTIAL_NAME, credentialFor } from '../../n8n/furnish';
import { OWNER } from '../../n8n/rest/session';
import { letterAfter } from './letters';
import { Question } from './question';
import { Visitor } from './visitor';
import type { WorkflowStage } from './workflowStage';

export const FORM = '/form/privacy-request';
export const OPERATOR = OWNER.email;
export const APPROVER = 'approver@example.com';
export const FROM = 'surveys@example.com';

const SEED = { surveys: 0 };

/** The operator who fills in the form, and the approver who decides. */
export class PrivacyOffice {
	private constructor(
		private readonly stage: WorkflowStage,
		private readonly operator: Visitor,
	) {}

	static async of(stage: WorkflowStage): Promise<PrivacyOffice> {
		const operator = new Visitor(stage.rest.url);
		await operator.signIn();
		return new PrivacyOffice(stage, operator);
	}

	/** From now on the published workflow asks a service of its own. */
	async serviceOf(options: ServiceOptions): Promise<Service> {
		const { rest, credentialId } = this.stage.stand;
		const service = await startService({ seed: SEED, ...options });
		const data = credentialFor(service);
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, data);
		return service;
	}

	/** Sends the form. */
	async request(email: string, externalId = '', reference = 'Ticket 4711'): Promise<Question> {
		const { rest, destinations } = this.stage;
		const before = destinations.mailbox.mails.length;
		const page = await this.operator.openForm(FORM);
		expect(await this.operator.send(FORM, page, [email, externalId, reference])).toBe(200);
		return new Question(rest, await letterAfter(destinations, before));
	}

	/** Decides. @returns the operator's answer */
	async decide(question: Question, choice: string): Promise<Mail> {
		const { destinations } = this.stage;
		const before = destinations.mailbox.mails.length;
		expect(await question.submit(choice)).toBe(200);
		const told = await letterAfter(destinations, before);
		expect(told).toMatchObject({ from: FROM, to: [OPERATOR] });
		return told;
	}
}
