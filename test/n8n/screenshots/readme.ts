import type { Service } from '../../service';
import type { Editor } from '../browser/editor';
import { CREDENTIAL_NAME, credentialFor } from '../furnish';
import type { N8nRest } from '../rest/n8nRest';
import { take, workflowNamed } from './take';

/** The pictures of the node, the trigger and the credential on their pages. */
export async function takeReadme(editor: Editor, rest: N8nRest, service: Service): Promise<void> {
	await editor.openWorkflow(await workflowNamed(rest, 'Completed interviews'));
	await editor.openNode('Interview completed');
	await editor.execute();
	await editor.showAs('JSON');
	await take(editor, 'trigger');

	await editor.openWorkflow(await workflowNamed(rest, 'Survey results'));
	await editor.openNode('All surveys');
	await editor.execute();
	await editor.showAs('JSON');
	await take(editor, 'node');

	for (const { id } of await rest.call<Array<{ id: string }>>('GET', '/rest/credentials')) {
		await rest.call('DELETE', `/rest/credentials/${id}`);
	}
	const dialog = await editor.newCredential('Survey Interview API');
	const { baseUrl, token } = credentialFor(service);
	await dialog.fill({ baseUrl: String(baseUrl), token: String(token) });
	await dialog.save();
	await dialog.success.waitFor();
	await dialog.itself.getByTestId('inline-edit-preview').getByText(CREDENTIAL_NAME).waitFor();
	await take(editor, 'credential');
}
