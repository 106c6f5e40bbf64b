/** Whether the laboratory's judges find what they must find: `npm run test:laboratory`. */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	roots: ['<rootDir>/test/laboratory'],
	testMatch: [
		'**/laboratory/**/planted.test.ts',
		'**/laboratory/strange/generated.test.ts',
		'**/laboratory/pace/*.test.ts',
	],
	testPathIgnorePatterns: ['/node_modules/'],
};
