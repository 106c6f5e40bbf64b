import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { startService, type Service } from '../service';
import { launchChromium, openWindow } from './browser/chromium';
import { Editor } from './browser/editor';
import { CREDENTIAL_NAME, credentialFor, furnish } from './furnish';
import { installByHand, packedTarball } from './install/community';
import { installN8n } from './install/n8n';
import { NEWEST } from './install/versions';
import { N8nRest } from './rest/n8nRest';
import { N8n } from './servers/n8n';

const FOLDER = join(__dirname, '..', '..', 'docs', 'images');

/** So that the pictures change only with what they show. */
const THAT_DAY = new Date('2026-03-02T09:00:00Z');

/** Pictures of a real editor for the README: `tsx test/n8n/screenshots.ts`, after a build. */
async function main(): Promise<void> {
	const stops: Array<() => Promise<unknown>> = [];
	try {
		const program = await installN8n(NEWEST, (line) => console.log(line));
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-screenshots-'));
		stops.push(async () => await rm(userFolder, { recursive: true, force: true }));
		await installByHand(program, userFolder, packedTarball());
		const service = await startService({ startAt: THAT_DAY });
		stops.push(async () => await service.stop());
		const n8n = await N8n.start({ program, userFolder });
		stops.push(async () => await n8n.stop());
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		await furnish(rest, service);
		const browser = await launchChromium();
		stops.push(async () => await browser.close());
		await mkdir(FOLDER, { recursive: true });
		await takeAll(await openWindow(browser), n8n.url, rest, service);
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

async function takeAll(
	window: BrowserContext,
	url: string,
	rest: N8nRest,
	service: Service,
): Promise<void> {
	const editor = new Editor(await window.newPage(), url);
	await editor.signIn();

	await editor.openWorkflow(await workflowNamed(rest, 'Completed interviews'));
	await take(editor, 'workflow');

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

async function workflowNamed(rest: N8nRest, name: string): Promise<string> {
	const all = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
	const found = all.find((workflow) => workflow.name === name);
	if (!found) throw new Error(`There is no workflow "${name}"`);
	return found.id;
}

const MOST_BYTES = 200_000;

/** With all icons there, and without n8n's messages, which would cover a corner. */
async function take({ page }: Editor, name: string): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.waitForFunction('[...document.images].every((image) => image.naturalWidth > 0)');
	const messages = page.locator('.el-notification');
	while ((await messages.count()) > 0) {
		await messages.first().locator('.el-notification__closeBtn').click();
		await messages.first().waitFor({ state: 'detached' });
	}
	await page.mouse.move(0, 0);
	const path = join(FOLDER, `${name}.png`);
	await page.screenshot({ path, animations: 'disabled' });
	const { size } = await stat(path);
	if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MOST_BYTES}`);
	console.log(`${path}: ${Math.round(size / 1000)} kB`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
