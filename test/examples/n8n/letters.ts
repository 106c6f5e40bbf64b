import axios from 'axios';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import type { Destinations, Mail } from '../destinations';
import { harmInHtml, harmInText } from '../text/renderers';
import { until, type N8nRest } from '../../n8n/rest/n8nRest';

/** n8n takes no answer from programs that say what they are, such as those that look at links before people do. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Waits for the next email after those. */
export async function letterAfter({ mailbox }: Destinations, count: number): Promise<Mail> {
	return await until(`email ${count + 1}`, async () => mailbox.mails[count]);
}

/** An email as its reader sees it, whether it came as text or as a page. */
export function readable({ text, headers }: Mail): string {
	if (!headers['content-type']?.includes('text/html')) return text;
	return decoded(text.replace(/<[^>]*>/g, '')).trim();
}

/** What an email would fetch or lead to, besides n8n's own page around a question, and its button. */
export function harmIn({ text, headers }: Mail): string[] {
	if (!headers['content-type']?.includes('text/html')) return harmInText(text, SHOWN);
	const rest = FRAME.reduce((page, part) => page.replace(part, ''), text);
	return harmInHtml(rest, SHOWN);
}

const SHOWN = { addresses: true };
const FRAME = [/<head>.*?<\/head>/s, /<a href="[^"]*"[^>]*>Answer<\/a>/, /<!-- Divider -->/];

type Node = DefaultTreeAdapterMap['node'];

/** The lines of a question: n8n's letter keeps them in one paragraph, which some tags would end. */
export function linesIn({ text }: Mail): string[] {
	const inside = (node: Node): Node[] =>
		'childNodes' in node ? node.childNodes.flatMap((child) => [child, ...inside(child)]) : [];
	const paragraph = inside(parse(text)).find(
		(node) =>
			'attrs' in node && node.attrs.some(({ value }) => value.includes('white-space: pre-line')),
	);
	const texts = paragraph ? inside(paragraph) : [];
	return texts
		.flatMap((node) => ('value' in node ? node.value : []))
		.join('')
		.split('\n');
}

/** Where the button of that name leads. */
export function buttonIn({ text }: Mail, label: string): string {
	const [, link] = new RegExp(`<a href="([^"]*)"[^>]*>${label}</a>`).exec(text) ?? [];
	if (!link) throw new Error(`The email has no button "${label}"`);
	return decoded(link);
}

/** Opens a link as somebody does who clicks on it. @returns the page */
export async function open(rest: N8nRest, link: string): Promise<string> {
	await untilItWaits(rest, link);
	const any = { ...AS_A_BROWSER, validateStatus: () => true };
	const { status, data } = await axios.get<unknown>(link, any);
	if (status === 200 && typeof data === 'string') return data;
	throw new Error(`n8n answers ${status}: ${JSON.stringify(data).slice(0, 1000)}`);
}

/** Which execution waits for what is behind a link. */
export function executionIn(link: string): string {
	return /\/webhook-waiting\/(\d+)/.exec(link)?.[1] ?? '';
}

const AS_A_BROWSER = { headers: { 'user-agent': BROWSER }, proxy: false as const };

/**
 * The email leaves a moment before n8n waits for its answer, and people are slower than programs. Who ends
 * n8n in that moment has a crashed execution, and the link answers 409 or 500.
 */
export async function untilItWaits(rest: N8nRest, link: string): Promise<void> {
	const id = executionIn(link);
	await until(`execution ${id} to wait or to be over`, async () => {
		const status = (await rest.execution(id)).status;
		return ['new', 'running'].includes(status) ? undefined : status;
	});
}

/** Sends the form behind a link, field by field from the top. @returns the HTTP status */
export async function submit(
	rest: N8nRest,
	link: string,
	values: readonly string[],
): Promise<number> {
	await untilItWaits(rest, link);
	const form = new FormData();
	for (const [place, value] of values.entries()) form.append(`field-${place}`, value);
	return (await axios.post(link, form, { ...AS_A_BROWSER, validateStatus: () => true })).status;
}

/** Sends it, and sees that n8n takes it. */
export async function answer(
	rest: N8nRest,
	link: string,
	values: readonly string[],
): Promise<void> {
	expect(await submit(rest, link, values)).toBe(200);
}

function decoded(html: string): string {
	return html
		.replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
