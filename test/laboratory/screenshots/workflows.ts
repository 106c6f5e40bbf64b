import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../harness/service';
import type { Editor } from '../../n8n/browser/editor';
import type { Destinations } from '../../examples/destinations';
import { examples } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { CONTACTS, takeContacts } from './contacts';
import { take, workflowNamed } from './take';

const PAGES = join(__dirname, '..', '..', '..', 'docs', 'workflows');

/** Nodes that a page of docs/workflows explains one by one, in their order there; by the workflow's file. */
const STEPS: Record<string, string[]> = {
	'completions-to-sheets-in-full.json': [
		'When an interview is completed',
		'Your spreadsheet',
		'Write it to the sheet',
	],
};

/** A picture of the canvas of each workflow that has a page, and of the steps that people take to set one up. @param only some of their files */
export async function takeWorkflows(
	editor: Editor,
	rest: N8nRest,
	service: Service,
	destinations: Destinations,
	only: readonly string[] = [],
): Promise<void> {
	const all = await examples();
	const wanted = all.filter(({ file }) =>
		only.length === 0 ? existsSync(join(PAGES, file.replace('.json', '.md'))) : only.includes(file),
	);
	for (const { file, workflow } of wanted) {
		await editor.openWorkflow(await workflowNamed(rest, workflow.name));
		await editor.fitCanvas();
		await take(editor, pictureOf(file), 'canvas');
		for (const [nth, node] of (STEPS[file] ?? []).entries()) {
			await editor.openNode(node);
			await take(editor, `${pictureOf(file)}-${nth + 1}`);
			await editor.closeNode();
		}
	}
	// Last, for it makes accounts, which the others are shown without.
	if (!wanted.some(({ file }) => file === CONTACTS)) return;
	await takeContacts(editor, rest, service, destinations, pictureOf(CONTACTS));
}

const pictureOf = (file: string) => `workflow-${file.replace('.json', '')}`;
