/** What is published can be read: n8n reviews each version by its files, and stack traces show its functions. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import manifest from '../../package.json';
import { sourceFiles } from '../docs/layers';

const PROJECT = resolve(__dirname, '../..');
const BUNDLE = 'dist/package.js';
const MAX_LINE_LENGTH = 500;

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const scripts = readdirSync(join(PROJECT, 'dist'), { recursive: true, encoding: 'utf8' })
	.map((file) => `dist/${file}`)
	.filter((file) => file.endsWith('.js'));

/** The bundle's parts: esbuild puts the path of a source above its code. */
const parts = new Map(
	read(BUNDLE)
		.split(/^\/\/ (?=\S+\.[jt]s$)/m)
		.map((part) => [part.slice(0, part.indexOf('\n')), part]),
);

/** The names of functions, methods and classes. */
function namesIn(text: string): Set<string> {
	const names = new Set<string>();
	const visit = (node: ts.Node): void => {
		const isNamed =
			ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isVariableDeclaration(node);
		if (isNamed && node.name && ts.isIdentifier(node.name)) names.add(node.name.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('part.ts', text, ts.ScriptTarget.ES2022));
	return names;
}

it('the code is the bundle and one file for each class that n8n loads', () => {
	expect(scripts.sort()).toEqual(
		[BUNDLE, ...manifest.n8n.nodes, ...manifest.n8n.credentials].sort(),
	);
});

it.each(scripts)('%s has no long lines', (file) => {
	const lines = read(file).split('\n');
	expect(lines.filter((line) => line.length > MAX_LINE_LENGTH)).toEqual([]);
});

it.each(sourceFiles().filter((file) => parts.has(file)))('%s keeps its names', (file) => {
	const declared = namesIn(read(file));
	// A name that another source has too gets a number; a class that names itself, an underscore. What begins with `import_` is esbuild’s.
	const asDeclared = (name: string) =>
		declared.has(name) || declared.has(name.replace(/^_|\d+$/g, ''));
	const built = [...namesIn(parts.get(file) ?? '')].filter((name) => !name.startsWith('import_'));
	expect(built.filter((name) => !asDeclared(name))).toEqual([]);
});

it('most sources are in the bundle, under their paths', () => {
	const files = sourceFiles();
	expect(files.filter((file) => parts.has(file)).length).toBeGreaterThan(0.9 * files.length);
});
