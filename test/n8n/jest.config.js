/**
 * The suites against the real n8n: `npm run test:n8n`. Each starts an n8n of its own, and waits most of the time, for
 * n8n's minute: so three at once on two cores. Those whose name ends in `.weekly.test.ts` are played once a week
 * (weekly.config.js).
 */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['n8n', 'examples/n8n', 'laboratory/kills'].map((folder) => `<rootDir>/test/${folder}`),
	testPathIgnorePatterns: ['/node_modules/', '\\.weekly\\.test\\.ts$'],
	globalSetup: '<rootDir>/test/n8n/setup.ts',
	globalTeardown: '<rootDir>/test/n8n/teardown.ts',
	testTimeout: 480_000,
	maxWorkers: 3,
};
