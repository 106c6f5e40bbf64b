/**
 * What a text becomes where people read it, and what in it would fetch something or lead somewhere.
 * The renderer of Markdown is set to make as many links as it can.
 */
import MarkdownIt from 'markdown-it';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

const markdownIt = new MarkdownIt({ html: true, linkify: true, breaks: true, typographer: true });
markdownIt.linkify.set({ fuzzyIP: true }).tlds(['app', 'dev', 'example', 'test', 'zip'], true);

/** What Markdown makes of words, and the workflows' own emails; none of it leads anywhere. */
const TAGS = new Set(
	(
		'p em strong b del s code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 hr br input ' +
		'div span table thead tbody tr th td'
	).split(' '),
);
const ATTRIBUTES = new Set(
	(
		'start align valign class style type disabled checked ' +
		'width height bgcolor cellpadding cellspacing border role lang dir colspan nowrap aria-label'
	).split(' '),
);

/** A mail client makes a link of an address. It opens the reader's own mail program and fetches nothing. */
const ADDRESS = /^mailto:[\p{L}\p{M}\p{N}._+-]+@[\p{L}\p{M}\p{N}.-]+$/u;

/** The sign in the middle of an address, which mentions nobody. */
const IN_ADDRESS = /(?<=[\p{L}\p{M}\p{N}._+'-])@(?=[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+)/gu;

export interface Reading {
	/** Whether addresses are shown on purpose. */
	addresses?: boolean;
}

/** What a chat that shows Markdown would fetch or lead to. */
export function harmInMarkdown(text: string): string[] {
	return harmInHtml(markdownIt.render(text));
}

/** What a page or an HTML email would fetch or lead to. */
export function harmInHtml(html: string, reading: Reading = {}): string[] {
	return harmIn(parseFragment(html), reading);
}

/** What a whole document would fetch or lead to: its body, without the tables that only Outlook reads. */
export function harmInMail(html: string): string[] {
	const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? [];
	const forOutlook =
		/<!--\[if mso\]>(?:<table[^<>]*><tr><td>|<\/td><\/tr><\/table>)<!\[endif\]-->/g;
	return body === '' ? ['no body'] : harmInHtml(body.replace(forOutlook, ''));
}

function harmIn(node: Node, reading: Reading): string[] {
	const found: string[] = [];
	if ('value' in node && node.nodeName === '#text') found.push(...harmInText(node.value, reading));
	if (node.nodeName === '#comment') found.push('a comment');
	if ('tagName' in node) {
		if (!TAGS.has(node.tagName)) found.push(`<${node.tagName}>`);
		for (const { name, value } of node.attrs) {
			const loads = name === 'style' && /url|[\\@]/i.test(value);
			if (!ATTRIBUTES.has(name) || loads) found.push(`${name}="${value}"`);
		}
	}
	const children = 'childNodes' in node ? node.childNodes : [];
	return [...found, ...children.flatMap((child) => harmIn(child, reading))];
}

/** What a mail client makes links of in plain text. */
export function harmInText(text: string, { addresses = false }: Reading = {}): string[] {
	const links = (markdownIt.linkify.match(text) ?? []).map(({ url }) => url);
	return links.filter((url) => !(addresses && ADDRESS.test(url)));
}

/**
 * What Slack makes of a message: whatever stands in angle brackets, mentions, and bare links. It shows an ampersand as
 * it is, except in its three entities; no other entity may be there, as other chats know more.
 */
export function harmInSlack(text: string, reading: Reading = {}): string[] {
	const mentions = reading.addresses ? text.replace(IN_ADDRESS, ' ') : text;
	const controls =
		mentions.match(/[<>](?![^\S\n])[^\n]*|&(?!(?:amp|lt|gt);)(?=#|[a-z][a-z\d]*;)|@(?!\s)/gi) ?? [];
	const shown = text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
	return [...controls, ...harmInText(shown, reading)];
}
