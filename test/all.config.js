/** `npm run test:all`: the suites of `npm test` with every history and every row (test/extent.ts). */
process.env.TEST_EXTENT = 'all';

module.exports = { ...require('../jest.config.js'), rootDir: '..' };
