/**
 * What a node has sent in an execution, so that a repeat of its run does not send it again. n8n repeats a run
 * with all its items: with Retry On Fail, and with the Retry button of a failed execution. Seen in n8n 2.41.1
 * without this: 11 or 12 emails for 8 people.
 *
 * It is kept in the node's context, which is a part of the execution's data: n8n saves it when the execution
 * ends, and loads it for a retry. It is not in the workflow's static data: that is one piece for the workflow,
 * and an execution that saves it would overwrite what the trigger has saved meanwhile.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../http/call';
import type { ErrorFacts } from '../http/errors';
import { isRepeatable, type RetryClass } from '../http/policy';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../records/json';
import { shortHash } from '../records/scalars';
import { isTool } from './toolAnswer';

export type LedgerEntry =
	| { state: 'done'; answer: Answer }
	/** Also while it is under way: n8n may end before the answer comes. `body`: as it was sent. */
	| { state: 'maybeDone'; facts: ErrorFacts; body?: JsonObject };

type Entries = Record<string, LedgerEntry>;

/** The key in the node's context below which the runs of the node are, by their index. */
const KEY = 'surveyInterviewSent';

/**
 * What retries have sent, by the execution that they repeat. Two retries of one execution begin with its data,
 * and do not know of each other otherwise.
 */
const ofRetries = new Map<string, Entries>();
/** How many runs are remembered; the oldest are forgotten first. */
const MAX_RUNS = 500;

/** What one run of a node has sent, and what other runs in its execution have. */
export class Ledger {
	private readonly runIndex: string;
	private readonly isTool: boolean;
	/** In a retry, what it and other retries of the same execution have sent. */
	private readonly shared?: Entries;
	/** To whom this run has given an invitation, by its ID and by its link. */
	readonly given = new Map<unknown, readonly string[]>();

	/** @param isByRecord whether the path alone says to whom something is done, such as an email */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isByRecord = false,
	) {
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex);
		this.isTool = isTool(context);
		if (context.getMode() === 'retry') this.shared = sharedBy(context, this.runIndex);
	}

	/** What is known of a request from a try before this one. */
	get(item: number, request: ItemRequest): LedgerEntry | undefined {
		// An update does no harm twice, and a retry may be of a workflow that was corrected since.
		if (this.shared && request.method === 'PATCH') return undefined;
		const { run, shared } = this;
		// Of thousands of reads, nothing is ever kept, and their items need no key.
		if (!run && !shared) return undefined;
		const key = this.keyOf(item, request);
		return shared?.[key] ?? run?.[key];
	}

	/** @param entry undefined where it is certain that the request was not done */
	set(item: number, request: ItemRequest, entry: LedgerEntry | undefined): void {
		const key = this.keyOf(item, request);
		for (const entries of [(this.runs[this.runIndex] ??= {}), this.shared]) {
			if (entry !== undefined && entries) entries[key] = entry;
			else delete entries?.[key];
		}
	}

	/**
	 * What another run of a tool in this execution has sent to the same record: a model may call its tool again
	 * for a person who has the email already.
	 */
	ofTool(request: ItemRequest): LedgerEntry | undefined {
		if (!this.isTool || !this.isByRecord) return undefined;
		const all = Object.values(this.runs).flatMap((entries) => Object.entries(entries));
		return all.find(([key]) => key.endsWith(this.keyOf('', request)))?.[1];
	}

	get isEmpty(): boolean {
		return Object.keys({ ...this.run, ...this.shared }).length === 0;
	}

	/** What this run has sent: the same object for each of its tries in an execution, until it is closed. */
	get run(): Entries | undefined {
		return this.runs[this.runIndex];
	}

	/** Forgets what an earlier execution has sent, where this one finds out for itself. */
	begin(): object {
		for (const key of Object.keys(this.shared ?? {})) delete this.shared?.[key];
		return (this.runs[this.runIndex] = {});
	}

	/** The run has ended well, so n8n does not repeat it. A model may still ask its tool for the same email. */
	close(): void {
		if (!this.isTool || !this.isByRecord) delete this.runs[this.runIndex];
	}

	/**
	 * An item's place in the input, and the record that it is about. Where the path names no record, what comes in
	 * tells one person from another: a retry may read other people, and calls of a tool come side by side. What is
	 * sent does not tell: an expression (`$now`, a random number) may give another value at the next try.
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

/** What retries of the same execution share: n8n keeps the time at which the first one began. */
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
 * Why a request must not be sent at all, because n8n may repeat it; undefined where it may be sent. An agent
 * before version 3 makes a run of its own of every try of a tool, so a create cannot be told from its repeat.
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
