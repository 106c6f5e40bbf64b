import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLog } from '../http/log';
import type { People } from '../people';
import { Random } from '../random';
import { Refusal } from '../refusal';
import { scoresOf } from '../results/metric';
import { sentimentOf } from '../world/interviews';
import { asked } from './asked';
import { holdings } from './holdings';
import { completeFromForm, FormError } from './interview';

const FILES = {
	'/': ['index.html', 'text/html; charset=utf-8'],
	'/page/style.css': ['style.css', 'text/css; charset=utf-8'],
	'/page/page.js': ['page.js', 'text/javascript; charset=utf-8'],
	'/page/icon.svg': ['icon.svg', 'image/svg+xml'],
} as const;

/** Nothing comes from outside, and a text that looks like markup can do nothing. */
const HEADERS = {
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cache-control': 'no-store',
};

/** Whom the form proposes: one click is enough to take part. */
const PEOPLE = [
	{ name: 'Lena Low', mood: 'positive', words: 'Support answered within the hour.' },
	{ name: 'Amara Okafor', mood: 'positive', words: 'The new start page saves me time 👍' },
	{ name: 'Tom Baker', mood: 'neutral', words: 'Good, but the invoices are hard to read.' },
	{ name: "Maya O'Brien", mood: 'negative', words: 'It signed me out twice in a meeting.' },
] as const;
const PROPOSALS_SEED = 2;

/** A page for people at the service's address: what it holds, what it was asked, and a button to take part. */
export class Page {
	private readonly random = new Random(PROPOSALS_SEED);
	/** What the form proposes for each survey, until somebody takes it. */
	private readonly proposals = new Map<string, object>();

	constructor(
		private readonly world: People,
		private readonly log: RequestLog,
		private readonly dialect: string,
	) {}

	addRoutes(app: FastifyInstance): void {
		for (const [url, [file, type]] of Object.entries(FILES)) {
			app.get(url, (_request, reply) => {
				const text = readFileSync(join(__dirname, 'browser', file), 'utf8');
				void reply.headers(HEADERS).type(type).send(text);
			});
		}
		app.get('/page/state', (_request, reply) => sendJson(reply, 200, this.state()));
		app.post('/page/interviews', (request, reply) => this.complete(request, reply));
	}

	private state() {
		const { surveys, ...rest } = holdings(this.world);
		return {
			dialect: this.dialect,
			now: this.world.records.now(),
			surveys: surveys.map((survey) => ({ ...survey, proposal: this.proposalFor(survey.id) })),
			...rest,
			asked: this.log.entries.map(asked).reverse(),
		};
	}

	/** Somebody new, with a score and words that fit each other. */
	private proposalFor(surveyId: string): object | null {
		const survey = this.world.records.surveys.get(surveyId);
		if (!survey) return null;
		const known = this.proposals.get(surveyId);
		if (known) return known;
		const { name, mood, words } = this.random.pick(PEOPLE);
		const scores = scoresOf(survey);
		const fitting = scores.filter((score) => sentimentOf(survey, score) === mood);
		const score = this.random.pick(fitting.length > 0 ? fitting : scores);
		const proposal = { name, score, words };
		this.proposals.set(surveyId, proposal);
		return proposal;
	}

	private complete(request: FastifyRequest, reply: FastifyReply): void {
		// Another site's page cannot send this type without asking first, and nobody answers it.
		if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
			return sendJson(reply, 415, { message: 'Send JSON.' });
		}
		try {
			const body = JSON.parse(String(request.body)) as unknown;
			const { id, surveyId } = completeFromForm(this.world, body);
			this.proposals.delete(surveyId);
			sendJson(reply, 201, { id });
		} catch (error) {
			if (error instanceof Refusal) return sendJson(reply, 409, { message: error.message });
			if (error instanceof FormError) return sendJson(reply, 422, { message: error.message });
			if (error instanceof SyntaxError)
				return sendJson(reply, 400, { message: 'This is no JSON.' });
			throw error;
		}
	}
}

function sendJson(reply: FastifyReply, status: number, value: unknown): void {
	void reply
		.code(status)
		.headers(HEADERS)
		.type('application/json; charset=utf-8')
		.send(JSON.stringify(value));
}
