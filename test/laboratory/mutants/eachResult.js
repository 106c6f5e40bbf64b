const { appendFileSync } = require('node:fs');

/** Writes what became of each suite as soon as it is known: where a run is ended early, jest writes nothing. */
module.exports = class {
	onTestResult(_test, { testFilePath, testExecError, numFailingTests, perfStats }) {
		const isRed = numFailingTests > 0 || testExecError != null;
		const seconds = (perfStats.end - perfStats.start) / 1000;
		const line = JSON.stringify({ path: testFilePath, isRed, seconds });
		appendFileSync(process.env.MUTANTS_RESULTS, `${line}\n`);
	}
};
