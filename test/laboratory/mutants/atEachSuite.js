/**
 * Runs in each suite of the copy: notes which mutants the suite reached, in the folder that MUTANTS_REACHED
 * names; and ends a loop that a mutant made endless.
 */
const { writeFileSync } = require('node:fs');
const { afterAll, expect } = require('@jest/globals');
const path = require('node:path');

const stryker = (globalThis.__stryker__ ??= {});
stryker.hitCount = 0;
stryker.hitLimit = 1_000_000;

const folder = process.env.MUTANTS_REACHED;
if (folder) {
	afterAll(() => {
		const reached = Object.keys(stryker.mutantCoverage?.static ?? {});
		const suite = path.relative(process.cwd(), expect.getState().testPath);
		writeFileSync(path.join(folder, `${suite.replaceAll('/', '+')}.json`), JSON.stringify(reached));
	});
}
