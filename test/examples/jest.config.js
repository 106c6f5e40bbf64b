/**
 * What the files in `workflows/` read and show, in n8n's engine: `npm run test:examples`. The same files in a
 * real n8n are part of `npm run test:n8n`.
 */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/examples'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/examples/n8n/'],
};
