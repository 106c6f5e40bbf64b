import type { Mail } from '../destinations';
import type { Execution, N8nRest } from '../../n8n/rest/n8nRest';
import { buttonIn, executionIn, open, submit } from './letters';

/** A question that a workflow asked by email, and the page behind its button. */
export class Question {
	private readonly link: string;

	constructor(
		private readonly rest: N8nRest,
		readonly mail: Mail,
	) {
		this.link = buttonIn(mail, 'Answer');
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
		return await this.rest.finished(executionIn(this.link));
	}

	async answer(choice: string): Promise<Execution> {
		expect(await this.submit(choice)).toBe(200);
		return await this.end();
	}
}
