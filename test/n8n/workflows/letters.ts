import axios from 'axios';
import type { Destinations, Mail } from '../destinations';
import { until } from '../rest/n8nRest';

/** n8n takes no answer from programs that say what they are, such as those that look at links before people do. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Waits for the next e-mail after those. */
export async function letterAfter({ mailbox }: Destinations, count: number): Promise<Mail> {
	return await until(`e-mail ${count + 1}`, async () => mailbox.mails[count]);
}

/** An e-mail as its reader sees it, whether it came as text or as a page. */
export function readable({ text, headers }: Mail): string {
	if (!headers['content-type']?.includes('text/html')) return text;
	const plain = text.replace(/<[^>]*>/g, '');
	return plain.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '').trim();
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Where the button of that name leads. */
export function buttonIn({ text }: Mail, label: string): string {
	const [, link] = new RegExp(`<a href="([^"]*)"[^>]*>${label}</a>`).exec(text) ?? [];
	if (!link) throw new Error(`The e-mail has no button "${label}"`);
	return link.replaceAll('&amp;', '&');
}

/** Opens a link as somebody does who clicks on it. @returns the page */
export async function open(link: string): Promise<string> {
	const headers = { 'user-agent': BROWSER };
	return (await axios.get<string>(link, { headers, proxy: false })).data;
}
