/** `npm run n8n`, as a person sees it: the service's page, its button, and the workflow that delivers who took part. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TRIGGER_NAME } from '../harness/support/names';
import { complaintsOf, launchChromium, openWindow } from './browser/chromium';
import { LIVE_WORKFLOW } from './live';
import { itemsOf, N8nRest, until, type Json } from './rest/n8nRest';
import { freePorts, isFree } from './servers/ports';
import { Server } from './servers/server';

const MINUTE = 60_000;

describe('npm run n8n', () => {
	let folder: string;
	let server: Server;
	let rest: N8nRest;
	let port: number;
	let workflowId: string;
	let browser: Browser | undefined;
	let page: Page;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'n8n-trial-'));
		port = await firstOfTwoFreePorts();
		const options = ['--port', String(port), '--folder', folder];
		server = await Server.start({
			name: 'npm run n8n',
			program: process.execPath,
			args: [require.resolve('tsx/cli'), join(__dirname, 'main.ts'), ...options],
			env: process.env,
			isReady: (output) => output.includes('End it with Ctrl-C.'),
			readyWithin: 6 * MINUTE,
		});
		const [, n8n = '', id = ''] =
			/(http\S+)\/workflow\/(\w+)\/executions/.exec(server.output) ?? [];
		workflowId = id;
		rest = new N8nRest(n8n);
		await rest.signIn();
		browser = await launchChromium();
		page = await (await openWindow(browser)).newPage();
	}, 8 * MINUTE);
	afterAll(async () => {
		await browser?.close();
		await server?.stop('SIGINT');
		await rm(folder, { recursive: true, force: true });
	}, MINUTE);

	/** What the workflow has delivered. */
	const delivered = async (): Promise<Json[]> => {
		const executions = await rest.executions(workflowId);
		const over = executions.filter(({ status }) => status === 'success');
		const all = over.map(async ({ id }) => itemsOf(await rest.execution(id), TRIGGER_NAME));
		return (await Promise.all(all)).flat();
	};

	it('one click on the page completes an interview, of whatever name, and the workflow delivers it', async () => {
		const address = `http://127.0.0.1:${port + 1}/`;
		expect(server.output).toContain(`Open ${address} and click "Complete an interview".`);
		expect(server.output).toContain(`"${LIVE_WORKFLOW}"`);
		expect(await rest.workflow(workflowId)).toMatchObject({ name: LIVE_WORKFLOW, active: true });
		const complaints = complaintsOf(page);
		const name = '<img src=x onerror="document.title=1"> =1+1';
		await page.goto(address);
		await page.locator('#person').selectOption({ label: 'Somebody new' });
		await page.locator('#name').fill(name);
		await page.getByRole('button', { name: 'Complete an interview' }).click();
		await page.locator('#outcome.good').filter({ hasText: name }).waitFor();
		await page.locator('#completions li').filter({ hasText: name }).first().waitFor();
		expect(await page.locator('main img').count()).toBe(0);
		await until('the event', async () => (await delivered()).find((one) => one.name === name));
		expect((await delivered()).filter((one) => one.name === name)).toHaveLength(1);
		await page.locator('#asked code').filter({ hasText: '/respondents' }).first().waitFor();
		expect(complaints).toEqual([]);
		await server.stop('SIGINT');
		expect(server.output).toContain('Stopping');
	});
});

async function firstOfTwoFreePorts(): Promise<number> {
	for (;;) {
		const [port = 0] = await freePorts(1);
		if (port < 65_534 && (await isFree(port + 1))) return port;
	}
}
