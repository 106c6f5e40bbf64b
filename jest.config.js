/**
 * Every suite outside a real n8n, so that `npx jest PATH` plays what it names. `npm test` plays the short ones of the
 * package (test/short.config.js), `npm run test:all` each in full (test/all.config.js).
 *
 * @type {import('jest').Config}
 */
module.exports = {
	// The sources are there so that jest knows which suites import them (`npm run check`).
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials', '<rootDir>/build'],
	testMatch: ['**/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(n8n|examples/n8n|laboratory/kills)/'],
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
