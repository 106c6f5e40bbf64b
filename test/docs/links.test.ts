import { posix } from 'node:path';

import { identityOf } from '../../build/identity';
import manifest from '../../package.json';
import { anchorOf, filesIn, headingsOf, isThere, pages, proseOf, textOf } from './pages';

const REPOSITORY = identityOf(manifest).replace(/\./g, '\\.');

/** How the README, which npm shows too, links a file of the repository. */
const OF_REPOSITORY = new RegExp(
	`^https://(?:github\\.com|raw\\.githubusercontent\\.com)/${REPOSITORY}(?:/(?:blob|tree))?/main/`,
);

interface Link {
	page: string;
	written: string;
	/** Path in the project. */
	target: string;
	anchor?: string;
}

const links = pages().flatMap((page): Link[] =>
	[
		...proseOf(textOf(page))
			.join('\n')
			.matchAll(/\]\(([^)\s]+)\)/g),
	].flatMap(([, written = '']) => {
		const path = written.replace(OF_REPOSITORY, '/');
		if (/^[a-z]+:/.test(path)) return [];
		const [file = '', anchor] = path.split('#');
		const target = file.startsWith('/')
			? file.slice(1)
			: posix.join(posix.dirname(page), file === '' ? posix.basename(page) : file);
		return [{ page, written, target, anchor }];
	}),
);

it('every link leads to a file of the repository', () => {
	expect(links.length).toBeGreaterThan(20);
	const lost = links.filter(({ target }) => !isThere(target));
	expect(lost.map(({ page, written }) => `${page}: ${written}`)).toEqual([]);
});

it('every page can be reached from another', () => {
	const reached = new Set(
		links.filter(({ page, target }) => page !== target).map(({ target }) => target),
	);
	const rootPages = ['README.md', 'CHANGELOG.md', 'LICENSE.md', 'SECURITY.md'];
	expect(pages().filter((page) => !reached.has(page) && !rootPages.includes(page))).toEqual([]);
});

it('every workflow that can be imported has a page', () => {
	const files = filesIn(['workflows'], /\.json$/).map(
		(file) => `docs/${file.replace('.json', '.md')}`,
	);
	expect(files.length).toBeGreaterThan(5);
	expect(files.filter((page) => !isThere(page))).toEqual([]);
});

it('every picture is shown by a page', () => {
	const pictures = filesIn(['docs/images'], /\.png$/);
	expect(pictures.length).toBeGreaterThan(20);
	const shown = new Set(links.map(({ target }) => target));
	expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
});

it('every link with an anchor leads to a heading', () => {
	const lost = links.filter(
		({ target, anchor }) =>
			anchor !== undefined && isThere(target) && !headingsOf(target).map(anchorOf).includes(anchor),
	);
	expect(lost.map(({ page, written }) => `${page}: ${written}`)).toEqual([]);
});

/** A part of the README on the repository's first page, as the node's help links it. */
const PART_OF_README = new RegExp(`https://github\\.com/${REPOSITORY}#([\\w-]+)`, 'g');

it('the help of the node and the credential leads to parts of the README', () => {
	const parts = filesIn(['nodes', 'credentials'], /\.(?:ts|json)$/).flatMap((file) =>
		[...textOf(file).matchAll(PART_OF_README)].flatMap(([, anchor = '']) => anchor),
	);
	expect(parts.length).toBeGreaterThan(3);
	const anchors = ['readme', ...headingsOf('README.md').map(anchorOf)];
	expect(parts.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

/** A folder and a file in it, in backticks, as `service/time.ts`. */
const PATH = /`((?:[\w.-]+\/)+(?:[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|js|json|tsv|md))?)`/g;
/** Where a path on a page may begin, but for the page's own folder. */
const ROOTS = ['', 'nodes/SurveyInterview/', 'test/'];

it('every path that a page names is there', () => {
	const lost = pages().flatMap((page) =>
		[...proseOf(textOf(page)).join('\n').matchAll(PATH)].flatMap(([, path = '']) =>
			[...ROOTS, `${posix.dirname(page)}/`].some((root) => isThere(root + path))
				? []
				: `${page}: ${path}`,
		),
	);
	expect(lost).toEqual([]);
});

it('every script that a page names is in package.json', () => {
	const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
	const lost = pages().flatMap((page) =>
		[...textOf(page).matchAll(/\bnpm run ([\w:]+)/g)].flatMap(([, script = '']) =>
			script in scripts ? [] : `${page}: ${script}`,
		),
	);
	expect(lost).toEqual([]);
});
