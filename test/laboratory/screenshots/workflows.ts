import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Editor } from '../../n8n/browser/editor';
import { examples } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { take, workflowNamed } from './take';

const PAGES = join(__dirname, '..', '..', '..', 'docs', 'workflows');

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
		await take(editor, pictureOf(file), 'canvas');
	}
}
