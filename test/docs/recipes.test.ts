/** Whoever follows a recipe of CONTRIBUTING.md plays every suite that it names. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { filesIn, PROJECT, textOf } from './pages';

const SUITE = /\btest\/[\w./]+\.test\.ts\b/g;

const recipes = textOf('CONTRIBUTING.md')
	.split(/^## /m)
	.filter((section) => section.startsWith('Recipe: '))
	.map((section) => {
		const [, commands = ''] = /```bash\n([^]*?)```/.exec(section) ?? [];
		const [, played = ''] = /^npx jest --runTestsByPath ((?:.*\\\n)*.*)$/m.exec(commands) ?? [];
		const suitesIn = (text: string): string[] => [...(text.match(SUITE) ?? [])];
		return {
			name: section.split('\n')[0] ?? '',
			named: suitesIn(section),
			played: suitesIn(played),
			/** Names in the code, such as `oneName`, `ONE_NAME` or `oneName(…)`; not the made-up example. */
			identifiers: [
				...section.matchAll(/`(?:\w+\.)*(\w*[a-z][A-Z]\w*|[A-Z]+_[A-Z_]+)(?:\(…\)|: true)?`/g),
			].map(([, name = '']) => name),
		};
	});

it.each(recipes)('$name: its command plays each suite that it names', ({ named, played }) => {
	expect(played.length).toBeGreaterThan(0);
	expect(named.filter((suite) => !played.includes(suite))).toEqual([]);
});

it('what the recipes name in the code is there', () => {
	const code = filesIn(['nodes', 'test'], /\.ts$/).map(textOf).join('\n');
	const identifiers = recipes.flatMap((recipe) => recipe.identifiers);
	expect(identifiers.length).toBeGreaterThan(5);
	expect(identifiers.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

it('jest skips none of these suites', () => {
	const suites = [...new Set(recipes.flatMap(({ played }) => played))].sort();
	expect(recipes.length).toBeGreaterThan(3);
	const args = ['node_modules/jest/bin/jest.js', '--listTests', '--runTestsByPath', ...suites];
	const listed = execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
	expect(listed.trim().split('\n').sort()).toEqual(suites.map((suite) => join(PROJECT, suite)));
});
