import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../harness/service';
import { launchChromium, openWindow } from '../../n8n/browser/chromium';
import { Editor } from '../../n8n/browser/editor';
import { startDestinations } from '../../examples/destinations';
import { furnish } from '../../n8n/furnish';
import { installByHand, packedTarball } from '../../n8n/install/community';
import { installN8n } from '../../n8n/install/n8n';
import { NEWEST } from '../../n8n/install/versions';
import { N8nRest } from '../../n8n/rest/n8nRest';
import { N8n } from '../../n8n/servers/n8n';
import { FIRST_WORKFLOW, takeFirstWorkflow } from './firstWorkflow';
import { MESSAGES, takeMessages } from './messages';
import { CREDENTIAL, takeCredential, takeTrigger } from './readme';
import { takeWorkflows } from './workflows';

/** So that the pictures change only with what they show. */
const THAT_DAY = new Date('2026-03-02T09:00:00Z');

/**
 * Pictures of a real editor for the README and the pages of the workflows: `npm run lab -- screenshots`.
 *
 * @param only what to take pictures of, by files of workflows, `first-workflow`, `messages` or `credential`: `npm run lab -- screenshots weekly-report.json`
 */
async function main(...only: string[]): Promise<void> {
	const stops: Array<() => Promise<unknown>> = [];
	try {
		const program = await installN8n(NEWEST, (line) => console.log(line));
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-screenshots-'));
		stops.push(async () => await rm(userFolder, { recursive: true, force: true }));
		await installByHand(program, userFolder, packedTarball());
		const service = await startService({ startAt: THAT_DAY });
		stops.push(async () => await service.stop());
		const destinations = await startDestinations();
		stops.push(async () => await destinations.stop());
		const n8n = await N8n.start({
			program,
			userFolder,
			env: { ...destinations.env, GENERIC_TIMEZONE: 'UTC' },
		});
		stops.push(async () => await n8n.stop());
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		await furnish(rest, service);
		const browser = await launchChromium();
		stops.push(async () => await browser.close());
		const editor = new Editor(await (await openWindow(browser)).newPage(), n8n.url);
		await editor.signIn();
		const files = only.filter((name) => ![FIRST_WORKFLOW, MESSAGES, CREDENTIAL].includes(name));
		if (only.length === 0 || only.includes(FIRST_WORKFLOW)) await takeFirstWorkflow(editor);
		if (only.length === 0 || files.length > 0) {
			await takeWorkflows(editor, rest, files);
		}
		if (only.length === 0 || only.includes(MESSAGES)) {
			const page = await editor.page.context().newPage();
			await takeMessages(page, rest, destinations);
			await page.close();
		}
		if (only.length === 0) await takeTrigger(editor, rest);
		// Last, for it takes the credentials away.
		if (only.length === 0 || only.includes(CREDENTIAL)) await takeCredential(editor, rest, service);
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

main(...process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
