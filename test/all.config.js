/** `npm run test:all`: every suite outside a real n8n, with every history and every row (test/extent.ts). */
process.env.TEST_EXTENT = 'all';

module.exports = {
	...require('../jest.config.js'),
	rootDir: '..',
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(n8n|examples/n8n|laboratory/kills)/'],
};
