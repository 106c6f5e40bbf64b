/** What the node reads of an item by itself is what n8n reads; whatever it is not sure of, n8n reads. */
import fc from 'fast-check';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { createEngine, type Engine } from '../harness/engine';
import { extent } from '../extent';
import { anyItem, anyParameter, anyPath, copied, Person } from './oddItems';
import {
	foundBy,
	LEFT,
	nameOf,
	PARAMETERS,
	readingNode,
	type Found,
	type Reader,
} from './readingNodes';

const SOURCE = 'test.source';
const READING = 'test.reading';
const RUNS = extent({ quick: 60, all: 150 });

/** What the source hands on, and what the reading node found; past n8n's copies of both. */
let items: object[] = [];
let found: Found = [];
let engine: Engine;

const source: INodeType = {
	description: { ...readingNode.description, properties: [] },
	async execute(this: IExecuteFunctions) {
		return await Promise.resolve([items.map((json) => ({ json: copied(json) as never }))]);
	},
};
const reading: INodeType = {
	...readingNode,
	async execute(this: IExecuteFunctions) {
		found = foundBy(this);
		return await Promise.resolve([[]]);
	},
};

beforeAll(async () => {
	engine = await createEngine({ extraNodes: { [SOURCE]: source, [READING]: reading } });
});
afterAll(() => engine.close());

/** Dates, instances, functions and the like. */
const foreign = (kind: number): unknown =>
	[
		new Date('2026-05-01T12:00:00Z'),
		DateTime.fromISO('2026-05-01T12:00:00Z'),
		new Date(NaN),
		new Person(),
		new Map([['a', 1]]),
		() => 1,
		10n,
		Object.assign(Object.create(null) as object, { a: 1 }),
		Object.defineProperty({}, 'a', { get: () => 'got', enumerable: true }),
		Symbol('a'),
	][kind];

async function read(by: Reader, given: object[], expressions: unknown[]): Promise<Found> {
	items = given;
	found = [];
	const parameters = Object.fromEntries(expressions.map((one, place) => [nameOf(place), one]));
	const run = await engine.runWorkflow({
		nodes: [
			{ name: 'Source', type: SOURCE, parameters: {} },
			{ name: 'Reading', type: READING, parameters: { by, ...parameters } as never },
		],
	});
	if (run.error) throw run.error;
	return found;
}

const anyItems = fc.array(anyItem(foreign), { minLength: 1, maxLength: 5 });
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: PARAMETERS });

it('a path is read as n8n reads it, unless n8n refuses the expression itself, for every item', async () => {
	let own = 0;
	await fc.assert(
		fc.asyncProperty(anyItems, some(anyPath), async (given, paths) => {
			const ofPath = await read('path', given, paths);
			const ofN8n = await read('n8n', given, paths);
			paths.forEach((path, place) => {
				const name = nameOf(place);
				if (ofN8n.every((one) => one[name]?.startsWith('throws'))) return;
				ofPath.forEach((one, item) => {
					if (one[name] === LEFT) return;
					own++;
					expect([path, one[name]]).toEqual([path, ofN8n[item]?.[name]]);
				});
			});
		}),
		{ numRuns: RUNS, seed: 16 },
	);
	expect(own).toBeGreaterThan(RUNS);
}, 600_000);

it('a run reads parameters of any shape as n8n does, errors too', async () => {
	await fc.assert(
		fc.asyncProperty(anyItems, some(anyParameter), async (given, parameters) => {
			expect(await read('run', given, parameters)).toEqual(await read('n8n', given, parameters));
		}),
		{ numRuns: RUNS, seed: 17, endOnFailure: true },
	);
}, 600_000);
