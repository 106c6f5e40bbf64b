import type { Browser, BrowserContext } from 'playwright-core';

import { START, useStand } from '../stand';
import type { NodeDraft } from '../rest/n8nRest';
import { complaintsOf, launchChromium, openWindow } from './chromium';
import { Editor } from './editor';

/** n8n asks for the example of an output also where a node has none; the console calls that an error. */
const N8N_ASKS = /status of 404 \(Not Found\) \S+\/schemas\//;

/** Gives each test of a suite a window of n8n's editor, signed in; the console must stay without complaints. */
export function useEditor() {
	const stand = useStand();
	let browser: Browser | undefined;
	let window: BrowserContext;
	let editor: Editor;
	let complaints: string[];

	beforeAll(async () => {
		browser = await launchChromium();
		window = await openWindow(browser);
		editor = new Editor(await window.newPage(), stand().n8n.url);
		await editor.signIn();
		await editor.page.close();
	});

	afterAll(async () => await browser?.close());

	beforeEach(async () => {
		editor = new Editor(await window.newPage(), stand().n8n.url);
		complaints = complaintsOf(editor.page);
	});

	afterEach(async () => {
		await editor.page.close();
		expect(complaints.filter((text) => !N8N_ASKS.test(text))).toEqual([]);
	});

	return {
		stand,
		editor: () => editor,
		/** Opens a workflow of these nodes, after one that starts it by hand. */
		openWorkflow: async (...nodes: NodeDraft[]) =>
			await editor.openWorkflow(await stand().rest.saveWorkflow({ nodes: [START, ...nodes] })),
	};
}
