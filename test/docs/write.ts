/** Writes the generated parts of the README: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';

import { withGeneratedParts } from './readme';

writeFileSync('README.md', withGeneratedParts(readFileSync('README.md', 'utf8')));
