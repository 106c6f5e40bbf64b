/** The tests of what tests the package: `npm run test:harness`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/harness'],
	testPathIgnorePatterns: ['/node_modules/'],
};
