import type { Service } from '../../harness/service';
import type { Editor } from '../../n8n/browser/editor';
import { CREDENTIAL_NAME, credentialFor } from '../../n8n/furnish';
import type { N8nRest } from '../../n8n/rest/n8nRest';
import { take, workflowNamed } from './take';

/** The name of the picture of the credential, to choose it alone. */
export const CREDENTIAL = 'credential';

/** The picture of the trigger on its page. */
export async function takeTrigger(editor: Editor, rest: N8nRest): Promise<void> {
	await editor.openWorkflow(await workflowNamed(rest, 'Completed interviews to Slack'));
	await editor.openNode('When an interview is completed');
	await editor.execute();
	await editor.showAs('JSON');
	await take(editor, 'trigger');
}

/** The picture of the credential with all its fields; it takes the credentials of the workflows away. */
export async function takeCredential(
	editor: Editor,
	rest: N8nRest,
	service: Service,
): Promise<void> {
	for (const { id } of await rest.call<Array<{ id: string }>>('GET', '/rest/credentials')) {
		await rest.call('DELETE', `/rest/credentials/${id}`);
	}
	const dialog = await editor.newCredential('Survey Interview API');
	// As high as its fields, which one would otherwise scroll through.
	await editor.page.setViewportSize({ width: 1400, height: 860 });
	const content = '.el-dialog { --dialog--max-height: none !important; }';
	await editor.page.addStyleTag({ content });
	const { baseUrl, token } = credentialFor(service);
	await dialog.fill({ baseUrl: String(baseUrl), token: String(token) });
	await dialog.save();
	await dialog.success.waitFor();
	await dialog.itself.getByTestId('inline-edit-preview').getByText(CREDENTIAL_NAME).waitFor();
	await take(editor, CREDENTIAL, 'editCredential-modal');
}
