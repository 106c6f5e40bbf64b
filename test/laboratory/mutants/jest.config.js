/** The suites that play mutants: those of `npm test` that judge what the code does; not its text, its package or its speed. */
const own = require('../../../jest.config.js');

module.exports = {
	...own,
	rootDir: '../../..',
	testPathIgnorePatterns: [
		...own.testPathIgnorePatterns,
		'<rootDir>/test/(docs|package|extent)',
		// It reads a hundred megabytes, and each step of code with switches counts itself.
		'<rootDir>/test/unit/listCutter',
	],
	setupFilesAfterEnv: ['<rootDir>/test/laboratory/mutants/atEachSuite.js'],
	reporters: [],
};
