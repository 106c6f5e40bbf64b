import type { Editor } from '../../n8n/browser/editor';
import { take } from './take';

/** What is given after `--` to take only these pictures. */
export const FIRST_WORKFLOW = 'first-workflow';

/** Smaller than usual, because the page shows five of these pictures one below the other. */
const WINDOW = { width: 1060, height: 545 };
const MOST_BYTES = 110_000;

/** The name that n8n gives to the trigger. */
const START = 'When clicking ‘Execute workflow’';

const CONTACTS = [
	{ email: 'ada@example.com', name: 'Ada Lovelace', department: 'Sales' },
	{ email: 'kim@example.com', name: 'Kim Berg', department: 'Care' },
	{ email: 'noa@example.com', name: 'Noa Levi', department: 'Sales' },
];

/** The steps of docs/first-workflow.md, from an empty canvas to three invitations. */
export async function takeFirstWorkflow(editor: Editor): Promise<void> {
	const { page } = editor;
	const usual = page.viewportSize();
	await page.setViewportSize(WINDOW);
	const step = async (nth: number, part = 'ndv') =>
		await take(editor, `${FIRST_WORKFLOW}-${nth}`, part, MOST_BYTES);

	await editor.beginByHand();
	await editor.openNode(START);
	await editor.setMockData(CONTACTS);
	// Opened anew, for n8n covers a part of it with a tip about pinning.
	await editor.closeNode();
	await editor.openNode(START);
	await editor.showAs('Table');
	await step(1);
	await editor.closeNode();

	const action = await editor.findAction('Survey Interview', 'Invite list of contacts');
	await action.scrollIntoViewIfNeeded();
	await step(2, 'node-creator');
	await action.click();
	await editor.parameters.waitFor();

	await editor.openPicker('surveyId');
	await editor.pick('customer', 'Customer relationship');
	await editor.columns();
	await editor.dragField('email', 'recipient_email');
	await editor.dragField('name', 'recipient_name');
	await editor.mapAutomatically();
	// Away from the field, over which n8n shows what the expression gives.
	await editor.output.click();
	await step(3);

	await editor.execute();
	// With what is mapped, from the first field to the switch.
	await page.setViewportSize({ ...WINDOW, height: 860 });
	await editor.fieldOf('surveyId').scrollIntoViewIfNeeded();
	await step(4);

	await editor.toggle('dryRun');
	await editor.executeUntil(
		'3 invited. No email was sent. To send one, use Invitation > Send Email or Mailing > Send.',
	);
	await step(5);
	await editor.closeNode();
	if (usual) await page.setViewportSize(usual);
}
