import { readdirSync, readFileSync } from 'node:fs';
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
const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger';

describe.each(FILES)('%s', (file) => {
	const workflow = workflowIn(file);
	const text = readFileSync(join(WORKFLOWS, file), 'utf8');
	const notes = workflow.nodes.filter(({ type }) => type === NOTE);
	const nodes = workflow.nodes.filter(({ type }) => type !== NOTE);
	const names = nodes.map(({ name }) => name);

	it('is a workflow as n8n exports one, not active, with nothing of the n8n it comes from', () => {
		const keys = ['name', 'description', 'tags', 'nodes', 'connections', 'settings', 'active'];
		expect(Object.keys(workflow).sort()).toEqual(keys.sort());
		expect(workflow.active).toBe(false);
		for (const node of workflow.nodes) {
			expect(node).not.toHaveProperty('credentials');
			// A chat has an address of its own, which n8n makes anew where it is taken.
			if (node.type !== CHAT) expect(node).not.toHaveProperty('webhookId');
			expect(node.id).toMatch(/^[0-9a-f-]{36}$/);
		}
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(workflow.nodes.length);
	});

	it('is small: few nodes, no program, and a note that people read', () => {
		const isLarge =
			/approval/.test(file) || nodes.some(({ type }) => /hubspot|pipedrive/.test(type));
		expect(nodes.length).toBeLessThanOrEqual(isLarge ? 12 : 8);
		for (const { type } of nodes) expect(type).not.toMatch(/\.(code|function|functionItem)$/);
		for (const [expression] of text.matchAll(/\{\{.*?\}\}/g)) {
			expect(expression.replace(/\\(?=["\\])/g, '').length).toBeLessThanOrEqual(300);
		}
		const [note, ...others] = notes.map(({ parameters }) => String(parameters?.content));
		expect(others).toEqual([]);
		expect(note?.match(/\p{L}[\w\p{L}’'-]*/gu)?.length).toBeLessThanOrEqual(60);
	});

	it('says what it is for, as n8n’s library of templates shows it', () => {
		expect(workflow.description).toMatch(/^[A-Z].{60,200}\.$/);
		expect(workflow.tags?.length).toBeGreaterThanOrEqual(2);
	});

	it('names no machine, no address and no person', () => {
		expect(text).not.toMatch(/:\/\/|localhost|\b\d+\.\d+\.\d+\.\d+\b|\/(home|root|tmp)\//);
		expect(text).not.toMatch(/[\w.]+@\w+\.\w+|xox[a-z]-|Bearer|eyJ/);
	});

	it('says in notes what to set, and connects all that it has', () => {
		expect(notes.map(({ parameters }) => String(parameters?.content)).join('\n')).toContain(
			'**Set',
		);
		expect(new Set(workflow.nodes.map(({ name }) => name)).size).toBe(workflow.nodes.length);
		const ends = Object.entries(workflow.connections as Connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs)
				.flat(2)
				.map((end) => end?.node ?? from),
		]);
		expect([...new Set(ends)].sort()).toEqual([...names].sort());
		for (const [, name] of text.matchAll(/\$\('([^']+)'\)/g)) expect(names).toContain(name);
	});
});

type Connections = Record<string, Record<string, Array<Array<{ node: string }> | null>>>;

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
