/** Fields that several operations have: what to return, how to run, and the values of the survey's properties. */
import {
	choice,
	choices,
	choicesOf,
	type Field,
	type FieldOf,
	integer,
	map,
	number,
	toggle,
} from './field';
import { type EndpointOperation, isCreate, type Operation } from './operation';
import { DEFAULT_MAX_WAIT_S, DEFAULT_TIMEOUT_S } from '../http/session';
import type { OutputFields, Shape } from '../service/outputFields';

export const RETURN_ALL = toggle(
	'returnAll',
	'Whether to return all results or only up to a given limit',
	false,
);

export const LIMIT = integer('limit', 'Max number of results to return', {
	min: 1,
	default: 50,
	shownFor: { [RETURN_ALL.name]: [false] },
});

const RAW_ANSWER = toggle(
	'rawAnswer',
	'Whether to return the service’s answer unchanged (of pages: the first one), whatever Output says',
	false,
);

/** The default fits into a cell of a sheet, which holds 50,000 characters. */
export const MAX_TRANSCRIPT = integer(
	'maxTranscript',
	'Maximum number of characters in transcript and participant_text. A longer text ends after a message and says how many messages are left out.',
	{ label: 'Max Transcript Length', min: 100, default: 40_000 },
);

/** The options of an endpoint about its answer. */
export const answerOptionsOf = ({ items, simplified }: EndpointOperation): Field[] => [
	// If the answer is one record, the output Everything returns it unchanged already.
	...(items?.from === 'list' || items?.from === 'pages' ? [RAW_ANSWER] : []),
	...(simplified?.fields.transcript === undefined ? [] : [MAX_TRANSCRIPT]),
];

/** Only for a node that is a tool of an AI agent; n8n shows it only there. */
export const TOOL_OPTIONS = [
	integer(
		'maxAnswerLength',
		'Maximum number of characters in the answer to the AI model. Of a longer one whole records are left out.',
		{ min: 1000, default: 20_000, shownFor: { '@tool': [true] } },
	),
];

/** The options of every operation, which `run/run.ts` reads. */
export const RUN_OPTIONS = [
	number(
		'maxWait',
		'Seconds this run may wait for the service: at a rate limit without progress, in outages altogether. A longer wait fails immediately.',
		{ min: 0, default: DEFAULT_MAX_WAIT_S },
	),
	number('timeout', 'Seconds to wait for the answer to one request', {
		min: 1,
		default: DEFAULT_TIMEOUT_S,
	}),
];

/** The form shows it once for all operations; `concurrencyField` has the limit of each operation. */
export const CONCURRENCY_FIELD = integer(
	'concurrency',
	'How many items to process at the same time. When reading 20, when creating 10, by default and at most.',
	{ min: 1, max: 20, default: 10, clamped: true },
);

/** The option Concurrency; undefined for an operation whose items go one after the other. */
export function concurrencyField(operation: Operation) {
	const max = maxConcurrency(operation);
	return max === 1 ? undefined : { ...CONCURRENCY_FIELD, max, default: max };
}

function maxConcurrency(operation: Operation): number {
	if (operation.kind === 'check') return 1;
	// Each item of these sends eight reads at the same time.
	if (operation.kind === 'composed') return 3;
	if (operation.kind === 'find') return 20;
	if (operation.kind === 'sync' || isCreate(operation)) return 10;
	return operation.method === 'GET' ? 20 : 1;
}

/** The resource mapper, which shows a survey's properties as fields; its values are sent as `properties`. */
export const PROPERTY_MAPPER = {
	name: 'properties',
	label: 'Properties',
	help: 'Values of the survey’s own properties. Empty values are not sent. An update of an invitation keeps its other properties.',
} as const;

/** For a key that the mapper does not offer, or that comes from an expression. */
export const PROPERTIES_BY_KEY = map(
	'properties',
	'Values by property key. A value here replaces the one in the form; of an update, an empty one empties the property.',
	{ label: 'Properties by Key', ofPerson: true },
);

/** The control Output, with help for its first two choices. */
export function outputField(help: string, simplified: string, everything: string) {
	return choice('output', help, [
		{ value: 'simplified', label: 'Simplified', help: simplified },
		{ value: 'everything', label: 'Everything', help: everything },
		{
			value: 'selectedFields',
			label: 'Selected Fields',
			help: 'Only the fields that you choose',
		},
	]);
}

export const OUTPUT = outputField(
	'How much of each record to return',
	'The most useful fields, under the same names everywhere',
	'The record as the service sent it',
);

/** Whether the form offers Selected Fields: with five fields or fewer, nobody needs it. */
export const offersSelection = ({ fields }: OutputFields) => Object.keys(fields).length > 5;

export const outputControlsOf = (output: OutputFields) =>
	offersSelection(output)
		? [OUTPUT, fieldsField(output.fields)]
		: [{ ...OUTPUT, choices: OUTPUT.choices.slice(0, -1) }];

export function fieldsField(fields: Shape): FieldOf<'choices'> {
	// n8n wants the alphabetical order in the editor; the output has the order of the fields.
	const fieldChoices = choicesOf(...Object.keys(fields).sort());
	return choices('fields', 'Fields to return', fieldChoices, {
		shownFor: { [OUTPUT.name]: ['selectedFields'] },
	});
}

/**
 * Sync returns columns unless the option is turned off. Other operations do so only if the option was added
 * (`defaultOnlyProposed`).
 */
export const propertiesAsColumns = (more: { defaultOnlyProposed?: true } = {}) =>
	toggle(
		'propertiesAsColumns',
		'Whether each property is a column by its key; a key that is also the name of a field gets the prefix property_',
		true,
		{ label: 'Properties as Columns', ...more },
	);
export const PROPERTIES_AS_COLUMNS = propertiesAsColumns({ defaultOnlyProposed: true });

/** Whether its records have values of the survey's properties, which may become columns. */
export function showsProperties(operation: Operation): boolean {
	// The type of values is one word, such as `object`. That of a survey, a list of definitions, is a shape.
	return (
		operation.kind === 'endpoint' && typeof operation.simplified?.fields.properties === 'string'
	);
}
