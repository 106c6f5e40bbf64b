/**
 * `npm run lab -- reports`: pictures of reports, as a mail program shows them on a phone and on a
 * desk, in light and dark. The one that a page shows goes to docs/images, the others to a folder of their own. Fails
 * where a report is wider than its window, larger than Gmail shows, or if it is the ordinary one, too long. Needs a
 * font with emoji (on Debian: `fonts-noto-color-emoji`).
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createEngine } from '../../harness/engine';
import { startService, type Service } from '../../harness/service';
import { act, byId } from '../../harness/support';
import { launchChromium } from '../../n8n/browser/chromium';

/** So that the pictures change only with what they show. */
const THAT_DAY = new Date('2026-03-02T09:00:00Z');
const FOUR_WEEKS = { period: 'custom', periodStart: '2026-02-02', periodEnd: '2026-03-01' };
const TWO_MONTHS = { period: 'custom', periodStart: '2026-01-01', periodEnd: '2026-02-28' };
/** The pictures that no page shows, to be looked at. */
const OTHERS = join(tmpdir(), 'reports');
/** Gmail cuts a mail after so many bytes. */
const MOST_BYTES = 102_000;
const MOST_PIXELS = 1400;

const ORDINARY = 'Customer relationship';
const ANONYMOUS = 'Workplace pulse (anonymous)';
const HOSTILE = '<b>Evil</b> [click](https://evil.example) ' + 'W'.repeat(90);
const SCRIPTS = 'Щербинина Жанна 顧客満足度調査の結果 한국어 고객 😀👨‍👩‍👧🇳🇱 شركة الشحن Ünïcödé';
const BRAND = {
	linkUrl: 'https://app.example.com',
	footer: 'Sent by the customer team of Example Ltd. Questions? Reply to this mail.',
};

interface Situation {
	survey: string;
	period?: typeof FOUR_WEEKS;
	property?: string;
	options?: Record<string, string>;
	prepare?: (service: Service) => void;
	respondents?: number;
}

/** By the name of the picture. */
const SITUATIONS: Record<string, Situation> = {
	ordinary: { survey: ORDINARY, property: 'department', options: BRAND, prepare: withoutOrders },
	anonymous: { survey: ANONYMOUS, period: TWO_MONTHS, property: 'department' },
	english: {
		survey: ANONYMOUS,
		period: TWO_MONTHS,
		property: 'department',
		options: { language: 'en', accentColor: '#f2c200', ...BRAND },
	},
	hostile: {
		survey: HOSTILE,
		property: 'department',
		prepare(service) {
			service.world.survey(ORDINARY).name = HOSTILE;
			rename(service, () => HOSTILE);
		},
	},
	scripts: {
		survey: SCRIPTS,
		property: 'department',
		prepare(service) {
			service.world.survey(ORDINARY).name = SCRIPTS;
			rename(service, (nth) => SCRIPTS.split(' ')[nth % 8] ?? '');
		},
	},
	groups: {
		survey: ORDINARY,
		property: 'department',
		options: BRAND,
		respondents: 3_000,
		prepare(service) {
			withoutOrders(service);
			rename(service, (nth) => `Branch ${1 + (nth % 30)}`);
		},
	},
};

/** Names everybody's department. */
function rename({ faults }: Service, nameOf: (nth: number) => string): void {
	let nth = 0;
	const rewrite = (body: string) =>
		body.replaceAll(
			/("department":\s*)"[^"]*"/g,
			(_, key: string) => key + JSON.stringify(nameOf(nth++)),
		);
	const match = { path: /\/respondents$/ };
	faults.inject({ match, fault: { kind: 'rewritten body', rewrite }, times: Infinity });
}

/** A page for customers shows no words that were made up to trick a machine. */
function withoutOrders({ faults }: Service): void {
	const rewrite = (body: string) =>
		body.replaceAll(/Ignore all previous[^"]*/g, 'Nobody called me back.');
	const match = { operation: 'result.getQuotes' };
	faults.inject({ match, fault: { kind: 'rewritten body', rewrite }, times: Infinity });
}

async function main(): Promise<void> {
	mkdirSync(OTHERS, { recursive: true });
	const chosen = process.argv.slice(2);
	const engine = await createEngine();
	const browser = await launchChromium();
	const wrong: string[] = [];
	for (const [name, situation] of Object.entries(SITUATIONS)) {
		if (chosen.length > 0 && !chosen.includes(name)) continue;
		const { survey, property = '', options = {}, period = FOUR_WEEKS, respondents } = situation;
		const service = await startService({ startAt: THAT_DAY, seed: { respondents } });
		situation.prepare?.(service);
		const ran = await act(engine, service, {
			operation: 'result.getReport',
			parameters: {
				surveyId: byId(service.world.survey(survey).id),
				...period,
				property: byId(property),
				options,
			},
		});
		const html = String(ran.items[0]?.json.html ?? ran.error?.message);
		const heights = await picturesOf(browser, name, html, wrong);
		const size = `${Math.ceil(Buffer.byteLength(html) / 1000)} kB`;
		console.log(name, size, `${service.log.length} requests`, heights.join(', '));
		if (Buffer.byteLength(html) > MOST_BYTES) wrong.push(`${name} has ${size}`);
		await service.stop();
	}
	await browser.close();
	if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** @returns the heights */
async function picturesOf(browser: Browser, name: string, html: string, wrong: string[]) {
	const heights: string[] = [];
	for (const width of [320, 600, 1000]) {
		for (const colorScheme of ['light', 'dark'] as const) {
			const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme });
			await page.setContent(html);
			const measured = (what: string) => page.evaluate<number>(`document.documentElement.${what}`);
			const [needed, height] = [await measured('scrollWidth'), await measured('scrollHeight')];
			if (needed > width) wrong.push(`${name} needs ${needed} of ${width} pixels`);
			if (name === 'ordinary' && width === 600 && height > MOST_PIXELS) {
				wrong.push(`${name} is ${height} pixels long`);
			}
			const isShown = name === 'ordinary' && width === 600 && colorScheme === 'light';
			const file = isShown ? 'report' : `${name}-${width}-${colorScheme}`;
			const folder = isShown ? 'docs/images' : OTHERS;
			await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true });
			if (colorScheme === 'light') heights.push(`${height} px at ${width}`);
			await page.close();
		}
	}
	return heights;
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
