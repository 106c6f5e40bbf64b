/** A service of the attacker's own, which knows neither the package nor the reference service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Engine, PendingRun } from '../harness/engine';
import { ACTION, CREDENTIAL, listen } from '../harness/support';

export interface Asked {
	method: string;
	/** Below `/api`. */
	path: string;
	body: unknown;
}

export interface Answer {
	status?: number;
	json?: unknown;
}

export interface Attacker {
	url: string;
	asked: Asked[];
	stop(): Promise<void>;
}

export const TOKEN = 'tok_attack_0123456789abcdefXYZ';
export const SURVEY = '5a5a5a5a-0000-4000-8000-000000000001';
/** The record that a request is about. */
export const RECORD = '00000abc-1111-4111-8111-111111111111';
export const OTHER = '0000f0f0-1111-4111-8111-111111111111';

export async function startAttacker(answer: (asked: Asked) => Answer): Promise<Attacker> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		void reply(request, response);
	});
	async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const text = Buffer.concat(parts).toString('utf8');
		const path = new URL(request.url ?? '/', 'http://service').pathname.replace(/^\/api/, '');
		const body: unknown = text ? JSON.parse(text) : undefined;
		const one = { method: request.method ?? '', path, body };
		asked.push(one);
		const { status = 200, json } = answer(one);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(json));
	}
	await listen(server);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		asked,
		stop: async () => {
			server.closeAllConnections();
			await new Promise<void>((closed) => {
				server.close(() => {
					closed();
				});
			});
		},
	};
}

/** Runs the built node against the attacker. */
export function go(
	engine: Engine,
	{ url }: Attacker,
	operation: string,
	parameters: INodeParameters,
	{ items, node }: { items?: IDataObject[]; node?: Partial<INode> } = {},
): PendingRun {
	const [resource = '', name = ''] = operation.split('.');
	return engine.runNode({
		type: ACTION,
		parameters: { resource, operation: name, ...parameters },
		credentials: { [CREDENTIAL]: { baseUrl: url, token: TOKEN } },
		items,
		node,
	});
}

/** What the specification shows of an invitation. */
export function invitation(fields: IDataObject = {}): IDataObject {
	return {
		id: RECORD,
		survey_id: SURVEY,
		type: 'personal',
		token: 'secret-part',
		label: null,
		batch_id: null,
		recipient_email: 'ada@x.example',
		recipient_name: 'Ada',
		recipient_external_id: null,
		recipient_notes: null,
		properties: { department: 'Care' },
		expires_at: null,
		max_uses: 1,
		used_count: 0,
		anonymous: false,
		created_at: '2026-01-01T00:00:00Z',
		status: 'open',
		...fields,
	};
}

/** What the specification shows of a mailing. */
export function mailing(fields: IDataObject = {}): IDataObject {
	return {
		id: RECORD,
		survey_id: SURVEY,
		company_id: OTHER,
		template_id: OTHER,
		status: 'unsent',
		subject_override: 'Old',
		from_address: 'a@b.example',
		from_name: 'n',
		total_count: 2,
		sent_count: 0,
		failed_count: 0,
		skipped_count: 0,
		started_at: null,
		completed_at: null,
		created_at: '2026-01-01T00:00:00Z',
		filter_snapshot: {},
		...fields,
	};
}
