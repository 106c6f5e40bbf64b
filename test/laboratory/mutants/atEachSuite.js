/**
 * Runs in each suite of the copy: writes which mutants it reached to the file that MUTANTS_REACHED names, and
 * ends a loop that a mutant made endless.
 */
const { writeFileSync } = require('node:fs');
const { afterAll } = require('@jest/globals');

const stryker = (globalThis.__stryker__ ??= {});
stryker.hitCount = 0;
stryker.hitLimit = 1_000_000;

const file = process.env.MUTANTS_REACHED;
if (file) {
	afterAll(() => {
		writeFileSync(file, JSON.stringify(Object.keys(stryker.mutantCoverage?.static ?? {})));
	});
}
