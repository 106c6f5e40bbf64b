/**
 * `npm run reports`: pictures of reports for docs/images, as a mail program shows them on a phone and on a desk, in
 * light and dark. Fails where one is wider than its window.
 */
import { join } from 'node:path';
import { createEngine } from '../../harness/engine';
import { startService, type Service } from '../../harness/service';
import { act, byId } from '../../harness/support';
import { launchChromium } from '../../n8n/browser/chromium';

/** So that the pictures change only with what they show. */
const THAT_DAY = new Date('2026-03-02T09:00:00Z');
const PERIOD = { period: 'custom', periodStart: '2026-01-31', periodEnd: '2026-03-01' };
const SEEDED = 'Customer relationship';
const HOSTILE = '<b>Evil</b> [click](https://evil.example) ' + 'W'.repeat(90);

interface Situation {
	survey: string;
	options?: Record<string, string>;
	prepare?: (service: Service) => void;
	respondents?: number;
}

/** By the name of the picture. */
const SITUATIONS: Record<string, Situation> = {
	seeded: {
		survey: SEEDED,
		options: {
			groupBy: 'department',
			linkUrl: 'https://app.example.com',
			linkText: 'Open the survey',
		},
	},
	dutch: { survey: 'Workplace pulse (anonymous)', options: { groupBy: 'department' } },
	'below-threshold': { survey: 'Leadership offsite (anonymous, few answers)' },
	empty: { survey: 'Onboarding effort' },
	'many-respondents': { survey: SEEDED, respondents: 100_000 },
	hostile: {
		survey: HOSTILE,
		prepare: ({ world }) => void (world.survey(SEEDED).name = HOSTILE),
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
		const { survey, options = {}, prepare, respondents } = situation;
		const service = await startService({ startAt: THAT_DAY, seed: { respondents } });
		prepare?.(service);
		const ran = await act(engine, service, {
			operation: 'result.getReport',
			parameters: { surveyId: byId(service.world.survey(survey).id), ...PERIOD, options },
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
				const isShown = width === 320 && colorScheme === 'light';
				const path = join('docs/images', `report-${name}.png`);
				if (isShown || (name === 'seeded' && width === 600)) {
					await page.screenshot({
						path: isShown ? path : path.replace('.png', `-${colorScheme}.png`),
						fullPage: true,
					});
				}
				await page.close();
			}
		}
	}
	await browser.close();
	if (tooWide.length > 0) throw new Error(tooWide.join('\n'));
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
