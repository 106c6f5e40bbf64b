import type { IExecuteFunctions } from 'n8n-workflow';

import { isRepeatable, type RetryClass } from '../http/retry';
import type { Answer } from '../http/call';
import type { SurveyInterviewError } from '../http/errors';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../records/json';

/** What protects a run from n8n's Retry On Fail: nothing is needed, a ledger, or nothing can. */
export type RetryProtection =
	| { kind: 'notNeeded' }
	| { kind: 'ledger'; ledger: Ledger }
	| { kind: 'none'; why: string };

/** What protects this run. */
export function protectionOf(context: IExecuteFunctions): RetryProtection {
	const node = context.getNode();
	if (node.retryOnFail !== true) return { kind: 'notNeeded' };
	// n8n counts every try of a tool as another run.
	if (context.isToolExecution?.()) return { kind: 'none', why: 'it runs as a tool of an AI agent' };
	const executionId = context.getExecutionId() as string | undefined;
	if (!executionId) return { kind: 'none', why: 'this run has no execution ID' };
	const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
	// The name is unique in a workflow; the id is not, in workflows that a program made.
	const ledger = ledgerOf({ executionId, node: `${node.id} ${node.name}`, runIndex });
	context.onExecutionFinish?.(() => dropLedgers(executionId));
	return { kind: 'ledger', ledger };
}

/** Why a request must not be sent at all, because n8n may repeat it; undefined where it may be sent. */
export function retryRefusal(
	protection: RetryProtection,
	retryClass: RetryClass,
	operationName: string,
): string | undefined {
	if (protection.kind !== 'none' || isRepeatable(retryClass)) return undefined;
	return `${operationName} cannot run with Retry On Fail here: ${protection.why}, so the node cannot tell a repeat from a first run. Turn off Retry On Fail in the node’s settings.`;
}

/**
 * n8n's Retry On Fail runs a node's whole `execute()` again, with all items, up to five times. A ledger
 * holds the writes of an execution while it lasts, so that none is done twice: an item that is done gives
 * its first answer again, and one that may be done is reported, not repeated.
 */
export type LedgerEntry =
	| { state: 'done'; answer: Answer }
	/** `body`: as it was sent. A repeat must send the same, whatever an expression gives now. */
	| { state: 'maybeDone'; error: SurveyInterviewError; body?: JsonObject };

/** The entries of one node in one execution and run. */
export class Ledger {
	private readonly entries = new Map<string, LedgerEntry>();
	private usedAt = performance.now();

	get(key: string): LedgerEntry | undefined {
		this.usedAt = performance.now();
		return this.entries.get(key);
	}

	set(key: string, entry: LedgerEntry): void {
		this.usedAt = performance.now();
		this.entries.set(key, entry);
	}

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	isIdle(now: number): boolean {
		return now - this.usedAt > MAX_IDLE_MS;
	}
}

/** Longer than any pause between two tries, so that no ledger in use is dropped. */
const MAX_IDLE_MS = 3_600_000;
/** From this many on, idle ledgers are dropped: an older n8n does not say when an execution ends. */
const MANY_LEDGERS = 500;
/** More than these cannot all be in use, so the oldest are dropped. */
const MAX_LEDGERS = 5000;

const ledgers = new Map<string, Ledger>();

/** The ledger of a node's run; the same one for each of its tries. */
export function ledgerOf(run: { executionId: string; node: string; runIndex: number }): Ledger {
	const key = `${run.executionId} ${run.runIndex} ${run.node}`;
	const ledger = ledgers.get(key) ?? new Ledger();
	ledgers.set(key, ledger);
	if (ledgers.size > MANY_LEDGERS) dropIdle(performance.now());
	return ledger;
}

/** Drops every ledger of an execution that has ended. */
export function dropLedgers(executionId: string): void {
	for (const key of ledgers.keys()) {
		if (key.startsWith(`${executionId} `)) ledgers.delete(key);
	}
}

function dropIdle(now: number): void {
	for (const [key, ledger] of ledgers) {
		if (ledger.isIdle(now) || ledgers.size > MAX_LEDGERS) ledgers.delete(key);
	}
}

/** How many ledgers are kept; for tests of the bound. */
export function ledgerCount(): number {
	return ledgers.size;
}

/**
 * The key of an item's entry: its place in the input, and the record that it is about. It leaves out the
 * body, whose expressions (`$now`, a random number) may give another value at the next try.
 */
export function entryKey(item: number, { method, path }: ItemRequest): string {
	return `${item} ${method} ${path}`;
}

/** Whether a try before has done an item, or may have done it. */
export function knownTo(protection: RetryProtection, item: number, request: ItemRequest): boolean {
	return (
		protection.kind === 'ledger' && protection.ledger.get(entryKey(item, request)) !== undefined
	);
}

/** Whether a try before has written anything, so that the run as a whole is not unsent. */
export function hasSent(protection: RetryProtection): boolean {
	return protection.kind === 'ledger' && !protection.ledger.isEmpty;
}
