import { citationsIn, namesHeading } from './citations';
import { filesIn, headingsOf, isThere, pages, textOf } from './pages';

const SOURCES = [
	...filesIn(['nodes', 'credentials', 'test'], /\.(?:ts|js|mjs|tsv|json)$/),
	...['eslint.config.mjs', 'gulpfile.js', 'jest.config.js', 'package.json', '.ci/run'],
];
/** Those that speak of citations themselves. */
const EXCEPTED = ['test/docs/citations.ts', 'test/docs/citations.test.ts'];
const CITED = [...SOURCES, ...pages()].filter((file) => !EXCEPTED.includes(file));

/** Pages that are cited by their headings; in what ships, never without one. */
const BY_HEADING = ['docs/interface.md', 'docs/development/architecture.md'];

const all = CITED.map((file) => ({ file, ...citationsIn(textOf(file)) }));

it('what is cited stands in the repository', () => {
	const outside = all.flatMap((one) => one.outside.map((found) => `${one.file}: ${found}`));
	expect(outside).toEqual([]);
	const missing = all.flatMap((one) =>
		one.pages.flatMap(({ page }) => (isThere(page) ? [] : `${one.file}: ${page}`)),
	);
	expect(missing).toEqual([]);
});

it('a comment cites a heading that the page has', () => {
	const headings = new Map(BY_HEADING.map((page) => [page, headingsOf(page)]));
	const wrong = all
		.filter(({ file }) => SOURCES.includes(file))
		.flatMap((one) =>
			one.pages.flatMap(({ page, rest }) => {
				const known = headings.get(page);
				const needsOne = /^(?:nodes|credentials)\//.test(one.file);
				if (known === undefined || (rest === undefined && !needsOne)) return [];
				if (rest !== undefined && namesHeading(rest, known)) return [];
				return `${one.file}: ${page}, ${rest ?? 'without a heading'}`;
			}),
		);
	expect(wrong).toEqual([]);
});

it.each(BY_HEADING)('no two headings of %s are the same', (page) => {
	const headings = headingsOf(page);
	expect(headings).toEqual([...new Set(headings)]);
});

it('a citation is read as it stands in a comment', () => {
	const comment = '/**\n * Waits (docs/interface.md,\n * Retry classes), see docs/sync.md.\n */';
	expect(citationsIn(comment)).toEqual({
		pages: [
			{ page: 'docs/interface.md', rest: 'Retry classes), see docs/sync.md. */' },
			{ page: 'docs/sync.md', rest: undefined },
		],
		outside: [],
	});
	expect(namesHeading('Retry classes).', ['Retry', 'Retry classes'])).toBe(true);
	expect(namesHeading('Retry classesX', ['Retry classes'])).toBe(false);
	expect(citationsIn('// as decided (design, Names)').outside).toEqual(['(design']);
	expect(citationsIn('// by design, names are short').outside).toEqual([]);
});
