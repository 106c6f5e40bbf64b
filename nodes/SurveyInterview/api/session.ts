import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { attempt, CREDENTIAL_NAME, type CallingContext, type ServiceRequest } from './attempt';
import { authorityOf, credentialFrom } from './authorize';
import { gateFor, type Gate } from './gate';
import type { Outcome } from './outcome';
import { WaitBudget } from './waiting';

/** What one node run needs to call the service; its requests share a gate and a budget of waiting. */
export interface Session {
	node: INode;
	gate: Gate;
	budget: WaitBudget;
	signal?: AbortSignal;
	attempt: (request: ServiceRequest) => Promise<Outcome>;
}

/** Limits of one run, in milliseconds. */
export interface SessionLimits {
	maxWaitMs: number;
	timeoutMs: number;
}

/** Defaults of the options Max Wait and Timeout, in seconds. */
export const DEFAULT_MAX_WAIT_S = 300;
export const DEFAULT_TIMEOUT_S = 120;

/**
 * Opens a session: reads and checks the credential once.
 *
 * @throws {NodeOperationError} one sentence, when the credential cannot be used; nothing was sent
 */
export async function openSession(
	context: CallingContext,
	limits: SessionLimits = {
		maxWaitMs: DEFAULT_MAX_WAIT_S * 1000,
		timeoutMs: DEFAULT_TIMEOUT_S * 1000,
	},
): Promise<Session> {
	const node = context.getNode();
	const data = await context.getCredentials(CREDENTIAL_NAME);
	const checked = authorityOf(credentialFrom(data));
	if (!checked.ok) {
		throw new NodeOperationError(node, checked.problem, {
			description: 'Nothing was sent. Correct it in the credential of this node.',
		});
	}
	const credential = {
		authority: checked.value,
		id: node.credentials?.[CREDENTIAL_NAME]?.id ?? '',
		data,
	};
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		node,
		gate: gateFor(checked.value.api, checked.value.token),
		budget: new WaitBudget(limits.maxWaitMs),
		signal,
		attempt: async (request) =>
			await attempt(context, credential, request, limits.timeoutMs, signal),
	};
}
