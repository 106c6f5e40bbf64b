import fastify from 'fastify';

interface Message {
	role: string;
	content: string;
}

/** What an agent asks its model. */
export interface Question {
	messages: Message[];
	tools: Array<{
		function: { name: string; description?: string; parameters?: Record<string, unknown> };
	}>;
}

/** One use of a tool: by default of the first that is offered. */
export interface ToolCall {
	tool?: string;
	/** What the model fills into it, maybe after what its tools gave it. */
	args: Record<string, unknown> | ((heard: readonly unknown[]) => Record<string, unknown>);
}

/** A language model, as far as n8n can tell: it calls its tools one after the other, and then says its last words. */
export interface Model {
	/** The Base URL of a credential for OpenAI. */
	url: string;
	/** Every question that it was asked. */
	questions: Question[];
	/** What the tools gave it. */
	heard: unknown[];
	stop(): Promise<void>;
}

export const LAST_WORDS = 'I have read it.';

/** @param args what it fills into the one tool that it is offered, and calls once */
export async function startModel(args: Record<string, unknown>): Promise<Model> {
	return await startScriptedModel([{ args }]);
}

/** @param calls what it does whenever somebody says something to it */
export async function startScriptedModel(
	calls: readonly ToolCall[],
	lastWords = LAST_WORDS,
): Promise<Model> {
	const heard: unknown[] = [];
	const questions: Question[] = [];
	const app = fastify({ forceCloseConnections: true });
	app.post<{ Body: Question }>('/chat/completions', async ({ body }) => {
		questions.push(body);
		const last = body.messages.at(-1);
		if (last?.role === 'tool') heard.push(parsed(last.content));
		const said = body.messages.map(({ role }) => role);
		const done = said.slice(said.lastIndexOf('user')).filter((role) => role === 'tool').length;
		const next = calls[done];
		const name = next?.tool ?? body.tools[0]?.function.name;
		const args = typeof next?.args === 'function' ? next.args(heard) : next?.args;
		const call = { name, arguments: JSON.stringify(args) };
		const tool_calls = [{ id: `call-${done}`, type: 'function', function: call }];
		const message = next ? { content: null, tool_calls } : { content: lastWords };
		const choice = {
			index: 0,
			finish_reason: next ? 'tool_calls' : 'stop',
			message: { role: 'assistant', ...message },
		};
		return { id: 'answer', object: 'chat.completion', model: 'any', choices: [choice] };
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url, questions, heard, stop: async () => await app.close() };
}

/** Tools answer in JSON, unless they failed. */
function parsed(content: string): unknown {
	try {
		return JSON.parse(content) as unknown;
	} catch {
		return content;
	}
}
