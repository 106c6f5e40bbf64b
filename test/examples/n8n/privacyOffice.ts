import type { Mail } from '../destinations';
import { OWNER } from '../../n8n/rest/session';
import { answer, boxesOn, buttonIn, letterAfter, open, type Box } from './letters';
import { Visitor } from './visitor';
import type { WorkflowStage } from './workflowStage';

export const FORM = '/form/privacy-request';
export const OPERATOR = OWNER.email;
export const APPROVER = 'approver@example.com';

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

	/** Sends the form. @returns the email that comes of it */
	async request(email: string, externalId = '', reference = 'Ticket 4711'): Promise<Mail> {
		const { destinations, service } = this.stage;
		service.clearLog();
		const before = destinations.mailbox.mails.length;
		const page = await this.operator.openForm(FORM);
		expect(await this.operator.send(FORM, page, [email, externalId, reference])).toBe(200);
		return await letterAfter(destinations, before);
	}

	/** What the form behind the email's button shows. */
	async boxes(mail: Mail): Promise<Box[]> {
		return boxesOn(await open(this.stage.rest, buttonIn(mail, 'Decide')));
	}

	async labels(mail: Mail): Promise<string[]> {
		return (await this.boxes(mail)).map(({ label }) => label);
	}

	/** Ticks what is to be ticked and nothing else, and sends that form. @returns the operator's answer */
	async decide(mail: Mail, ticked: string[], decision = 'Erase what is ticked'): Promise<Mail> {
		const { rest, destinations } = this.stage;
		const before = destinations.mailbox.mails.length;
		await answer(rest, buttonIn(mail, 'Decide'), [JSON.stringify(ticked), decision]);
		const told = await letterAfter(destinations, before);
		expect(told.to).toEqual([OPERATOR]);
		return told;
	}
}
