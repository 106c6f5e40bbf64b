import type { IDataObject } from 'n8n-workflow';
import type { EngineKind, PollOutcome } from '../engine/polling/installation';
import type { Action, History, Poll } from './history';
import { cause, NODE_ID, setScene, type Scene } from './stage';
import { refIn, Watch } from './watch';

/** What came of a history. */
export interface Verdict {
	/** One sentence for each completion that was lost or doubled; empty when all is well. */
	wrong: string[];
	/** Events lost by a crash of the default engine between saving the state and writing the execution. */
	excused: number;
	delivered: number;
	polls: number;
	requests: number;
}

const MINUTE = 60_000;

/** Plays a history to its end, lets everything heal, and judges. */
export async function play(history: History, packageDir?: string): Promise<Verdict> {
	const scene = await setScene(history, packageDir);
	try {
		const player = new Player(scene);
		await player.begin();
		for (const action of history.actions) await player.act(action);
		await player.heal();
		return player.verdict();
	} finally {
		await scene.close();
	}
}

class Player {
	private readonly watches: Watch[] = [];
	private readonly wrong: string[] = [];
	private readonly chosenIds: readonly string[];
	private engine: EngineKind;
	private nextEngine: EngineKind;
	/** Workflows whose activation failed while a person watched. */
	private readonly toldOfFailure = new Set<string>();
	private names = 0;
	private polls = 0;
	private requests = 0;
	/** Whether a list may be short. */
	private short = false;
	/** Whether a list or a summary ever hid something that was so. */
	private everHidden = false;
	/** Surveys whose ids came or went. */
	private readonly turned = new Set<string>();

	constructor(private readonly scene: Scene) {
		this.engine = this.nextEngine = scene.history.engine;
		this.chosenIds = scene.crowd.surveyIds.slice(0, 2);
	}

	async begin(): Promise<void> {
		const { n8n, node, history } = this.scene;
		await n8n.boot();
		await n8n.save({ id: 'workflow', nodes: [node('Trigger 0')] });
		this.watch('workflow');
		await this.publish('workflow', history.crashAtStart);
	}

	async act(action: Action): Promise<void> {
		const { crowd, service, n8n } = this.scene;
		switch (action.do) {
			case 'start':
				return void crowd.start(action.who);
			case 'complete':
				return crowd.complete(crowd.who('started', action.who));
			case 'interview':
				return crowd.interview(action.who);
			case 'crowd':
				for (let at = 0; at < action.many; at++) crowd.interview(action.who);
				return;
			case 'reopen':
				return this.reopen(action.who);
			case 'erase':
				return crowd.erase(crowd.who('completed', action.who));
			case 'delete':
				return crowd.delete(crowd.who('there', action.who));
			case 'change':
				return crowd.change(crowd.who('there', action.who));
			case 'create survey':
				return void crowd.createSurvey();
			case 'clone survey':
				return crowd.cloneSurvey(action.which);
			case 'delete survey':
				return crowd.deleteSurvey(action.which);
			case 'anonymous':
				return this.turn(action.which, action.on);
			case 'summary late':
				this.everHidden = true;
				service.world.summaryLag = action.reads === 0 ? null : { reads: action.reads };
				return;
			case 'list late':
				this.everHidden = true;
				service.world.listLag = action.reads === 0 ? null : { reads: action.reads };
				return;
			case 'list short':
				return this.shorten(action.which, action.missing, action.reads);
			case 'other order':
				service.choices.respondentOrder = action.order;
				return;
			case 'trouble':
				return cause(service, action.trouble);
			case 'heal':
				return this.calm();
			case 'poll':
				return await this.poll(action.poll);
			case 'pass':
				return service.clock.advance(action.minutes * MINUTE);
			case 'crash':
				return n8n.crash();
			case 'restart':
				return await this.boot();
			case 'other engine':
				this.nextEngine = this.nextEngine === 'default' ? 'durable' : 'default';
				return await this.boot();
			default:
				return await this.manage(action);
		}
	}

	/** What a person does in the editor. */
	private async manage(action: Action): Promise<void> {
		const { n8n, node } = this.scene;
		await this.ensureRunning();
		switch (action.do) {
			case 'lead':
				await n8n.leadershipChange();
				return;
			case 'deactivate':
				return await n8n.unpublish('workflow');
			case 'activate':
				return await this.publish('workflow', action.crash);
			case 'rename':
				await n8n.save({ id: 'workflow', nodes: [node(`Trigger ${++this.names}`)] });
				return await this.publish('workflow');
			case 'copy':
				if (this.watches.length > 1) return;
				await n8n.copy('workflow', 'copy', { staticData: action.withData });
				this.watch('copy').copiedScope = action.withData ? this.savedScope('workflow') : undefined;
				return await this.publish('copy');
		}
	}

	private async poll(poll: Poll): Promise<void> {
		const { service, n8n } = this.scene;
		await this.ensureRunning();
		service.clock.advance(MINUTE);
		const stopSlowness = this.slow(poll.slow);
		const cursor = n8n.database.cursor('workflow', NODE_ID) ?? undefined;
		if (poll.oddity === 'old state') this.note(await n8n.tick('workflow', NODE_ID), {});
		const ticking = n8n.tick('workflow', NODE_ID, {
			crash: poll.crash,
			fenceLost: poll.oddity === 'lease lost',
			abandon: poll.oddity === 'abandoned' ? true : undefined,
			// n8n read it for both polls before the first of them was over.
			cursor: poll.oddity === 'old state' ? cursor : undefined,
		});
		const [outcome] = await Promise.all([ticking, this.meanwhile(poll.meanwhile)]);
		stopSlowness();
		this.note(outcome, poll);
		for (const { workflowId } of this.watches.slice(1)) {
			if (n8n.isRunning) await n8n.tick(workflowId, NODE_ID);
		}
		this.settleBaselines();
	}

	private async meanwhile(what: Poll['meanwhile']): Promise<void> {
		const { service, n8n, crowd } = this.scene;
		switch (what) {
			case 'another poll':
				this.note(await n8n.tick('workflow', NODE_ID), {});
				return;
			case 'an activation':
				if (n8n.database.isActive('workflow')) await n8n.publish('workflow', { again: [NODE_ID] });
				return;
			case 'a deactivation':
				await n8n.unpublish('workflow');
				return;
			case 'a completion': {
				const seen = service.log.length;
				for (let turn = 0; turn < 200 && service.log.length === seen; turn++) {
					await new Promise((resolve) => setImmediate(resolve));
				}
				crowd.interview(seen);
			}
		}
	}

	private note({ items }: PollOutcome, { crash }: Poll): void {
		this.polls++;
		this.requests += this.scene.service.log.length;
		this.scene.service.clearLog();
		if (this.engine !== 'default' || crash !== 'between state and execution') return;
		for (const item of items?.flat() ?? []) {
			this.watches[0]?.excused.push(refIn(item.json) ?? 'nobody');
		}
	}

	/** Each request takes so many seconds on everybody's clock. */
	private slow(seconds: number | undefined): () => void {
		const { clock, faults } = this.scene.service;
		if (seconds === undefined) return () => {};
		const match = () => {
			clock.advance(seconds * 1000);
			return false;
		};
		return faults.inject({ match, fault: { kind: 'hang' }, times: 1 });
	}

	private reopen(place: number): void {
		const { crowd } = this.scene;
		const one = crowd.who('completed', place);
		crowd.reopen(one);
		if (one && this.turned.has(one.surveyId)) {
			for (const watch of this.watches) watch.excuse(one, 'any');
		}
	}

	/** Makes a survey anonymous, or not any more. Where that takes the ids away, some cannot be told apart. */
	private turn(which: number, on: boolean): void {
		const { crowd, service, history } = this.scene;
		const id = crowd.survey(which);
		if (id === undefined) return;
		service.world.makeAnonymous(id, on);
		if (history.anonymousIds === 'present') return;
		this.turned.add(id);
		const { list } = service.world.records.visibility;
		for (const one of crowd.participants.filter(({ surveyId }) => surveyId === id)) {
			const hidden = this.short || list.held(id, one.id);
			for (const watch of this.watches) {
				if (one.is === 'started') watch.excuse(one, 'any');
				else if (hidden) watch.excuse(one, 'at most once');
			}
		}
	}

	private shorten(which: number, missing: number, reads: number): void {
		const id = this.scene.crowd.survey(which);
		if (id === undefined) return;
		this.short = true;
		this.everHidden = true;
		this.scene.service.world.shortenList(id, missing, reads);
	}

	private calm(): void {
		const { service, crowd } = this.scene;
		service.faults.clear();
		service.world.summaryLag = null;
		service.world.listLag = null;
		for (const id of crowd.surveyIds) service.world.shortenList(id, 0, 0);
		this.short = false;
	}

	private watch(workflowId: string): Watch {
		const { crowd, history } = this.scene;
		const watch = new Watch(workflowId, NODE_ID, crowd, {
			emitExisting: history.options.emitExisting === true,
			scoreFrom: history.options.scoreFrom ?? 0,
			surveyIds: history.chosen ? this.chosenIds : undefined,
		});
		this.watches.push(watch);
		return watch;
	}

	private async publish(workflowId: string, crash?: Poll['crash']): Promise<void> {
		const { n8n, service } = this.scene;
		const watch = this.watches.find((one) => one.workflowId === workflowId);
		const isFirst = !n8n.database.isActive(workflowId);
		service.clock.advance(50);
		const whole = this.listsAreWhole();
		service.clearLog();
		const { state } = await n8n.publish(workflowId, { crash });
		if (state === 'failed' && isFirst) this.toldOfFailure.add(workflowId);
		else if (state === 'published') this.toldOfFailure.delete(workflowId);
		if (!watch || watch.hasBaseline === 'yes') return;
		// A baseline that could not be read at once is taken later, and then only nearly tells old from new.
		const smooth = service.log.every(({ fault }) => fault === null);
		const certain = watch.hasBaseline === 'no' && whole && smooth;
		if (state === 'published' && isFirst) watch.begin(certain);
		else if (watch.hasBaseline === 'no') watch.hasBaseline = 'perhaps';
		this.settleBaselines();
	}

	/** After an activation that broke off, the baseline is whatever a poll saved first. */
	private settleBaselines(): void {
		for (const watch of this.watches) {
			if (watch.hasBaseline === 'yes') continue;
			const scope = this.savedScope(watch.workflowId);
			if (scope !== undefined && scope !== watch.copiedScope) watch.begin(false);
		}
	}

	/** What the saved state of a workflow's trigger is about, wherever n8n keeps it. */
	private savedScope(workflowId: string): string | undefined {
		const { database } = this.scene.n8n;
		const { global } = database.staticData(workflowId) as { global?: IDataObject };
		const inWorkflow = global?.[`surveyInterviewTrigger:${NODE_ID}`] as IDataObject | undefined;
		const saved = database.cursor(workflowId, NODE_ID)?.scope ?? inWorkflow?.scope;
		return saved as string | undefined;
	}

	private listsAreWhole(): boolean {
		const { crowd, service } = this.scene;
		const { list } = service.world.records.visibility;
		return !this.short && crowd.surveyIds.every((id) => !list.holds(id));
	}

	private async boot(): Promise<void> {
		const { n8n } = this.scene;
		n8n.switchTo(this.nextEngine);
		this.engine = this.nextEngine;
		await n8n.boot();
		this.settleBaselines();
	}

	private async ensureRunning(): Promise<void> {
		if (!this.scene.n8n.isRunning) await this.boot();
	}

	/** Everything is well again, and stays so until nothing more comes. */
	async heal(): Promise<void> {
		const { n8n, service } = this.scene;
		this.calm();
		await this.ensureRunning();
		service.clock.advance(20 * MINUTE);
		for (const { workflowId } of this.watches) {
			// What a person was told of, or did, a person repairs; what failed in silence stays as it is.
			if (this.toldOfFailure.has(workflowId) || !n8n.database.isActive(workflowId)) {
				await this.publish(workflowId);
			}
			// Nothing that the service shows may wait for a full check.
			await this.rest(workflowId, 1.01 * MINUTE, 5);
			if (!this.everHidden) {
				const late = this.watches
					.find((one) => one.workflowId === workflowId)
					?.missing(n8n.executions);
				for (const ref of late ?? []) this.wrong.push(`${ref} did not come before a full check`);
			}
			await this.rest(workflowId, 61 * MINUTE, 8);
		}
	}

	/** Polls until nothing more comes. */
	private async rest(workflowId: string, interval: number, untilQuiet: number): Promise<void> {
		const { n8n, service, history } = this.scene;
		let quiet = 0;
		for (let round = 0; quiet < untilQuiet && round < 150; round++) {
			service.clock.advance(interval);
			const { result, error, items } = await n8n.tick(workflowId, NODE_ID);
			const nothingToRead = history.chosen && this.chosenAreGone();
			if (result === 'inactive' || (result === 'error' && !nothingToRead)) {
				this.wrong.push(`a poll in peace: ${result} ${error?.message ?? ''}`);
			}
			quiet = result === 'nothing' || !items?.flat().length ? quiet + 1 : 0;
			this.settleBaselines();
		}
		if (quiet < untilQuiet) this.wrong.push('it never came to rest');
	}

	private chosenAreGone(): boolean {
		const { crowd } = this.scene;
		return this.chosenIds.every((id) => !crowd.surveyIds.includes(id));
	}

	verdict(): Verdict {
		const { executions } = this.scene.n8n;
		const wrong = this.watches.flatMap((watch) => watch.judge(executions));
		return {
			wrong: [...this.wrong, ...wrong],
			excused: this.watches.reduce((sum, { excused }) => sum + excused.length, 0),
			delivered: executions.reduce((sum, { items }) => sum + items.flat().length, 0),
			polls: this.polls,
			requests: this.requests,
		};
	}
}
