/**
 * Runs in each suite of the copy: in the look, writes which mutants it reached beside the suite; else ends a loop
 * that a mutant made endless.
 */
const { writeFileSync } = require('node:fs');
const { afterAll, expect } = require('@jest/globals');

const stryker = (globalThis.__stryker__ ??= {});
stryker.hitCount = 0;
stryker.hitLimit = 1_000_000;

if (process.env.MUTANTS_LOOK) {
	afterAll(() => {
		const reached = Object.keys(stryker.mutantCoverage?.static ?? {});
		writeFileSync(`${expect.getState().testPath}.reached`, JSON.stringify(reached));
	});
}
