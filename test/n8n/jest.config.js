/** The suites against the real n8n: `npm run test:n8n`. One at a time, because each starts servers. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['n8n', 'examples/n8n', 'laboratory/kills'].map((folder) => `<rootDir>/test/${folder}`),
	testPathIgnorePatterns: ['/node_modules/'],
	globalSetup: '<rootDir>/test/n8n/setup.ts',
	globalTeardown: '<rootDir>/test/n8n/teardown.ts',
	testTimeout: 480_000,
	maxWorkers: 1,
};
