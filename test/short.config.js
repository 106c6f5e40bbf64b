/**
 * `npm test`: what a change of the package needs, within a minute. These are the suites of the package, but for those
 * whose name ends in `.long.test.ts`: they take several seconds of the processor, or they judge what seldom
 * changes. The harness, the examples and the laboratory are products of their own (test/README.md); of the
 * laboratory, a sample of its random histories is played.
 */
const every = require('../jest.config.js');

module.exports = {
	...every,
	rootDir: '..',
	setupFiles: ['<rootDir>/test/fewerRuns.js'],
	testPathIgnorePatterns: [
		...every.testPathIgnorePatterns,
		'\\.long\\.test\\.ts$',
		'<rootDir>/test/(harness|examples)/',
		'<rootDir>/test/laboratory/(?!.*/sample\\.test\\.ts$)',
	],
};
