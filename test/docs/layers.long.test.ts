import { lintText } from '../lint';
import { importsOfFiles, sourceFiles } from './layers';
import { textOf } from './pages';

const imports = importsOfFiles();

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
