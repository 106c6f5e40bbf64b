/** What plays mutants: the suites of `npm test` or of `npm run test:all` that judge what the package does. */
const own = require('../../../jest.config.js');
const short = require('../../short.config.js');

module.exports = {
	...(process.env.MUTANTS_SUITES === 'all' ? own : short),
	rootDir: '../../..',
	setupFilesAfterEnv: ['<rootDir>/test/laboratory/mutants/atEachSuite.js'],
	testSequencer: '<rootDir>/test/laboratory/mutants/inGivenOrder.js',
	reporters: ['<rootDir>/test/laboratory/mutants/eachResult.js'],
};
