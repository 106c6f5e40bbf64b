/** A lying party between the node and the service: a proxy, a login page, an error handler. */
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../harness/service';
import { listen } from '../harness/support';
import { aboutOf, type About } from './about';
import type { Lie } from './lies';
import { verdictOn, type Verdict } from './verdict';

export interface Manner {
	lie: Lie;
	/** 200 or 201, whichever it lies with; undefined: the one of the interface (200 for a delete). */
	status?: number;
	/** Whether the work is done behind the lie. */
	does: boolean;
	/** Whether reads after the first lie are answered with the same lie. */
	goesOn: boolean;
	/** Whether it lies about this request; each write by default. */
	about?: (about: About) => boolean;
}

export interface Passed {
	about: About | undefined;
	method: string;
	url: string;
	body: string;
	/** What can be said of the lie; null: it was answered truthfully. */
	lied: Verdict | null;
	/** The body of the lie. */
	heard: string;
	/** The status of the service; null: the request was never forwarded. */
	status: number | null;
}

export interface Party {
	url: string;
	requests: Passed[];
	stop(): Promise<void>;
}

const isWrite = ({ method }: About) => method !== 'GET';

/**
 * Lies about what it is told to. Where the work is not done and nobody can tell the lie from the truth, it
 * hands the request on instead: no client can be blamed for believing it. That goes for a look at what
 * became of a write as well; a read that is the very operation is lied about in any case.
 */
export async function startParty(service: Service, manner: Manner): Promise<Party> {
	const { lie, does, goesOn, about: liesAbout = isWrite } = manner;
	const requests: Passed[] = [];
	const server = createServer((incoming, outgoing) => {
		void (async () => {
			const body = await textOf(incoming);
			const { method = '', url = '' } = incoming;
			const about = aboutOf(method, url, body);
			const hasBegun = requests.some(({ lied }) => lied !== null);
			const passed: Passed = { about, method, url, body, lied: null, heard: '', status: null };
			requests.push(passed);
			const isMeant = about !== undefined && liesAbout(about);
			const isTold = about && (isMeant || (method === 'GET' && goesOn && hasBegun));
			const answer = !isTold || does ? await forward(service, incoming, body) : undefined;
			const text = isTold ? lie.body(about, answer?.text ?? '') : '';
			const verdict = isTold ? verdictOn(about, text) : null;
			const isAsked = isMeant && method === 'GET';
			const isNoLie = verdict === 'nobody can tell' && !does && !isAsked;
			const truth = isNoLie ? await forward(service, incoming, body) : answer;
			passed.status = truth?.status ?? null;
			if (truth && (isNoLie || verdict === null)) {
				outgoing.writeHead(truth.status, { 'content-type': truth.contentType });
				outgoing.end(truth.status === 204 ? undefined : truth.text);
				return;
			}
			passed.lied = verdict;
			passed.heard = text;
			const usual = about?.status === 201 ? 201 : 200;
			const status = method === 'GET' ? 200 : (manner.status ?? usual);
			outgoing.writeHead(status, { 'content-type': lie.contentType ?? 'application/json' });
			outgoing.end(text);
		})();
	});
	await listen(server);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface Answered {
	status: number;
	contentType: string;
	text: string;
}

async function forward(
	service: Service,
	incoming: IncomingMessage,
	body: string,
): Promise<Answered> {
	const { method, url, headers } = incoming;
	return await new Promise((resolve, reject) => {
		const outgoing = send(`${service.url}${url}`, { method, headers }, (answer) => {
			const { statusCode: status = 0 } = answer;
			const contentType = answer.headers['content-type'] ?? 'application/json';
			textOf(answer).then((text) => resolve({ status, contentType, text }), reject);
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

async function textOf(stream: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}
