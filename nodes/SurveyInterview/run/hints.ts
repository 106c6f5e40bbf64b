import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { asHtml } from '../records/scalars';

/** One thing that a run says in a sentence or a few. */
export interface RunSentence {
	sentence: string;
	/** Whether a person should look at it. */
	isWarning?: boolean;
}

/** Says sentences in the editor, beside the output. The editor takes a hint for HTML. */
export function giveHints(context: IExecuteFunctions, said: readonly RunSentence[]): void {
	// An n8n without hints, or what stands in for it, must not fail for want of one.
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	for (const { sentence, isWarning } of said) {
		const hint: NodeExecutionHint = {
			message: asHtml(sentence),
			type: isWarning ? 'warning' : 'info',
			location: 'outputPane',
		};
		addExecutionHints?.call(context, hint);
	}
}
