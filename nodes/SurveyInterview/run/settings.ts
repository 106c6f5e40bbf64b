import type { IExecuteFunctions } from 'n8n-workflow';

import { DEFAULT_MAX_WAIT_S, DEFAULT_TIMEOUT_S } from '../http/session';
import { isObject } from '../records/json';

/** The options of one run: those of the first item, because the items share a session. */
export interface RunOptions {
	maxWaitMs: number;
	timeoutMs: number;
	/** How many items are worked on at the same time. */
	concurrency: number;
}

/**
 * Reads the collection Options; what is absent or no number has its default.
 *
 * @param concurrency how many items the operation works on at the same time
 */
export function readRunOptions(
	context: IExecuteFunctions,
	concurrency: { default: number; most: number },
): RunOptions {
	const given: unknown = context.getNodeParameter('options', 0, {});
	const options = isObject(given) ? given : {};
	const atLeast = (value: unknown, least: number, usual: number) => {
		// A control that was added and left empty means the default, as if it had not been added.
		const number = value === '' || value === null ? usual : Number(value ?? usual);
		return Number.isFinite(number) ? Math.max(least, number) : usual;
	};
	const { default: usual, most } = concurrency;
	return {
		maxWaitMs: atLeast(options.maxWait, 0, DEFAULT_MAX_WAIT_S) * 1000,
		timeoutMs: atLeast(options.timeout, 1, DEFAULT_TIMEOUT_S) * 1000,
		concurrency: Math.min(Math.floor(atLeast(options.concurrency, 1, usual)), most),
	};
}
