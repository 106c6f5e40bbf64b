import type { Mail } from '../destinations';
import { errorOf, until, type Execution, type N8nRest } from '../../n8n/rest/n8nRest';
import { buttonIn, open, submit } from './letters';

/** A question that a workflow asked by email, and the page behind its button. */
export class Question {
	private constructor(
		private readonly rest: N8nRest,
		private readonly executionId: string,
		readonly mail: Mail,
		private readonly link: string,
	) {}

	/** Waits until the execution waits for an answer. @param mails all that came, the question the latest */
	static async of(rest: N8nRest, executionId: string, mails: readonly Mail[]): Promise<Question> {
		await until(`execution ${executionId} to wait`, async () => {
			const execution = await rest.execution(executionId);
			const { status } = execution;
			if (status === 'error') throw new Error(String(errorOf(execution)?.message));
			if (status === 'success') throw new Error('It asked nobody');
			return status === 'waiting' || undefined;
		});
		const mail = mails.at(-1);
		if (!mail) throw new Error('No question came by email');
		return new Question(rest, executionId, mail, buttonIn(mail, 'Answer'));
	}

	/** What whoever follows the link sees: a person, or a program that looks for viruses. */
	async open(): Promise<string> {
		return await open(this.rest, this.link);
	}

	/** Chooses on that page, and submits. @returns the HTTP status */
	async submit(choice: string): Promise<number> {
		return await submit(this.rest, this.link, [choice]);
	}

	/** @returns the execution, when it is over */
	async end(): Promise<Execution> {
		return await this.rest.finished(this.executionId);
	}

	async answer(choice: string): Promise<Execution> {
		expect(await this.submit(choice)).toBe(200);
		return await this.end();
	}
}
