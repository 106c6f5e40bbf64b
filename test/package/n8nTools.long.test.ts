/** What `n8n-node build` and `n8n-node dev` need of the project (docs/development/releasing.md, "n8n's own tools"). */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { n8n } from '../../package.json';

const PROJECT = resolve(__dirname, '../..');

it('the compiler by itself writes each file that n8n loads to where package.json names it', () => {
	const file = join(PROJECT, 'tsconfig.json');
	const { config } = ts.readConfigFile(file, ts.sys.readFile);
	const parsed = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT, {}, file);
	expect(parsed.options.noEmit ?? false).toBe(false);
	const written = parsed.fileNames.flatMap((source) =>
		ts.getOutputFileNames(parsed, source, false).map((one) => one.replace(`${PROJECT}/`, '')),
	);
	expect(written).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
	const codex = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
	expect(written).toEqual(expect.arrayContaining(codex));
	expect(written.filter((file) => !/^dist\/(?:nodes|credentials)\//.test(file))).toEqual([]);
});

it('no dependency has a file that n8n would take for a node of ours', () => {
	const files = readdirSync(join(PROJECT, 'node_modules'), { recursive: true }) as string[];
	expect(files.length).toBeGreaterThan(1000);
	// The workspaces of the tests are links, and nobody installs them.
	const installed = files.filter((file) => !file.startsWith('survey-interview-'));
	expect(installed.filter((file) => /\.(?:node|credentials)\.js$/.test(file))).toEqual([]);
});
