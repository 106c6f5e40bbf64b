import { learning, opening, type Verdict } from './judge';
import { kinds, others, scenes } from './scenes';

/** `1.06 ×, 26 (6)`: the time, the 429s, and those of them to a process that knew of the limit. */
const said = ({ ratio, refused, later }: Verdict) => `${ratio.toFixed(2)} ×, ${refused} (${later})`;

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table in Markdown: the time and the 429s of each scene, before and now. */
export function tableOfPaces(only = /^/): string {
	const names = Object.keys(kinds);
	const rows = scenes
		.filter(({ name }) => only.test(name))
		.map((scene) => [
			scene.name,
			...Object.values(kinds).flatMap((kind) => {
				const limited = { ...scene, limits: kind(scene.rate) };
				return [said(opening(limited)), said(learning(limited))];
			}),
		]);
	const rest = others
		.filter(({ name }) => only.test(name))
		.map((scene) => [scene.name, said(opening(scene)), said(learning(scene))]);
	return [
		row(['', ...names.flatMap((name) => [`${name}: before`, 'now'])]),
		row(['---', ...names.flatMap(() => ['---', '---'])]),
		...rows.map(row),
		'',
		row(['', 'before', 'now']),
		row(['---', '---', '---']),
		...rest.map(row),
	].join('\n');
}
