/** Which items each node of a workflow hands on, and what its texts read of those that it gets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from 'lodash';
import type { NodeDraft } from '../../n8n/rest/n8nRest';
import type { WorkflowFile } from '../../n8n/workflows/file';
import { ACTION, TOOL, TRIGGER } from '../../support/names';
import { Evaluator, Scope } from './evaluate';
import { globalsFor } from './globals';
import { called, elements, member, type Report } from './members';
import {
	either,
	FREE,
	list,
	madeOf,
	NONE,
	PLAIN,
	shapeOfSchema,
	type Fields,
	type Shape,
} from './shape';

const SCHEMAS = join(__dirname, '../../../dist/nodes/SurveyInterview/__schema__/v1.0.0');

/** Nodes of n8n that hand on the items that they get. */
const PASSING = 'if switch filter sort limit splitInBatches removeDuplicates wait noOp merge'.split(
	' ',
);
/** Nodes of n8n whose items are their own. */
const FOREIGN =
	'formTrigger scheduleTrigger manualTrigger chatTrigger emailSend slack googleSheets html agent lmChatOpenAi memoryBufferWindow stopAndError'.split(
		' ',
	);
/** What the package puts into an item that failed, where the node goes on with it. */
const FAILED = ['error', 'hint', 'code', 'status', 'maybeDone'];

/** What is wrong in a text is told where the text is looked at, and not wherever its items come by. */
const ignored: Report = () => {};

type Parameters = Record<string, unknown>;
type Ends = Array<Array<{ node: string }> | null>;

const kindOf = ({ type }: NodeDraft) => type.split('.').at(-1) ?? '';
const parametersOf = ({ parameters = {} }: NodeDraft) => parameters as Parameters;
const failed = () => Object.fromEntries(FAILED.map((name) => [name, PLAIN]));

export class Items {
	/** Whose items are being looked for: a loop leads back to one of them. */
	private readonly open = new Set<string>();

	/** @param report told of nodes whose items are not known, whatever is read of them */
	constructor(
		private readonly workflow: WorkflowFile,
		private readonly report: Report,
	) {}

	/** What a node gets, in all its inputs. */
	of(name: string): Shape {
		const ends = Object.entries(this.workflow.connections ?? {}).flatMap(([from, outputs]) =>
			((outputs as { main?: Ends }).main ?? []).flatMap((to, output) =>
				(to ?? []).some(({ node }) => node === name) ? [{ from, output }] : [],
			),
		);
		return either(ends.map(({ from, output }) => this.from(from, output)));
	}

	/** What all the names stand for in the texts of a node. */
	scopeOf(node: NodeDraft, report: Report): Scope {
		const json = copied(this.of(node.name));
		const item = itemOf(json);
		const names = this.workflow.nodes.map(
			({ name }) => [`$ ${name}`, this.reference(name)] as const,
		);
		const input = references(json);
		return new Scope(undefined, [
			...globalsFor(report),
			...names,
			['$json', json],
			['$input', input],
			['item', item],
			['items', list(item)],
		]);
	}

	/** `$('Name')` */
	private reference(name: string): Shape {
		let known: Shape | undefined;
		const shape = () => (known ??= references(copied(this.from(name))));
		return lazily(shape);
	}

	/** What a node hands on, from one of its outputs. */
	from(name: string, output = 0): Shape {
		const node = this.workflow.nodes.find((one) => one.name === name);
		const key = `${name} ${output}`;
		if (!node || this.open.has(key)) return NONE;
		this.open.add(key);
		try {
			return this.handedOn(node, output);
		} finally {
			this.open.delete(key);
		}
	}

	private handedOn(node: NodeDraft, output: number): Shape {
		const report: Report = (problem) => this.report(`${node.name}: ${problem}`);
		const kind = kindOf(node);
		const parameters = parametersOf(node);
		if ([ACTION, TOOL, TRIGGER].includes(node.type)) return ours(node, output, report);
		if (PASSING.includes(kind)) return this.of(node.name);
		if (FOREIGN.includes(kind)) return FREE;
		switch (kind) {
			case 'set':
				return this.set(node);
			case 'code':
				return this.code(node, report);
			case 'dataTable':
				// Whether a row is there lets the item through; all else hands on rows of the table.
				return /^row(Not)?Exists$/i.test(String(parameters.operation)) ? this.of(node.name) : FREE;
			case 'aggregate': {
				const name = String(parameters.destinationFieldName ?? 'data');
				if (parameters.aggregate !== 'aggregateAllItemData') report('it aggregates single fields');
				return madeOf({ [name]: list(this.of(node.name)) }, `what ${node.name} hands on`);
			}
			case 'splitOut': {
				const field = String(parameters.fieldToSplitOut);
				return elements(member(this.of(node.name), field, ignored), ignored).of;
			}
			default:
				report(`it is not known what a node of the type ${node.type} hands on`);
				return FREE;
		}
	}

	private set(node: NodeDraft): Shape {
		const { mode, jsonOutput, assignments, ...rest } = parametersOf(node);
		const scope = this.scopeOf(node, ignored);
		if (mode === 'raw') return valueOf(String(jsonOutput), scope, ignored);
		const made = madeOf({}, `what ${node.name} hands on`);
		if (rest.includeOtherFields) this.addOthers(made, node);
		const given = get(assignments, 'assignments', []) as unknown as Array<{
			name: string;
			value: unknown;
			type: string;
		}>;
		for (const { name, value, type } of given) {
			const isWhole = ['array', 'object'].includes(type) && typeof value === 'string';
			made.fields.set(name, isWhole ? valueOf(value, scope, ignored) : PLAIN);
		}
		return made;
	}

	private addOthers(made: Fields, node: NodeDraft): void {
		const { include = 'all', excludeFields = '', includeFields = '' } = parametersOf(node);
		const named = (names: unknown) =>
			String(names)
				.split(',')
				.map((name) => name.trim());
		const others = this.of(node.name);
		for (const one of others.kind === 'either' ? others.of : [others]) {
			if (one.kind === 'free' || (one.kind === 'fields' && one.isOpen)) made.isOpen = true;
			if (one.kind !== 'fields') continue;
			const passes = (name: string) =>
				include === 'except'
					? !named(excludeFields).includes(name)
					: include === 'selected'
						? named(includeFields).includes(name)
						: true;
			for (const [name, shape] of one.fields) if (passes(name)) made.fields.set(name, shape);
			made.isOurs ||= one.isOurs;
			made.of = one.isOurs ? `${made.of} (${one.of})` : made.of;
		}
	}

	private code(node: NodeDraft, report: Report): Shape {
		const { jsCode = '', language = 'javaScript' } = parametersOf(node);
		if (language !== 'javaScript') {
			report('code in another language is not followed');
			return FREE;
		}
		const returned = new Evaluator(ignored).body(String(jsCode), this.scopeOf(node, ignored));
		const all = returned.kind === 'list' ? returned.of : returned;
		const jsonOf = (one: Shape): Shape => {
			if (one.kind === 'either') return either(one.of.map(jsonOf));
			return (one.kind === 'fields' && one.fields.get('json')) || one;
		};
		return jsonOf(all);
	}
}

/** The items of one of this package's nodes, as its output schema says. */
function ours({ type, parameters = {}, onError }: NodeDraft, output: number, report: Report) {
	const { resource, operation, event, options } = parameters as Record<string, string>;
	const path = type === TRIGGER ? `event/${event}` : `${resource}/${operation}`;
	if ('output' in parameters) report('its output is another than the default');
	if (output > 0)
		return madeOf({ error: PLAIN, details: madeOf(failed()) }, `a failure of ${path}`);
	const schema = JSON.parse(readFileSync(join(SCHEMAS, `${path}.json`), 'utf8')) as never;
	const shape = shapeOfSchema(schema, path);
	if (shape.kind !== 'fields') throw new Error(`${path} is no object`);
	const on = (option: string) => Boolean(get(options, option));
	if (type === TRIGGER && !on('includeSurvey')) shape.fields.delete('survey');
	if (type === TRIGGER && !on('includeConversation')) {
		for (const one of ['transcript', 'participant_text', 'conversation_error']) {
			shape.fields.delete(one);
		}
	}
	if (onError === 'continueRegularOutput') {
		for (const one of FAILED) shape.fields.set(one, shape.fields.get(one) ?? PLAIN);
	}
	return shape;
}

const itemOf = (json: Shape): Shape => madeOf({ json, binary: FREE, pairedItem: FREE }, 'an item');

/** What stands for the items of a node. */
function references(json: Shape): Shape {
	const item = itemOf(json);
	return madeOf(
		{
			all: called(() => list(item)),
			...Object.fromEntries(
				['first', 'last', 'itemMatching'].map((name) => [name, called(() => item)]),
			),
			item,
			params: FREE,
			isExecuted: PLAIN,
			context: FREE,
		},
		'a node',
	);
}

/** Fields that are looked for when somebody reads one. */
function lazily(shape: () => Shape): Shape {
	const made = madeOf({}, 'a node');
	const fields = () => (shape() as Fields).fields;
	made.fields = new Proxy(made.fields, {
		get: (_, key) => {
			const of = fields();
			const found = Reflect.get(of, key) as unknown;
			return typeof found === 'function' ? (found.bind(of) as unknown) : found;
		},
	});
	return made;
}

/** So that what a Code node adds to an item stays in that node. */
function copied(shape: Shape): Shape {
	if (shape.kind === 'either') return { kind: 'either', of: shape.of.map(copied) };
	return shape.kind === 'fields' ? { ...shape, fields: new Map(shape.fields) } : shape;
}

/** What a text of a parameter gives: a value, or where there is text beside an expression, a text. */
export function valueOf(text: string, scope: Scope, report: Report): Shape {
	if (!text.startsWith('=')) return FREE;
	const parts = text.slice(1).split(/\{\{([^]*?)\}\}/);
	const values = parts.flatMap((code, place) =>
		place % 2 ? [new Evaluator(report).expression(code, scope)] : [],
	);
	const isOne =
		values.length === 1 && parts.every((part, place) => place % 2 || part.trim() === '');
	return isOne ? (values[0] ?? NONE) : PLAIN;
}
