import type { INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../../nodes/SurveyInterview/form/formProperties';
import { MAX_LIMIT_AGE_MS } from '../../nodes/SurveyInterview/http/pace';
import { findOperation, RESOURCES } from '../../nodes/SurveyInterview/operations';
import { concurrencyField } from '../../nodes/SurveyInterview/operations/operation';
import { MAX_RECORD_DEPTH } from '../../nodes/SurveyInterview/records/json';
import { triggerProperties } from '../../nodes/SurveyInterview/trigger/form';
import { HASH_LENGTH } from '../../nodes/SurveyInterview/records/scalars';
import { contractRows } from '../contract/contract';
import { ENGINES } from '../harness/engine/polling';
import { NEWEST, OLDEST } from '../n8n/install/versions';
import { DIALECT_NAMES } from '../harness/service';
import { textOf } from './pages';

/** A number that pages say, and how they say it: the groups of the pattern hold it. */
export interface SaidNumber {
	what: string;
	/** As it is written: `2,000`, `20.19`. */
	value: string;
	said: RegExp;
}

const actionNode = propertiesOf(RESOURCES);
const trigger = triggerProperties();
const manifest = JSON.parse(textOf('package.json')) as {
	engines: { node: string };
	devDependencies: Record<string, string>;
};

/** Every number that pages take from the code. A pattern finds all places that say it. */
export const SAID_NUMBERS: SaidNumber[] = [
	number('endpoints', contractRows().length, /\b(\d+)(?: of (\d+))? endpoints\b/g),
	number('default of Timeout', optionOf('timeout'), /\*Timeout\*[^.]*?, (\d+) seconds/g),
	number('default of Max Wait', optionOf('maxWait'), /\*Max Wait\* \((\d+) seconds/g),
	number('reads at once', concurrencyOf('survey', 'get'), /(\d+) for reads/g),
	number('creates at once', concurrencyOf('survey', 'create'), /(\d+) for creates/g),
	number(
		'default of Max Revoke',
		optionOf('maxRevokePercent'),
		/\((\d+) % unless you say otherwise\)/g,
	),
	number(
		'default of Max Events per Poll',
		optionOf('maxEvents', trigger),
		/\*Max Events per Poll\* \((\d+)\)/g,
	),
	number(
		'default of Full Check',
		optionOf('fullCheckMinutes', trigger),
		/full check is due \(every (\d+) minutes\)/g,
	),
	number('levels of a record', MAX_RECORD_DEPTH, /(\d+) levels/g),
	number('characters of an identity', HASH_LENGTH, /(\d+) characters(?= for each completion)/g),
	number('bits of an identity', HASH_LENGTH * 6, /a hash of (\d+) bits/g),
	number(
		'minutes for which a 429 is believed',
		MAX_LIMIT_AGE_MS / 60_000,
		/believed for (\d+) minutes/g,
	),
	number(
		'seconds of an activation poll',
		constantIn('trigger/pollWork.ts', 'ACTIVATION_MS') / 1000,
		/activation poll takes (\d+) seconds at most/g,
	),
	number(
		'histories of the trigger',
		// In each engine and each dialect.
		ENGINES.length *
			DIALECT_NAMES.length *
			Number(/\ball: (\d+)/.exec(textOf('test/laboratory/chaos/prove.ts'))?.[1]),
		/plays ([\d,]+) random histories/g,
	),
	{
		what: 'the oldest Node.js',
		value: manifest.engines.node.replace('>=', ''),
		said: /Node\.js (\d+\.\d+)/g,
	},
	{ what: 'the newest n8n 2.0', value: OLDEST.n8n, said: /n8n (2\.0\.\d+)/g },
	{ what: 'the newest n8n', value: NEWEST.n8n, said: /n8n (2\.4\d\.\d+)/g },
	{
		what: 'the n8n-core of the tests',
		value: manifest.devDependencies['n8n-core'] ?? '',
		said: /n8n(?:-core)? (2\.4\d\.\d+)/g,
	},
];

function number(what: string, value: number, said: RegExp): SaidNumber {
	return { what, value: value.toLocaleString('en'), said };
}

function optionOf(name: string, properties: INodeProperties[] = actionNode): number {
	const option = optionsNamed(name, properties)[0];
	if (typeof option?.default !== 'number') throw new Error(`No form has an option ${name}.`);
	return option.default;
}

function concurrencyOf(resource: string, operation: string): number {
	const entry = findOperation(resource, operation);
	const field = entry && concurrencyField(entry);
	if (!field) throw new Error(`${resource}/${operation} has no option Concurrency.`);
	return field.default;
}

function optionsNamed(name: string, properties: INodeProperties[]): INodeProperties[] {
	return properties
		.filter((property) => property.name === 'options')
		.flatMap(({ options = [] }) => options)
		.filter((option): option is INodeProperties => 'type' in option && option.name === name);
}

/** A constant that a file keeps for itself, such as `const MAX_MS = 15 * 60_000;`. */
function constantIn(file: string, name: string): number {
	const source = textOf(`nodes/SurveyInterview/${file}`);
	const [, product] = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(source) ?? [];
	if (product === undefined) throw new Error(`${file} has no number ${name}.`);
	return product
		.replace(/_/g, '')
		.split('*')
		.reduce((value, factor) => value * Number(factor), 1);
}
