import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../rest/session';

/** n8n's editor, as a person uses it. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	async signIn({ email, password } = OWNER): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.page.getByTestId('form-submit-button').click();
		await this.page.waitForURL(/\/(home|workflow)\//);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Begins a new workflow and imports a file into it. @returns when all its nodes are on the canvas */
	async importFile(path: string, nodeNames: readonly string[]): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('workflow-import-input').setInputFiles(path);
		for (const name of nodeNames) await this.node(name).waitFor();
	}

	/** Makes the canvas show all that is on it. */
	async fitCanvas(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** The names of the nodes that are marked red. */
	async redNodes(): Promise<string[]> {
		const red = this.page.getByTestId('canvas-node').filter({
			has: this.page.getByTestId('node-issues'),
		});
		const nodes = await red.all();
		return await Promise.all(
			nodes.map(async (node) => (await node.getAttribute('data-node-name')) ?? ''),
		);
	}

	/** What n8n tells in a corner of the window. */
	async toasts(): Promise<string[]> {
		return await trimmed(this.page.locator('.el-notification'));
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.parameters.waitFor();
	}

	/** Has the nodes before the open one bring their data. @returns when it is there */
	async executePrevious(): Promise<void> {
		await this.page.getByTestId('execute-previous-node').first().click();
		await this.page
			.getByTestId('ndv-input-panel')
			.locator('.json-data, table, [class*=schema]')
			.first()
			.waitFor();
	}

	async closeNode(): Promise<void> {
		await this.panel.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'detached' });
	}

	/** Opens the nodes panel of the open workflow. @returns what it finds, of this name */
	async searchNodes(words: string, name = words): Promise<Locator> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill(words);
		return this.page.getByTestId('item-iterator-item').filter({ hasText: name });
	}

	async closeNodesPanel(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('node-creator-search-bar').waitFor({ state: 'detached' });
	}

	/** Finds a node in the nodes panel. @returns its action whose name begins so */
	async findAction(name: string, action: string): Promise<Locator> {
		await (await this.searchNodes(name)).first().click();
		return this.page.getByTestId('item-iterator-item').filter({ hasText: action });
	}

	/** Finds a node in the nodes panel, and takes one of its actions; the node is open then. */
	async addNode(name: string, action: string): Promise<void> {
		await (await this.findAction(name, action)).getByText(action, { exact: true }).click();
		await this.parameters.waitFor();
	}

	/** Begins a workflow with a node of the nodes panel; it is open then. */
	async begin(name: string, action: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill(name);
		await this.page.getByTestId('item-iterator-item').filter({ hasText: name }).first().click();
		const entries = this.page.getByTestId('item-iterator-item');
		await entries.getByText(action, { exact: true }).click();
		await this.parameters.waitFor();
	}

	/** Begins a workflow that is started by hand. */
	async beginByHand(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').click();
		const entries = this.page.getByTestId('item-iterator-item');
		await entries.filter({ hasText: 'Trigger manually' }).click();
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Types the output of the open node, which is then pinned. */
	async setMockData(items: readonly object[]): Promise<void> {
		await this.output.getByText('set mock data').click();
		await this.output.locator('.cm-content').click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.insertText(JSON.stringify(items, null, 2));
		await this.output.getByRole('button', { name: 'Save' }).click();
		await this.output.getByTestId('ndv-data-container').waitFor();
	}

	/** Drags a field from the left side of the open node onto a parameter. */
	async dragField(field: string, parameter: string): Promise<void> {
		const source = this.page
			.getByTestId('ndv-input-panel')
			.locator('[data-target="mappable"]')
			.getByText(field, { exact: true });
		const target = this.fieldOf(parameter);
		await target.scrollIntoViewIfNeeded();
		await source.hover();
		await this.page.mouse.down();
		const box = await target.boundingBox();
		if (!box) throw new Error(`The field ${parameter} is not on the screen`);
		await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
		await this.page.mouse.up();
		await target.getByText('$json').first().waitFor();
	}

	/** The open node. */
	get panel(): Locator {
		return this.page.getByTestId('ndv');
	}

	get parameters(): Locator {
		return this.panel.getByTestId('node-parameters');
	}

	/** What the field of a parameter says. */
	async valueOf(parameter: string): Promise<string> {
		return await this.fieldOf(parameter).locator('input').last().inputValue();
	}

	fieldOf(parameter: string): Locator {
		return this.parameters.getByTestId(`parameter-input-${parameter}`);
	}

	/** Types a text into the field of a parameter. */
	async type(parameter: string, text: string): Promise<void> {
		await this.fieldOf(parameter).locator('input, textarea').first().fill(text);
	}

	/** The fields of the resource mapper, when they are there. */
	async columns(): Promise<string[]> {
		const labels = this.mapper.locator('.parameter-item').getByTestId('input-label');
		await labels.first().waitFor();
		return await firstLines(labels);
	}

	/** Types a text into a field of the resource mapper. */
	async typeColumn(label: string, text: string): Promise<void> {
		const field = this.mapper.locator('.parameter-item').filter({ hasText: label });
		await field.locator('input, textarea').first().fill(text);
	}

	/** How the resource mapper gets its values. */
	async mappingMode(): Promise<string> {
		return await this.mapper.getByTestId('mapping-mode-select').locator('input').inputValue();
	}

	/** Has the resource mapper take its values from what comes in. */
	async mapAutomatically(): Promise<void> {
		await this.mapper.getByTestId('mapping-mode-select').locator('input').click();
		await this.page.getByRole('option', { name: /Map Automatically/ }).click();
	}

	get mapper(): Locator {
		return this.parameters.getByTestId('resource-mapper-container');
	}

	/** Opens a picker. @returns its entries, of which at least one is there */
	async openPicker(parameter: string): Promise<Locator> {
		await this.fieldOf(parameter).getByTestId('rlc-input').click();
		const entries = this.page.getByTestId('rlc-item');
		await entries.first().waitFor();
		return entries;
	}

	/** Looks for words in the open picker, and chooses the entry of this name. */
	async pick(words: string, name: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(words);
		const found = this.page.getByTestId('rlc-item');
		// The old list goes when the service is asked, and the new one is shorter.
		await found.nth(1).waitFor({ state: 'detached' });
		await found.filter({ hasText: name }).click();
	}

	/**
	 * Executes the open node, or fetches a test event. @returns its output, as the table shows it
	 * @throws what the editor shows when it fails
	 */
	async execute(): Promise<Array<Record<string, string>>> {
		const button = this.panel.getByTestId('node-execute-button').first();
		const label = await button.innerText();
		await button.click();
		const data = this.output.getByTestId('ndv-data-container').locator('table, .json-data');
		const error = this.output.getByTestId('node-error-message');
		await data.or(error).first().waitFor();
		if (await error.isVisible()) throw new Error(await error.innerText());
		await button.filter({ hasText: label }).waitFor();
		return await this.rows();
	}

	/** Executes the open node once more. @returns its output, when the node shows this sentence with it */
	async executeUntil(sentence: string): Promise<Array<Record<string, string>>> {
		await this.panel.getByTestId('node-execute-button').first().click();
		await this.output.getByTestId('node-hint').getByText(sentence, { exact: true }).waitFor();
		return await this.rows();
	}

	/** The output of the open node, as the table shows it. */
	private async rows(): Promise<Array<Record<string, string>>> {
		await this.showAs('Table');
		await this.output.locator('tbody tr').first().waitFor();
		const head = await trimmed(this.output.locator('thead th'));
		const rows = await this.output.locator('tbody tr').all();
		return await Promise.all(
			rows.map(async (row) => {
				const cells = await trimmed(row.locator('td'));
				return Object.fromEntries(head.map((name, place) => [name, cells[place] ?? '']));
			}),
		);
	}

	/** The sentences that the node shows with its output. */
	async hints(): Promise<string[]> {
		return await trimmed(this.output.getByTestId('node-hint'));
	}

	/** Adds a field to a collection. */
	async add(button: string, field: string): Promise<void> {
		await this.parameters.getByPlaceholder(button).click();
		await this.page
			.getByTestId('collection-parameter-option')
			.filter({ hasText: new RegExp(`^\\s*${field}\\s*$`), visible: true })
			.click();
	}

	/** Chooses an option of a list. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.fieldOf(parameter).locator('input').first().click();
		await this.page
			.getByRole('option', { name: new RegExp(`^${option}`) })
			.filter({ visible: true })
			.first()
			.click();
		await this.page.keyboard.press('Escape');
	}

	/** Turns a switch. */
	async toggle(parameter: string): Promise<void> {
		await this.fieldOf(parameter).locator('.el-switch, [role=switch]').first().click();
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	async showAs(mode: 'Schema' | 'Table' | 'JSON'): Promise<void> {
		await this.output.getByTestId('ndv-run-data-display-mode').getByText(mode).click();
	}

	/** Follows the invitation of an open node that has no credential yet. */
	async newCredentialOfNode(): Promise<CredentialDialog> {
		await this.parameters.getByTestId('node-credentials-empty-state').locator('button').click();
		return await new CredentialDialog(this.page).opened();
	}

	/** From the list of credentials. */
	async newCredential(type: string): Promise<CredentialDialog> {
		await this.page.goto(`${this.url}/home/credentials/create`);
		await this.page.getByTestId('new-credential-type-select').locator('input').fill(type);
		await this.page.getByRole('option', { name: type }).click();
		await this.page.getByTestId('new-credential-type-button').click();
		return await new CredentialDialog(this.page).opened();
	}
}

/** What labels say; buttons beside them say more. */
async function firstLines(labels: Locator): Promise<string[]> {
	return (await trimmed(labels)).map((text) => text.split('\n')[0] ?? '');
}

async function trimmed(cells: Locator): Promise<string[]> {
	return (await cells.allInnerTexts()).map((text) => text.trim());
}

/** The dialog for a credential. n8n tests it when it saves it. */
export class CredentialDialog {
	constructor(private readonly page: Page) {}

	async opened(): Promise<this> {
		await this.itself.waitFor();
		return this;
	}

	get itself(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	/** After a test that went well, where the dialog stays open. */
	get success(): Locator {
		return this.itself.getByTestId('credentials-config-container-test-success');
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.itself.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
		}
	}

	/** The names of its fields, from top to bottom. */
	async fields(): Promise<string[]> {
		const fields = this.itself.locator('[data-test-id^=parameter-input-]');
		await fields.first().waitFor();
		const ids = await fields.evaluateAll((all) =>
			all.map((one) => one.getAttribute('data-test-id')),
		);
		const names = ids.map((id) => id?.replace('parameter-input-', '') ?? '');
		return names.filter((name) => name !== 'field');
	}

	async toggle(name: string): Promise<void> {
		const field = this.itself.getByTestId(`parameter-input-${name}`);
		await field.locator('.el-switch, [role=switch]').first().click();
	}

	async save(): Promise<void> {
		await this.itself.getByTestId('credential-save-button').click();
	}

	/** After a test that failed. @returns all that the dialog says about it */
	async failure(): Promise<string> {
		const banner = this.itself.locator('.el-tag--danger').filter({ visible: true });
		await banner.getByText('More details').click();
		return await banner.innerText();
	}
}
