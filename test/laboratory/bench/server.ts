/**
 * The service of the bench, in a process of its own. Its answers are texts that are there already, so that its
 * work does not count; the reference service checks and computes what it answers, which for 100,000 respondents
 * would take longer than n8n does. It has a latency, a limit, and counts what it is asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { page, respondentPieces, respondentText, uuid } from './records';
import type { Asked, Order, SurveySize } from './service';

const QUOTES = 10_000;

class BenchServer {
	private latencyMs = 0;
	private surveys: SurveySize[] = [];
	/** Who completed since the surveys were made. */
	private newcomers = new Map<string, string[]>();
	private asked: Asked[] = [];
	/** How many invitations were created; their ids begin far from those of other records. */
	private created = 5_000_000;
	private perSecond?: number;
	/** What the bucket holds, and since when; it holds the requests of a second. */
	private bucket = { tokens: 0, at: 0 };

	/** Does what the bench orders. */
	obey(order: Order): unknown {
		if (order.set) {
			const { latencyMs = 0, perSecond, surveys = this.surveys } = order.set;
			if (surveys !== this.surveys) this.newcomers = new Map();
			Object.assign(this, { latencyMs, perSecond, surveys, asked: [] });
			this.bucket = { tokens: perSecond ?? 0, at: performance.now() };
			for (const { respondents } of surveys) respondentPieces(respondents);
		}
		if (order.complete !== undefined) {
			const before = this.newcomers.get(order.complete) ?? [];
			const newcomer = respondentText(9_000_000 + before.length, new Date());
			this.newcomers.set(order.complete, [...before, newcomer]);
		}
		return this.asked;
	}

	async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = 'GET', url = '' } = request;
		const asked: Asked = { at: Date.now(), method, url, status: 200, bytes: 0 };
		this.asked.push(asked);
		// A limit is counted when a request arrives.
		const isRefused = this.isRefused();
		const sent = (await text(request)) || '{}';
		if (this.latencyMs) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
		const headers = { 'content-type': 'application/json' };
		if (isRefused) {
			asked.status = 429;
			response.writeHead(429, { ...headers, 'retry-after': '1' });
			return void response.end('{"detail":"Too many requests with this token."}');
		}
		const { pathname, searchParams } = new URL(url, 'http://service');
		const content = this.contentOf(method, pathname, searchParams, sent);
		response.writeHead(method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200, headers);
		if (method === 'DELETE') return void response.end();
		if (!Array.isArray(content)) return void response.end(JSON.stringify(content));
		const count = (piece: Buffer) => {
			asked.bytes += piece.length;
			return piece;
		};
		// Whoever has enough closes the connection.
		await pipeline(Readable.from(content as Buffer[]).map(count), response).catch(() => {});
	}

	private isRefused(): boolean {
		const { perSecond } = this;
		if (perSecond === undefined) return false;
		const now = performance.now();
		const filled = this.bucket.tokens + ((now - this.bucket.at) / 1000) * perSecond;
		const tokens = Math.min(perSecond, filled);
		const isRefused = tokens < 1;
		this.bucket = { tokens: isRefused ? tokens : tokens - 1, at: now };
		return isRefused;
	}

	/** A record, or the pieces of a list. */
	private contentOf(method: string, path: string, query: URLSearchParams, sent: string): object {
		const [id = uuid(0)] = /[0-9a-f-]{36}/.exec(path) ?? [];
		if (path === '/api/surveys')
			return [Buffer.from(JSON.stringify(this.surveys.map(this.survey)))];
		if (path.endsWith('/respondents')) return this.respondents(id);
		if (path.endsWith('/quotes')) {
			const quote = 'They answered within a day, and the new kitchen was there in time.';
			const make = (place: number) => ({ id: uuid(place), text: quote, sentiment: 'positive' });
			const { records, ...rest } = page(query, QUOTES, make);
			return { items: records, ...rest };
		}
		if (method === 'GET' && path.endsWith('/invitations')) return [Buffer.from('[]')];
		if (path.includes('invitations')) {
			const ownId = method === 'POST' ? uuid(++this.created) : id;
			const link = `https://interview.example.com/i/${ownId}`;
			const record = { id: ownId, token: ownId, link, type: 'personal', status: 'open' };
			return { ...record, recipient_name: 'Person', ...(JSON.parse(sent) as object) };
		}
		return this.survey({ id, respondents: 0 });
	}

	private readonly survey = ({ id, respondents }: SurveySize) => {
		const newcomers = this.newcomers.get(id) ?? [];
		const newest = newcomers.at(-1);
		return {
			id,
			name: `Survey ${id.slice(-3)}`,
			metric_type: 'nps',
			status: 'open',
			response_count: respondents + newcomers.length,
			latest_completed_interview: newest && { completed_at: JSON.parse(newest).completed_at },
			created_at: '2020-01-01T00:00:00.000Z',
		};
	};

	private respondents(id: string): Buffer[] {
		const { respondents = 0 } = this.surveys.find((one) => one.id === id) ?? {};
		const more = (this.newcomers.get(id) ?? []).map((text) => `,${text}`);
		const pieces = [Buffer.from('['), ...respondentPieces(respondents)];
		return [...pieces, Buffer.from(`${more.join('')}]`)];
	}
}

const bench = new BenchServer();
process.on('message', (order: Order) => process.send?.(bench.obey(order)));
// It ends with the bench, however that ends.
process.on('disconnect', () => process.exit());
const server = createServer((request, response) => void bench.answer(request, response));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
