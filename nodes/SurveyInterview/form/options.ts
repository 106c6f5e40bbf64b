import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_MAX_WAIT_S, DEFAULT_TIMEOUT_S } from '../http/session';
import { concurrencyOf, type Operation } from '../operations/operation';
import { alphabetical } from './controls';

/** The options of an endpoint. */
export function optionsOf(operation: Operation): INodeProperties {
	const raw = operation.items?.from === 'list' ? [RAW_ANSWER] : [];
	return optionsWith(concurrencyOf(operation), raw);
}

const RAW_ANSWER: INodeProperties = {
	displayName: 'Raw Answer',
	name: 'rawAnswer',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the answer of the service as one item, unchanged, instead of one item a record',
};

/** The collection Options, which is this package's own: how to go about it. Every operation has it. */
export function optionsWith(
	{ default: defaultValue, most }: { default: number; most: number },
	more: INodeProperties[],
): INodeProperties {
	const concurrency: INodeProperties = {
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: most, numberPrecision: 0 },
		default: defaultValue,
		description: `How many items to work on at the same time, at most ${most}; results keep the order of the input`,
	};
	const options: INodeProperties[] = [
		...(most > 1 ? [concurrency] : []),
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_MAX_WAIT_S,
			description:
				'Seconds this run may wait in all when the service asks to come back later. A longer wait fails at once and says when to come back.',
		},
		...more,
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_TIMEOUT_S,
			description: 'Seconds to wait for the answer to one request',
		},
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((a, b) => alphabetical(a.displayName, b.displayName)),
	};
}
