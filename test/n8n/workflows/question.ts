import axios from 'axios';
import type { Mail } from '../destinations';
import { errorOf, until, type Execution, type N8nRest } from '../rest/n8nRest';

/** A question that a workflow asked by e-mail, and the page behind its button. */
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
		const [, link] = /href="([^"]+)"/.exec(mail?.text ?? '') ?? [];
		if (!mail || !link) throw new Error('No question came by e-mail');
		const { pathname, search } = new URL(link);
		return new Question(rest, executionId, mail, rest.url + pathname + search);
	}

	/** What whoever follows the link sees: a person, or a program that looks for viruses. */
	async open(): Promise<string> {
		return (await axios.get<string>(this.link)).data;
	}

	/** Chooses on that page, and submits. @returns the HTTP status */
	async submit(choice: string): Promise<number> {
		const form = new FormData();
		form.append('field-0', choice);
		return (await axios.post(this.link, form, { validateStatus: () => true })).status;
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
