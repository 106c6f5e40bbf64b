/** Random tests that name no number of runs: `npm test` plays fewer than fast-check's hundred. */
const { configureGlobal } = require('fast-check');

configureGlobal({ numRuns: 25 });
