/** `npm run test:all`: the same suites, with all that they can play (test/extent.ts). */
process.env.TEST_EXTENT = 'all';

module.exports = require('./jest.config.js');
