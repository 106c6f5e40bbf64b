/** What the node reads of an item by itself is what this n8n's evaluator reads: newer ones have one of their own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import fc from 'fast-check';
import { extent } from '../extent';
import { anyParameter, anyPath } from '../input/oddItems';
import { LEFT, nameOf, PARAMETERS, type Found, type Reader } from '../input/readingNodes';
import { NEWEST, OLDEST } from './install/versions';
import { errorOf, outputsOf, type Json } from './rest/n8nRest';
import { START, useStand } from './stand';

const ROUNDS = extent({ quick: 12, all: 60 });
const ITEMS = 40;

describe.each([
	{ version: NEWEST, engine: 'vm' },
	{ version: NEWEST, engine: 'legacy' },
	...extent({ quick: [], all: [{ version: OLDEST, engine: 'legacy' }] }),
])('n8n $version.n8n, evaluator $engine', ({ version, engine }) => {
	let folder: string;
	const stand = useStand(async () => {
		folder = await mkdtemp(join(tmpdir(), 'n8n-reading-'));
		await buildNodes(folder);
		return { version, env: { N8N_CUSTOM_EXTENSIONS: folder, N8N_EXPRESSION_ENGINE: engine } };
	});
	afterAll(async () => await rm(folder, { recursive: true, force: true }));

	/** What is read of the odd items of a seed. */
	const read = async (by: Reader, seed: number, expressions: unknown[]): Promise<Found> => {
		const parameters = Object.fromEntries(expressions.map((one, place) => [nameOf(place), one]));
		const id = await stand().rest.saveWorkflow({
			nodes: [
				START,
				{ name: 'Odd', type: 'CUSTOM.oddItems', parameters: { seed, count: ITEMS } },
				{ name: 'Reading', type: 'CUSTOM.reading', parameters: { by, ...parameters } as Json },
			],
		});
		const execution = await stand().rest.run(id, START.name);
		expect(errorOf(execution)?.message).toBeUndefined();
		const found = outputsOf(execution, 'Reading')[0] ?? [];
		expect(found).toHaveLength(ITEMS);
		return found.map(({ json }) => json as Found[number]);
	};
	const sampled = <T>(one: fc.Arbitrary<T>, seed: number) =>
		fc.sample(one, { numRuns: PARAMETERS, seed });

	it('a path is read as n8n reads it, unless n8n refuses the expression itself', async () => {
		let own = 0;
		for (let seed = 0; seed < ROUNDS; seed++) {
			const paths = sampled(anyPath, seed);
			const ofPath = await read('path', seed, paths);
			const ofN8n = await read('n8n', seed, paths);
			paths.forEach((path, place) => {
				const name = nameOf(place);
				if (ofN8n.every((one) => one[name]?.startsWith('throws'))) return;
				ofPath.forEach((one, item) => {
					if (one[name] === LEFT) return;
					if (one[name] !== 'undefined undefined') own++;
					expect([path, seed, item, one[name]]).toEqual([path, seed, item, ofN8n[item]?.[name]]);
				});
			});
		}
		expect(own).toBeGreaterThan(ROUNDS);
	}, 600_000);

	it('a run reads parameters of any shape as n8n does, errors too', async () => {
		for (let seed = 0; seed < ROUNDS; seed++) {
			const parameters = sampled(anyParameter, seed);
			expect(await read('run', seed, parameters)).toEqual(await read('n8n', seed, parameters));
		}
	}, 600_000);
});

/** The nodes of the test as n8n loads custom ones: a file each. */
async function buildNodes(folder: string): Promise<void> {
	const parts = { Reading: 'ReadingNode', OddItems: 'OddItemsNode' };
	const source = join(__dirname, '..', 'input', 'customNodes.ts');
	for (const [name, part] of Object.entries(parts)) {
		const bundled = await build({
			stdin: {
				contents: `export { ${part} as ${name} } from ${JSON.stringify(source)};`,
				resolveDir: __dirname,
				loader: 'ts',
			},
			bundle: true,
			format: 'cjs',
			platform: 'node',
			keepNames: true,
			external: ['n8n-workflow'],
			write: false,
		});
		await writeFile(join(folder, `${name}.node.js`), bundled.outputFiles[0]?.text ?? '');
	}
	await stop();
}
