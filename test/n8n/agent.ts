import { ACTION } from '../harness/support/names';
import { errorOf, type Execution, type Json, type NodeDraft } from './rest/n8nRest';
import type { Model } from './servers/model';
import { START, type Stand } from './stand';

interface AgentOptions {
	/** Of the agent's node; before 3 it calls its tools itself. */
	version?: number;
	/** What the tool's node has besides its parameters. */
	tool?: Json;
	/** Stands between the tool and the agent, and asks somebody. */
	review?: NodeDraft;
}

/** An AI agent with one tool: the action node, in which the model may fill in what the parameters leave to it. */
export async function askAgent(
	stand: Stand,
	model: Model,
	parameters: Json,
	options: AgentOptions = {},
): Promise<Execution> {
	const { rest } = stand;
	const execution = await rest.finished(await beginToAsk(stand, model, parameters, options));
	expect(errorOf(execution)).toBeUndefined();
	return execution;
}

/** The same, but does not wait for the end. @returns the id of the execution */
export async function beginToAsk(
	stand: Stand,
	model: Model,
	parameters: Json,
	{ version = 3, tool, review }: AgentOptions = {},
): Promise<string> {
	const { rest } = stand;
	const access = { apiKey: 'none', url: model.url };
	const openAiApi = { id: await rest.saveCredential('openAiApi', 'Model', access) };
	const nodes = [
		START,
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: version,
			parameters: { promptType: 'define', text: 'Please' },
		},
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'any' } },
			credentials: { openAiApi },
		},
		stand.action(parameters, { name: 'Tool', type: `${ACTION}Tool`, ...tool }),
	];
	const to = (type: string, node = 'Agent') => ({ [type]: [[{ node, type, index: 0 }]] });
	const connections = {
		[START.name]: to('main'),
		Model: to('ai_languageModel'),
		Tool: to('ai_tool', review?.name),
		...(review && { [review.name]: to('ai_tool') }),
	};
	const all = review ? [...nodes, review] : nodes;
	return await rest.begin(await rest.saveWorkflow({ nodes: all, connections }), START.name);
}
