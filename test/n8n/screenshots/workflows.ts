import type { Editor } from '../browser/editor';
import { examples } from '../furnish';
import type { N8nRest } from '../rest/n8nRest';
import { take, workflowNamed } from './take';

/** Nodes that a page of docs/workflows explains one by one, in their order there; by the workflow's file. */
const STEPS: Record<string, string[]> = {
	'contacts-to-invitations.json': [
		'Settings',
		'Contacts',
		'Contact',
		'Sync invitations',
		'Ask a person',
	],
	'completions-to-sheets.json': [
		'When an interview is completed',
		'Your spreadsheet',
		'Write it to the sheet',
	],
};

/** A picture of each workflow's canvas, and of the steps that people take to set one up. */
export async function takeWorkflows(editor: Editor, rest: N8nRest): Promise<void> {
	for (const { file, workflow } of await examples()) {
		await editor.openWorkflow(await workflowNamed(rest, workflow.name));
		await editor.fitCanvas();
		const picture = `workflow-${file.replace('.json', '')}`;
		await take(editor, picture, 'canvas');
		for (const [nth, node] of (STEPS[file] ?? []).entries()) {
			await editor.openNode(node);
			await take(editor, `${picture}-${nth + 1}`);
			await editor.closeNode();
		}
	}
}
