import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withGeneratedParts } from './readme';

it('the README’s tables are those of the entries (npm run docs writes them)', () => {
	const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
	expect(readme).toBe(withGeneratedParts(readme));
});
