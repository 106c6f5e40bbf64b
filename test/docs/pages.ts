import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's root. */
export const PROJECT = join(__dirname, '../..');

/** The files below folders of the project whose names end so, by their paths in it. */
export function filesIn(folders: readonly string[], ending: RegExp): string[] {
	return folders.flatMap((folder) =>
		readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
			.map((file) => join(folder, file).split('\\').join('/'))
			.filter((file) => ending.test(file))
			.sort(),
	);
}

/** Every page that people read, by its path in the project. */
export function pages(): string[] {
	const ofRoot = readdirSync(PROJECT).filter((file) => file.endsWith('.md'));
	return [...ofRoot, ...filesIn(['docs', 'test'], /\.md$/)];
}

/** The text of a file of the project. */
export function textOf(file: string): string {
	return readFileSync(join(PROJECT, file), 'utf8');
}

/** Whether the project has a file or folder at this path. */
export function isThere(path: string): boolean {
	return existsSync(join(PROJECT, path));
}

/** The headings of a page, in their order, without marks such as `*`. */
export function headingsOf(page: string): string[] {
	return proseOf(textOf(page)).flatMap((line) => {
		const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? [];
		return heading === undefined ? [] : [heading.replace(/[*`]/g, '').trim()];
	});
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replace(/ /g, '-');
}

/** The lines of a page, those of its code blocks left out. */
export function proseOf(markdown: string): string[] {
	let isCode = false;
	return markdown.split('\n').filter((line) => {
		const isFence = /^\s*```/.test(line);
		if (isFence) isCode = !isCode;
		return !isFence && !isCode;
	});
}
