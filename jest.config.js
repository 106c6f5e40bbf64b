/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/test/**/*.test.ts'],
	// Those need an n8n, which takes minutes to install: npm run test:n8n.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
	// The built package is tested as it is; only TypeScript is translated.
	transform: {
		'\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	// Most tests run n8n's engine over real HTTP. The limit ends a test that hangs; it is no figure for speed:
	// a busy machine took ten times as long as a quiet one.
	testTimeout: 300_000,
	// Many tests wait for an answer, so that two cores have time for three.
	maxWorkers: 3,
	reporters: ['default', '<rootDir>/test/ci/summary-reporter.js'],
};
