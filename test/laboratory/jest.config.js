/** Whether the laboratory's judges find what they must find, and what takes too long for `npm test`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/laboratory'],
	testMatch: [
		'**/laboratory/**/planted.test.ts',
		'**/laboratory/strange/generated.test.ts',
		'**/laboratory/oracle/redirects.test.ts',
		'**/laboratory/(pace|patterns)/*.test.ts',
	],
	testPathIgnorePatterns: ['/node_modules/'],
};
