import { chromium, selectors, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { programNamed, required } from '../servers/programs';

/** The attribute by which n8n's own tests find things in the editor. */
selectors.setTestIdAttribute('data-test-id');

const HERE = '127.0.0.1';

/** A browser that asks nobody for anything by itself. */
export async function launchChromium(): Promise<Browser> {
	const names = ['chromium', 'chromium-browser', 'google-chrome'];
	const found = names.map(programNamed).find((path) => path !== undefined);
	return await chromium.launch({
		executablePath: found ?? required('chromium', 'Chromium', 'chromium'),
		args: [
			'--headless',
			// As root there is no sandbox, and all that it opens is this machine's own n8n.
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/** A window with cookies and a cache of its own, whose pages reach nothing but this machine. */
export async function openWindow(browser: Browser): Promise<BrowserContext> {
	const window = await browser.newContext({
		viewport: { width: 1400, height: 900 },
		deviceScaleFactor: 1,
		colorScheme: 'light',
		locale: 'en-US',
		timezoneId: 'UTC',
		// What they ask for would not pass the route below.
		serviceWorkers: 'block',
	});
	window.setDefaultTimeout(45_000);
	await window.route(
		({ hostname }) => hostname !== HERE,
		async (route) => await route.abort(),
	);
	return window;
}

/** What a page's console says is wrong, from now on; what was kept from leaving the machine is not. */
export function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('pageerror', ({ message }) => void complaints.push(message));
	page.on('console', (message) => {
		const { url } = message.location();
		const isOutside = URL.canParse(url) && new URL(url).hostname !== HERE;
		if (message.type() === 'error' && !isOutside) complaints.push(`${message.text()} ${url}`);
	});
	return complaints;
}
