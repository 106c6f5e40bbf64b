/**
 * Keeps what a node has sent in an execution, so that a repeat of its run does not send it again. n8n repeats a run
 * with all its items: with Retry On Fail, and with the Retry button of a failed execution. Without the ledger,
 * n8n 2.41.1 sent 11 or 12 emails for 8 people.
 *
 * It is in the node's context, which belongs to the execution's data: n8n saves it when the execution ends, and loads
 * it for a retry. The workflow's static data would not do: an execution that saves it overwrites what the trigger has
 * saved meanwhile.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../http/call';
import type { ErrorFacts } from '../http/errors';
import { isRepeatable, type RetryClass } from '../http/policy';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../service/json';
import { shortHash } from '../service/scalars';
import { isTool } from '../input/parameters';

export type LedgerEntry =
	| { state: 'done'; answer: Answer; body?: JsonObject }
	/** Noted before a request is sent, because n8n may end before its answer comes. `body`: as it was sent. */
	| { state: 'maybeDone'; facts: ErrorFacts; body?: JsonObject };

type Entries = Record<string, LedgerEntry>;

/** The key in the node's context; under it are the runs of the node by their index. */
const KEY = 'surveyInterviewSent';

/**
 * What retries have sent, by the execution that they repeat. Two retries of one execution both begin with the data of
 * that execution, so they cannot see in it what the other one has sent.
 */
const ofRetries = new Map<string, Entries>();
const MAX_RUNS = 500;

/** What one run of a node has sent, and what other runs in its execution have sent. */
export class Ledger {
	private readonly runIndex: string;
	private readonly isTool: boolean;
	/** What this retry and other retries of the same execution have sent; undefined if this is no retry. */
	private readonly shared?: Entries;

	/** @param isByRecord whether the path alone says whom a request concerns */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isByRecord = false,
	) {
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		this.isTool = isTool(context);
		if (context.getMode() === 'retry') this.shared = sharedBy(context, this.runIndex);
	}

	/** What an earlier try has noted about a request. */
	get(item: number, request: ItemRequest): LedgerEntry | undefined {
		// A second update does no harm, and somebody may have corrected the workflow before the retry.
		if (this.shared && request.method === 'PATCH') return undefined;
		const { run, shared } = this;
		// Nothing is noted about reads, so thousands of them need no keys.
		if (!run && !shared) return undefined;
		const key = this.keyOf(item, request);
		return shared?.[key] ?? run?.[key];
	}

	/** @param entry undefined if it is certain that the request was not done */
	set(item: number, request: ItemRequest, entry: LedgerEntry | undefined): void {
		const key = this.keyOf(item, request);
		for (const entries of [(this.runs[this.runIndex] ??= {}), this.shared]) {
			if (entry !== undefined && entries) entries[key] = entry;
			else delete entries?.[key];
		}
	}

	/** What another call of this tool has sent to the same record: a model may ask twice for the same email. */
	ofTool(request: ItemRequest): LedgerEntry | undefined {
		if (!this.isTool || !this.isByRecord) return undefined;
		const all = Object.values(this.runs).flatMap((entries) => Object.entries(entries));
		return all.find(([key]) => key.endsWith(this.keyOf('', request)))?.[1];
	}

	get isEmpty(): boolean {
		return Object.keys({ ...this.run, ...this.shared }).length === 0;
	}

	/** What this run has sent; all its tries in an execution share the object, until `close`. */
	get run(): Entries | undefined {
		return this.runs[this.runIndex];
	}

	/** Starts with an empty ledger, for a run that finds out itself what was done. */
	begin(): object {
		for (const key of Object.keys(this.shared ?? {})) delete this.shared?.[key];
		return (this.runs[this.runIndex] = {});
	}

	/** Forgets a run that n8n will not repeat; not that of a tool, which a model may call again for the same email. */
	close(): void {
		if (!this.isTool || !this.isByRecord) delete this.runs[this.runIndex];
	}

	/**
	 * Identifies a request by the item's place and the path. If the path names no record, the item's content is added: a
	 * retry may read other people. The body would not do, because an expression (`$now`, a random number) may give
	 * another value at the next try; only calls of a tool, which come side by side, are told apart by it.
	 */
	private keyOf(item: number | '', { method, path, body }: ItemRequest): string {
		const place = `${item} ${method} ${path}`;
		if (this.isByRecord) return place;
		const content = this.isTool ? body : this.context.getInputData()[Number(item)]?.json;
		return `${place} ${shortHash(JSON.stringify(content) ?? '')}`;
	}

	private get runs(): Record<string, Entries> {
		return (this.context.getContext('node')[KEY] ??= {}) as Record<string, Entries>;
	}
}

/** The entries that retries of one execution share: n8n keeps the time at which the first execution began. */
function sharedBy(context: IExecuteFunctions, runIndex: string): Entries {
	const { establishedAt } = context.getExecutionContext?.() ?? {};
	if (establishedAt === undefined) return {};
	const key = [context.getWorkflow().id, establishedAt, context.getNode().name, runIndex].join(' ');
	const known = ofRetries.get(key) ?? {};
	ofRetries.set(key, known);
	for (const [oldest] of ofRetries) if (ofRetries.size > MAX_RUNS) ofRetries.delete(oldest);
	return known;
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
	if (isSafe || !context.isToolExecution?.()) return undefined;
	return `${operationName} cannot run with Retry On Fail here: it runs as a tool of an AI agent, so the node cannot tell a repeat from a first run. Turn off Retry On Fail in the node’s settings.`;
}
