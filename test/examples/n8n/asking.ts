import { randomUUID } from 'node:crypto';
import axios from 'axios';
import { startService, type Service } from '../../harness/service';
import { startDestinations, type Destinations } from '../destinations';
import { errorOf, until, type Json, type N8nRest } from '../../n8n/rest/n8nRest';
import { Assistant } from '../../n8n/servers/mcpClient';
import { startScriptedModel, type Model, type ToolCall } from '../../n8n/servers/model';
import { useStand } from '../../n8n/stand';
import { workflowIn } from './file';
import { Imported } from './imported';
import type { Reading } from './readings';

const TOKEN = 'a-long-random-token';

/** ask-about-results.json in a real n8n, for a service and a model of a test's own. */
export class Asking {
	readonly workflow = workflowIn('ask-about-results.json');
	private readonly ends: Array<() => Promise<unknown>> = [];
	private published?: { id: string; service: Service; model: Model };

	constructor(readonly rest: N8nRest) {}

	get service(): Service {
		return this.there.service;
	}

	get model(): Model {
		return this.there.model;
	}

	/** Where assistants outside n8n find the tools. */
	get url(): string {
		return `${this.rest.url}/mcp/survey-results`;
	}

	/** @param calls what the model does when it is asked */
	async publish(
		dialect: Reading['dialect'] = 'plain',
		calls: readonly ToolCall[] = [],
	): Promise<void> {
		const { rest, workflow, ends } = this;
		const service = await startService({ dialect });
		ends.push(async () => await service.stop());
		const model = await startScriptedModel(calls);
		ends.push(async () => await model.stop());
		const save = async (type: string, data: Json) => ({
			[type]: { id: await rest.saveCredential(type, type, data), name: type },
		});
		const accounts = {
			...(await save('openAiApi', { apiKey: 'none', url: model.url })),
			...(await save('httpBearerAuth', { token: TOKEN })),
		};
		const { id } = await Imported.for({ rest, workflow, accounts }, service);
		this.published = { id, service, model };
		expect(await rest.publish(id)).toBe('published');
		ends.push(async () => await rest.unpublish(id));
	}

	/** Says something in the editor's chat. @returns the answer that is shown there */
	async ask(words: string): Promise<string> {
		const { rest } = this;
		const { id } = this.there;
		const sessionId = randomUUID();
		await rest.call('POST', `/rest/workflows/${id}/run`, {
			triggerToStartFrom: { name: 'When somebody asks' },
			chatSessionId: sessionId,
		});
		const said = { action: 'sendMessage', sessionId, chatInput: words };
		const chat = `${rest.url}/webhook-test/${id}/${sessionId}`;
		const { data } = await axios.post<{ output: string }>(chat, said);
		const over = await until('the end of the execution', async () => {
			const [last] = await rest.executions(id);
			return last && last.status !== 'running' ? last : undefined;
		});
		expect(errorOf(await rest.execution(over.id))?.message).toBeUndefined();
		return data.output;
	}

	async connect(): Promise<Assistant> {
		const assistant = await Assistant.connect(this.url, TOKEN);
		this.ends.push(async () => await assistant.close());
		return assistant;
	}

	/** Ends what the test began, in which nothing may have been written. */
	async end(): Promise<void> {
		try {
			const { log, effects } = this.service;
			expect(log.filter(({ method }) => method !== 'GET')).toEqual([]);
			expect(effects.all.filter(({ request }) => request !== null)).toEqual([]);
		} finally {
			for (const end of this.ends.splice(0).reverse()) await end();
		}
	}

	private get there() {
		if (!this.published) throw new Error('The workflow is not published');
		return this.published;
	}
}

/** One n8n for all tests of a describe block. */
export function useAsking(): () => Asking {
	let destinations: Destinations;
	let asking: Asking | undefined;
	const stand = useStand(async () => {
		destinations = await startDestinations();
		return { env: destinations.env };
	});
	beforeEach(() => {
		asking = new Asking(stand().rest);
	});
	afterEach(async () => {
		await asking?.end();
		expect(destinations.strange).toEqual([]);
	});
	afterAll(async () => await destinations.stop());
	return () => {
		if (!asking) throw new Error('n8n is not there');
		return asking;
	};
}

/** Calls a tool that must answer. @returns the records, as n8n writes them in JSON */
export async function answerOf(assistant: Assistant, name: string, args: Json = {}) {
	const { text, isError } = await assistant.call(name, args);
	expect([name, text, isError]).toEqual([name, text, false]);
	const read: unknown = JSON.parse(text);
	return [typeof read === 'string' ? (JSON.parse(read) as Json) : (read as Json)].flat();
}

/** What whoever calls a tool in a wrong way hears. */
export async function refusalOf(assistant: Assistant, name: string, args: Json): Promise<string> {
	const call = assistant.call(name, args);
	const { isError, text } = await call.catch(({ message }: Error) => ({
		isError: true,
		text: message,
	}));
	expect([name, isError, /stack|Bearer/.test(text)]).toEqual([name, true, false]);
	return text;
}
