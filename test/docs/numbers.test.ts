import { SAID_NUMBERS } from './numbers';
import { filesIn, isThere, pages, textOf } from './pages';

/** All but the history of releases, which stays as it was. */
const PAGES = pages().filter((page) => page !== 'CHANGELOG.md');

it.each(SAID_NUMBERS.map((one) => [one.what, one] as const))(
	'%s: pages say what the code says',
	(_what, { value, said }) => {
		const found = PAGES.flatMap((page) =>
			[...textOf(page).matchAll(said)].flatMap(([whole, ...groups]) =>
				groups.flatMap((group) => (group === undefined ? [] : [{ page, whole, group }])),
			),
		);
		expect(found.length).toBeGreaterThan(0);
		expect(found.filter(({ group }) => group !== value)).toEqual([]);
	},
);

/** The names in the first column of a table, without marks; several may stand in a cell. */
function namesIn(page: string, head: string): string[] {
	const lines = textOf(page).split('\n');
	const start = lines.findIndex((line) => line.startsWith(`| ${head}`));
	if (start === -1) throw new Error(`${page} has no table that begins with ${head}.`);
	const rows = lines.slice(start + 2);
	const end = rows.findIndex((line) => !line.startsWith('|'));
	return rows
		.slice(0, end === -1 ? undefined : end)
		.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
		.flatMap(([, name]) => name ?? []);
}

it('docs/workflows lists every workflow that can be imported, and links its page', () => {
	const LIST = 'docs/workflows/README.md';
	const files = filesIn(['workflows'], /\.json$/).map((file) => file.replace('workflows/', ''));
	expect(namesIn(LIST, 'File').sort()).toEqual(files);
	const explained = textOf(LIST);
	for (const file of files.map((name) => name.replace('.json', ''))) {
		expect([file, isThere(`docs/workflows/${file}.md`)]).toEqual([file, true]);
		expect(explained).toContain(`](${file}.md)`);
	}
});

it('docs/development/n8n.md lists every suite in the real n8n', () => {
	const files = filesIn(['test/n8n'], /^test\/n8n\/(?!workflows\/)[^/]+\.test\.ts$/);
	const suites = files.map((file) => file.replace('test/n8n/', '').replace('.test.ts', ''));
	const named = namesIn('docs/development/n8n.md', 'Suite');
	expect(named.filter((name) => !name.startsWith('workflows/')).sort()).toEqual(suites);
});

it('the pages of the tests list every folder', () => {
	const products = ['harness', 'examples', 'laboratory'];
	const folders = new Set(
		filesIn(['test'], /\/.*\/.*\.(?:ts|js|mjs)$/).flatMap((file) => {
			const [, first = '', second = ''] = file.split('/');
			if (!products.includes(first)) return first;
			return second.includes('.') ? [] : `${first}/${second}`;
		}),
	);
	const named = ['', ...products.map((product) => `${product}/`)].flatMap((product) =>
		namesIn(`test/${product}README.md`, 'Folder | What it proves'),
	);
	expect(named.map((name) => name.replace('test/', '')).sort()).toEqual([...folders].sort());
});

/** Where people look something up; nobody reads them from the beginning. */
const REFERENCES = ['facts', 'interface', 'operations', 'trigger-reference'].map(
	(name) => `docs/${name}.md`,
);

it('the pages for users have at most 16,000 words, references not counted', () => {
	const pages = ['README.md', ...filesIn(['docs'], /^docs\/(workflows\/)?[^/]+\.md$/)];
	const words = pages
		.filter((page) => !REFERENCES.includes(page))
		.flatMap((page) =>
			textOf(page)
				.replace(/<!--[^]*?-->|\]\([^)]*\)/g, ' ')
				.split(/\s+/),
		)
		.filter((word) => /[\p{L}\p{N}]/u.test(word));
	expect(words.length).toBeLessThanOrEqual(16_000);
	expect(words.length).toBeGreaterThan(10_000);
});
