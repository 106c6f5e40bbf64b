/**
 * The tests are four products, each with a folder, a page and a command of its own (test/README.md). This is
 * the package's, `npm test`; the others' configurations begin with this one.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/(harness|examples|n8n)/',
		// Of the laboratory, `npm test` plays a sample of what judges the package; not what judges the judges, and
		// not what takes long: every regular expression, and every operation against redirects.
		'<rootDir>/test/laboratory/(.*/planted|strange/generated|(pace|patterns|kills)/.*|oracle/redirects)\\.test\\.ts$',
	],
	testEnvironment: '<rootDir>/test/harness/jest/environment.js',
	// The built package is tested as it is; only TypeScript is translated, and packages are loaded by the worker.
	transform: {
		'/node_modules/(@n8n|axios|eslint|fast-check|fastify|lodash|n8n-.*|parse5|recheck|typescript|zod)/':
			'<rootDir>/test/harness/jest/modules.js',
		'\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	transformIgnorePatterns: [],
	// Most tests run n8n's engine over real HTTP. The limit ends a test that hangs; it is no figure for speed:
	// a busy machine took ten times as long as a quiet one.
	testTimeout: 300_000,
	// Many tests wait for an answer, so that two cores have time for three.
	maxWorkers: 3,
	reporters: ['default', '<rootDir>/test/ci/summary-reporter.js'],
};
