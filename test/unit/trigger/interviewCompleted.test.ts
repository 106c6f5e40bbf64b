/** Interview Completed: what is delivered of a survey's list, what is left over, and what is remembered of both. */
import type { JsonObject } from '../../../nodes/SurveyInterview/service/json';
import { InterviewReader } from '../../../nodes/SurveyInterview/service/respondents';
import { readCompletions } from '../../../nodes/SurveyInterview/trigger/completions';
import type { SurveyMemory } from '../../../nodes/SurveyInterview/trigger/state';
import { arrivingInParts } from '../arriving';
import { eventOf, HOUR, NOW, pollOf, sessionOf, SURVEY } from './aSession';

const completed = (id: string, hoursAgo: number, more: JsonObject = {}): JsonObject => ({
	...{ id, status: 'completed', completed_at: new Date(NOW - hoursAgo * HOUR).toISOString() },
	...more,
});

interface Poll {
	parameters?: Record<string, unknown>;
	memory?: Partial<SurveyMemory>;
	facts?: JsonObject;
	now?: number;
	room?: number;
	test?: object;
	answerTo?: (path: string) => unknown;
}

async function look(records: JsonObject[], { parameters, answerTo, ...poll }: Poll = {}) {
	const asked: string[] = [];
	const list = await readCompletions(arrivingInParts(records, 10), {
		...{ surveyId: SURVEY, reader: new InterviewReader(), isBeginning: false },
		known: poll.memory?.known ?? '',
	});
	const facts = { name: 'Customers', metric_type: 'nps', ...poll.facts };
	const looked = await eventOf('interviewCompleted', parameters).look(
		pollOf(sessionOf(answerTo ?? (() => ({})), { asked }), { ...poll, facts }),
		list,
	);
	const told = looked.events.map(({ json }) => json.id);
	const { held = [], remarks = [], memory: next } = looked;
	const isDone = next.entryHash === 'new';
	return { told, events: looked.events, asked, held: held.length, remarks, memory: next, isDone };
}

it('the oldest come first, as far as there is room; the others with the next poll', async () => {
	const list = [completed('c', 1), completed('a', 3), completed('b', 2)];
	const first = await look(list, { room: 2 });
	expect([first.told, first.isDone, first.memory.cleanAt]).toEqual([['a', 'b'], false, undefined]);
	const second = await look(list, { room: 2, memory: first.memory });
	expect([second.told, second.isDone, second.memory.cleanAt]).toEqual([['c'], true, NOW]);
	expect((await look(list, { memory: second.memory })).told).toEqual([]);
});

it('a list that lacks completions is read again, at most twice', async () => {
	const list = [completed('a', 1)];
	let memory: Poll['memory'] = {};
	const polls: unknown[] = [];
	for (let poll = 0; poll < 3; poll++) {
		const looked = await look(list, { memory, facts: { response_count: 2 } });
		memory = looked.memory;
		polls.push([looked.told, looked.isDone]);
	}
	expect(polls).toEqual([
		[['a'], false],
		[[], false],
		[[], true],
	]);
});

it('what is held is left over, and stops nothing else', async () => {
	const old = Array.from({ length: 51 }, (_, index) => completed(`old${index}`, 200 + index));
	const memory = { cleanAt: NOW - HOUR };
	const looked = await look([...old, completed('a', 1)], { memory });
	expect([looked.told, looked.held, looked.isDone]).toEqual([['a'], 51, false]);
	expect(looked.memory.cleanAt).toBe(memory.cleanAt);
});

it('a completion that a filter rejects never comes', async () => {
	const list = [completed('low', 2, { score: 2 }), completed('high', 1, { score: 9 })];
	const looked = await look(list, { parameters: { filters: { scoreTo: 6 } } });
	expect([looked.told, looked.isDone]).toEqual([['low'], true]);
	expect((await look(list, { memory: looked.memory })).told).toEqual([]);
});

it('a completion waits an hour for its score, ten minutes of it with a read in each poll', async () => {
	const parameters = { filters: { scoreTo: 6 } };
	const list = [completed('a', 2), completed('b', 1, { score: 9 })];
	let memory: Poll['memory'] = {};
	const polls = [
		[0, false],
		[9, false],
		[10, true],
		[59, true],
		[60, true],
	] as const;
	for (const [minutes, isDone] of polls) {
		const looked = await look(list, { parameters, memory, now: NOW + minutes * 60_000 });
		expect([minutes, looked.told, looked.isDone]).toEqual([minutes, [], isDone]);
		memory = looked.memory;
		expect(JSON.stringify(memory).includes('scoreWaits')).toBe(minutes < 60);
	}
	expect((await look([completed('a', 2, { score: 3 })], { parameters, memory })).told).toEqual([]);
	const early = (await look(list, { parameters })).memory;
	const scored = [completed('a', 2, { score: 3 })];
	expect((await look(scored, { parameters, memory: early })).told).toEqual(['a']);
});

describe('the metric, if the list of surveys does not name it', () => {
	const list = [completed('a', 1, { score: 3 })];
	const poll = {
		facts: { metric_type: null },
		parameters: { filters: { npsGroups: ['detractor'] } },
	};

	it('is read from the survey', async () => {
		const answerTo = () => ({ id: SURVEY, name: 'Customers', metric_type: 'nps' });
		const { told, asked, events } = await look(list, { ...poll, answerTo });
		expect([told, asked]).toEqual([['a'], [`/surveys/${SURVEY}`]]);
		expect(events[0]?.json).toMatchObject({ metric_type: 'nps', nps_group: 'detractor' });
	});

	it('must be readable for the filter, but not for a test event', async () => {
		const answerTo = () => 409;
		await expect(look(list, { ...poll, answerTo })).rejects.toThrow('No.');
		expect((await look(list, { ...poll, answerTo, test: {} })).told).toEqual([]);
		expect((await look(list, { facts: poll.facts, answerTo })).told).toEqual(['a']);
	});
});

describe('a conversation that cannot be read', () => {
	const parameters = { options: { includeConversation: true } };
	const list = [completed('bad', 2), completed('good', 1)];
	const answerTo = (path: string) => (path.includes('bad') ? 409 : { messages: [] });

	it('is tried in three polls, after the others, and then the event comes without it', async () => {
		let memory: Poll['memory'] = {};
		const polls: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			const looked = await look(list, { parameters, memory, answerTo });
			memory = looked.memory;
			polls.push([looked.told, looked.isDone, looked.asked.length]);
		}
		expect(polls).toEqual([
			[['good'], false, 2],
			[[], false, 1],
			[['bad'], true, 1],
		]);
		expect(memory.tries).toBeUndefined();
		const { memory: tried } = await look([completed('bad', 2)], { parameters, answerTo });
		const { asked } = await look(list, { parameters, memory: tried, answerTo });
		expect(asked.map((path) => path.split('/')[4])).toEqual(['good', 'bad']);
	});

	it('is not asked for where an anonymous survey does not say whose it is', async () => {
		// More than are read side by side.
		const anonymous = Array.from({ length: 20 }, (_, hour) =>
			completed('', hour + 1, { id: null }),
		);
		const { events, asked } = await look(anonymous, { parameters, answerTo });
		expect([events.length, asked]).toEqual([20, []]);
		expect(events[0]?.json).toMatchObject({
			transcript: null,
			conversation_error: expect.stringContaining('anonymous'),
		});
	});

	it('does not stop a test event', async () => {
		const looked = await look(list, { parameters, answerTo, test: {} });
		expect(looked.told.sort()).toEqual(['bad', 'good']);
	});

	it('ends the poll if the token is refused', async () => {
		const refused = { parameters, answerTo: () => 401 };
		await expect(look(list, refused)).rejects.toThrow('No.');
	});
});
