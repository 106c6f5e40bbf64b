import type { Installation } from '../../harness/engine/polling';
import type { LoggedRequest, Service } from '../../harness/service';
import { MINUTE, n8nInTimeOf } from '../../harness/stage/time';
import { triggerNode, WORKFLOW } from '../../harness/stage/trigger';
import type { Story } from './story';

/** An event as n8n has it: in an execution that it wrote. */
export interface Arrival {
	id: string;
	name: string;
	poll: number;
	/** Milliseconds since 1970, on the clock of both sides. */
	at: number;
	/** How many requests the poll took that brought it. */
	requests: number;
}

/** What a poll came to, as n8n and the service saw it. */
export interface PollReport {
	requests: number;
	names: string[];
	/** The sentence of the failed execution, if the poll failed. */
	failure?: string;
}

/**
 * A workflow with the trigger, active in n8n's default engine. n8n and the service live in the same time,
 * which stands still unless somebody moves it; whoever waits, moves it. Each poll is told in a line.
 */
export class ActiveWorkflow {
	readonly arrivals: Arrival[] = [];
	private readonly n8n: Installation;
	private polls = 0;

	constructor(
		private readonly service: Service,
		private readonly story: Story,
	) {
		this.n8n = n8nInTimeOf(service, { engine: 'default' });
	}

	/** Starts n8n, saves the workflow and activates it. */
	async activate(): Promise<PollReport> {
		await this.n8n.boot();
		await this.n8n.save({
			id: WORKFLOW,
			nodes: [triggerNode({}, { name: 'Interview Completed' })],
		});
		return await this.told('activation', async () => await this.n8n.publish(WORKFLOW));
	}

	/** The end of n8n's process, at once: what it has not saved is lost. */
	stop(): void {
		this.n8n.crash();
	}

	async start(): Promise<PollReport> {
		return await this.told('n8n starts', async () => await this.n8n.boot());
	}

	/** Lets a minute pass, and then n8n's schedule calls the trigger. */
	async poll(): Promise<PollReport> {
		this.service.clock.advance(MINUTE);
		const name = `poll ${++this.polls}`;
		return await this.told(name, async () => await this.n8n.tick(WORKFLOW), this.polls);
	}

	/** Does something and tells what came of it; polls that overlap may be told together. */
	private async told(name: string, work: () => Promise<unknown>, poll = 0): Promise<PollReport> {
		const { log, clock } = this.service;
		const [at, logged, written] = [clock.now(), log.length, this.n8n.executions.length];
		await work();
		const requests = log.slice(logged);
		const executions = this.n8n.executions.slice(written);
		const events = executions.flatMap(({ items }) => items.flat());
		const names = events.map(({ json }) => String(json.name));
		for (const { json } of events) {
			const [id, who] = [String(json.id), String(json.name)];
			this.arrivals.push({ id, name: who, poll, at: clock.now(), requests: requests.length });
		}
		const failure = executions.find(({ status }) => status === 'error')?.error?.message;
		const waited = Math.round((clock.now() - at) / 1000);
		const said = [
			`${timeOfDay(at)}  ${name}: ${counted(requests.length, 'request')}${inShort(requests)}`,
			...(waited > 0 ? [`${waited} s passed`] : []),
			failure ? `it failed: “${failure}”` : counted(names.length, 'event'),
		];
		this.story.say(said.join(', ') + (names.length > 0 ? `: ${names.join(', ')}` : ''));
		return { requests: requests.length, names, failure };
	}
}

export function timeOfDay(at: number): string {
	return new Date(at).toISOString().slice(11, 19);
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** What was asked and answered, in order, equal ones together: ` (surveys 200, 3 × respondents 200)`. */
function inShort(requests: readonly LoggedRequest[]): string {
	const groups: Array<{ text: string; count: number }> = [];
	for (const { path, status } of requests) {
		const text = `${path.slice(path.lastIndexOf('/') + 1)} ${status ?? 'without an answer'}`;
		const last = groups.at(-1);
		if (last?.text === text) last.count++;
		else groups.push({ text, count: 1 });
	}
	const texts = groups.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));
	return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}
