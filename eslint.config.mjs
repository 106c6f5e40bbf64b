/**
 * What ships (`nodes`, `credentials`, `package.json`) is under the rules of n8n's own command line,
 * `n8n-node lint`, as they are: nothing is switched off that n8n does not switch off, and no inline
 * comment counts. The tests and the build are under typescript-eslint's recommended rules.
 */
import { readFileSync } from 'node:fs';

import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importPlugin, { flatConfigs as importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const SHIPPED = ['nodes/**/*.{js,ts}', 'credentials/**/*.{js,ts}'];
const SHIPPED_JSON = ['package.json', 'nodes/**/*.json', 'credentials/**/*.json'];

/** What n8n's own command line checks; a test puts the generated description under it as well. */
export const asN8nDoes = [
	{
		files: [...SHIPPED, ...SHIPPED_JSON],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser },
		linterOptions: { noInlineConfig: true },
		rules: { 'no-console': 'error' },
	},
	{
		files: SHIPPED,
		extends: [js.configs.recommended, tseslint.configs.recommended, importX.recommended],
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
		rules: { 'prefer-spread': 'off' },
	},
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
];

/** A promise that nobody waits for is a test that cannot fail and a request that nobody cancels. */
const typeAware = {
	files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'test/**/*.ts'],
	languageOptions: { parserOptions: { projectService: true } },
	rules: {
		'@typescript-eslint/no-explicit-any': 'error',
		'@typescript-eslint/no-floating-promises': 'error',
	},
};

/**
 * What participants and the service write is long at times. Those expressions that are made at run time, and
 * what these rules cannot see, are checked by test/laboratory/patterns.
 */
export const linearPatterns = {
	files: SHIPPED,
	plugins: { regexp },
	rules: {
		'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
		'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
	},
};

const plainJavaScript = {
	files: ['*.js', '*.mjs', 'build/*.js', 'test/**/*.{js,mjs}'],
	extends: [js.configs.recommended],
	languageOptions: {
		globals: { Buffer: false, console: false, process: false, setTimeout: false, URL: false },
	},
};

/**
 * Which folder of the package may import which: `docs/layers.json`, from which the diagram in
 * docs/development/architecture.md is made as well.
 */
const layers = JSON.parse(readFileSync(new URL('docs/layers.json', import.meta.url), 'utf8'));
const BASE = 'nodes/SurveyInterview';
const pathOf = (layer) => (layer === 'credentials' ? layer : `${BASE}/${layer}`);

const arrows = Object.entries(layers).map(([layer, { imports: allowed }]) => {
	const target = pathOf(layer);
	const others = Object.keys(layers).filter((other) => other !== layer && !allowed.includes(other));
	return {
		target,
		from: others.map(pathOf),
		message: `docs/layers.json says what ${layer} may import.`,
	};
});

/** One way through the folders, and no circle of files. */
export const oneWay = {
	files: SHIPPED,
	// Without these the search for circles reads no TypeScript.
	settings: {
		'import-x/extensions': ['.ts'],
		'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
	},
	rules: {
		'import-x/no-restricted-paths': ['error', { zones: arrows, basePath: import.meta.dirname }],
		'import-x/no-cycle': 'error',
	},
};

/** The reference service and the oracle are independent of what they judge, and so is what they use. */
const independent = [
	{
		target: ['test/harness', 'test/laboratory/oracle'],
		from: ['nodes', 'credentials'],
		message: 'It must share no code with what it judges.',
	},
	{
		target: 'test/laboratory/oracle',
		from: 'test',
		except: [
			'./laboratory/oracle',
			'./harness',
			'./contract',
			'./operations/case.ts',
			'./operations/cases',
		],
		message: 'The oracle shares no expectation with other suites.',
	},
	{
		target: 'test/laboratory/secondOpinion',
		from: ['nodes', 'credentials', 'test'],
		except: [
			'./laboratory/secondOpinion',
			'./laboratory/histories.ts',
			'./harness/engine',
			'./harness/support',
			'./extent.ts',
		],
		message: 'The second opinion shares neither code nor expectations with the first.',
	},
	{
		target: 'test/laboratory/syncOpinion',
		from: ['nodes', 'credentials', 'test'],
		except: [
			'./laboratory/syncOpinion',
			'./laboratory/histories.ts',
			'./laboratory/secondOpinion/dice.ts',
			'./harness',
		],
		message: 'The second opinion shares neither code nor expectations with the first.',
	},
	{
		target: 'test/harness',
		from: 'test',
		except: ['./harness', './extent.ts'],
		message: 'What all suites share knows none of them.',
	},
];

/** The engine harness could stand in another package: it needs nothing around it, and has two entries. */
const engine = [
	{
		target: 'test/harness/engine',
		from: '.',
		except: ['./test/harness/engine', './node_modules'],
		message: 'The engine harness imports nothing from outside its folder.',
	},
	{
		target: ['test/*.ts', 'test/!(harness)/**/*.ts', 'test/harness/!(engine)/**/*.ts'],
		from: 'test/harness/engine',
		except: ['./index.ts', './polling/index.ts'],
		message: 'Import from test/harness/engine, or from test/harness/engine/polling.',
	},
];

/** The reference service could stand in another repository: it needs nothing around it, and has two entries. */
const service = [
	{
		target: 'test/harness/service',
		from: '.',
		except: ['./test/harness/service', './node_modules'],
		message: 'The reference service imports nothing from outside its folder.',
	},
	{
		target: ['test/*.ts', 'test/!(harness)/**/*.ts', 'test/harness/!(service)/**/*.ts'],
		from: 'test/harness/service',
		except: ['./index.ts', './results/index.ts'],
		message: 'Import from test/harness/service, or from test/harness/service/results.',
	},
];

const betweenTests = {
	files: ['test/**/*.ts'],
	plugins: { 'import-x': importPlugin },
	settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
	rules: {
		'import-x/no-restricted-paths': [
			'error',
			{ zones: [...independent, ...engine, ...service], basePath: import.meta.dirname },
		],
	},
};

export default defineConfig(
	globalIgnores(['dist', 'coverage', '.cache']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	asN8nDoes,
	{ files: ['test/**/*.ts'], extends: [js.configs.recommended, tseslint.configs.recommended] },
	typeAware,
	oneWay,
	linearPatterns,
	betweenTests,
	plainJavaScript,
	{
		files: ['*.js', 'build/*.js', 'test/**/*.js'],
		languageOptions: { sourceType: 'commonjs', globals: { __dirname: false } },
	},
	{
		files: ['test/harness/service/page/browser/*.js'],
		languageOptions: {
			sourceType: 'module',
			globals: { document: false, fetch: false, FormData: false },
		},
	},
);
