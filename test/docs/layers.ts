import { posix } from 'node:path';
import { preProcessFile } from 'typescript';

import { table } from './optionsTables';
import { filesIn, textOf } from './pages';

/** A folder (or a file beside the folders) of the package, and what its files may import. */
export interface Layer {
	path: string;
	/** What is in it, in one line. */
	holds: string;
	imports: string[];
}

const FILE = 'docs/layers.json';

/** The layers as they should be: `docs/layers.json`, which the lint's rule reads too. */
export function allLayers(): Layer[] {
	const layers = JSON.parse(textOf(FILE)) as Record<string, Omit<Layer, 'path'>>;
	return Object.entries(layers).map(([path, layer]) => ({ path, ...layer }));
}

/** One file imports another, by their paths in the project. */
export interface Import {
	from: string;
	to: string;
}

/** Every import of a file of the package by another. */
export function importsOfFiles(): Import[] {
	const files = sourceFiles();
	return files.flatMap((from) =>
		preProcessFile(textOf(from)).importedFiles.flatMap(({ fileName }) => {
			const path = posix.join(posix.dirname(from), fileName);
			const to = [`${path}.ts`, `${path}/index.ts`].find((file) => files.includes(file));
			return to === undefined ? [] : [{ from, to }];
		}),
	);
}

/** The files that ship, before they are bundled. */
export function sourceFiles(): string[] {
	return filesIn(['nodes', 'credentials'], /\.ts$/);
}

/** The table of folders and their picture, as they stand in docs/development/architecture.md. */
export function layersInMarkdown(layers: readonly Layer[]): string {
	const rows = layers.map(({ path, holds }) => [`\`${nameOf(path)}\``, holds]);
	return `${table(['Folder', 'What is in it'], rows)}\n\n${pictureOf(ranksOf(layers))}`;
}

const nameOf = (path: string) => (path.endsWith('.ts') ? path : `${path}/`);

/** The layers that import none, those that import only these, and so on. */
function ranksOf(layers: readonly Layer[]): Layer[][] {
	const importsOf = new Map(layers.map(({ path, imports }) => [path, imports]));
	const rankOf = (path: string): number =>
		Math.max(0, ...(importsOf.get(path) ?? []).map((other) => rankOf(other) + 1));
	const ranks: Layer[][] = [];
	for (const layer of layers) (ranks[rankOf(layer.path)] ??= []).push(layer);
	return ranks;
}

/** One frame for each rank, the highest above the others. */
function pictureOf(ranks: readonly Layer[][]): string {
	const frames = ranks
		.map((layers, rank) => [
			`subgraph rank${rank}[" "]`,
			...layers.map(({ path }) => `    ${idOf(path)}["${nameOf(path)}"]`),
			'end',
		])
		.reverse();
	const order = ranks.map((_, rank) => `rank${rank}`).reverse();
	const lines = [...frames.flat(), order.join(' --> ')].map((line) => `    ${line}`);
	return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

const idOf = (path: string) => path.replace(/\.ts$/, '').replace(/\W/g, '_');
