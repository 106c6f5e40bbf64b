/**
 * `npm run lab -- reports`: pictures of reports for docs/images, as a mail program shows them on a phone and on a desk,
 * in light and dark; those that no page shows go to a folder of their own. Fails where one is wider than its window.
 * Needs a font with emoji (on Debian: `fonts-noto-color-emoji`).
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
		const { isHidden } = situation;
		const service = await startService({ startAt: THAT_DAY, seed: { respondents } });
		prepare?.(service);
		if (!isHidden) withoutOrders(service);
		const ran = await act(engine, service, {
			operation: 'result.getReport',
			parameters: {
				surveyId: byId(service.world.survey(survey).id),
				...PERIOD,
				property: byId(property),
				options,
			},
		});
		const html = String(ran.items[0]?.json.html ?? ran.error?.message);
		console.log(name, `${Math.ceil(html.length / 1000)} kB, ${service.log.length} requests`);
		await service.stop();
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

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
