import type { IExecuteFunctions } from 'n8n-workflow';

import { isRepeatable, type RetryClass } from '../http/retry';
import type { Answer } from '../http/call';
import type { SurveyInterviewError } from '../http/errors';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../records/json';

/** What protects a run from n8n's Retry On Fail: nothing is needed, a ledger, or nothing there is. */
export type RetryProtection =
	| { kind: 'notNeeded' }
	| { kind: 'ledger'; ledger: Ledger }
	| { kind: 'none'; why: string };

/** How a repeat of this run would be told from its first time. */
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

/** Why a request may not even be tried, or undefined: a repeat by n8n would do it twice. */
export function retryRefusal(
	protection: RetryProtection,
	retryClass: RetryClass,
	operationName: string,
): string | undefined {
	if (protection.kind !== 'none' || isRepeatable(retryClass)) return undefined;
	return `${operationName} cannot run with Retry On Fail here: ${protection.why}, so a repeat could not be told from a first time. Turn off Retry On Fail in the node’s settings.`;
}

/**
 * n8n's Retry On Fail runs a node's whole `execute()` again, with all items, up to five times. So that
 * nothing is done twice, writes are kept here while an execution lasts: an item that is done gives its
 * first answer again, one that may be done is reported and not repeated (design, Retry On Fail).
 */
export type LedgerEntry =
	| { state: 'done'; answer: Answer }
	/** `body`: as it was sent. What is repeated must be the same, whatever an expression gives now. */
	| { state: 'maybeDone'; error: SurveyInterviewError; body?: JsonObject };

/** The entries of one node in one execution and run. */
export class Ledger {
	private readonly entries = new Map<string, LedgerEntry>();
	private touched = performance.now();

	get(key: string): LedgerEntry | undefined {
		this.touched = performance.now();
		return this.entries.get(key);
	}

	set(key: string, entry: LedgerEntry): void {
		this.touched = performance.now();
		this.entries.set(key, entry);
	}

	isForgotten(now: number): boolean {
		return now - this.touched > MAX_IDLE_MS;
	}
}

/** Longer than any pause between two tries: no ledger of a run under way is dropped. */
const MAX_IDLE_MS = 3_600_000;
/** Ledgers kept before forgotten ones are looked for; n8n tells when an execution ends only lately. */
const MANY = 500;
/** More than this many at once are no runs under way, and the oldest go. */
const MAX_LEDGERS = 5000;

const ledgers = new Map<string, Ledger>();

/** The ledger of a node's run; the same one for each of its tries. */
export function ledgerOf(run: { executionId: string; node: string; runIndex: number }): Ledger {
	const key = `${run.executionId} ${run.runIndex} ${run.node}`;
	const ledger = ledgers.get(key) ?? new Ledger();
	ledgers.set(key, ledger);
	if (ledgers.size > MANY) dropForgotten(performance.now());
	return ledger;
}

/** Drops every ledger of an execution that has ended. */
export function dropLedgers(executionId: string): void {
	for (const key of ledgers.keys()) {
		if (key.startsWith(`${executionId} `)) ledgers.delete(key);
	}
}

function dropForgotten(now: number): void {
	for (const [key, ledger] of ledgers) {
		if (ledger.isForgotten(now) || ledgers.size > MAX_LEDGERS) ledgers.delete(key);
	}
}

/** How many ledgers are kept; for tests of the bound. */
export function ledgerCount(): number {
	return ledgers.size;
}

/**
 * What an item asks for: its place in the input, and whom it is about. Without the body, whose
 * expressions (`$now`, a random number) may give another value at the next try.
 */
export function entryKey(item: number, { method, path }: ItemRequest): string {
	return `${item} ${method} ${path}`;
}
