/** The table in docs/performance.md is what the code does: `npm run pace` prints it anew. */
import { readFileSync } from 'node:fs';

import { tableOfPaces } from './table';

it('docs/performance.md has the figures of the pace that ships', () => {
	const page = readFileSync('docs/performance.md', 'utf8');
	const [, shown] = /<!-- pace:begin[^\n]*-->\n\n([^]*?)\n\n<!-- pace:end -->/.exec(page) ?? [];
	expect(shown?.split('\n')).toEqual(tableOfPaces().split('\n'));
});
