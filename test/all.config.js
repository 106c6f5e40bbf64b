/** `npm run test:all`: every suite outside a real n8n, in every dialect and engine, and in full (test/extent.ts). */
process.env.TEST_EXTENT = 'all';

module.exports = { ...require('../jest.config.js'), rootDir: '..' };
