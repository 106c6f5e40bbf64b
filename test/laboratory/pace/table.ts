import { judge, type Verdict } from './judge';
import { kinds, others, scenes } from './scenes';

/** `1.06 ×, 26 (6)`: the time, the 429s, and those of them to a process that knew of the limit. */
const said = ({ ratio, refused, later }: Verdict) => `${ratio.toFixed(2)} ×, ${refused} (${later})`;

/** Tables in Markdown: the time and the 429s of each scene. */
export function tableOfPaces(only = /^/): string {
	const rows = scenes
		.filter(({ name }) => only.test(name))
		.map((scene) => [
			scene.name,
			...Object.values(kinds).map((kind) => said(judge({ ...scene, limits: kind(scene.rate) }))),
		]);
	const rest = others
		.filter(({ name }) => only.test(name))
		.map((scene) => [scene.name, said(judge(scene))]);
	return [
		...markdownOf(['', ...Object.keys(kinds)], rows),
		'',
		...markdownOf(['', 'time, 429s'], rest),
	].join('\n');
}

function markdownOf(headings: string[], rows: string[][]): string[] {
	const lines = [headings, headings.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`);
}
