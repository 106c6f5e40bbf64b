/** The README is a landing page, no page is too long, and pages, notes and forms are written in plain English. */
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { filesIn, pages, proseOf, textOf } from './pages';

/** The most words of pages that grew once, until nobody read them to their end. */
const MOST_WORDS: Record<string, number> = {
	'README.md': 1_500,
	'CONTRIBUTING.md': 2_500,
	'docs/performance.md': 800,
	'docs/development/architecture.md': 2_500,
	'docs/development/compared.md': 1_200,
	'docs/development/n8n.md': 1_550,
	'docs/development/releasing.md': 2_400,
	'test/harness/service/dialects/README.md': 1_500,
};

it.each(Object.entries(MOST_WORDS))('%s has at most %i words', (page, most) => {
	const words = textOf(page).split(/\s+/).filter(Boolean);
	expect(words.length).toBeLessThanOrEqual(most);
	expect(words.length).toBeGreaterThan(most / 3);
});

it('the README’s table names each resource', () => {
	const [, rows = ''] =
		/^\| Resource \|[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)/m.exec(textOf('README.md')) ?? [];
	const named = [...rows.matchAll(/^\| (.+?) \|/gm)].map(([, name]) => name);
	expect(named).toEqual(RESOURCES.map(({ name }) => name));
});

it('the README shows the commands to try it, each alone in a code block', () => {
	const shown = textOf('README.md').match(/(?<=```bash\n)[^\n]+(?=\n```)/g);
	expect(shown).toEqual(['npm ci && npm run n8n', 'npm ci && npm run demo', 'npm ci && npm test']);
});

const PAGES = filesIn(['docs'], /\.md$/);

it('each page says first for whom it is', () => {
	expect(PAGES.length).toBeGreaterThan(15);
	const others = PAGES.filter((page) => {
		const [title = '', sentence = ''] = proseOf(textOf(page)).filter((line) => line !== '');
		return !title.startsWith('# ') || !/^For \S[^.]+[.:]/.test(sentence);
	});
	expect(others).toEqual([]);
});

it('docs/README.md lists each page', () => {
	const list = textOf('docs/README.md');
	// docs/workflows/README.md lists those of its folder.
	const names = PAGES.map((page) => page.replace('docs/', '')).filter(
		(name) => !/^README\.md$|^workflows\/(?!README)/.test(name),
	);
	expect(names.filter((name) => !list.includes(`](${name})`))).toEqual([]);
});

/** What readers stumbled over: it reads as if it were translated. */
const STUMBLES = [
	'asks a service without webhooks, proved against',
	'who comes again changes their row',
	'Records whose fields nobody shows',
	'hands them out with a warning',
	'counts what is left',
	'are nobody’s',
	'What exists at the first activation is no event',
	'builds on no guess without a fallback',
	'is another by then',
	'there is nobody left to call back',
	'Its words cannot be taken for deeds',
	'brings along',
	'What cannot be told is null',
	'For whoever',
	'Are yours called otherwise',
	'None there?',
	'To make doubles harmless',
	'an n8n that is still empty',
	'who is no longer in the list keeps theirs',
];

/** Without marks, on one line, with one kind of apostrophe. */
const plain = (text: string) => text.replace(/[*`]/g, '').replace(/'/g, '’').replace(/\s+/g, ' ');

it.each(STUMBLES)('nobody reads “%s”', (stumble) => {
	const read = [
		...pages().filter((page) => page !== 'CHANGELOG.md'),
		...filesIn(['workflows'], /\.json$/),
		...filesIn(['nodes', 'credentials'], /\.(?:ts|json)$/),
	];
	const found = read.filter((file) => plain(textOf(file)).includes(plain(stumble)));
	expect(found).toEqual([]);
});
