import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..');

/** What the lint says of a place in a source. */
export interface LintMessage {
	ruleId: string;
	line: number;
	message: string;
}

/**
 * Lints a source with parts of `eslint.config.mjs` alone. What asks for types is left out: it would read
 * the whole project first.
 *
 * @param file the path in the project under which the source stands
 */
export function lintText(
	source: string,
	file: string,
	parts: Array<'asN8nDoes' | 'oneWay' | 'linearPatterns'>,
): LintMessage[] {
	const { stdout, stderr } = spawnSync(
		process.execPath,
		['--input-type=module', '--eval', PROGRAM, file, ...parts],
		// The rules go by the file's name only outside their own tests.
		{ cwd: PROJECT, input: source, env: { ...process.env, NODE_ENV: '' } },
	);
	if (!stdout.length) throw new Error(`The lint did not run: ${stderr.toString()}`);
	return JSON.parse(stdout.toString()) as LintMessage[];
}

const PROGRAM = `
	import { text } from 'node:stream/consumers';
	import { defineConfig } from 'eslint/config';
	import { ESLint } from 'eslint';
	import * as config from './eslint.config.mjs';
	const [filePath, ...parts] = process.argv.slice(1);
	const overrideConfig = defineConfig(parts.map((part) => config[part]));
	const eslint = new ESLint({ overrideConfigFile: true, overrideConfig });
	const [{ messages }] = await eslint.lintText(await text(process.stdin), { filePath });
	console.log(JSON.stringify(messages));
`;
