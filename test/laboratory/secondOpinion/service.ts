import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOKENS, type Survey, type World } from './world';

export const FAULTS = ['500', '503', '403', '404', '429', 'drop', 'errorBody', 'garbage'] as const;
/** `short`: about half of the records; `empty`: none; `omitted`: a list of surveys without one; `late`: minutes later. */
export type Fault = (typeof FAULTS)[number] | 'short' | 'empty' | 'omitted' | 'late';
export type Place = 'list' | 'respondents' | 'detail' | 'conversation' | 'everything';

export interface Trouble {
	place: Place;
	what: Fault;
	survey?: Survey;
	/** For so many requests. */
	times: number;
}

/** What the service answered: all that a client can know. */
export interface Reply {
	place: Place | 'other';
	survey?: Survey;
	fault?: Fault;
	/** The list of a good answer. */
	records?: Array<Record<string, unknown>>;
	/** When it was sent, by the true clock. */
	at: number;
}

/** A survey service over real HTTP that shows a simulated world. It answers for one world at a time. */
export class SurveyService {
	readonly replies: Reply[] = [];
	troubles: Trouble[] = [];
	/** Called once, after the next good list of surveys. */
	meanwhile?: () => void;
	/** Sends another list of respondents than it says that it sent; only for tests of the judge. */
	tamper?: (records: Array<Record<string, unknown>>) => Array<Record<string, unknown>>;
	private world?: World;
	private hold?: { reached: () => void; until: Promise<void> };
	private readonly server: Server;

	constructor() {
		this.server = createServer((request, response) => this.answer(request, response));
	}

	async start(): Promise<void> {
		await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((done) => this.server.close(done));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	show(world: World): void {
		this.world = world;
		this.troubles = [];
		this.replies.length = 0;
		this.meanwhile = undefined;
	}

	/** The next list of respondents is not answered until it is released. */
	holdRespondents(): { isHeld: Promise<true>; release: () => void } {
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));
		const isHeld = new Promise<true>((resolve) => {
			this.hold = { reached: () => resolve(true), until };
		});
		return {
			isHeld,
			release: () => {
				this.hold = undefined;
				release();
			},
		};
	}

	private answer(request: IncomingMessage, response: ServerResponse, isLate = false): void {
		const { world, hold } = this;
		if (!world) return void response.destroy();
		world.now += 40;
		const path = (request.url ?? '').replace(/^\/api/, '').replace(/\?.*/, '');
		const [, surveyId, rest = ''] = /^\/surveys\/([^/]+)\/?(.*)$/.exec(path) ?? [];
		const survey = world.visible.find(({ id }) => id === surveyId);
		const place = placeOf(path, rest);
		if (hold && place === 'respondents') {
			this.hold = undefined;
			hold.reached();
			return void hold.until.then(() => this.answer(request, response, true));
		}
		const reply: Reply = { place, survey, at: world.now };
		this.replies.push(reply);
		const send = (status: number, body: unknown, headers = {}) => {
			const date = new Date(world.stamp).toUTCString();
			response.writeHead(status, { 'content-type': 'application/json', date, ...headers });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		};
		const refuse = (status: number, code: string, headers = {}) =>
			send(status, { error: { code, message: `This is ${code}` } }, headers);

		if (request.headers.authorization !== `Bearer ${world.token}`)
			return refuse(401, 'unauthorized');
		const fault = isLate ? 'late' : this.troubleAt(place, survey);
		reply.fault = fault;
		if (fault === 'drop') return void request.socket.destroy();
		if (fault === 'errorBody') return refuse(200, 'internal');
		if (fault === 'garbage') return send(200, '<html>maintenance</html>');
		if (fault === '429') return refuse(429, 'rate_limited', { 'retry-after': '2' });
		if (/^\d/.test(fault ?? '')) return refuse(Number(fault), 'trouble');

		if (path === '/public-api/v1/me') return send(200, { scopes: [], workspace: { name: 'W' } });
		if (place === 'list') {
			const left = this.troubles.find(({ what }) => what === 'omitted')?.survey;
			send(200, (reply.records = world.surveyRecords(left)));
			const { meanwhile } = this;
			this.meanwhile = undefined;
			return meanwhile?.();
		}
		if (!survey) return refuse(world.token === TOKENS[2] ? 403 : 404, 'not_found');
		if (place === 'detail') return send(200, world.surveyRecord(survey, true));
		if (place === 'conversation') {
			return send(200, { messages: [{ role: 'participant', text: 'It was late.' }] });
		}
		if (place !== 'respondents') return refuse(404, 'not_found');
		const all = shuffled(world, world.respondentRecords(survey));
		const half = all.filter(() => fault !== 'short' || world.dice.chance(0.5));
		reply.records = fault === 'empty' ? [] : half;
		return send(200, this.tamper?.(reply.records) ?? reply.records);
	}

	private troubleAt(place: Reply['place'], survey?: Survey): Fault | undefined {
		if (place === 'respondents' && survey?.unreadable) return survey.unreadable.what;
		const trouble = this.troubles.find(
			({ place: where, survey: of, times, what }) =>
				times > 0 &&
				what !== 'omitted' &&
				(where === place || where === 'everything') &&
				(of === undefined || of === survey),
		);
		if (trouble) trouble.times--;
		return trouble?.what;
	}
}

function placeOf(path: string, rest: string): Reply['place'] {
	if (path === '/surveys') return 'list';
	if (rest === 'respondents') return 'respondents';
	if (rest.endsWith('/conversation')) return 'conversation';
	return path.startsWith('/surveys/') && rest === '' ? 'detail' : 'other';
}

/** The specification gives the list of respondents no order. */
function shuffled<T>(world: World, list: T[]): T[] {
	const keyed = list.map((one) => ({ one, by: world.dice.roll() }));
	return keyed.sort((a, b) => a.by - b.by).map(({ one }) => one);
}
