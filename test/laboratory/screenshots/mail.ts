import type { Page } from 'playwright-core';
import type { Mail } from '../../examples/destinations';
import { take } from './take';

/** The widths of a message in a mail program's window and on a phone, in pixels. */
const WIDTHS = { program: 620, phone: 375 };
const GAP = 24;
/** A report is long, and the picture shows it twice. */
const MOST_BYTES = 350_000;

/** Takes a picture of an email, as a mail program shows it and as a phone does. */
export async function takeMail(page: Page, mail: Mail, picture: string): Promise<void> {
	const width = WIDTHS.program + WIDTHS.phone + 3 * GAP;
	await page.setViewportSize({ width, height: 300 });
	const frame = (name: string, px: number) =>
		`<iframe name="${name}" style="width: ${px}px; border: 1px solid #ccc; border-radius: 8px"></iframe>`;
	await page.setContent(
		`<body style="margin: ${GAP}px; display: flex; align-items: flex-start; gap: ${GAP}px">
		${frame('program', WIDTHS.program)}${frame('phone', WIDTHS.phone)}`,
	);
	let highest = 0;
	for (const name of Object.keys(WIDTHS)) {
		const frame = page.frame({ name });
		if (!frame) throw new Error(`The page has no frame "${name}"`);
		await frame.setContent(letter(mail));
		const height = await frame.evaluate<number>('document.documentElement.scrollHeight');
		await page.locator(`iframe[name="${name}"]`).evaluate((element, px) => {
			element.style.height = `${px}px`;
		}, height);
		highest = Math.max(highest, height);
	}
	await page.setViewportSize({ width, height: highest + 2 * GAP });
	await take({ page }, picture, undefined, MOST_BYTES);
}

/** An email with what stands above it, as a page. */
function letter({ subject, from, to, headers, text }: Mail): string {
	const isHtml = headers['content-type']?.includes('text/html');
	const escaped = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	return `<!doctype html><body style="font-family: sans-serif; font-size: 14px; margin: 20px; overflow-wrap: break-word">
		<h3 style="margin: 0 0 8px">${escaped(subject)}</h3>
		<div style="color: #666">${escaped(from)} to ${escaped(to.join(', '))}</div><hr>
		${isHtml ? text : `<pre style="font: inherit; white-space: pre-wrap">${escaped(text)}</pre>`}`;
}
