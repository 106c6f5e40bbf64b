import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../install/cacheFolder';
import { QUIET } from '../install/node';
import { run } from '../install/run';

const SDK = '@modelcontextprotocol/sdk';
const VERSION = '1.32.2';

/** What is used of the SDK's client. */
interface McpClient {
	connect(transport: object): Promise<void>;
	getInstructions(): string | undefined;
	listTools(): Promise<{ tools: McpTool[] }>;
	callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<{
		content: Array<{ type: string; text?: string }>;
		isError?: boolean;
	}>;
	close(): Promise<void>;
}

interface McpTool {
	name: string;
	description?: string;
	inputSchema: { properties?: Record<string, unknown> };
}

interface Sdk {
	Client: new (info: { name: string; version: string }) => McpClient;
	StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

/**
 * The SDK from the cache. It is no dependency of the project, because `n8n-node dev` takes a file of its own
 * dependencies for a node (docs/development/releasing.md, "n8n's own tools").
 */
async function sdk(): Promise<Sdk> {
	const folder = await cached('mcp-sdk', VERSION, async (work) => {
		await writeFile(join(work, 'package.json'), '{"private":true}');
		await run('npm', ['install', ...QUIET, `${SDK}@${VERSION}`], { cwd: work });
	});
	const load = createRequire(join(folder, 'package.json'));
	return {
		...(load(`${SDK}/client/index.js`) as Pick<Sdk, 'Client'>),
		...(load(`${SDK}/client/streamableHttp.js`) as Pick<Sdk, 'StreamableHTTPClientTransport'>),
	};
}

/** What a tool answered: the text, and whether it is one of an error. */
export interface ToolAnswer {
	text: string;
	isError: boolean;
}

/** An assistant outside n8n, as far as it lists and calls the tools of an MCP server. */
export class Assistant {
	private constructor(private readonly client: McpClient) {}

	/** @param token sent as a bearer token, where there is one */
	static async connect(url: string, token?: string): Promise<Assistant> {
		const { Client, StreamableHTTPClientTransport } = await sdk();
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
		const texts = content.map(({ text }) => text ?? '');
		return { text: texts.join(''), isError: isError === true };
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
