import axios, { type AxiosResponse } from 'axios';
import { OWNER } from '../../n8n/rest/session';
import { BROWSER } from './letters';

/** Somebody with a browser, who opens one of n8n's forms: keeps cookies and goes where pages send them. */
export class Visitor {
	private readonly cookies = new Map<string, string>();

	/** @param n8n its address */
	constructor(private readonly n8n: string) {}

	/** As the owner of this n8n. */
	async signIn(): Promise<void> {
		const { email, password } = OWNER;
		await this.ask('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Opens a form for which one must be signed in, and agrees that it learns who one is. @returns the page */
	async openForm(path: string): Promise<string> {
		const { data, url } = await this.follow(path);
		if (!url.endsWith('/oauth/consent')) return data;
		await this.ask('GET', '/rest/consent/details');
		const { data: agreed } = await this.ask('POST', '/rest/consent/approve', { approved: true });
		const { redirectUrl } = (agreed as { data: { redirectUrl: string } }).data;
		return (await this.follow(redirectUrl)).data;
	}

	/** Fills in a form, field by field from the top, and sends it. @returns the status that n8n answers */
	async send(path: string, page: string, values: readonly string[]): Promise<number> {
		const form = new FormData();
		for (const [place, value] of values.entries()) form.append(`field-${place}`, value);
		const [, token = ''] = /const authToken = '([^']*)'/.exec(page) ?? [];
		return (await this.ask('POST', path, form, { 'x-auth-token': token })).status;
	}

	private async follow(path: string): Promise<{ url: string; data: string }> {
		let url = path;
		for (;;) {
			const { headers, data } = await this.ask('GET', url);
			const location = headers.location as unknown;
			if (typeof location !== 'string') return { url, data: String(data) };
			url = location;
		}
	}

	private async ask(
		method: string,
		url: string,
		data?: unknown,
		more: Record<string, string> = {},
	): Promise<AxiosResponse<unknown>> {
		const answer = await axios.request<unknown>({
			method,
			baseURL: this.n8n,
			url,
			data,
			proxy: false,
			maxRedirects: 0,
			validateStatus: () => true,
			headers: {
				cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
				'user-agent': BROWSER,
				// The editor sends one with every call; n8n binds the session to it.
				'browser-id': 'a-visitor',
				...more,
			},
		});
		for (const line of answer.headers['set-cookie'] ?? []) {
			const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
			this.cookies.set(name, value);
		}
		return answer;
	}
}
