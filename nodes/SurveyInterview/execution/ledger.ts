import type { Answer } from '../api/call';
import type { SurveyInterviewError } from '../api/errors';
import type { ItemRequest } from '../input/request';

/**
 * n8n's Retry On Fail runs a node's whole `execute()` again, with all items, up to five times. So that
 * nothing is done twice, writes are kept here while an execution lasts: an item that is done gives its
 * first answer again, one that may be done is reported and not repeated (design, Retry On Fail).
 */
export type LedgerEntry =
	| { state: 'done'; answer: Answer }
	| { state: 'maybeDone'; error: SurveyInterviewError };

/** The entries of one node in one execution and run. */
export type Ledger = Map<string, LedgerEntry>;

/** Executions kept at once; n8n tells when one ends only in recent versions. */
const MOST_LEDGERS = 500;

const ledgers = new Map<string, Ledger>();

/** The ledger of a node's run; the same one for each of its tries. */
export function ledgerOf(executionId: string, nodeId: string, runIndex: number): Ledger {
	const key = `${executionId} ${nodeId} ${runIndex}`;
	const ledger = ledgers.get(key) ?? new Map<string, LedgerEntry>();
	// Set anew, so that the ledger used last is dropped last.
	ledgers.delete(key);
	ledgers.set(key, ledger);
	for (const oldest of ledgers.keys()) {
		if (ledgers.size <= MOST_LEDGERS) break;
		ledgers.delete(oldest);
	}
	return ledger;
}

/** Drops every ledger of an execution that has ended. */
export function dropLedgers(executionId: string): void {
	for (const key of ledgers.keys()) {
		if (key.startsWith(`${executionId} `)) ledgers.delete(key);
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
