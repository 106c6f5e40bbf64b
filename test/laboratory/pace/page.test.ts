/** The table in README.md is what the code does: `npm run lab -- pace` prints it anew. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tableOfPaces } from './table';

it('README.md has the figures of the pace that ships', () => {
	const page = readFileSync(join(__dirname, 'README.md'), 'utf8');
	const [, shown] = /<!-- pace:begin[^\n]*-->\n\n([^]*?)\n\n<!-- pace:end -->/.exec(page) ?? [];
	expect(shown?.split('\n')).toEqual(tableOfPaces().split('\n'));
});
