/**
 * What a workflow plays in the real n8n once a week, and before a release: `npx jest -c test/n8n/weekly.config.js`.
 * docs/development/n8n.md says of each suite why that suffices.
 */
process.env.TEST_EXTENT = 'all';

module.exports = {
	...require('./jest.config.js'),
	rootDir: '../..',
	testPathIgnorePatterns: ['/node_modules/'],
	// The second also plays an older n8n.
	testMatch: ['**/*.weekly.test.ts', '**/test/n8n/agentAnswers.test.ts'],
};
