/** What is published can be read: n8n reviews each version by its files, and stack traces show its functions. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json';

const PROJECT = resolve(__dirname, '../..');
const BUNDLE = 'dist/package.js';
const MAX_LINE_LENGTH = 500;

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const scripts = readdirSync(join(PROJECT, 'dist'), { recursive: true, encoding: 'utf8' })
	.map((file) => `dist/${file}`)
	.filter((file) => file.endsWith('.js'));

it('the code is the bundle and one file for each class that n8n loads', () => {
	expect(scripts.sort()).toEqual(
		[BUNDLE, ...manifest.n8n.nodes, ...manifest.n8n.credentials].sort(),
	);
});

it.each(scripts)('%s has no long lines', (file) => {
	const lines = read(file).split('\n');
	expect(lines.filter((line) => line.length > MAX_LINE_LENGTH)).toEqual([]);
});
