/** What people come for, from an empty canvas to the result, in the real editor: the clicks, and what they read. */
import type { Editor } from './browser/editor';
import { useEditor } from './browser/useEditor';
import type { NodeDraft } from './rest/n8nRest';

const NAMES = ['Ann', 'Bea', 'Cas', 'Dora', 'Ed'];

/** Five contacts, as a CRM gives them. */
const contacts: NodeDraft = {
	name: 'Contacts',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `return ${JSON.stringify(
			NAMES.map((name, place) => ({
				json: {
					email: `${name.toLowerCase()}@contacts.example`,
					name,
					department: place % 2 === 0 ? 'Sales' : 'Support',
				},
			})),
		)};`,
	},
};

describe('uses, in a browser', () => {
	const { stand, editor: current, openWorkflow } = useEditor();
	let editor: Editor;
	beforeEach(() => {
		editor = current();
		stand().service.clearLog();
	});
	const writes = () => stand().service.log.filter(({ method }) => method !== 'GET');

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

	it('five contacts become invitations: first as a dry run, then for real', async () => {
		await openWorkflow(
			contacts,
			stand().action({
				resource: 'invitation',
				operation: 'sync',
				// As they are dragged from the left side.
				recipient_email: '={{ $json.email }}',
				recipient_name: '={{ $json.name }}',
			}),
		);
		await editor.openNode('Survey Interview');
		await editor.openPicker('surveyId');
		await editor.pick('customer', 'Customer relationship');
		await editor.columns();
		await editor.mapAutomatically();
		await editor.executePrevious();
		const planned = await editor.execute();
		expect(planned.map(({ action }) => action)).toEqual(NAMES.map(() => 'wouldCreate'));
		expect(await editor.hints()).toEqual([
			'Nothing was changed. It would ask the service to invite 5 people. Turn off Dry Run to make these changes.',
		]);
		expect(writes()).toEqual([]);

		await editor.toggle('dryRun');
		const done = await editor.executeUntil(
			'5 invited. No email was sent. To send one, use Invitation > Send Email or Mailing > Send.',
		);
		expect(done.map(({ action }) => action)).toEqual(NAMES.map(() => 'created'));
		expect(await editor.hints()).toHaveLength(1);
		const bodies = writes().map(({ body }) => body as { properties: { department: string } });
		expect(bodies.map(({ properties }) => properties)).toEqual(
			NAMES.map((_name, place) => ({ department: place % 2 === 0 ? 'Sales' : 'Support' })),
		);

		const again = await editor.executeUntil('5 unchanged.');
		expect(again.map(({ action }) => action)).toEqual(NAMES.map(() => 'unchanged'));
	});
});
