/** What plays mutants: the suites of `npm test` or of `npm run test:all` that judge what the package does. */
const { MUTANTS_SUITES: suites } = process.env;
const config = require(`../../${suites}.config.js`);

module.exports = {
	...config,
	rootDir: '../../..',
	// It judges every regular expression of the code, and here each one has dozens of mistaken copies: it takes hours.
	testPathIgnorePatterns: [...config.testPathIgnorePatterns, '<rootDir>/test/laboratory/patterns/'],
	setupFilesAfterEnv: ['<rootDir>/test/laboratory/mutants/atEachSuite.js'],
	testSequencer: '<rootDir>/test/laboratory/mutants/inGivenOrder.js',
	reporters: ['<rootDir>/test/laboratory/mutants/eachResult.js'],
};
