const config = require('../../jest.config.js');

/** The suites against the real n8n: `npm run test:n8n`. One at a time, because each starts servers. */
module.exports = {
	...config,
	rootDir: '../..',
	roots: ['<rootDir>/test/n8n'],
	testPathIgnorePatterns: ['/node_modules/'],
	globalSetup: '<rootDir>/test/n8n/setup.ts',
	globalTeardown: '<rootDir>/test/n8n/teardown.ts',
	testTimeout: 480_000,
	maxWorkers: 1,
};
