import { errorOf, outputsOf, until, type Execution, type NodeDraft } from '../../n8n/rest/n8nRest';
import { everySeconds, type Stand } from '../../n8n/stand';
import { httpRequest, newOnes, webhook } from './alternatives';
import { savedExecution, storedOf, written } from './database';
import type { Machine } from './machine';
import { isOver, patiently } from './measured';
import type { Usage } from './probed';
import type { Asked, SurveySize } from './service';

/** What it costs to find one new completion. */
export interface PollCost extends Usage {
	wallMs: number;
	/** To the database. */
	bytes: number;
}

const POLL_EVERY_S = 10;
const END: NodeDraft = { name: 'End', type: 'n8n-nodes-base.noOp' };

/** The trigger of this package in a workflow that is published. */
export class PollingWorkflow {
	private executions = 0;

	private constructor(
		private readonly machine: Machine,
		private readonly id: string,
		/** What n8n used until it knew all that exists. */
		readonly baseline: Usage,
	) {}

	/** Ready when all that exists is known, and nothing is left to do. */
	static async start(machine: Machine): Promise<PollingWorkflow> {
		const { stand, probe, service } = machine;
		const trigger = stand.trigger({ pollTimes: everySeconds(POLL_EVERY_S) });
		const id = await stand.rest.saveWorkflow({ nodes: [trigger, END] });
		await probe.begin();
		const start = Date.now();
		// Its answer may get lost where n8n is blocked.
		await stand.rest.publish(id).catch(() => {});
		const status = await patiently(async () => await stand.rest.publicationOf(id));
		if (status !== 'published') throw new Error(`The publication is ${status}`);
		const isIdle = async () => isQuiet(await service.order({})) || undefined;
		await until('two polls that have nothing to do', isIdle, 300_000);
		return new PollingWorkflow(machine, id, await probe.usage(start, Date.now()));
	}

	/** Somebody completes, and the next poll finds it. */
	async findOne(surveyId: string): Promise<PollCost> {
		const { stand, probe, service } = this.machine;
		this.executions ||= (await stand.rest.executions(this.id)).length;
		await probe.begin();
		const before = (await service.order({ complete: surveyId })).length;
		const asked = await until('the poll that reads the list', async () => {
			const since = (await service.order({})).slice(before);
			return since.some(({ url }) => url.endsWith('/respondents')) ? since : undefined;
		});
		const place = asked.findIndex(({ url }) => url.endsWith('/respondents'));
		const start = asked.slice(0, place).findLast(({ url }) => url === '/api/surveys')?.at ?? 0;
		// n8n is not asked while it works.
		const newest = async () => (await stand.rest.executions(this.id))[this.executions];
		await isOver(newest, 1000);
		const execution = await patiently(newest);
		this.executions++;
		await checked(stand, execution);
		const end = endOf(execution) + SAVED_AFTER_MS;
		const bytes = written(await storedOf(stand, this.id));
		return { wallMs: end - start, bytes, ...(await probe.usage(start, end)) };
	}
}

/** After its end, n8n saves a small execution. */
const SAVED_AFTER_MS = 50;

/** The last two polls asked for the list of surveys, and for nothing else. */
function isQuiet(asked: readonly Asked[]): boolean {
	const last = asked.slice(-2);
	return last.length === 2 && last.every(({ url }) => url === '/api/surveys');
}

/** Webhook → HTTP Request → Remove Duplicates, published: what people build who poll by themselves. */
export class RememberingWorkflow {
	private constructor(
		private readonly machine: Machine,
		private readonly id: string,
		private readonly surveyId: string,
	) {}

	/** Ready when all that exists is remembered. */
	static async start(
		machine: Machine,
		{ id: surveyId, respondents }: SurveySize,
	): Promise<RememberingWorkflow> {
		const { rest } = machine.stand;
		const list = httpRequest(machine, `/api/surveys/${surveyId}/respondents`);
		const id = await rest.saveWorkflow({
			nodes: [webhook(PATH), list, newOnes(3 * respondents), END],
		});
		const workflow = new RememberingWorkflow(machine, id, surveyId);
		await rest.publish(id);
		await rest.publicationOf(id);
		const [, first] = await workflow.run();
		await checked(machine.stand, first, respondents);
		return workflow;
	}

	/** Somebody completes, and the next execution finds it. */
	async findOne(): Promise<PollCost> {
		const { stand, probe, service } = this.machine;
		await service.order({ complete: this.surveyId });
		await probe.begin();
		const [start, execution, end] = await this.run();
		await checked(stand, execution);
		const bytes = written(await storedOf(stand, this.id));
		return { wallMs: end - start, bytes, ...(await probe.usage(start, end)) };
	}

	/** One execution, from the call until n8n has saved it. */
	private async run(): Promise<[start: number, execution: Execution | undefined, end: number]> {
		const { rest } = this.machine.stand;
		const before = (await rest.executions(this.id)).length;
		const start = Date.now();
		const answer = rest.raw('POST', `/webhook/${PATH}`).catch(() => undefined);
		const newest = async () => (await rest.executions(this.id))[before];
		await isOver(newest, 1000);
		const end = Date.now();
		await answer;
		const execution = await patiently(newest);
		return [start, execution, end];
	}
}

const PATH = 'bench';

const endOf = (execution: Execution | undefined) =>
	new Date((execution as Execution & { stoppedAt: string }).stoppedAt).getTime();

/** Those that are new came, and nobody else. */
async function checked(
	stand: Stand,
	execution: Execution | undefined,
	expected = 1,
): Promise<void> {
	if (!execution) throw new Error('There is no execution');
	const saved = await savedExecution(stand, execution.id);
	const count = errorOf(saved)?.message ?? outputsOf(saved, END.name)[0]?.length;
	if (count !== expected) throw new Error(`${expected} are new; what came: ${String(count)}`);
}
