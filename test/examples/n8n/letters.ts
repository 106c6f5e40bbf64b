import axios from 'axios';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import type { Destinations, Mail } from '../destinations';
import { harmInHtml, harmInText } from '../text/renderers';
import { until, type Execution, type N8nRest } from '../../n8n/rest/n8nRest';

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

const AS_A_BROWSER = {
	headers: { 'user-agent': BROWSER },
	proxy: false as const,
	validateStatus: () => true,
};

/** Opens a link as somebody does who clicks on it. @returns the page */
export async function open(rest: N8nRest, link: string): Promise<string> {
	await untilItWaits(rest, link);
	const { status, data } = await axios.get<unknown>(link, AS_A_BROWSER);
	if (status === 200 && typeof data === 'string') return data;
	throw new Error(`n8n answers ${status}: ${JSON.stringify(data).slice(0, 1000)}`);
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
	return (await axios.post(link, form, AS_A_BROWSER)).status;
}

/** Which execution waits for what is behind a link. */
const executionIn = (link: string) => /\/webhook-waiting\/(\d+)/.exec(link)?.[1] ?? '';

/**
 * The email leaves a moment before n8n waits for its answer, and people are slower than programs. Who ends
 * n8n in that moment has a crashed execution, and the link answers 409 or 500.
 */
async function untilItWaits(rest: N8nRest, link: string): Promise<void> {
	const id = executionIn(link);
	await until(`execution ${id} to wait or to be over`, async () => {
		const { status } = await rest.execution(id);
		return ['new', 'running'].includes(status) ? undefined : status;
	});
}

function decoded(html: string): string {
	return html
		.replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** A question that a workflow asked by email, and the page behind its button. */
export class Question {
	private readonly link: string;

	constructor(
		private readonly rest: N8nRest,
		readonly mail: Mail,
	) {
		this.link = buttonIn(mail, 'Answer');
	}

	/** The question that comes of what is done. */
	static async after(
		rest: N8nRest,
		destinations: Destinations,
		act: () => Promise<unknown>,
	): Promise<Question> {
		const { length } = destinations.mailbox.mails;
		await act();
		return new Question(rest, await letterAfter(destinations, length));
	}

	/** What whoever follows the link sees: a person, or a program that looks for viruses. */
	async open(): Promise<string> {
		return await open(this.rest, this.link);
	}

	/** Chooses on that page, and submits. @returns the HTTP status */
	async submit(choice: string): Promise<number> {
		return await submit(this.rest, this.link, [choice]);
	}

	/** @returns the execution, when it is over */
	async end(): Promise<Execution> {
		return await this.rest.finished(executionIn(this.link));
	}

	async answer(choice: string): Promise<Execution> {
		expect(await this.submit(choice)).toBe(200);
		return await this.end();
	}
}
