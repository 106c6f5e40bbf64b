import type { IExecuteFunctions } from 'n8n-workflow';

import type { Result } from './result';

/**
 * Says in the editor that a list is not whole, where the service says so itself: its records are handed
 * out, but nobody would see that there are more.
 */
export function hintAtParts(context: IExecuteFunctions, results: Array<Result | undefined>): void {
	const parts = results.filter((result) => result?.fate === 'done' && result.onlyPart).length;
	if (parts === 0) return;
	const where = results.length === 1 ? '' : ` for ${parts} of ${results.length} items`;
	const hint = {
		message: `The service gave only a part of the list${where}, and says itself that there are more. The others are not in this output. The service may have changed: please report this.`,
		type: 'warning',
		location: 'outputPane',
	} as const;
	// An n8n without hints, or what stands in for it, must not fail for want of one.
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	addExecutionHints?.call(context, hint);
}
