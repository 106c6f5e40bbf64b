/** Every case of `ledgerTable`, played in n8n's engine, with a service that fails by hand. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import type { INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { additionalData, buildWorkflow, createEngine, type Engine } from '../harness/engine';
import { callTool } from '../faults/callTool';
import { sample } from '../extent';
import { ACTION, byId, CREDENTIAL, EVERYTHING, listen, PackageCopy } from '../harness/support';
import { expectNone } from './contradictions';
import { cases, ends, expected, impossible, operations, type Case, type Said } from './ledgerTable';

/** The other items are refused in every run but the last one, so that each of these fails and can come again. */
const [FIRST, SECOND, SURVEY, NEW] = ['1', '2', '3', '4'].map(
	(digit) => `${digit}f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11`,
) as [string, string, string, string];
const TIME = '2026-11-01T10:00:00Z';
const ONE = { concurrency: 1 };
const TRIES = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

interface Play {
	endpoint: string;
	parameters: (id: string) => INodeParameters;
	/** What is in an answer beside what the interface requires. */
	answer?: object;
}
/** With what the interface requires of an invitation and of a mailing. */
const required = { id: FIRST, survey_id: SURVEY, token: 't', template_id: SURVEY };
const record = (more: object) => ({ ...required, ...more });
const invitation = (id: string) => ({ invitationId: byId(id) });
const mailing = (id: string) => ({ mailingId: byId(id) });
const plays: Record<Case['operation'], Play> = {
	'invitation.sendEmail': {
		endpoint: `POST /invitations/${FIRST}/send-email`,
		parameters: invitation,
		answer: { status: 'sent', sent_at: TIME },
	},
	'mailing.send': {
		endpoint: `POST /mailings/${FIRST}/send`,
		parameters: mailing,
		answer: { status: 'sending', started_at: TIME },
	},
	'respondent.erase': {
		endpoint: `POST /respondents/${FIRST}/erase`,
		parameters: (id) => ({ respondentId: byId(id), surveyId: byId(SURVEY) }),
		answer: { status: 'erased' },
	},
	'invitation.reissue': {
		endpoint: `POST /invitations/${FIRST}/reissue`,
		parameters: invitation,
	},
	'invitation.createPersonal': {
		endpoint: `POST /surveys/${SURVEY}/invitations/personal`,
		parameters: (id) => ({ surveyId: byId(SURVEY), recipient_name: id }),
	},
	'mailing.delete': {
		endpoint: `DELETE /mailings/${FIRST}`,
		parameters: mailing,
	},
	'invitation.update': {
		endpoint: `PATCH /invitations/${FIRST}`,
		parameters: (id) => ({ ...invitation(id), updateFields: { label: 'new' } }),
		answer: { label: 'new' },
	},
	'invitation.get': { endpoint: `GET /invitations/${FIRST}`, parameters: invitation },
};

const refusal = (status: number, code: string) =>
	[status, { error: { code, message: 'No.' } }] as const;

/** The service of one case. */
class Scene {
	/** Requests to the operation's endpoint for the first item, by the runs of the node. */
	readonly sent: number[] = [];
	/** The number of the answer that was the last success. */
	answered = 0;
	/** Successes of the other items. */
	others = 0;
	private arrive = () => {};
	readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));
	private port = 0;
	private readonly server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += String(chunk)));
		request.on('end', () => {
			const answer = this.answerTo(`${request.method} ${request.url?.slice('/api'.length)}`, body);
			if (answer === 'answer lost') return request.socket.destroy();
			if (typeof answer === 'string') return this.arrive();
			response.writeHead(answer[0], { 'content-type': 'application/json' });
			response.end(answer[0] === 204 ? '' : JSON.stringify(answer[1]));
		});
	});

	constructor(
		private readonly one: Case,
		readonly runs = one.way === 'second retry' ? 3 : 2,
	) {}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	async listen(): Promise<void> {
		await listen(this.server, this.port);
		this.port = (this.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Called as each run of the node begins. */
	async nextRun(): Promise<void> {
		const run = this.sent.push(0);
		if (this.one.end !== 'never left') return;
		if (run === 1) await this.close();
		if (run === 2) await this.listen();
	}

	private answerTo(place: string, sent: string): readonly [number, unknown?] | Case['end'] {
		const { operation, end } = this.one;
		const { endpoint, answer } = plays[operation];
		const { kind } = operations[operation];
		const run = this.sent.length;
		const isFirst = place === endpoint && !sent.includes(SECOND);
		if (!isFirst && run < this.runs) return refusal(409, 'busy');
		if (isFirst) this.sent[run - 1] = (this.sent[run - 1] ?? 0) + 1;
		if (isFirst && run === 1 && end !== 'done') {
			if (end === 'refused for certain') return refusal(409, 'busy');
			return end.startsWith('500') ? refusal(500, 'broken') : end;
		}
		if (isFirst) this.answered = this.sent.reduce((sum, count) => sum + count, 0);
		else if (place.includes(SECOND) || sent.includes(SECOND)) this.others++;
		if (kind === 'delete') return [204];
		const id = kind === 'create' ? NEW : isFirst ? FIRST : SECOND;
		return [200, { ...record({ id }), ...answer, nth: `answer ${this.answered}.` }];
	}
}

let engine: Engine;
/** The same package in another folder has a memory of its own, as another process of n8n has. */
let restarted: Engine;
let copy: PackageCopy;
const scenes: Scene[] = [];
beforeAll(async () => {
	copy = new PackageCopy(['dist', 'package.json', 'index.js']);
	engine = await createEngine();
	restarted = await createEngine({ packageDir: copy.packageDir });
	for (const { nodeTypes } of [engine, restarted]) {
		const type = nodeTypes.getByNameAndVersion(ACTION);
		const { execute } = type;
		type.execute = async function (...all) {
			const { token } = await this.getCredentials(CREDENTIAL);
			await scenes[Number(token)]?.nextRun();
			return (await execute?.apply(this, all)) ?? [];
		};
	}
});
afterAll(() => {
	for (const one of [engine, restarted]) one.close();
	copy.remove();
});

/** Plays a case; resolves to the difference from the table, if there is one. */
async function play(one: Case): Promise<string | undefined> {
	const { operation, end, way } = one;
	const scene = new Scene(one);
	const token = String(scenes.push(scene) - 1);
	await scene.listen();
	const credentials = { [CREDENTIAL]: { baseUrl: scene.url, token } };
	const [resource = '', name = ''] = operation.split('.');
	const parametersFor = (id: string): INodeParameters => ({
		resource,
		operation: name,
		...EVERYTHING,
		...plays[operation].parameters(id),
		// Nothing is waited for: a request that may be repeated ends as its first try did. One item goes after the
		// other, so that nothing else is under way when n8n ends.
		options: { maxWait: 0, ...(/read|create/.test(operations[operation].kind) ? ONE : {}) },
	});
	const parameters = parametersFor('={{ $json.id }}');
	const node = way === 'Retry On Fail' ? TRIES : {};
	const items = [{ id: FIRST }, { id: SECOND }, { id: SECOND }];
	// Each case is a workflow of its own: what retries share is also told apart by the workflow.
	const again = { parameters, credentials, node, items, workflowId: token };
	try {
		if (way === 'tool again') {
			const heard = await callTool(engine, { url: scene.url, token }, parametersFor(FIRST), {}, 2);
			return differenceOf(one, scene, toldModel(scene, heard), heard);
		}
		const first = engine.runNode(again);
		const isKilled = ends[end] === 'forgotten';
		if (end.startsWith('canceled')) void scene.arrived.then(() => first.cancel());
		let data = (await Promise.race([first, ...(isKilled ? [scene.arrived] : [])]))?.runData.data;
		const saved = data && stringify(data);
		const later = isKilled ? restarted : engine;
		if (way === 'new execution') data = (await later.runNode(again)).runData.data;
		for (let retry = 1; way.endsWith('retry') && retry < scene.runs; retry++) {
			// Of a killed execution n8n has nothing but what it began with.
			data = saved
				? await retryOf(saved, again)
				: (await restarted.runNode({ ...again, mode: 'retry' })).runData.data;
		}
		return differenceOf(one, scene, ...told(scene, data));
	} finally {
		await scene.close();
	}
}

interface Again {
	parameters: INodeParameters;
	credentials: Parameters<typeof buildWorkflow>[3];
	workflowId: string;
}
/** What n8n's button does with the data of a failed execution, which n8n keeps as text. */
async function retryOf(saved: string, { parameters, credentials, workflowId }: Again) {
	const data = parse(saved) as IRunExecutionData;
	const { lastNodeExecuted = '', runData } = data.resultData;
	delete data.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error) runData[lastNodeExecuted]?.pop();
	const spec = { id: workflowId, nodes: [{ name: 'Node', type: ACTION, parameters }] };
	const workflow = buildWorkflow(spec, engine.nodeTypes, engine.credentials, credentials, true);
	const more = additionalData(engine.credentials, { mode: 'retry', executionId: '0', workflowId });
	return (await new WorkflowExecute(more, 'retry', data).processRunExecutionData(workflow)).data;
}

const withoutError = ({ sent }: Scene): Said => (sent.at(-1) === 0 ? 'done' : 'sent afresh');

function told(scene: Scene, data?: IRunExecutionData): [Said, string] {
	const { error, data: output } = data?.resultData.runData.Node?.at(-1) ?? {};
	const first = output?.main?.[0]?.[0]?.json;
	const text = error?.message ?? JSON.stringify(first) ?? 'nothing';
	const { maybeDone } = (error ?? first ?? {}) as { maybeDone?: boolean };
	if (maybeDone === true) return ['may have been done', text];
	if (error ?? first?.error ?? !first) return ['error', text];
	// A run that ended well leaves nothing in the execution's data.
	const isLeft = JSON.stringify(data?.executionData?.contextData).includes('"state"');
	return [isLeft ? 'error' : withoutError(scene), text];
}

function toldModel(scene: Scene, heard: string): Said {
	if (heard.includes('may have been')) return 'may have been done';
	return heard.includes('Error: ') ? 'error' : withoutError(scene);
}

function differenceOf(one: Case, scene: Scene, says: Said, text: string): string | undefined {
	const { operation, end, way } = one;
	const sent = scene.sent.at(-1) ?? 0;
	const should = expected(one);
	const isOne = ['read', 'irreversible', 'delete'].includes(operations[operation].kind);
	// What is returned again is the answer to the request that did it.
	const isAnswer = says === 'done' && scene.answered > 0 && operations[operation].kind !== 'delete';
	const isRight =
		scene.sent.length === scene.runs &&
		sent <= 1 &&
		(should.sent ?? sent) === sent &&
		(should.says ?? says) === says &&
		// The other items go on, whatever became of the first one: two of the same record, which are one request where they
		// are equal reads, or where what is done cannot be undone.
		(way === 'tool again' || scene.others === (isOne ? 1 : 2)) &&
		(!isAnswer || text.includes(`answer ${scene.answered}.`));
	if (isRight) return undefined;
	return `${operation}, ${end}, ${way}: ${scene.sent.join('+')} ${says}, others ${scene.others}, not ${should.sent} ${should.says}. ${should.why}: ${text}`;
}

it.each(Object.keys(operations))('%s: what comes again is as the pages say', async (operation) => {
	const wrong: string[] = [];
	const possible = cases.filter((one) => one.operation === operation && !impossible(one));
	const all = sample(possible, 0, [({ end, way }) => `${end} ${way}`]);
	const playNext = async () => {
		for (let one = all.pop(); one; one = all.pop()) {
			const difference = await play(one);
			if (difference !== undefined) wrong.push(difference);
		}
	};
	await Promise.all([1, 2, 3, 4, 5, 6].map(playNext));
	expectNone(wrong);
});
