import { Agent, request, type IncomingMessage } from 'node:http';
import type { Json } from './n8nRest';

/** One message that n8n sends to an open editor. */
export interface PushMessage {
	type: string;
	data: Json;
}

/** The connection over which n8n tells an open editor what happens; n8n runs with N8N_PUSH_BACKEND=sse. */
export class PushConnection {
	readonly messages: PushMessage[] = [];

	private constructor(private readonly answer: IncomingMessage) {
		let rest = '';
		answer.setEncoding('utf8');
		answer.on('data', (chunk: string) => {
			const events = (rest + chunk).split('\n\n');
			rest = events.pop() ?? '';
			for (const event of events) {
				const data = event.split('\n').find((line) => line.startsWith('data: '));
				if (data) this.messages.push(JSON.parse(data.slice('data: '.length)) as PushMessage);
			}
		});
		// The end of n8n ends it, too.
		answer.on('error', () => {});
	}

	/** @param pushRef the name of the editor's window, which runs carry that are to be told there */
	static async open(url: string, cookie: string, pushRef: string): Promise<PushConnection> {
		return await new Promise((resolve, reject) => {
			const headers = { cookie, origin: url, accept: 'text/event-stream' };
			// The usual agent ends a connection that is silent for five seconds.
			const options = { headers, agent: new Agent() };
			const sent = request(`${url}/rest/push?pushRef=${pushRef}`, options, (answer) => {
				if (answer.statusCode === 200) resolve(new PushConnection(answer));
				else reject(new Error(`n8n answered ${answer.statusCode} to the push connection`));
			});
			sent.on('error', reject);
			sent.end();
		});
	}

	close(): void {
		this.answer.destroy();
	}
}
