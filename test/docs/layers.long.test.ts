import { lintText } from '../lint';
import {
	allLayers,
	allowedArrows,
	importsOfFiles,
	realArrows,
	sourceFiles,
	type Arrow,
} from './layers';
import { textOf } from './pages';

const layers = allLayers();
const allowed = allowedArrows(layers);
const imports = importsOfFiles();
const real = realArrows(imports);

it('every import between folders is an arrow of docs/layers.json', () => {
	const others = [...real].filter(([arrow]) => !allowed.includes(arrow));
	expect(others).toEqual([]);
});

it('every arrow of docs/layers.json is an import between files', () => {
	expect(allowed.filter((arrow) => !real.has(arrow))).toEqual([]);
});

it('the diagram of docs/development/architecture.md has a box for each layer', () => {
	const [diagram = ''] =
		/```mermaid\nflowchart TD[^]*?```/.exec(textOf('docs/development/architecture.md')) ?? [];
	const boxes = [...diagram.matchAll(/^ +\w+\["([\w./]+)"\]$/gm)].map(([, box = '']) => box);
	const paths = layers.map(({ path }) => path);
	expect(boxes.map((box) => box.replace(/\/$/, '')).sort()).toEqual(paths.sort());
});

it('every file is imported by another, but for those that n8n loads', () => {
	const { n8n } = JSON.parse(textOf('package.json')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const loaded = [...n8n.nodes, ...n8n.credentials].map((file) =>
		file.replace(/^dist\/(.*)\.js$/, '$1.ts'),
	);
	const used = new Set([...loaded, ...imports.map(({ to }) => to)]);
	expect(sourceFiles().filter((file) => !used.has(file))).toEqual([]);
});

it('arrows go one way', () => {
	expect(circlesIn(allowed)).toEqual([]);
	expect(circlesIn(['a → b', 'b → c', 'c → b'])).toEqual(['b', 'c']);
});

/** The layers that are left when those that import none of the rest, or are imported by none, go one by one. */
function circlesIn(arrows: readonly Arrow[]): string[] {
	let left = arrows.map((arrow) => arrow.split(' → '));
	for (let before = Infinity; left.length < before; ) {
		before = left.length;
		const importing = new Set(left.map(([from]) => from));
		const imported = new Set(left.map(([, to]) => to));
		left = left.filter(([from, to]) => importing.has(to) && imported.has(from));
	}
	return [...new Set(left.flat())].sort();
}

it('the lint refuses an import against the arrows, and one that closes a circle', () => {
	const file = 'nodes/SurveyInterview/service/json.ts';
	const source = "export { call } from '../http/call';\n";
	const messages = lintText(source, file, ['asN8nDoes', 'oneWay']);
	expect(messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
		expect.stringContaining('import-x/no-cycle'),
		expect.stringMatching(
			/no-restricted-paths: .* docs\/layers\.json says what service may import/,
		),
	]);
});
