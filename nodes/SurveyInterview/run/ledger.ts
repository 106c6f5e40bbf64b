/**
 * Keeps what a node has sent in an execution, so that a repeat of its run does not send it again. n8n repeats a run
 * with all its items: with Retry On Fail, and with the Retry button of a failed execution. Without the ledger,
 * n8n 2.41.1 sent 11 or 12 emails for 8 people.
 *
 * It is in the node's context, which belongs to the execution's data: n8n saves it when the execution ends, and loads
 * it for a retry. The workflow's static data would not do: an execution that saves it overwrites what the trigger has
 * saved meanwhile.
 *
 * Example, for the run with index 0: `{"0": {"2 POST /invitations/3f…/send-email": {"state": "done", "answer": …}}}`.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../http/call';
import type { ErrorFacts } from '../http/errors';
import { isRepeatable, type RetryClass } from '../http/policy';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../service/json';
import { shortHash } from '../service/scalars';
import { isTool } from '../input/parameters';

/** What became of a request. `body` is the one that was sent. */
export type LedgerEntry =
	| { state: 'done'; answer: Answer; body?: JsonObject }
	/** Noted before a request is sent, because n8n may end before its answer comes. */
	| { state: 'maybeDone'; facts: ErrorFacts; body?: JsonObject };

type Entries = Record<string, LedgerEntry>;

/** The key in the node's context; under it are the runs of the node by their index. */
const CONTEXT_KEY = 'surveyInterviewSent';

/**
 * What one run of a node has sent. The execution's data has what this try and those before it have sent. In a retry,
 * what other retries of the same execution have sent counts as well (`entriesByExecution`, below).
 */
export class Ledger {
	private readonly runIndex: string;
	private readonly isTool: boolean;
	/** What this retry and other retries of the same execution have sent; undefined if this is no retry. */
	private readonly sentByRetries?: Entries;

	/**
	 * @param isKnownByPath whether a request's path alone says what is done, as `/invitations/3f…/send-email` does, and
	 *   `/surveys/3f…/invitations` does not
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isKnownByPath = false,
	) {
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		this.isTool = isTool(context);
		if (context.getMode() === 'retry')
			this.sentByRetries = entriesOfRetries(context, this.runIndex);
	}

	/** What an earlier try has noted about a request. */
	get(item: number, request: ItemRequest): LedgerEntry | undefined {
		// A second update does no harm, and somebody may have corrected the workflow before the retry.
		if (this.sentByRetries && request.method === 'PATCH') return undefined;
		const { sentInRun, sentByRetries } = this;
		// In a run that only reads, nothing is ever noted, so no key is made for its thousands of items.
		if (!sentInRun && !sentByRetries) return undefined;
		const key = this.keyOf(item, request);
		return sentByRetries?.[key] ?? sentInRun?.[key];
	}

	/** Keeps what became of a request, for later tries. */
	note(item: number, request: ItemRequest, entry: LedgerEntry): void {
		const key = this.keyOf(item, request);
		(this.sentByRun[this.runIndex] ??= {})[key] = entry;
		if (this.sentByRetries) this.sentByRetries[key] = entry;
	}

	/** Deletes the entry of a request that was certainly not done. */
	forget(item: number, request: ItemRequest): void {
		const key = this.keyOf(item, request);
		delete this.sentInRun?.[key];
		delete this.sentByRetries?.[key];
	}

	/** What another call of this tool has sent to the same record, in any run: a model may ask twice for one email. */
	sentByOtherCall(request: ItemRequest): LedgerEntry | undefined {
		if (!this.isTool || !this.isKnownByPath) return undefined;
		const all = Object.values(this.sentByRun).flatMap((entries) => Object.entries(entries));
		// Without the item's index, which comes first.
		const requestIn = (key: string) => key.slice(key.indexOf(' ') + 1);
		return all.find(([key]) => requestIn(key) === requestKey(request))?.[1];
	}

	get isEmpty(): boolean {
		return Object.keys({ ...this.sentInRun, ...this.sentByRetries }).length === 0;
	}

	/** What this run has sent. All its tries get the same object: Sync finds the plan of its first try by it. */
	get sentInRun(): Entries | undefined {
		return this.sentByRun[this.runIndex];
	}

	/**
	 * Empties the ledger before the first try of a Sync. Its plan was made from the service's list, which already shows
	 * what earlier executions did.
	 *
	 * @returns the new object of `sentInRun`
	 */
	startEmpty(): Entries {
		for (const key of Object.keys(this.sentByRetries ?? {})) delete this.sentByRetries?.[key];
		const entries: Entries = {};
		this.sentByRun[this.runIndex] = entries;
		return entries;
	}

	/** Forgets a run that n8n will not repeat. That of a tool stays where `sentByOtherCall` will look for it. */
	forgetRun(): void {
		if (!this.isTool || !this.isKnownByPath) delete this.sentByRun[this.runIndex];
	}

	/**
	 * The key of a request: the item's index, the method and the path. If the path alone does not say what is done, a
	 * hash of the item is added, because a retry may have other people in its items:
	 * `0 POST /surveys/3f…/invitations Xq3…`.
	 */
	private keyOf(item: number, request: ItemRequest): string {
		const key = `${item} ${requestKey(request)}`;
		if (this.isKnownByPath) return key;
		// Not of the body: an expression in it (`$now`, a random number) may give another value at the next try. But each
		// call of a tool has one item, with the index 0, so calls side by side are told apart by what they send.
		const content = this.isTool ? request.body : this.context.getInputData()[item]?.json;
		return `${key} ${shortHash(JSON.stringify(content) ?? '')}`;
	}

	/** What each run of the node has sent, by the run's index, as the execution's data has it. */
	private get sentByRun(): Record<string, Entries> {
		return (this.context.getContext('node')[CONTEXT_KEY] ??= {}) as Record<string, Entries>;
	}
}

const requestKey = ({ method, path }: ItemRequest): string => `${method} ${path}`;

/**
 * What retries have sent, by the execution that they repeat, in the memory of this process. Two retries of one
 * execution both begin with its data, so neither can see there what the other one has sent.
 */
const entriesByExecution = new Map<string, Entries>();
/** At most so many retried runs are remembered; those that were retried first are forgotten. */
const MAX_RETRIED_RUNS = 500;

/** The entries that retries of one execution share. They all have the time at which the first execution began. */
function entriesOfRetries(context: IExecuteFunctions, runIndex: string): Entries {
	const { establishedAt } = context.getExecutionContext?.() ?? {};
	if (establishedAt === undefined) return {};
	const key = [context.getWorkflow().id, establishedAt, context.getNode().name, runIndex].join(' ');
	const entries = entriesByExecution.get(key) ?? {};
	entriesByExecution.set(key, entries);
	const [oldestKey = ''] = entriesByExecution.keys();
	if (entriesByExecution.size > MAX_RETRIED_RUNS) entriesByExecution.delete(oldestKey);
	return entries;
}

/**
 * Why a request must not be sent at all, because n8n may repeat it; undefined if it may be sent. Agents before
 * version 3 make every try of a tool a run of its own, so a create and its repeat look the same.
 */
export function retryRefusal(
	context: IExecuteFunctions,
	retryClass: RetryClass,
	operationName: string,
): string | undefined {
	const isSafe = isRepeatable(retryClass) || context.getNode().retryOnFail !== true;
	// n8n's `isToolExecution` is true only for agents before version 3; `isTool` is true for the tools of any agent.
	if (isSafe || !context.isToolExecution?.()) return undefined;
	return `${operationName} cannot run with Retry On Fail here: it runs as a tool of an AI agent, so the node cannot tell a repeat from a first run. Turn off Retry On Fail in the node’s settings.`;
}
