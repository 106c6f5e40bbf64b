/**
 * `npm run lab -- reports`: pictures of reports for docs/images, as a mail program shows them on a phone and on a desk, in
 * light and dark, and as the picture that the node makes; those that no page shows go to a folder of their own. Fails
 * where one is wider than its window, or a text of the picture leaves it. Needs a font with emoji (on Debian:
 * `fonts-noto-color-emoji`).
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createEngine } from '../../harness/engine';
import { startService, type Service } from '../../harness/service';
import { act, byId } from '../../harness/support';
import { launchChromium } from '../../n8n/browser/chromium';

/** So that the pictures change only with what they show. */
const THAT_DAY = new Date('2026-03-02T09:00:00Z');
const PERIOD = { period: 'custom', periodStart: '2026-01-31', periodEnd: '2026-03-01' };
/** The pictures that no page shows, to be looked at. */
const OTHERS = join(tmpdir(), 'reports');
const SEEDED = 'Customer relationship';
const HOSTILE = '<b>Evil</b> [click](https://evil.example) ' + 'W'.repeat(90);
const SCRIPTS = 'Щербинина Жанна 顧客満足度調査の結果 한국어 고객 😀👨‍👩‍👧🇳🇱 شركة الشحن Ünïcödé';

interface Situation {
	survey: string;
	property?: string;
	options?: Record<string, string>;
	/** A page shows the picture that the node makes. */
	isPicture?: true;
	prepare?: (service: Service) => void;
	respondents?: number;
	/** No customer sees what this shows. */
	isHidden?: true;
}

/** By the name of the picture. */
const SITUATIONS: Record<string, Situation> = {
	seeded: {
		survey: SEEDED,
		property: 'department',
		options: { linkUrl: 'https://app.example.com' },
		isPicture: true,
	},
	dutch: { survey: 'Workplace pulse (anonymous)', property: 'department' },
	'below-threshold': { survey: 'Leadership offsite (anonymous, few answers)' },
	empty: { survey: 'Onboarding effort' },
	'many-respondents': { survey: SEEDED, respondents: 100_000, isHidden: true },
	hostile: {
		survey: HOSTILE,
		isHidden: true,
		prepare: ({ world }) => void (world.survey(SEEDED).name = HOSTILE),
	},
	scripts: {
		survey: SCRIPTS,
		isHidden: true,
		prepare: ({ world }) => void (world.survey(SEEDED).name = SCRIPTS),
	},
	'topics-fail': {
		survey: SEEDED,
		prepare: ({ faults }) => {
			const match = { operation: 'result.getTopics' };
			faults.inject({ match, fault: { kind: 'status', status: 500 }, times: Infinity });
		},
	},
};

async function main(): Promise<void> {
	const engine = await createEngine();
	const browser = await launchChromium();
	const tooWide: string[] = [];
	for (const [name, situation] of Object.entries(SITUATIONS)) {
		const { survey, property = '', options = {}, prepare, respondents } = situation;
		const { isHidden, isPicture } = situation;
		const service = await startService({ startAt: THAT_DAY, seed: { respondents } });
		prepare?.(service);
		if (!isHidden) withoutOrders(service);
		const ran = await act(engine, service, {
			operation: 'result.getReport',
			parameters: {
				surveyId: byId(service.world.survey(survey).id),
				...PERIOD,
				property: byId(property),
				options: { ...options, parts: ['picture'] },
			},
		});
		const html = String(ran.items[0]?.json.html ?? ran.error?.message);
		console.log(name, `${Math.ceil(html.length / 1000)} kB, ${service.log.length} requests`);
		await service.stop();
		const svg = ran.items[0]?.binary?.report?.data ?? '';
		const picture = `<img alt="" style="display:block;max-width:100%" src="data:image/svg+xml;base64,${svg}">`;
		tooWide.push(...(await textsOutside(browser, svg)).map((text) => `${name}: ${text}`));
		for (const width of [320, 600, 1000]) {
			for (const colorScheme of ['light', 'dark'] as const) {
				const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme });
				await page.setContent(`<meta name="color-scheme" content="light dark">${html}`);
				const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
				if (needed > width) tooWide.push(`${name} needs ${needed} of ${width} pixels`);
				const isShown = width === 320 && colorScheme === 'light' && !isHidden;
				const folder = isShown ? 'docs/images' : OTHERS;
				const file = isShown ? name : `${name}-${width}-${colorScheme}`;
				await page.screenshot({ path: join(folder, `report-${file}.png`), fullPage: true });
				await page.setContent(`<body style="margin:0">${picture}`);
				const drawn = isPicture && isShown ? 'picture' : `${name}-${width}-${colorScheme}-picture`;
				const place = isPicture && isShown ? 'docs/images' : OTHERS;
				await page.screenshot({ path: join(place, `report-${drawn}.png`), fullPage: true });
				await page.close();
			}
		}
	}
	await browser.close();
	if (tooWide.length > 0) throw new Error(tooWide.join('\n'));
}

/** A page for customers shows no words that were made up to trick a machine. */
function withoutOrders({ faults }: Service): void {
	const rewrite = (body: string) =>
		body.replaceAll(/Ignore all previous[^"]*/g, 'Nobody called me back.');
	const match = { operation: 'result.getQuotes' };
	faults.inject({ match, fault: { kind: 'rewritten body', rewrite }, times: Infinity });
}

/** The texts of a picture that leave it, or that another text covers. */
async function textsOutside(browser: Browser, svg: string): Promise<string[]> {
	const page = await browser.newPage({ viewport: { width: 600, height: 600 } });
	await page.goto(`data:image/svg+xml;base64,${svg}`);
	const found = await page.evaluate<string[]>(`(() => {
		const whole = document.documentElement.getBoundingClientRect();
		const texts = [...document.querySelectorAll('text')];
		const boxes = texts.map((text) => text.getBoundingClientRect());
		const isOut = (box) => box.left < whole.left || box.right > whole.right || box.bottom > whole.bottom;
		const meet = (one, other) => one.left < other.right && other.left < one.right && Math.abs(one.top - other.top) < 4;
		return texts
			.filter((_, place) => isOut(boxes[place]) || boxes.some((box, other) => other !== place && meet(box, boxes[place])))
			.map(({ textContent }) => textContent);
	})()`);
	await page.close();
	return found;
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
