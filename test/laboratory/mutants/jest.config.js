/** What plays mutants: the suites of `npm test` or of `npm run test:all` that judge what the package does. */
const { MUTANTS_SUITES: suites } = process.env;

module.exports = {
	...require(`../../${suites}.config.js`),
	rootDir: '../../..',
	setupFilesAfterEnv: ['<rootDir>/test/laboratory/mutants/atEachSuite.js'],
	testSequencer: '<rootDir>/test/laboratory/mutants/inGivenOrder.js',
	reporters: ['<rootDir>/test/laboratory/mutants/eachResult.js'],
};
