import type { IExecuteFunctions } from 'n8n-workflow';

import { mayBeRepeated, type RetryClass } from '../api/retry';
import { dropLedgers, ledgerOf, type Ledger } from './ledger';

/** What protects a run from n8n's Retry On Fail: nothing is needed, a ledger, or nothing there is. */
export type Protection =
	| { kind: 'notNeeded' }
	| { kind: 'ledger'; ledger: Ledger }
	| { kind: 'none'; why: string };

/** How a repeat of this run would be told from its first time. */
export function protectionOf(context: IExecuteFunctions): Protection {
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
export function refusalOf(
	protection: Protection,
	retryClass: RetryClass,
	operationName: string,
): string | undefined {
	if (protection.kind !== 'none' || mayBeRepeated(retryClass)) return undefined;
	return `${operationName} cannot run with Retry On Fail here: ${protection.why}, so a repeat could not be told from a first time. Turn off Retry On Fail in the node’s settings.`;
}
