import { startService, type Service, type ServiceOptions } from '../../harness/service';
import type { Mail } from '../destinations';
import type { Json } from '../../n8n/rest/n8nRest';
import { Crowd } from './crowd';
import type { Settings } from './file';
import { filledIn, Imported } from './imported';
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

	/**
	 * @param more settings that are not as the tests usually have them
	 * @param nodes parameters of other nodes, likewise
	 */
	async imported(more: Json = {}, nodes: Settings = {}): Promise<Imported> {
		const surveyId = { __rl: true, mode: 'list', value: this.crowd.surveyId };
		return await Imported.for(this.stage, this.service, {
			...filledIn(this.stage.workflow, {
				minutes_between_looks: 0.01,
				recipients_are_known_before_sending: this.service.choices.audienceTaken === 'at creation',
				...more,
			}),
			'Choose the survey': { surveyId },
			'Create the mailing': { template_id: TEMPLATE, ...nodes['Create the mailing'] },
			'Ask a person': { fromEmail: 'n8n@example.com', toEmail: BOSS, ...nodes['Ask a person'] },
		});
	}

	/** Runs it up to its question. */
	async ask(workflow: Imported): Promise<Question> {
		return await Question.of(this.stage.rest, await workflow.start(), this.mails);
	}

	/** The emails that came since the last look. */
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
