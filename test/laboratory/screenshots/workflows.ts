import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Editor } from '../../n8n/browser/editor';
import { examples } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { take, workflowNamed, type Rectangle } from './take';

const PAGES = join(__dirname, '..', '..', '..', 'docs', 'workflows');

/** In the page: hides the buttons on the canvas, and gives the rectangle around all nodes and the note. */
const ALL_NODES = `(() => {
	for (const one of document.querySelectorAll('.vue-flow__panel, [class*="canvasActions"], [class*="executionButtons"], [class*="nodeButtonsWrapper"], [class*="CanvasSideButtons"], [class*="nodeCreator"]'))
		one.style.visibility = 'hidden';
	const nodes = [...document.querySelectorAll('.vue-flow__node')].map((one) => one.getBoundingClientRect());
	const x = Math.min(...nodes.map(({ left }) => left)) - 40;
	const y = Math.min(...nodes.map(({ top }) => top)) - 20;
	return {
		x: Math.max(x, 0),
		y: Math.max(y, 0),
		width: Math.min(Math.max(...nodes.map(({ right }) => right)) + 70, innerWidth) - x,
		height: Math.max(...nodes.map(({ bottom }) => bottom)) + 50 - y,
	};
})()`;

const pictureOf = (file: string) => `workflow-${file.replace('.json', '')}`;

/** The canvas of each workflow whose page shows it. @param only some of their files */
export async function takeWorkflows(
	editor: Editor,
	rest: N8nRest,
	only: readonly string[] = [],
): Promise<void> {
	for (const { file, workflow } of await examples()) {
		if (only.length > 0 && !only.includes(file)) continue;
		const page = readFileSync(join(PAGES, file.replace('.json', '.md')), 'utf8');
		if (!page.includes(`${pictureOf(file)}.png`)) continue;
		await editor.openWorkflow(await workflowNamed(rest, workflow.name));
		await editor.fitCanvas();
		await take(editor, pictureOf(file), await editor.page.evaluate<Rectangle>(ALL_NODES));
	}
}
