import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a tool answered: the text, and whether it is one of an error. */
export interface ToolAnswer {
	text: string;
	isError: boolean;
}

/** An assistant outside n8n, as far as it lists and calls the tools of an MCP server. */
export class Assistant {
	private constructor(private readonly client: Client) {}

	/** @param token sent as a bearer token, where there is one */
	static async connect(url: string, token?: string): Promise<Assistant> {
		const client = new Client({ name: 'assistant-of-a-test', version: '1.0.0' });
		const headers: Record<string, string> =
			token === undefined ? {} : { authorization: `Bearer ${token}` };
		await client.connect(
			new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
		);
		return new Assistant(client);
	}

	/** What the server tells every assistant at first. */
	get instructions(): string | undefined {
		return this.client.getInstructions();
	}

	async tools() {
		return (await this.client.listTools()).tools;
	}

	async call(name: string, args: Record<string, unknown>): Promise<ToolAnswer> {
		const { content, isError } = await this.client.callTool({ name, arguments: args });
		const texts = (content as Array<{ type: string; text?: string }>).map(({ text }) => text ?? '');
		return { text: texts.join(''), isError: isError === true };
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
