import fastify from 'fastify';

interface Question {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string } }>;
}

/** A language model, as far as n8n can tell: it calls the tool that it is offered, once. */
export interface Model {
	/** The Base URL of a credential for OpenAI. */
	url: string;
	/** What the tool gave it. */
	heard: unknown[];
	stop(): Promise<void>;
}

export const LAST_WORDS = 'I have read it.';

/** @param args what it fills into the tool */
export async function startModel(args: Record<string, unknown>): Promise<Model> {
	const heard: unknown[] = [];
	const app = fastify({ forceCloseConnections: true });
	app.post<{ Body: Question }>('/chat/completions', async ({ body }) => {
		const last = body.messages.at(-1);
		const isAnswer = last?.role === 'tool';
		if (isAnswer) heard.push(JSON.parse(last.content));
		const call = { name: body.tools[0]?.function.name, arguments: JSON.stringify(args) };
		const tool_calls = [{ id: 'call', type: 'function', function: call }];
		const message = isAnswer ? { content: LAST_WORDS } : { content: null, tool_calls };
		const choice = {
			index: 0,
			finish_reason: isAnswer ? 'stop' : 'tool_calls',
			message: { role: 'assistant', ...message },
		};
		return { id: 'answer', object: 'chat.completion', model: 'any', choices: [choice] };
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url, heard, stop: async () => await app.close() };
}
