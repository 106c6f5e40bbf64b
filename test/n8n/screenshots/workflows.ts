import type { Editor } from '../browser/editor';
import { examples } from '../furnish';
import type { N8nRest } from '../rest/n8nRest';
import { take, workflowNamed } from './take';

/** Nodes whose settings a page explains step by step, in their order there. */
const STEPS: Record<string, string[]> = {
	'CRM contacts to invitations': [],
	'Completions to Google Sheets': [],
};

/** A picture of each workflow's canvas, and of the steps that people take to set one up. */
export async function takeWorkflows(editor: Editor, rest: N8nRest): Promise<void> {
	for (const { file, workflow } of await examples()) {
		const { name } = workflow;
		await editor.openWorkflow(await workflowNamed(rest, name));
		await editor.fitCanvas();
		const picture = `workflow-${file.replace('.json', '')}`;
		await take(editor, picture, 'canvas');
		for (const [nth, node] of (STEPS[name] ?? []).entries()) {
			await editor.openNode(node);
			await take(editor, `${picture}-${nth + 1}`);
			await editor.closeNode();
		}
	}
}
