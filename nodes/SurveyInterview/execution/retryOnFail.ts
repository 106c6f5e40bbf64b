import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import { dropLedgers, ledgerOf, type Ledger } from './ledger';

/**
 * The ledger of this run, when n8n may run it again and a repeat could do something twice.
 *
 * @throws {NodeOperationError} when an irreversible operation could not be told from its repeat
 */
export function openLedger(context: IExecuteFunctions, operation: Operation): Ledger | undefined {
	const node = context.getNode();
	if (node.retryOnFail !== true || operation.retry === 'read') return undefined;
	const executionId = context.getExecutionId() as string | undefined;
	if (executionId) {
		context.onExecutionFinish?.(() => dropLedgers(executionId));
		return ledgerOf(executionId, node.id, Number(context.getWorkflowDataProxy(0).$runIndex));
	}
	if (operation.retry !== 'irreversible') return undefined;
	throw new NodeOperationError(
		node,
		`${operation.name} cannot run with Retry On Fail here: this run has no execution ID, so a repeat could not be told from a first time. Turn off Retry On Fail in the node’s settings.`,
		{ description: 'Nothing was sent.' },
	);
}
