/** The trial as a person sees it: the service's page, its button, and people who come by themselves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TRIGGER_NAME } from '../harness/support/names';
import { complaintsOf, launchChromium, openWindow } from './browser/chromium';
import { LIVE_WORKFLOW } from './live';
import { N8nRest, outputsOf, until, type Json } from './rest/n8nRest';
import { freePorts, isFree } from './servers/ports';
import { Server } from './servers/server';
import { everySeconds, useStand } from './stand';

const MINUTE = 60_000;
const NEXT = 'Next';

/** A text as a pattern that matches it. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What a workflow's trigger has delivered, oldest first. */
async function delivered(rest: N8nRest, workflowId: string): Promise<Json[]> {
	const executions = await rest.executions(workflowId);
	const over = executions.filter(({ status }) => status === 'success');
	const events = over.map(async ({ id }) => {
		const [items = []] = outputsOf(await rest.execution(id), TRIGGER_NAME);
		return items.map(({ json }) => json);
	});
	return (await Promise.all(events)).flat();
}

describe('the page of the reference service, in a browser', () => {
	const stand = useStand({ service: { page: true } });
	let browser: Browser;
	let window: BrowserContext;
	let page: Page;
	let complaints: string[];
	let workflowId: string;

	beforeAll(async () => {
		browser = await launchChromium();
		window = await openWindow(browser);
		workflowId = await stand().rest.saveWorkflow({
			nodes: [
				stand().trigger({ pollTimes: everySeconds(10) }),
				{ name: NEXT, type: 'n8n-nodes-base.noOp' },
			],
		});
		expect(await stand().rest.publish(workflowId)).toBe('published');
	});

	afterAll(async () => await browser?.close());

	beforeEach(async () => {
		page = await window.newPage();
		complaints = complaintsOf(page);
		await page.goto(stand().service.url);
		await page.locator('#surveys li').first().waitFor();
	});

	afterEach(async () => {
		await page.close();
		expect(complaints).toEqual([]);
	});

	const arrives = async (name: string) =>
		await until(
			`the event of ${name}`,
			async () => (await delivered(stand().rest, workflowId)).find((event) => event.name === name),
			MINUTE,
		);

	it('one click completes an interview: the page shows it, and the trigger delivers it', async () => {
		const person = await page.locator('#person option:checked').innerText();
		const name = person.replace(/ \(invited\)$/, '');
		await page.getByRole('button', { name: 'Complete an interview' }).click();
		await page.locator('#outcome.good').filter({ hasText: name }).waitFor();
		const [completed] = stand()
			.service.world.surveys()
			.flatMap(({ id }) => stand().service.world.respondents(id))
			.filter((respondent) => respondent.name === name && respondent.messages !== null);
		const latest = page.locator('#completions li').first();
		await latest.filter({ hasText: name }).waitFor();
		expect(await latest.locator('.score').innerText()).toBe(`${completed?.score} of 10`);
		expect(await arrives(name)).toMatchObject({ id: completed?.id, score: completed?.score });
		await page.locator('#asked code').filter({ hasText: '/respondents' }).first().waitFor();
		expect(await page.content()).not.toContain(stand().service.token);
	});

	it('by keyboard, somebody with a hostile name is but text', async () => {
		const name = '<img src=x onerror="document.title=1"> =1+1';
		await page.locator('#survey').focus();
		await page.keyboard.press('Tab');
		await page.keyboard.press('End');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Control+A');
		await page.keyboard.type(name);
		await page.keyboard.press('Tab');
		const before = await page.locator('input[name=score]:checked').inputValue();
		await page.keyboard.press('ArrowLeft');
		const score = await page.locator('input[name=score]:checked').inputValue();
		expect(score).not.toBe(before);
		await page.keyboard.press('Tab');
		await page.keyboard.press('Control+A');
		await page.keyboard.type('<h1>Words</h1>');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.locator('#outcome.good').filter({ hasText: name }).waitFor();
		const latest = page.locator('#completions li').first();
		await latest.filter({ hasText: name }).filter({ hasText: '<h1>Words</h1>' }).waitFor();
		expect(await page.locator('main img, main h1').count()).toBe(0);
		expect(await page.title()).toBe('Survey service (trial)');
		expect(await arrives(name)).toMatchObject({ name, score: Number(score) });
	});

	it('what somebody is writing stays while the page is live', async () => {
		const { world } = stand().service;
		await page.locator('#words').fill('Half a sent');
		await page.locator('#person').selectOption({ label: 'Somebody new' });
		const { id } = world.createSurvey({ name: 'Made meanwhile' });
		world.createInvitation(world.survey('Customer').id, 'personal', { recipientName: 'Lately' });
		await page
			.locator('#person option')
			.filter({ hasText: 'Lately' })
			.waitFor({ state: 'attached' });
		await page.locator(`#survey option[value="${id}"]`).waitFor({ state: 'attached' });
		expect(await page.locator('#words').inputValue()).toBe('Half a sent');
		expect(await page.locator('#person option:checked').innerText()).toBe('Somebody new');
		world.deleteSurvey(id);
		await page.locator(`#survey option[value="${id}"]`).waitFor({ state: 'detached' });
		expect(await page.locator('#words').inputValue()).toBe('Half a sent');
	});

	it.each(['light', 'dark'] as const)('it fits a telephone, %s', async (colorScheme) => {
		await page.setViewportSize({ width: 360, height: 740 });
		await page.emulateMedia({ colorScheme });
		const tooWide = await page.evaluate<boolean>(
			'document.documentElement.scrollWidth > document.documentElement.clientWidth',
		);
		expect(tooWide).toBe(false);
		const background = await page.evaluate<string>(
			'getComputedStyle(document.body).backgroundColor',
		);
		const [red = 0] = (background.match(/\d+/g) ?? []).map(Number);
		expect(red > 128).toBe(colorScheme === 'light');
	});
});

describe('npm run n8n -- --visitors', () => {
	let folder: string;
	let server: Server | undefined;

	beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'n8n-trial-'))));
	afterAll(async () => {
		await server?.stop('SIGINT');
		await rm(folder, { recursive: true, force: true });
	}, MINUTE);

	async function twoFreePorts(): Promise<number> {
		for (;;) {
			const [port = 0] = await freePorts(1);
			if (port < 65_534 && (await isFree(port + 1))) return port;
		}
	}

	it(
		'says what to click and who comes; its workflow delivers those who completed',
		async () => {
			const port = await twoFreePorts();
			const script = join(__dirname, 'main.ts');
			const options = ['--port', String(port), '--visitors', '5', '--folder', folder];
			server = await Server.start({
				name: 'npm run n8n',
				program: process.execPath,
				args: [require.resolve('tsx/cli'), script, ...options],
				env: process.env,
				isReady: (output) => output.includes('End it with Ctrl-C.'),
				readyWithin: 6 * MINUTE,
			});
			const { output } = server;
			expect(output).toContain(
				`Open http://127.0.0.1:${port + 1}/ and click "Complete an interview".`,
			);
			expect(output).toContain('People come by themselves about every 5 s');
			const [, n8n = '', id = ''] = /(http\S+)\/workflow\/(\w+)\/executions/.exec(output) ?? [];
			expect(output).toContain(`"${LIVE_WORKFLOW}"`);
			const rest = new N8nRest(n8n);
			await rest.signIn();
			expect(await rest.workflow(id)).toMatchObject({ name: LIVE_WORKFLOW, active: true });
			const enough = async () => {
				const some = await delivered(rest, id);
				return some.length >= 3 ? some : undefined;
			};
			const events = await until('three events', enough, 3 * MINUTE);
			expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
			const lines = server.output.split('\n').filter((line) => line.includes(' gave '));
			expect(lines.length).toBeGreaterThanOrEqual(events.length);
			for (const { score, survey_name } of events) {
				const gave = score === null ? 'gave no score in' : `gave ${String(score)} of`;
				// In the order of the line, so that a failure shows all lines.
				const about = [gave, String(survey_name)].map(literal).join('.*');
				expect(lines).toContainEqual(expect.stringMatching(about));
			}
			await server.stop('SIGINT');
			expect(server.output).toContain('Stopping');
		},
		12 * MINUTE,
	);
});
