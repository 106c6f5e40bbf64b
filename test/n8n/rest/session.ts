import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';

/** The owner of an n8n under test. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Interview-2026',
};

/** What n8n answers when it refuses. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** Calls of n8n's REST interface, as the editor makes them. */
export class RestSession {
	private readonly client: AxiosInstance;
	private cookie = '';

	constructor(readonly url: string) {
		this.client = axios.create({
			baseURL: url,
			validateStatus: () => true,
			// n8n closes a connection that was idle for some seconds, maybe just when the next call takes it.
			httpAgent: new Agent({ keepAlive: false }),
			// The editor sends one with every call; n8n binds the session to it.
			headers: { 'browser-id': 'n8n-nodes-survey-interview' },
		});
	}

	/** Signs in as the owner, who is made first if there is none. */
	async signIn(): Promise<void> {
		const { status } = await this.raw('POST', '/rest/owner/setup', OWNER);
		if (status === 200) return;
		const { email, password } = OWNER;
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** @returns the `data` of the answer @throws {Refusal} */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const { status, data } = await this.raw(method, path, body);
		if (status >= 300) {
			const { message } = (data ?? {}) as { message?: string };
			throw new Refusal(status, message ?? `n8n answered ${status} to ${method} ${path}`);
		}
		return ((data as { data?: unknown }).data ?? data) as T;
	}

	async raw(method: string, path: string, body?: unknown) {
		const answer = await this.client.request<unknown>({
			method,
			url: path,
			data: body,
			headers: { cookie: this.cookie },
		});
		const cookies = answer.headers['set-cookie']?.map((text) => text.split(';')[0]);
		if (cookies) this.cookie = cookies.join('; ');
		return { status: answer.status, data: answer.data, headers: answer.headers };
	}
}
