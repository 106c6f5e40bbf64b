import type { InvitationRecord, RespondentRecord } from '../../harness/service';
import type { ApiCall } from '../destinations';
import type { Recorded } from '../destinations/api';
import type { Settings } from './file';
import { CHANNEL, chosen, WorkflowStage } from './workflowStage';

/** What a CRM is to the two workflows that lead from it to a survey and back. */
export interface Crm {
	/** The workflow that invites, and what is set in it besides the survey and the channel. */
	inviting: string;
	settings: Settings;
	/** The properties of the survey that the workflow's page names. */
	properties: string[];
	recorder: () => Recorded;
	isSecondPage: (call: ApiCall) => boolean;
	isScore: (call: ApiCall) => boolean;
	isTask: (call: ApiCall) => boolean;
	/** The address and the ID of each person who is to be invited. */
	due: () => Array<readonly [string, string]>;
	/** Everything that the CRM holds. */
	holdings: () => unknown;
	/** What the fields of the person at that address hold, by their names. */
	fieldsAt: (email: string) => Record<string, unknown>;
	/** What they have to hold of a completion. */
	written: (record: RespondentRecord) => Record<string, unknown>;
	/** The subject of each task. */
	tasks: () => Array<string | undefined>;
}

/** The NPS group of whoever gave that score. */
export function groupOf(score: number | null): string {
	return Number(score) <= 6 ? 'detractor' : Number(score) <= 8 ? 'passive' : 'promoter';
}

/** A survey to which people of a CRM are invited, and tests that hold for every CRM. */
export class CrmLoop {
	private surveyId = '';

	constructor(
		private readonly stage: () => WorkflowStage,
		private readonly crm: Crm,
	) {}

	/** Makes the survey. @returns its id */
	open(): string {
		const { world } = this.stage().service;
		this.surveyId = world.createSurvey({ name: 'Moving in' }).id;
		for (const key of this.crm.properties) world.createProperty(this.surveyId, { key });
		return this.surveyId;
	}

	/** Runs the workflow that invites. @returns the status */
	async invite(dryRun = false, more: Settings = {}): Promise<string> {
		const { office } = this.stage();
		const { inviting, settings } = this.crm;
		const workflow = await WorkflowStage.import(office, inviting, {
			settings: {
				...settings,
				'Tell the channel': CHANNEL,
				'Sync invitations': { surveyId: chosen(this.surveyId), dryRun },
				...more,
			},
		});
		return (await workflow.run()).status;
	}

	invitations(): InvitationRecord[] {
		return structuredClone(this.stage().service.world.invitations(this.surveyId));
	}

	/** What was posted to Slack. */
	said(): string[] {
		return this.stage().destinations.slack.messages.map(({ text }) => text);
	}

	/** Whoever is invited at that address completes. */
	complete(email: string, score: number): RespondentRecord {
		const isIt = ({ recipientEmail }: InvitationRecord) => recipientEmail?.toLowerCase() === email;
		const { id: invitationId } = this.invitations().find(isIt) ?? { id: '' };
		return this.stage().service.world.interview({ invitationId }, { score });
	}

	/** Everything that may have changed. */
	private holdings(): unknown {
		return structuredClone([this.crm.holdings(), this.said(), this.invitations()]);
	}

	/** Tests of the workflow that invites. @param properties of Ada's, who is one of those to be invited */
	itInvites(properties: Record<string, string>): void {
		const { crm, stage } = this;

		it('says what it would do, and does nothing while Dry Run is on', async () => {
			const before = crm.holdings();
			expect(await this.invite(true)).toBe('success');
			expect([this.invitations(), crm.holdings()]).toEqual([[], before]);
			const start = `Nothing was changed. It would ask the service to invite ${crm.due().length} people`;
			expect(this.said()).toEqual([expect.stringContaining(start)]);
		});

		it('invites everybody who is meant, on all pages, after a 429', async () => {
			let isFirst = true;
			crm.recorder().refuses = (call) => crm.isSecondPage(call) && isFirst && !(isFirst = false);
			expect(await this.invite()).toBe('success');
			crm.recorder().refuses = () => false;
			expect(crm.recorder().refused).toBe(1);
			const all = this.invitations();
			const invited = all.map((one) => [
				one.recipientEmail?.toLowerCase(),
				one.recipientExternalId,
			]);
			expect(invited.sort()).toEqual(crm.due().sort());
			const ada = all.find(({ recipientName }) => recipientName === 'Ada Lovelace');
			expect(ada?.properties).toMatchObject(properties);
			expect(stage().service.effects.emails).toEqual([]);
		});

		it('invites nobody twice', async () => {
			const before = this.invitations();
			expect(await this.invite()).toBe('success');
			expect(this.invitations()).toEqual(before);
			expect(this.said().at(-1)).toContain(`${crm.due().length} unchanged`);
		});

		it('changes nothing while the service is down, and says so', async () => {
			const before = this.holdings();
			const goUp = await stage().service.goDown();
			expect(await this.invite()).toBe('error');
			await goUp();
			expect(this.holdings()).toEqual(before);
		});
	}

	/** Tests of the workflow that writes scores, once it is published; four people called other0 and so on complete. */
	itWithstands(): void {
		const { crm, stage } = this;

		it('changes nothing when everything is delivered again', async () => {
			const before = this.holdings();
			await WorkflowStage.deliverAgain([stage()]);
			expect(this.holdings()).toEqual(before);
		});

		it('goes on where it stopped when the CRM refused for long, and makes each task once', async () => {
			const on = stage();
			const before = await on.executions();
			const { length } = crm.tasks();
			crm.recorder().refuses = crm.isTask;
			const records = [0, 1].map((nth) => this.complete(`other${nth}@example.com`, nth));
			const failed = await on.executionAfter(before);
			expect(failed.status).toBe('error');
			crm.recorder().refuses = () => false;
			expect((await on.retry(failed)).status).toBe('success');
			for (const [nth, record] of records.entries()) {
				expect(crm.fieldsAt(`other${nth}@example.com`)).toMatchObject(crm.written(record));
			}
			expect(crm.tasks()).toHaveLength(length + 2);
		});

		it.each([
			['writes the score on a retry when n8n was killed before', 'other2@example.com', 1],
			['makes no second task when n8n was killed as it made the first', 'other3@example.com', 0],
		])('%s', async (_what, email, tasks) => {
			const { length } = crm.tasks();
			const isIt = tasks === 1 ? crm.isScore : crm.isTask;
			let record: RespondentRecord | undefined;
			const crashed = await stage().crashAt(crm.recorder(), isIt, () => {
				record = this.complete(email, 4);
			});
			expect((await stage().retry(crashed)).status).toBe('success');
			expect(crm.fieldsAt(email)).toMatchObject(crm.written(record!));
			expect(crm.tasks()).toHaveLength(length + tasks);
		});
	}
}
