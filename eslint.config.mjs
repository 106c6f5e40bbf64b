/**
 * What ships (`nodes`, `credentials`, `package.json`) is under the rules of n8n's own command line,
 * `n8n-node lint`, as they are: nothing is switched off that n8n does not switch off, and no inline
 * comment counts. The tests and the build are under typescript-eslint's recommended rules.
 */
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { flatConfigs as importX } from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const SHIPPED = ['nodes/**/*.{js,ts}', 'credentials/**/*.{js,ts}'];
const SHIPPED_JSON = ['package.json', 'nodes/**/*.json', 'credentials/**/*.json'];

const asN8nDoes = [
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

const plainJavaScript = {
	files: ['*.js', '*.mjs', 'test/**/*.{js,mjs}'],
	extends: [js.configs.recommended],
	languageOptions: {
		globals: { Buffer: false, console: false, process: false, setTimeout: false, URL: false },
	},
};

export default defineConfig(
	globalIgnores(['dist', 'coverage', '.cache']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	asN8nDoes,
	{ files: ['test/**/*.ts'], extends: [js.configs.recommended, tseslint.configs.recommended] },
	typeAware,
	plainJavaScript,
	{
		files: ['*.js', 'test/**/*.js'],
		languageOptions: { sourceType: 'commonjs', globals: { __dirname: false } },
	},
);
