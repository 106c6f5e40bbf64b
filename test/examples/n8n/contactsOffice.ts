import type { Mail } from '../destinations';
import { errorOf } from '../../n8n/rest/n8nRest';
import { answer, buttonIn, letterAfter, open, untilItWaits } from './letters';
import type { WorkflowStage } from './workflowStage';

export const TRIGGER = 'Every Monday at eight';
const HEADINGS = ['id', 'email', 'name', 'department', 'location'];

/** A run that waits for somebody to approve. */
interface Question {
	id: string;
	mail: Mail;
}

/** The list of contacts, and those who run the workflow and answer it. */
export function contactsOffice(stage: () => WorkflowStage) {
	const mails = () => stage().destinations.mailbox.mails;
	const begin = async (workflowId = stage().workflowId) => {
		stage().service.clearLog();
		return await stage().rest.begin(workflowId, TRIGGER);
	};
	const ended = async (id: string) => {
		const execution = await stage().rest.finished(id);
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(execution.status).toBe('success');
	};
	return {
		/** Replaces the list. */
		contacts: (...rows: unknown[][]) => {
			const { grid } = stage().destinations.spreadsheet;
			grid.rows.splice(0);
			grid.write('A1', [HEADINGS, ...rows], 'RAW');
		},
		/** Runs it until it asks. @param workflowId another copy of it */
		asked: async (workflowId?: string): Promise<Question> => {
			const before = mails().length;
			const id = await begin(workflowId);
			const mail = await letterAfter(stage().destinations, before);
			await untilItWaits(stage().rest, buttonIn(mail, 'Answer'));
			return { id, mail };
		},
		/** Opens the page behind the email's button, and chooses. @returns the emails that come of it */
		answered: async ({ id, mail }: Question, choice: 'Yes, do it' | 'No'): Promise<Mail[]> => {
			const before = mails().length;
			const link = buttonIn(mail, 'Answer');
			expect(await open(stage().rest, link)).toContain(`<option value='${choice}'>`);
			expect((await stage().rest.execution(id)).status).toBe('waiting');
			await answer(stage().rest, link, [choice]);
			await ended(id);
			return mails().slice(before);
		},
		/** Runs it to its end, for nobody is asked. @returns the emails that come of it */
		run: async (workflowId?: string): Promise<Mail[]> => {
			const before = mails().length;
			await ended(await begin(workflowId));
			return mails().slice(before);
		},
	};
}
