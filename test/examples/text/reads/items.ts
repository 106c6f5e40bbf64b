/** Which items each node of a workflow hands on, and what its texts read of those that it gets. */
import { get } from 'lodash';
import type { NodeDraft } from '../../../n8n/rest/n8nRest';
import { ACTION, TOOL, TRIGGER } from '../../../harness/support/names';
import { Evaluator } from './evaluate';
import { globalsFor } from './globals';
import { elements, member, type Report } from './members';
import { ours } from './ours';
import { copied, itemOf, lazily, references } from './references';
import { isRound, outputTowards, sourcesOf, type Source, type Wired } from './paths';
import { Scope } from './scope';
import { either, FREE, list, madeOf, NONE, PLAIN, type Fields, type Shape } from './shape';

/** Nodes of n8n that hand on the items that they get. */
const PASSING = 'if switch filter sort limit removeDuplicates wait noOp merge'.split(' ');
/** Nodes of n8n whose items are their own. */
const FOREIGN =
	'formTrigger scheduleTrigger manualTrigger chatTrigger mcpTrigger errorTrigger emailSend slack microsoftTeams zendesk googleSheets hubspot pipedrive agent lmChatOpenAi memoryBufferWindow'.split(
		' ',
	);
/** What is wrong in a text is told where the text is looked at, and not wherever its items come by. */
const ignored: Report = () => {};

type Parameters = Record<string, unknown>;

const kindOf = ({ type }: NodeDraft) => type.split('.').at(-1) ?? '';
const parametersOf = ({ parameters = {} }: NodeDraft) => parameters as Parameters;
export class Items {
	/** Whose items are being looked for: a loop leads back to one of them. */
	private readonly open = new Set<string>();

	/** @param report told of nodes whose items are not known, whatever is read of them */
	constructor(
		private readonly workflow: Wired,
		private readonly report: Report,
	) {}

	/** What a node gets, in all its inputs. */
	of(name: string, only: (source: Source) => boolean = () => true): Shape {
		const sources = sourcesOf(this.workflow, name).filter(only);
		return either(sources.map(({ from, output }) => this.from(from, output)));
	}

	/** What all the names stand for in the texts of a node. */
	scopeOf(node: NodeDraft, report: Report): Scope {
		const json = copied(this.of(node.name));
		const item = itemOf(json);
		const names = this.workflow.nodes.map(
			({ name }) => [`$ ${name}`, this.reference(name, node.name)] as const,
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

	/** `$('Name')`, as another node asks for it */
	private reference(name: string, asking: string): Shape {
		let known: Shape | undefined;
		const output = () => outputTowards(this.workflow, name, asking);
		const shape = () => (known ??= references(copied(this.from(name, output()))));
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
		if (node.disabled === true || PASSING.includes(kind)) return this.of(node.name);
		if (FOREIGN.includes(kind)) return FREE;
		switch (kind) {
			case 'set':
				return this.set(node);
			case 'dataTable':
				// Whether a row is there lets the item through; all else hands on rows of the table.
				return /^row(Not)?Exists$/i.test(String(parameters.operation)) ? this.of(node.name) : FREE;
			case 'splitInBatches':
				// The second output begins a round, the first hands on what came back from all rounds.
				return this.of(
					node.name,
					(one) => isRound(this.workflow, node.name, one) === (output === 0),
				);
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
