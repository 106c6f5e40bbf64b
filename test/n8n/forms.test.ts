/** The forms as people fill them in, in the real editor. */
import type { Editor } from './browser/editor';
import { useEditor } from './browser/useEditor';
import type { Json, NodeDraft } from './rest/n8nRest';
import { workflowIn } from '../examples/n8n/file';

/** A node that brings one item. */
const given = (item: Json): NodeDraft => ({
	name: 'Contact',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify(item), options: {} },
});

describe('forms, in a browser', () => {
	const { stand, editor: current, openWorkflow } = useEditor();
	let editor: Editor;
	beforeEach(() => {
		editor = current();
		stand().service.clearLog();
	});
	const survey = () => stand().service.world.survey('Customer relationship');
	const writes = () => stand().service.log.filter(({ method }) => method !== 'GET');

	it.each(['invite', 'invitation', 'respondent', 'results', 'customer satisfaction', 'detractor'])(
		'the nodes panel finds the node by "%s"',
		async (words) => {
			await openWorkflow();
			await editor.page.getByTestId('node-creator-plus-button').click();
			await editor.page.getByTestId('node-creator-search-bar').fill(words);
			const found = editor.page
				.getByTestId('item-iterator-item')
				.filter({ hasText: 'Survey Interview' });
			await found.first().waitFor();
			expect(await found.first().innerText()).toContain('Survey Interview');
		},
	);

	it('a person is invited with what the form shows, without an expression and without Add Field', async () => {
		await openWorkflow();
		await editor.addNode('Survey Interview', 'Invite person or get existing invitation');
		await editor.openPicker('surveyId');
		await editor.pick('customer', 'Customer relationship');
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

	it('properties are mapped automatically from what comes in', async () => {
		await openWorkflow(
			given({ email: 'bea@example.com', Department: 'Support', note: 'x' }),
			stand().action({
				resource: 'invitation',
				operation: 'createPersonal',
				surveyId: { __rl: true, mode: 'id', value: survey().id },
				recipient_email: '={{ $json.email }}',
			}),
		);
		await editor.openNode('Survey Interview');
		await editor.mapAutomatically();
		await editor.executePrevious();
		await editor.execute();
		expect(writes().map(({ body }) => body)).toEqual([
			{ recipient_email: 'bea@example.com', properties: { department: 'Support' } },
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
		await editor.openPicker('surveyId');
		await editor.pick('customer', 'Customer relationship');
		expect(await editor.mappingMode()).toBe('Map Automatically');
		await editor.toggle('dryRun');
		await editor.executePrevious();
		await editor.execute();
		expect(writes().map(({ body }) => body)).toMatchObject([
			{ recipient_email: 'cleo@example.com', properties: { department: 'Support' } },
		]);
	});

	it('the survey stands above the respondent, whose list is that of the survey', async () => {
		await openWorkflow();
		await editor.addNode('Survey Interview', 'Get what respondent said');
		const names = await editor.labels();
		expect(names.indexOf('Survey')).toBeLessThan(names.indexOf('Respondent'));
	});

	it('a property to filter by is chosen from a list, inside a filter', async () => {
		await openWorkflow(
			stand().action({
				resource: 'respondent',
				operation: 'getAll',
				surveyId: { __rl: true, mode: 'id', value: survey().id },
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

	it.each([
		[{ resource: 'survey', operation: 'get' }, ['Concurrency', 'Max Wait', 'Timeout']],
		[
			{ resource: 'mailing', operation: 'send' },
			['Additional Fields (JSON)', 'Max Wait', 'Timeout'],
		],
	])('Options offers what is about %j, and no other', async (operation, offered) => {
		await openWorkflow(stand().action(operation));
		await editor.openNode('Survey Interview');
		expect(await editor.offeredBy('Add Option')).toEqual(offered);
	});
});
