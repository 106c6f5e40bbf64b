/** What the items of an operation carry. */
import type { Simplified } from '../facts/simplified';
import { MATCH_KEYS, type Shape } from '../records/json';
import type { EndpointOperation, Operation } from './operation';

/** What Simplified says of the records of an operation, if it has any. */
export function simplifiedOf(operation: Operation): Simplified | undefined {
	if (operation.kind === 'endpoint') return operation.simplified;
	return operation.kind === 'find' ? operation.list.simplified : undefined;
}

/** The fields that the user may choose from for an operation, if its output is a choice. */
export function outputFieldsOf(operation: Operation): Shape | undefined {
	return operation.kind === 'batch' ? operation.output : simplifiedOf(operation)?.fields;
}

/** What a delete says that it did: `deleted` or `revoked`. */
export const deedOf = ({ effect = 'deleted' }: EndpointOperation): string => effect;

/** What an item of the output carries, unless it is Everything. */
export function outputOf(operation: Operation): Shape {
	switch (operation.kind) {
		case 'endpoint':
			return operation.simplified?.fields ?? { [deedOf(operation)]: 'boolean', id: 'string' };
		case 'find': {
			const { simplified, countsUnreadable } = operation.list;
			return {
				survey_id: 'string',
				count: 'integer',
				...(countsUnreadable ? { unreadable: 'integer' } : {}),
				match: { object: simplified.fields, nullable: true },
				matches: { list: simplified.fields },
				keys: { list: MATCH_KEYS },
			};
		}
		case 'batch':
		case 'check':
			return operation.output;
	}
}
