import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Editor } from '../../n8n/browser/editor';
import type { N8nRest } from '../../n8n/rest/n8nRest';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'images');

/** The id of a workflow. */
export async function workflowNamed(rest: N8nRest, name: string): Promise<string> {
	const all = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
	const found = all.find((workflow) => workflow.name === name);
	if (!found) throw new Error(`There is no workflow "${name}"`);
	return found.id;
}

const MOST_BYTES = 200_000;

/** A part of the window, in pixels. */
export interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * Takes a picture, with all icons there, and without n8n's messages, which would cover a corner.
 *
 * @param part a test id, or a rectangle: only that part of the window
 * @param mostBytes a larger picture is refused
 */
export async function take(
	{ page }: Pick<Editor, 'page'>,
	name: string,
	part?: string | Rectangle,
	mostBytes = MOST_BYTES,
): Promise<void> {
	await page.waitForLoadState('networkidle');
	// Those without an address only hold a place, in editors of code.
	await page.waitForFunction(
		'[...document.images].every((image) => image.src === "" || image.naturalWidth > 0)',
	);
	const messages = page.locator('.el-notification');
	while ((await messages.count()) > 0) {
		await messages.first().locator('.el-notification__closeBtn').click();
		await messages.first().waitFor({ state: 'detached' });
	}
	await page.mouse.move(0, 0);
	const path = join(FOLDER, `${name}.png`);
	await mkdir(FOLDER, { recursive: true });
	const shown = typeof part === 'string' ? page.getByTestId(part).first() : page;
	const clip = typeof part === 'object' ? { clip: part } : {};
	await shown.screenshot({ path, animations: 'disabled', ...clip });
	const { size } = await stat(path);
	if (size > mostBytes) throw new Error(`${path} has ${size} bytes, more than ${mostBytes}`);
	console.log(`${path}: ${Math.round(size / 1000)} kB`);
}
