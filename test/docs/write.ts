/** Writes the parts of pages that are made from the code: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';

import { GENERATED, withGeneratedParts } from './generated';

for (const page of Object.keys(GENERATED)) {
	writeFileSync(page, withGeneratedParts(page, readFileSync(page, 'utf8')));
}
