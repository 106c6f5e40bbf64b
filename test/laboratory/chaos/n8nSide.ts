import type { IDataObject } from 'n8n-workflow';
import type { EngineKind } from '../../harness/engine/polling';
import type { Participant } from '../../harness/stage/crowd';
import { MINUTE } from '../../harness/stage/time';
import { NODE_ID, WORKFLOW } from '../../harness/stage/trigger';
import type { Action, Poll } from './history';
import type { Stage } from './stage';
import { Watch } from './watch';
import type { ServiceSide } from './serviceSide';

/** Clocks may differ so much without consequence. */
const CLOCKS_DIFFER = 10 * MINUTE;
/** What is so much older than the watch is old in a new survey. */
const A_DAY_OR_SO = 23 * 60 * MINUTE;

/** The person at n8n, who publishes, renames and restarts, and what that means for what must arrive. */
export class N8nSide {
	readonly chosenIds: readonly string[];
	engine: EngineKind;
	private nextEngine: EngineKind;
	/** Workflows whose activation failed while a person watched. */
	private readonly toldOfFailure = new Set<string>();
	private names = 0;
	/** Whether n8n's clock was wrong at some time. */
	private wasWrong: boolean;
	/** By how many milliseconds it was ahead at most. */
	private aheadMs: number;

	constructor(
		private readonly stage: Stage,
		private readonly watches: Watch[],
		private readonly serviceSide: ServiceSide,
	) {
		this.engine = this.nextEngine = stage.history.engine;
		this.chosenIds = stage.crowd.surveyIds.slice(0, 2);
		this.wasWrong = stage.clock.aheadMs !== 0;
		this.aheadMs = stage.clock.aheadMs;
	}

	async begin(): Promise<void> {
		const { n8n, node, history } = this.stage;
		await n8n.boot();
		await n8n.save({ id: WORKFLOW, nodes: [node('Trigger 0')] });
		this.watch(WORKFLOW);
		await this.publish(WORKFLOW, history.crashAtStart);
	}

	/** What a person does in the editor. */
	async act(action: Action): Promise<void> {
		const { n8n, node } = this.stage;
		if (action.do === 'crash') return n8n.crash();
		if (action.do === 'set the clock') return this.setClock(action.ahead * MINUTE);
		if (action.do === 'restart') return await this.boot();
		if (action.do === 'other engine') {
			this.nextEngine = this.nextEngine === 'default' ? 'durable' : 'default';
			return await this.boot();
		}
		await this.ensureRunning();
		switch (action.do) {
			case 'lead':
				await n8n.leadershipChange();
				return;
			case 'deactivate':
				return await n8n.unpublish(WORKFLOW);
			case 'activate':
				return await this.publish(WORKFLOW, action.crash);
			case 'rename':
				await n8n.save({ id: WORKFLOW, nodes: [node(`Trigger ${++this.names}`)] });
				return await this.publish(WORKFLOW);
			case 'copy':
				if (this.watches.length > 1) return;
				await n8n.copy(WORKFLOW, 'copy', { staticData: action.withData });
				this.watch('copy').copiedScope = action.withData ? this.savedScope(WORKFLOW) : undefined;
				return await this.publish('copy');
		}
	}

	async boot(): Promise<void> {
		const { n8n } = this.stage;
		n8n.switchTo(this.nextEngine);
		this.engine = this.nextEngine;
		await n8n.boot();
		this.settleBaselines();
	}

	async ensureRunning(): Promise<void> {
		if (!this.stage.n8n.isRunning) await this.boot();
	}

	/**
	 * After an activation that broke off, the baseline is whatever a poll saved first. Where that of a survey
	 * is taken later, n8n's clock tells old from new, and a wrong one does so wrongly.
	 */
	settleBaselines(): void {
		for (const watch of this.watches) {
			if (watch.hasBaseline !== 'yes') {
				watch.aheadMs = this.aheadMs;
				const scope = this.savedScope(watch.workflowId);
				if (scope !== undefined && scope !== watch.copiedScope) watch.begin(false);
			}
			const wasPending = watch.isPending;
			watch.isPending = this.isPending(watch.workflowId);
			if (this.wasWrong && (wasPending || watch.isPending)) {
				this.excuse(watch, ({ is }) => is === 'completed');
			}
		}
	}

	/** Surveys that come later are told by n8n's clock at the activation; one that was far ahead loses them. */
	excuseNewSurveys(): void {
		for (const watch of this.watches) {
			if (watch.aheadMs < A_DAY_OR_SO) continue;
			this.excuse(watch, ({ surveyId }) => !watch.surveyIds.has(surveyId));
		}
	}

	private excuse(watch: Watch, concerns: (one: Participant) => boolean): void {
		for (const one of this.stage.crowd.participants) {
			if (concerns(one)) watch.excuse(one, 'at most once');
		}
	}

	private setClock(aheadMs: number): void {
		this.stage.clock.aheadMs = aheadMs;
		this.wasWrong ||= aheadMs !== 0;
		this.aheadMs = Math.max(this.aheadMs, aheadMs);
	}

	async publish(workflowId: string, crash?: Poll['crash']): Promise<void> {
		const { n8n, service } = this.stage;
		const watch = this.watches.find((one) => one.workflowId === workflowId);
		const isFirst = !n8n.database.isActive(workflowId);
		service.clock.advance(50);
		const whole = this.serviceSide.listsAreWhole();
		service.clearLog();
		const begin = service.clock.now() + this.stage.clock.aheadMs;
		const { state } = await n8n.publish(workflowId, { crash });
		this.noteRefusal(workflowId, isFirst);
		if (state === 'published') this.toldOfFailure.delete(workflowId);
		if (!watch || watch.hasBaseline === 'yes') return;
		// A baseline that could not be read at once is taken later, and then only nearly tells old from new.
		// Where the limit is known to be reached, nothing is asked.
		const smooth = service.log.length > 0 && service.log.every(({ fault }) => fault === null);
		const certain = watch.hasBaseline === 'no' && whole && smooth;
		const end = service.clock.now() + this.stage.clock.aheadMs + CLOCKS_DIFFER;
		// A clock that is behind takes an earlier moment for that of the activation.
		const seemsLater = ({ completedAt = 0 }: Participant) =>
			completedAt >= begin && completedAt <= end;
		watch.aheadMs = this.aheadMs;
		if (state === 'published' && isFirst) watch.begin(certain, seemsLater);
		else if (watch.hasBaseline === 'no') watch.hasBaseline = 'perhaps';
		this.settleBaselines();
	}

	/** A person publishes the workflow again as it is, while a poll may be running. */
	async publishAgain(workflowId: string): Promise<void> {
		const { n8n } = this.stage;
		if (!n8n.database.isActive(workflowId)) return;
		await n8n.publish(workflowId, { again: [NODE_ID] });
		this.noteRefusal(workflowId, false);
	}

	/**
	 * A publication that is refused is told to a person, who mends it. A change may be refused only as long
	 * as the trigger has never worked, or when the service refuses the token.
	 */
	private noteRefusal(workflowId: string, isFirst: boolean): void {
		const { n8n, service } = this.stage;
		// Noted in the database it is told, even if n8n was killed right after.
		if (n8n.database.workflow(workflowId).failed.length === 0) return;
		const watch = this.watches.find((one) => one.workflowId === workflowId);
		const isTokenRefused = service.log.some(({ status }) => status === 401 || status === 403);
		if (isFirst || watch?.hasBaseline !== 'yes' || isTokenRefused) {
			this.toldOfFailure.add(workflowId);
		}
	}

	private watch(workflowId: string): Watch {
		const { crowd, history } = this.stage;
		const watch = new Watch(workflowId, NODE_ID, crowd, {
			emitExisting: history.options.emitExisting === true,
			scoreFrom: history.options.scoreFrom ?? 0,
			surveyIds: history.chosen ? this.chosenIds : undefined,
		});
		this.watches.push(watch);
		return watch;
	}

	/** What the saved state of a workflow's trigger is about, wherever n8n keeps it. */
	private savedScope(workflowId: string): string | undefined {
		const [saved] = this.savedStates(workflowId).flatMap(({ scope }) => scope ?? []);
		return saved as string | undefined;
	}

	private isPending(workflowId: string): boolean {
		return this.savedStates(workflowId).some(
			({ surveys, listedAt }) =>
				listedAt === undefined || JSON.stringify(surveys).includes('"met"'),
		);
	}

	private savedStates(workflowId: string): IDataObject[] {
		const { database } = this.stage.n8n;
		const { global } = database.staticData(workflowId) as { global?: IDataObject };
		const inWorkflow = global?.[`surveyInterviewTrigger:${NODE_ID}`] as IDataObject | undefined;
		return [database.cursor(workflowId, NODE_ID), inWorkflow].flatMap((saved) =>
			typeof saved?.text === 'string'
				? [{ ...(JSON.parse(saved.text) as IDataObject), listedAt: saved.listedAt }]
				: [],
		);
	}

	/** What a person was told of, or did, a person repairs; what failed in silence stays as it is. */
	needsRepair(workflowId: string): boolean {
		return this.toldOfFailure.has(workflowId) || !this.stage.n8n.database.isActive(workflowId);
	}
}
