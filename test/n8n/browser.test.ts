import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import type { Editor } from './browser/editor';
import { useEditor } from './browser/useEditor';
import { CREDENTIAL_NAME, credentialFor } from './furnish';

describe('the editor, in a browser', () => {
	const { stand, editor: current, openWorkflow } = useEditor();
	let editor: Editor;
	beforeEach(() => (editor = current()));

	const surveyNames = () =>
		stand()
			.service.world.surveys()
			.map(({ name }) => name);

	it('a node is added from the nodes panel by one of its actions', async () => {
		await openWorkflow();
		await editor.addNode('Survey Interview', 'Get many respondents');
		expect(await editor.valueOf('resource')).toBe('Respondent');
		expect(await editor.valueOf('operation')).toBe('Get Many');
		expect(
			await editor.parameters.getByTestId('node-credentials-select').locator('input').inputValue(),
		).toBe(CREDENTIAL_NAME);
	});

	it('a step is executed, and its output can be read', async () => {
		await openWorkflow(stand().action({ resource: 'survey', operation: 'getAll' }));
		await editor.openNode('Survey Interview');
		const output = await editor.execute();
		expect(output.map(({ name }) => name).sort()).toEqual(surveyNames().sort());
	});

	it('a survey is chosen from the picker by its name', async () => {
		await openWorkflow();
		await editor.addNode('Survey Interview', 'Get score and response rate');
		const entries = await editor.openPicker('surveyId');
		for (const name of surveyNames())
			expect(await entries.filter({ hasText: name }).count()).toBe(1);
		await editor.pick('customer', 'Customer relationship');
		const [overview] = await editor.execute();
		expect(overview).toMatchObject({ metric_type: 'nps' });
		const { id } = stand().service.world.survey('Customer relationship');
		expect(stand().service.requests({ path: new RegExp(id) })).toHaveLength(1);
	});

	it('a test event is fetched for the trigger', async () => {
		await openWorkflow(stand().trigger({}));
		await editor.openNode('Survey Interview Trigger');
		const [event] = await editor.execute();
		expect(surveyNames()).toContain(event?.survey_name);
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

	it.each([
		['light', 'surveyInterview.svg'],
		['dark', 'surveyInterview.dark.svg'],
	] as const)('in the %s theme the nodes carry their %s', async (colorScheme, file) => {
		const { page } = editor;
		await page.emulateMedia({ colorScheme });
		await openWorkflow(stand().action({}), stand().trigger({}));
		const found = await editor.searchNodes('Survey Interview');
		const folder = join(__dirname, '..', '..', 'nodes', 'SurveyInterview');
		const drawing = await readFile(join(folder, file), 'utf8');
		for (const where of [
			editor.node('Survey Interview'),
			editor.node('Survey Interview Trigger'),
			found,
		]) {
			const icon = where.locator('img').first();
			await icon.waitFor();
			const src = (await icon.getAttribute('src')) ?? '';
			expect(src).toMatch(new RegExp(`/${file}$`));
			const answer = await page.request.get(new URL(src, page.url()).href);
			expect(await answer.text()).toBe(drawing);
		}
	});

	describe('where there is no credential yet', () => {
		const right = () => {
			const { baseUrl, token } = credentialFor(stand().service);
			return { baseUrl: String(baseUrl), token: String(token) };
		};

		beforeEach(async () => {
			const { rest } = stand();
			const all = await rest.call<Array<{ id: string }>>('GET', '/rest/credentials');
			for (const { id } of all) await rest.call('DELETE', `/rest/credentials/${id}`);
		});

		it('a new one is tested when it is saved', async () => {
			const dialog = await editor.newCredential('Survey Interview API');
			await dialog.fill(right());
			await dialog.save();
			await dialog.success.waitFor();
			expect(await dialog.success.innerText()).toMatch(/Connection tested successfully/);
			expect(stand().service.requests({ path: /\/me$/ }).length).toBeGreaterThan(0);
		});

		it('shows what everybody enters; the rest opens with More Settings and is kept when it closes', async () => {
			const dialog = await editor.newCredential('Survey Interview API');
			const usual = await dialog.fields();
			expect(usual.slice(0, 3)).toEqual(['baseUrl', 'token', 'moreSettings']);
			await dialog.toggle('moreSettings');
			const respondentPage = 'https://survey.example.com/{respondent_id}';
			await dialog.fill({ ...right(), respondentPage });
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
			const { rest } = stand();
			const [{ id } = { id: '' }] = await rest.call<Array<{ id: string }>>(
				'GET',
				'/rest/credentials',
			);
			const saved = await rest.call('GET', `/rest/credentials/${id}?includeData=true`);
			expect(saved).toMatchObject({ data: { respondentPage } });
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
});
