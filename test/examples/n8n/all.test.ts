import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { complaintsOf, launchChromium, openWindow } from '../../n8n/browser/chromium';
import { Editor } from '../../n8n/browser/editor';
import { WORKFLOWS } from '../../n8n/furnish';
import type { NodeDraft } from '../../n8n/rest/n8nRest';
import { useStand } from '../../n8n/stand';
import { workflowIn } from './file';
import { NodeTypes } from './nodeTypes';

const FILES = readdirSync(WORKFLOWS).sort();
const NOTE = 'n8n-nodes-base.stickyNote';

describe('the workflows in the editor', () => {
	const stand = useStand();
	let types: NodeTypes;
	let browser: Browser | undefined;
	let editor: Editor;
	let complaints: string[];

	beforeAll(async () => {
		types = await NodeTypes.of(stand().rest);
		// What an import shows to somebody who has no credentials yet.
		await stand().rest.call('DELETE', `/rest/credentials/${stand().credentialId}`);
		browser = await launchChromium();
		editor = new Editor(await (await openWindow(browser)).newPage(), stand().n8n.url);
		await editor.signIn();
		complaints = complaintsOf(editor.page);
	});

	afterAll(async () => await browser?.close());

	const needsCredential = (node: NodeDraft) =>
		node.disabled !== true && types.credentialsOf(node).length > 0;

	it.each(FILES)(
		'%s is imported without a warning; red is only what needs a credential',
		async (file) => {
			const workflow = workflowIn(file);
			const nodes = workflow.nodes.filter(({ type }) => type !== NOTE);
			await editor.importFile(
				join(WORKFLOWS, file),
				nodes.map(({ name }) => name),
			);
			const red = nodes.filter(needsCredential).map(({ name }) => name);
			expect((await editor.redNodes()).sort()).toEqual(red.sort());
			expect(await editor.toasts()).toEqual([]);
			expect(complaints.splice(0)).toEqual([]);
		},
	);

	it.each(FILES)(
		'%s has nodes as n8n adds them today, and its notes name what must be set',
		(file) => {
			const workflow = workflowIn(file);
			const notes = workflow.nodes
				.filter(({ type }) => type === NOTE)
				.map(({ parameters }) => String(parameters?.content))
				.join('\n');
			const nodesWith = new Map<string, string[]>();
			for (const node of workflow.nodes) {
				expect(node).toMatchObject({ typeVersion: types.newest(node) });
				const issues = types.issuesOf(node);
				if (!needsCredential(node)) expect(issues).toEqual([]);
				// What else is to be chosen: a survey, a channel, a document, an address.
				for (const issue of issues) expect(issue).toMatch(/required/);
				for (const credential of types.credentialsOf(node)) {
					nodesWith.set(credential, [...(nodesWith.get(credential) ?? []), node.name]);
				}
			}
			// "The same credential in the other six" is enough for the rest.
			for (const names of nodesWith.values()) {
				expect(names.filter((name) => notes.includes(`*${name}*`))).not.toEqual([]);
			}
		},
	);
});
