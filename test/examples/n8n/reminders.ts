import { startService, type Service, type ServiceOptions } from '../../harness/service';
import type { Mail } from '../destinations';
import { Crowd } from './crowd';
import type { Settings } from './file';
import { Imported } from './imported';
import { letterAfter } from './letters';
import { Question } from './question';
import type { WorkflowStage } from './workflowStage';

export const BOSS = 'boss@example.com';
const TEMPLATE = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const SEED = { surveys: 1, respondents: 3, invitations: 6, mailings: false };

/** The reminder workflow, a service with a crowd to be reminded, and the mailbox of whoever decides. */
export class Reminders {
	readonly crowd: Crowd;
	private seen: number;

	private constructor(
		private readonly stage: WorkflowStage,
		readonly service: Service,
	) {
		this.crowd = new Crowd(service);
		this.seen = this.mails.length;
	}

	static async with(stage: WorkflowStage, options: ServiceOptions = {}): Promise<Reminders> {
		const service = await startService({ seed: SEED, ...options });
		service.world.mailings.setRate(1000);
		return new Reminders(stage, service);
	}

	/** @param more parameters that are not as the notes say */
	async imported(more: Settings = {}): Promise<Imported> {
		const chosen = (value: string) => ({ __rl: true, mode: 'list', value });
		return await Imported.for(this.stage, this.service, {
			'Create the mailing': {
				surveyId: chosen(this.crowd.surveyId),
				template_id: chosen(TEMPLATE),
				...more['Create the mailing'],
			},
			'Ask a person': { fromEmail: 'n8n@example.com', toEmail: BOSS, ...more['Ask a person'] },
		});
	}

	/** Runs it up to its question. */
	async ask(workflow: Imported): Promise<Question> {
		return await this.questionAfter(async () => await workflow.start('Every Tuesday at ten'));
	}

	/** The question that comes of what is done. */
	async questionAfter(act: () => Promise<unknown>): Promise<Question> {
		const { rest, destinations } = this.stage;
		const before = this.mails.length;
		await act();
		const question = new Question(rest, await letterAfter(destinations, before));
		this.seen = before + 1;
		return question;
	}

	/** The emails that came since the last question or look. */
	news(): Mail[] {
		const fresh = this.mails.slice(this.seen);
		this.seen = this.mails.length;
		return fresh;
	}

	/** How often the service was asked to send. */
	get sends(): number {
		return this.service.requests({ operation: 'mailing.send' }).length;
	}

	private get mails(): Mail[] {
		return this.stage.destinations.mailbox.mails;
	}
}
