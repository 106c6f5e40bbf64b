/** One poll reads the surveys that are due, side by side, and decides about one after the other. */
import { SurveyInterviewError } from '../../../nodes/SurveyInterview/http/errors';
import { FailureReports } from '../../../nodes/SurveyInterview/trigger/outage';
import { Round } from '../../../nodes/SurveyInterview/trigger/round';
import type { SurveyMemory } from '../../../nodes/SurveyInterview/trigger/state';
import { sessionOf } from './aSession';

const NODE = { name: 'Trigger', type: 'trigger', typeVersion: 1 } as never;

interface Play {
	/** The surveys that are due, and how many events each has, or the status with which it is refused. */
	due: Record<string, number | 'down' | 'refused' | 'token'>;
	maxEvents?: number;
	purpose?: 'events' | 'baselines' | 'access';
	isBeginning?: boolean;
	isCheck?: boolean;
	/** Surveys whose baseline is to be taken. */
	withoutBaseline?: string[];
	unchanged?: number;
	/** As an event that tells one change of a survey, whatever the room. */
	ignoresRoom?: boolean;
	reports?: FailureReports;
	leftMs?: number;
}

const FACTS = {
	down: { status: 503, failure: { cause: 'temporarily-unavailable' } },
	refused: { status: 404 },
	token: { status: 401, failure: { cause: 'credential-invalid' } },
} as const;

async function play({ due, withoutBaseline = [], reports = new FailureReports(), ...more }: Play) {
	const surveys = Object.keys(due).map((id) => ({
		id,
		name: id,
		entryHash: 'new',
		record: {},
		facts: {},
	}));
	const memoryOf = (id: string): SurveyMemory => ({
		...{ entryHash: 'old', known: '' },
		...(withoutBaseline.includes(id) && { pendingBaseline: { since: 1 } }),
	});
	const state = {
		...{ scope: '', begunAt: 0, checkedAt: 0, next: '' },
		surveys: Object.fromEntries(surveys.map(({ id }) => [id, memoryOf(id)])),
	};
	const read: string[] = [];
	const decided: string[] = [];
	const event = {
		read: async ({ survey }: { survey: { id: string } }) => {
			read.push(survey.id);
			const answer = due[survey.id];
			if (typeof answer === 'string')
				throw new SurveyInterviewError(NODE, { message: `${answer}`, ...FACTS[answer] } as never);
			return await Promise.resolve(answer);
		},
		look: async ({ survey, room }: { survey: { id: string }; room: number }, count: number) => {
			decided.push(survey.id);
			const events = Array.from(
				{ length: more.ignoresRoom ? count : Math.min(count, room) },
				(_, nth) => ({
					json: { id: `${survey.id}${nth}` },
				}),
			);
			return await Promise.resolve({ events, memory: { entryHash: 'read', known: '' } });
		},
	};
	const plan = {
		...{ state, due: surveys, isCheck: more.isCheck ?? false, firstListed: [] },
		watched: [...surveys, ...Array<object>(more.unchanged ?? 0).fill({})],
	};
	const round = new Round({
		...{ plan, reports, session: sessionOf(() => ({}), { leftMs: more.leftMs }) },
		settings: { event, maxEvents: more.maxEvents ?? 100 },
		...{ purpose: more.purpose ?? 'events', isBeginning: more.isBeginning ?? false },
	} as never);
	await round.run();
	const told = round.events.map(({ json }) => json.id);
	const entries = Object.fromEntries(surveys.map(({ id }) => [id, state.surveys[id]?.entryHash]));
	return { round, told, read, decided, entries, next: state.next };
}

/** Surveys a, b, c and so on. */
const many = (count: number, each: Play['due'][string]) =>
	Object.fromEntries(
		Array.from('abcdefghijkl')
			.map((id) => [id, each] as const)
			.slice(0, count),
	);

it('delivers what all surveys have, in their order', async () => {
	const { told, entries, next } = await play({ due: { a: 2, b: 0, c: 1 } });
	expect([told, next]).toEqual([['a0', 'a1', 'c0'], '']);
	expect(entries).toEqual({ a: 'read', b: 'read', c: 'read' });
});

describe('when there is no more room', () => {
	it('reads at most five surveys, keeps the others as they were, and goes on with the first of them', async () => {
		const { told, read, entries, next } = await play({ due: many(8, 1), maxEvents: 1 });
		expect([told, read.length, next]).toEqual([['a0'], 5, 'b']);
		expect(Object.values(entries)).toEqual(['read', ...Array<string>(7).fill('old')]);
	});

	it('takes the baseline of a survey that it has read all the same', async () => {
		const { told, entries } = await play({
			due: { a: 2, b: 0, c: 1 },
			withoutBaseline: ['b', 'c'],
			maxEvents: 2,
		});
		expect(told).toEqual(['a0', 'a1']);
		expect(entries).toEqual({ a: 'read', b: 'read', c: 'read' });
	});

	it('keeps a survey without a baseline as it was, if it has an event', async () => {
		const { told, entries } = await play({
			...{
				due: { a: 1, b: 1, c: 0 },
				withoutBaseline: ['b', 'c'],
				maxEvents: 1,
				ignoresRoom: true,
			},
		});
		expect([told, entries]).toEqual([['a0'], { a: 'read', b: 'old', c: 'read' }]);
	});

	it('leaves the rest of a full check to the next polls', async () => {
		const check = await play({ due: many(7, 1), maxEvents: 1, isCheck: true });
		expect(Object.values(check.entries)).toEqual(['read', ...Array<string>(6).fill('')]);
		const whole = await play({ due: many(2, 1), maxEvents: 5, isCheck: true });
		expect(Object.values(whole.entries)).toEqual(['read', 'read']);
	});
});

it('out of time, reads the five that it reads side by side, and goes on with the sixth', async () => {
	const { read, told, next } = await play({ due: many(7, 1), leftMs: -1 });
	expect([read.length, told.length, next]).toEqual([5, 5, 'f']);
});

describe('the poll of an activation', () => {
	it('the first one takes the baselines and delivers nothing', async () => {
		const { told, decided, round } = await play({
			...{ due: { a: 2 }, withoutBaseline: ['a'], purpose: 'baselines', isBeginning: true },
		});
		expect([told, decided, round.hasBaseline]).toEqual([[], ['a'], true]);
	});

	it('a later one only sees whether the surveys can be read', async () => {
		const { read, decided, entries, round } = await play({
			...{ due: { a: 2, b: 'refused' }, withoutBaseline: ['a'], purpose: 'access', isCheck: true },
		});
		expect([read, decided, entries]).toEqual([['a', 'b'], [], { a: 'old', b: 'old' }]);
		expect([round.pollError, round.surveyError?.message]).toEqual([
			undefined,
			expect.stringContaining('“b”'),
		]);
	});
});

describe('surveys that cannot be read', () => {
	it('do not stop the others, and fail an execution at the third poll', async () => {
		const reports = new FailureReports();
		const polls: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			const { told, round } = await play({ due: { a: 'down', b: 1 }, reports });
			expect(round.pollError).toBeUndefined();
			polls.push([told, round.logLines.length, round.surveyError !== undefined]);
		}
		expect(polls).toEqual([
			[['b0'], 1, false],
			[['b0'], 0, false],
			[['b0'], 0, true],
		]);
		const { round } = await play({ due: { a: 1 }, reports });
		expect(round.logLines).toEqual([
			expect.stringMatching(/“a”.* can be read again, after 3 polls\.$/),
		]);
	});

	it('are the service’s failure when six fail: the poll ends', async () => {
		const { read, round } = await play({ due: many(12, 'down') });
		expect(read.length).toBeLessThan(12);
		expect(round.pollError?.message).toBe('down.');
		const { round: ofSix } = await play({ due: many(6, 'down'), unchanged: 9 });
		expect(ofSix.pollError?.message).toBe('down.');
		expect((await play({ due: many(5, 'down'), unchanged: 9 })).round.pollError).toBeUndefined();
	});

	it('in a full check are read by the next polls, also if their entry in the list has not changed', async () => {
		const check = await play({ due: { a: 'down', b: 1 }, isCheck: true });
		expect(check.entries).toEqual({ a: '', b: 'read' });
		const other = await play({ due: { a: 'down', b: 1 } });
		expect(other.entries).toEqual({ a: 'old', b: 'read' });
	});

	it('fail the poll if they are all that is watched', async () => {
		expect((await play({ due: { a: 'down' } })).round.pollError?.message).toBe('down.');
		expect((await play({ due: { a: 'down' }, unchanged: 1 })).round.pollError).toBeUndefined();
	});

	it('a refused token ends the poll, and is the error that is told', async () => {
		const { round } = await play({ due: { a: 'down', b: 'token' }, unchanged: 3 });
		expect(round.pollError?.message).toBe('token.');
	});
});
