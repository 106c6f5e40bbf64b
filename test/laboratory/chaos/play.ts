import type { PollOutcome } from '../../harness/engine/polling';
import { refIn } from '../../harness/stage/crowd';
import { MINUTE } from '../../harness/stage/time';
import { NODE_ID, WORKFLOW } from '../../harness/stage/trigger';
import type { Action, History, Poll } from './history';
import { N8nSide } from './n8nSide';
import { ServiceSide } from './serviceSide';
import { hang, slow } from './slowness';
import { setStage, type Stage } from './stage';
import { type Watch } from './watch';

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

/** How a history is played, where it is not as usual. */
export interface Played {
	/** Which build of the package plays; this project's by default. */
	packageDir?: string;
	/**
	 * How many times as long the time is that passes between two polls. With 100 a history lasts for years, so
	 * that completions get older than the trigger remembers them.
	 */
	stretch?: number;
}

/** Plays a history to its end, lets everything heal, and judges. */
export async function play(
	history: History,
	{ packageDir, stretch = 1 }: Played = {},
): Promise<Verdict> {
	const stage = await setStage(history, packageDir);
	try {
		const player = new Player(stage, stretch);
		await player.begin();
		for (const action of history.actions) await player.act(action);
		await player.heal();
		return player.verdict();
	} finally {
		await stage.close();
	}
}

/** Takes each action to the side that it happens on, polls, and judges in the end. */
class Player {
	private readonly watches: Watch[] = [];
	private readonly wrong: string[] = [];
	private readonly serviceSide: ServiceSide;
	private readonly n8nSide: N8nSide;
	private polls = 0;
	private requests = 0;

	constructor(
		private readonly stage: Stage,
		private readonly stretch: number,
	) {
		this.serviceSide = new ServiceSide(stage, this.watches, stretch > 1);
		this.n8nSide = new N8nSide(stage, this.watches, this.serviceSide);
	}

	async begin(): Promise<void> {
		await this.n8nSide.begin();
	}

	async act(action: Action): Promise<void> {
		switch (action.do) {
			case 'poll':
				return await this.poll(action.poll);
			case 'pass':
				return this.stage.service.clock.advance(action.minutes * MINUTE * this.stretch);
			case 'crash':
			case 'set the clock':
			case 'restart':
			case 'other engine':
			case 'lead':
			case 'deactivate':
			case 'activate':
			case 'rename':
			case 'copy':
				return await this.n8nSide.act(action);
			default:
				return this.serviceSide.act(action);
		}
	}

	private async poll(poll: Poll): Promise<void> {
		const { service, n8n } = this.stage;
		await this.n8nSide.ensureRunning();
		service.clock.advance(MINUTE);
		const stopSlowness = slow(service, poll.slow);
		const hanging = hang(this.stage, poll.hang);
		const cursor = n8n.database.cursor(WORKFLOW, NODE_ID) ?? undefined;
		if (poll.oddity === 'old state') this.note(await n8n.tick(WORKFLOW, NODE_ID), {});
		const ticking = n8n.tick(WORKFLOW, NODE_ID, {
			crash: poll.crash,
			fenceLost: poll.oddity === 'lease lost',
			abandon: poll.oddity === 'abandoned' ? true : hanging?.budgetIsOver,
			// n8n read it for both polls before the first of them was over.
			cursor: poll.oddity === 'old state' ? cursor : undefined,
		});
		const [outcome] = await Promise.all([
			ticking,
			this.meanwhile(poll.meanwhile),
			hanging?.until(ticking, async () => this.note(await n8n.tick(WORKFLOW, NODE_ID), {})),
		]);
		stopSlowness();
		this.note(outcome, poll);
		for (const { workflowId } of this.watches.slice(1)) {
			if (n8n.isRunning) await n8n.tick(workflowId, NODE_ID);
		}
		this.n8nSide.settleBaselines();
	}

	private async meanwhile(what: Poll['meanwhile']): Promise<void> {
		const { service, n8n, crowd } = this.stage;
		switch (what) {
			case 'another poll':
				this.note(await n8n.tick(WORKFLOW, NODE_ID), {});
				return;
			case 'an activation':
				return await this.n8nSide.publishAgain(WORKFLOW);
			case 'a deactivation':
				await n8n.unpublish(WORKFLOW);
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
		this.requests += this.stage.service.log.length;
		this.stage.service.clearLog();
		if (this.n8nSide.engine !== 'default' || crash !== 'between state and execution') return;
		for (const item of items?.flat() ?? []) {
			this.watches[0]?.excused.push(refIn(item.json) ?? 'nobody');
		}
	}

	/** Everything is well again, and stays so until nothing more comes. */
	async heal(): Promise<void> {
		const { n8n, service } = this.stage;
		this.serviceSide.heal();
		this.serviceSide.excuseTwins();
		this.n8nSide.excuseNewSurveys();
		await this.n8nSide.ensureRunning();
		service.clock.advance(20 * MINUTE);
		for (const { workflowId } of this.watches) {
			if (this.n8nSide.needsRepair(workflowId)) {
				await this.n8nSide.publish(workflowId);
			}
			// Nothing that the service shows may wait for a full check.
			await this.rest(workflowId, 1.01 * MINUTE, 5);
			if (!this.serviceSide.everHidden) {
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
		const { n8n, service, history } = this.stage;
		let quiet = 0;
		for (let round = 0; quiet < untilQuiet && round < 150; round++) {
			service.clock.advance(interval);
			const { result, error, items } = await n8n.tick(workflowId, NODE_ID);
			// A person is told of a chosen survey that is gone, once an hour.
			const isTold = history.chosen && this.isChosenGone();
			if ((result === 'inactive' || result === 'error') && !isTold) {
				this.wrong.push(`a poll in peace: ${result} ${error?.message ?? ''}`);
			}
			quiet = result === 'nothing' || !items?.flat().length ? quiet + 1 : 0;
			this.n8nSide.settleBaselines();
		}
		if (quiet < untilQuiet) this.wrong.push('it never came to rest');
	}

	private isChosenGone(): boolean {
		const { crowd } = this.stage;
		return this.n8nSide.chosenIds.some((id) => !crowd.surveyIds.includes(id));
	}

	verdict(): Verdict {
		const { executions } = this.stage.n8n;
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
