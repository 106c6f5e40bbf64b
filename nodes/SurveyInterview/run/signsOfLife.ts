import type { IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../http/session';
import { pause } from '../http/timing';

/** How often a run that lasts says how far it is. */
const EVERY_MS = 10_000;

/**
 * Does work, and says every ten seconds how far it is while it lasts, whatever it waits for: in n8n's log and, in
 * a run by hand, in the editor’s browser. A run that ends earlier says nothing.
 *
 * @param soFar gives one line without anything personal
 */
export async function withSignsOfLife<T>(
	context: IExecuteFunctions,
	soFar: () => string,
	work: () => Promise<T>,
	wait = pause,
): Promise<T> {
	const end = new AbortController();
	const speak = async () => {
		while (await wait(EVERY_MS, end.signal)) {
			const line = soFar();
			logLine(context, line);
			context.sendMessageToUI(line);
		}
	};
	// A sign that cannot be given is no reason to fail.
	speak().catch(() => {});
	try {
		return await work();
	} finally {
		end.abort();
	}
}

/** One line about a run in n8n's log. Of a canceled one n8n keeps no report: it saves the execution before the node ends. */
export function logLine(context: IExecuteFunctions, line: string): void {
	const { id: workflowId } = context.getWorkflow();
	context.logger.info(line, { workflowId, executionId: context.getExecutionId() });
}

/** For what a run waits now, as the end of a sentence; empty where it does not wait. */
export function waitNow({ budget, rateLimiter }: Session): string {
	const seconds = Math.ceil(rateLimiter.waitMs() / 1000);
	if (budget.isWaiting('rateLimit') && seconds > 0)
		return `, waiting ${seconds} s for the rate limit`;
	return budget.isWaiting('outage') ? ', waiting because the service is not available' : '';
}
