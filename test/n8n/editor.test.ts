/** What people do in n8n's editor, from an empty canvas to the result, in Chromium. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { workflowIn } from '../examples/n8n/file';
import { NodeTypes } from '../examples/n8n/nodeTypes';
import { byId } from '../harness/support/actionNode';
import { complaintsOf, launchChromium, openWindow } from './browser/chromium';
import { Editor } from './browser/editor';
import { CREDENTIAL_NAME, credentialFor, WORKFLOWS } from './furnish';
import type { Json, NodeDraft } from './rest/n8nRest';
import { START, useStand } from './stand';

/** n8n asks for the example of an output also where a node has none; the console calls that an error. */
const N8N_ASKS = /status of 404 \(Not Found\) \S+\/schemas\//;

/** n8n saves by itself what was imported; on a busy machine it takes that for a change of somebody else. */
const N8N_SAVES = /^Workflow updated elsewhere/;

/** A node that brings these items. */
const given = (...items: Json[]): NodeDraft => ({
	name: 'Contacts',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))};` },
});

describe('the editor, in a browser', () => {
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
		stand().service.clearLog();
	});
	afterEach(async () => {
		await editor.page.close();
		expect(complaints.filter((text) => !N8N_ASKS.test(text))).toEqual([]);
	});

	/** Opens a workflow of these nodes, after one that starts it by hand. */
	const openWorkflow = async (...nodes: NodeDraft[]) =>
		await editor.openWorkflow(await stand().rest.saveWorkflow({ nodes: [START, ...nodes] }));
	const deleteCredentials = async () => {
		const { rest } = stand();
		const all = await rest.call<Array<{ id: string }>>('GET', '/rest/credentials');
		for (const { id } of all) await rest.call('DELETE', `/rest/credentials/${id}`);
	};
	const surveyNames = () =>
		stand()
			.service.world.surveys()
			.map(({ name }) => name);
	const survey = () => stand().service.world.survey('Customer relationship');
	const writes = () => stand().service.log.filter(({ method }) => method !== 'GET');
	const chooseSurvey = async () => {
		await editor.openPicker('surveyId');
		await editor.pick('customer', 'Customer relationship');
	};

	it('the nodes panel finds the node by the words that people look for', async () => {
		await openWorkflow();
		for (const words of ['invite', 'respondent', 'customer satisfaction', 'detractor']) {
			await (await editor.searchNodes(words, 'Survey Interview')).first().waitFor();
			await editor.closeNodesPanel();
		}
	});

	it('a node is added by one of its actions, and a survey is chosen by its name', async () => {
		await openWorkflow();
		await editor.addNode('Survey Interview', 'Get score and response rate');
		expect(await editor.valueOf('resource')).toBe('Result');
		const account = editor.parameters.getByTestId('node-credentials-select').locator('input');
		expect(await account.inputValue()).toBe(CREDENTIAL_NAME);
		const entries = await editor.openPicker('surveyId');
		for (const name of surveyNames())
			expect(await entries.filter({ hasText: name }).count()).toBe(1);
		await editor.pick('customer', 'Customer relationship');
		const [overview] = await editor.execute();
		expect(overview).toMatchObject({ metric_type: 'nps' });
		expect(stand().service.requests({ path: new RegExp(survey().id) })).toHaveLength(1);
	});

	it('what an operation warns of can be read above its fields', async () => {
		const warning = RESOURCES.flatMap(({ name: of, value: resource, operations }) =>
			operations.flatMap(({ name, value: operation, notice }) =>
				notice === undefined ? [] : [{ name: `${of} ${name}`, notice, resource, operation }],
			),
		);
		expect(warning.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['Survey Delete', 'Respondent Erase', 'Mailing Send']),
		);
		await openWorkflow(
			...warning.map(({ name, resource, operation }) =>
				stand().action({ resource, operation }, { name }),
			),
		);
		for (const { name, notice } of warning) {
			await editor.openNode(name);
			await editor.parameters.getByText(notice).waitFor();
			const shown = await editor.parameters.locator('.notice-content').allInnerTexts();
			expect({ name, shown }).toEqual({ name, shown: [notice] });
			await editor.closeNode();
		}
	});

	it('every detractor becomes a message', async () => {
		await editor.begin('Survey Interview', 'On interview completed');
		await editor.add('Add Filter', 'NPS Group');
		await editor.choose('npsGroups', 'Detractors');
		const events = await editor.execute();
		expect(events.length).toBeGreaterThan(0);
		for (const { message, score, nps_group } of events) {
			expect(nps_group).toBe('detractor');
			expect(message).toMatch(new RegExp(` gave ${score} of 10 \\(e?NPS\\) in .+\\.$`));
		}
		expect(writes()).toEqual([]);
	});

	it('a person is invited with what the form shows, without an expression and without Add Field', async () => {
		await openWorkflow();
		await editor.addNode('Survey Interview', 'Invite person or get existing invitation');
		await chooseSurvey();
		await editor.type('recipient_email', 'ann@example.com');
		await editor.type('recipient_name', 'Ann');
		expect(await editor.columns()).toEqual(['Department (department)', 'Location (location)']);
		await editor.typeColumn('department', 'Sales');
		await editor.execute();
		expect(writes().map(({ body }) => body)).toEqual([
			{
				recipient_email: 'ann@example.com',
				recipient_name: 'Ann',
				properties: { department: 'Sales' },
			},
		]);
	});

	it('a list that maps its properties automatically still does when its survey is chosen', async () => {
		const { nodes } = workflowIn('contacts-to-invitations.json');
		const sync = nodes.find(({ name }) => name === 'Sync invitations');
		if (!sync) throw new Error('The workflow has no such node');
		await openWorkflow(
			given({ id: '7', email: 'cleo@example.com', name: 'Cleo', department: 'Support', note: 'x' }),
			{ ...sync, credentials: stand().credentials },
		);
		await editor.openNode(sync.name);
		await chooseSurvey();
		expect(await editor.mappingMode()).toBe('Map Automatically');
		await editor.toggle('dryRun');
		await editor.executePrevious();
		await editor.execute();
		expect(writes().map(({ body }) => body)).toMatchObject([
			{ recipient_email: 'cleo@example.com', properties: { department: 'Support' } },
		]);
	});

	it('a property to filter by is chosen from a list, inside a filter', async () => {
		await openWorkflow(
			stand().action({
				resource: 'respondent',
				operation: 'getAll',
				surveyId: byId(survey().id),
				returnAll: true,
				filters: { propertyFilter: { values: [{ value: 'Sales' }] } },
			}),
		);
		await editor.openNode('Survey Interview');
		const keys = await editor.openPicker('key');
		expect(await keys.allInnerTexts()).toEqual(['Department (department)', 'Location (location)']);
		await keys.first().click();
		const rows = await editor.execute();
		expect(rows.length).toBeGreaterThan(0);
		for (const { properties } of rows) expect(properties).toMatch(/department:\s*Sales/);
	});

	it('contacts become invitations: first as a dry run, then for real, then nothing is left to do', async () => {
		const departments = ['Sales', 'Support', 'Sales'];
		const contacts = departments.map((department, place) => ({
			email: `contact${place}@contacts.example`,
			name: `Contact ${place}`,
			department,
		}));
		// As they are dragged from the left side.
		const dragged = { recipient_email: '={{ $json.email }}', recipient_name: '={{ $json.name }}' };
		await openWorkflow(
			given(...contacts),
			stand().action({ resource: 'invitation', operation: 'sync', ...dragged }),
		);
		await editor.openNode('Survey Interview');
		await chooseSurvey();
		await editor.columns();
		await editor.mapAutomatically();
		await editor.executePrevious();
		const planned = await editor.execute();
		expect(planned.map(({ action }) => action)).toEqual(Array(3).fill('wouldCreate'));
		expect(await editor.hints()).toEqual([
			'Nothing was changed. It would ask the service to invite 3 people. Turn off Dry Run to make these changes.',
		]);
		expect(writes()).toEqual([]);

		await editor.toggle('dryRun');
		const done = await editor.executeUntil(
			'3 invited. No email was sent. To send one, use Invitation > Send Email or Mailing > Send.',
		);
		expect(done.map(({ action }) => action)).toEqual(Array(3).fill('created'));
		const bodies = writes().map(({ body }) => body as Json);
		expect(bodies.map(({ properties }) => properties)).toEqual(
			departments.map((department) => ({ department })),
		);

		const again = await editor.executeUntil('3 unchanged.');
		expect(again.map(({ action }) => action)).toEqual(Array(3).fill('unchanged'));
	});

	describe('where there is no credential yet', () => {
		const right = () => {
			const { baseUrl, token } = credentialFor(stand().service);
			return { baseUrl: String(baseUrl), token: String(token) };
		};
		beforeEach(async () => await deleteCredentials());

		it('a new one shows what everybody enters, the rest with More Settings, and is tested when it is saved', async () => {
			const dialog = await editor.newCredential('Survey Interview API');
			const usual = await dialog.fields();
			expect(usual.slice(0, 3)).toEqual(['baseUrl', 'token', 'moreSettings']);
			await dialog.toggle('moreSettings');
			await dialog.fill(right());
			const all = await dialog.fields();
			expect(all.filter((name) => !usual.includes(name))).toEqual([
				'companyId',
				'participantLink',
				'respondentPage',
				'fieldNames',
				'allowHttp',
			]);
			await dialog.toggle('moreSettings');
			expect(await dialog.fields()).toEqual(usual);
			await dialog.save();
			await dialog.success.waitFor();
			expect(stand().service.requests({ path: /\/me$/ }).length).toBeGreaterThan(0);
		});

		it('a wrong token is told in a sentence, and the right one connects the node', async () => {
			await openWorkflow(
				stand().action({ resource: 'survey', operation: 'getAll' }, { credentials: {} }),
			);
			await editor.openNode('Survey Interview');
			const dialog = await editor.newCredentialOfNode();
			await dialog.fill({ ...right(), token: 'wrong' });
			await dialog.save();
			expect(await dialog.failure()).toMatch(
				/The token is not known\. Check the token in the credential: it may be mistyped, revoked or expired\./,
			);
			await dialog.fill(right());
			await dialog.save();
			await dialog.itself.waitFor({ state: 'detached' });
			expect(await editor.execute()).toHaveLength(surveyNames().length);
		});
	});

	describe('the files in workflows/, as somebody imports them who has no credential yet', () => {
		const NOTE = 'n8n-nodes-base.stickyNote';
		let types: NodeTypes;
		beforeAll(async () => {
			types = await NodeTypes.of(stand().rest);
		});
		beforeEach(async () => await deleteCredentials());
		const needsCredential = (node: NodeDraft) =>
			node.disabled !== true && types.credentialsOf(node).length > 0;

		it.each(readdirSync(WORKFLOWS))(
			'%s comes without a warning; red is only what needs a credential',
			async (file) => {
				const nodes = workflowIn(file).nodes.filter(({ type }) => type !== NOTE);
				const names = nodes.map(({ name }) => name);
				await editor.importFile(join(WORKFLOWS, file), names);
				const red = nodes.filter(needsCredential).map(({ name }) => name);
				expect((await editor.redNodes()).sort()).toEqual(red.sort());
				const toasts = await editor.toasts();
				expect(toasts.filter((text) => !N8N_SAVES.test(text))).toEqual([]);
			},
		);

		it.each(readdirSync(WORKFLOWS))(
			'%s has nodes as n8n adds them today, and its notes name what must be set',
			(file) => {
				const { nodes } = workflowIn(file);
				const notes = JSON.stringify(nodes.filter(({ type }) => type === NOTE));
				const nodesWith = new Map<string, string[]>();
				for (const node of nodes) {
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
});
