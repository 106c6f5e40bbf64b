import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError, notUuid, uuidIn } from '../input/problem';
import { parametersOf } from '../input/parameters';
import { emptinessOf } from '../input/widening';
import type { CheckOperation } from '../operations/operation';
import { IDENTIFIERS } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import type { RunSentence } from '../run/remarks';
import { failureOf } from '../run/output';
import { runItems } from '../run/run';
import { look } from './look';
import { checkItems } from './report';

/**
 * The runner of Check Service: it looks once, at the first input item. The service is the same for all of
 * them, and a report for each would be the same text at the same cost.
 */
export async function runCheck(
	context: IExecuteFunctions,
	operation: CheckOperation,
): Promise<INodeExecutionData[]> {
	return await runItems(context, operation, ({ session }) => ({
		read: (item) =>
			item === 0 ? surveyIn(parametersOf(context)(item)(CHOSEN.parameter)) : undefined,
		work: async (chosen, item) => {
			if (item > 0) return { status: 'done', items: [] };
			try {
				const items = checkItems(await look(session, chosen));
				return { status: 'done', items, remarks: { own: ofAll(items) } };
			} catch (error) {
				return failureOf(session, { retryClass: 'read' }, error);
			}
		},
	}));
}

/** The sentence for all areas, which stands in the last item. */
function ofAll(items: JsonObject[]): RunSentence {
	const { sentence, status } = items.at(-1) ?? {};
	return { sentence: String(sentence), isWarning: status !== 'fine' && status !== 'empty' };
}

const CHOSEN = IDENTIFIERS.survey_id;

/** The chosen survey; undefined where none is. */
function surveyIn(value: unknown): string | undefined {
	const id = isObject(value) && 'value' in value ? value.value : value;
	if (emptinessOf(id) !== undefined) return undefined;
	const uuid = uuidIn(value);
	if (uuid === undefined) throw new InputError(notUuid(CHOSEN.label, value));
	return uuid;
}
