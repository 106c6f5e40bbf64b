import { posix } from 'node:path';
import { preProcessFile } from 'typescript';

import { filesIn, textOf } from './pages';

/** A folder (or a file beside the folders) of the package, and what its files may import. */
export interface Layer {
	path: string;
	/** What is in it, in one line. */
	holds: string;
	imports: string[];
}

/** Layers that a reader sees as one. */
export interface Group {
	name: string;
	layers: Layer[];
}

/** One layer imports another, as `from → to`. */
export type Arrow = `${string} → ${string}`;

const FILE = 'docs/layers.json';
const BASE = 'nodes/SurveyInterview/';

/** The layers as they should be: `docs/layers.json`, which the lint's rule reads too. */
export function layerGroups(): Group[] {
	const groups = JSON.parse(textOf(FILE)) as Array<{
		group: string;
		layers: Record<string, Omit<Layer, 'path'>>;
	}>;
	return groups.map(({ group, layers }) => ({
		name: group,
		layers: Object.entries(layers).map(([path, layer]) => ({ path, ...layer })),
	}));
}

/** The arrows that are allowed. */
export function allowedArrows(groups: readonly Group[]): Arrow[] {
	return groups.flatMap(({ layers }) =>
		layers.flatMap(({ path, imports }) => imports.map((other): Arrow => `${path} → ${other}`)),
	);
}

/** The layer of a source file. */
export function layerOf(file: string): string {
	if (file.startsWith('credentials/')) return 'credentials';
	return file.slice(BASE.length).split('/')[0] ?? '';
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

/** The arrows that there are, each with the imports that make it. */
export function realArrows(imports: readonly Import[]): Map<Arrow, string[]> {
	const found = new Map<Arrow, string[]>();
	for (const { from, to } of imports) {
		if (layerOf(from) === layerOf(to)) continue;
		const arrow: Arrow = `${layerOf(from)} → ${layerOf(to)}`;
		found.set(arrow, [...(found.get(arrow) ?? []), `${from} → ${to}`]);
	}
	return found;
}

/** The table of folders and their diagram, as they stand in docs/development/architecture.md. */
export function layersInMarkdown(groups: readonly Group[]): string {
	const rows = groups.flatMap(({ layers }) =>
		layers.map(({ path, holds, imports }) => [
			`\`${nameOf(path)}\``,
			holds,
			imports.map((other) => `\`${other}\``).join(', ') || '–',
		]),
	);
	const table = [['Folder', 'What is in it', 'May import'], ['---', '---', '---'], ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
	return `${table}\n\n${diagramOf(groups)}`;
}

const nameOf = (path: string) => (path.endsWith('.ts') ? path : `${path}/`);

/** Frames are groups; an arrow between two of them says that some layer of the one imports some of the other. */
function diagramOf(groups: readonly Group[]): string {
	const groupOf = new Map(
		groups.flatMap((group) => group.layers.map(({ path }) => [path, group] as const)),
	);
	const idOf = (group: Group) =>
		group.layers.length === 1
			? idOfLayer(group.layers[0]?.path ?? '')
			: `g${groups.indexOf(group)}`;
	const boxes = groups.flatMap((group) => {
		const inside = group.layers.map(({ path }) => `${idOfLayer(path)}["${nameOf(path)}"]`);
		if (inside.length === 1) return inside;
		return [
			`subgraph ${idOf(group)}["${group.name}"]`,
			...inside.map((box) => `    ${box}`),
			'end',
		];
	});
	const arrows = groups.flatMap((group) =>
		group.layers.flatMap(({ path, imports }) =>
			imports.map((other) => {
				const of = groupOf.get(other);
				if (of === group || of === undefined) return `${idOfLayer(path)} --> ${idOfLayer(other)}`;
				return `${idOf(group)} --> ${idOf(of)}`;
			}),
		),
	);
	const lines = [...boxes, ...new Set(arrows)].map((line) => `    ${line}`);
	return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

const idOfLayer = (path: string) => path.replace(/\.ts$/, '').replace(/\W/g, '_');
