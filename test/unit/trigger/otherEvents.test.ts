/** Mailing Status Changed and Results Changed: what is a change, and what is remembered. */
import { eventOf, HOUR, NOW, pollOf, sessionOf } from './aSession';

const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

const looking =
	(name: string) =>
	async (answer: unknown, memory: object = {}, more: object = {}) => {
		const facts = { name: 'Customers', metric_type: 'nps' };
		const looked = await eventOf(name).look(
			pollOf(
				sessionOf(() => ({})),
				{ facts, memory: { known: 'k', ...memory }, ...more },
			),
			answer,
		);
		return { memory: looked.memory, events: looked.events.map(({ json }) => json) };
	};

describe('Mailing Status Changed', () => {
	const look = looking('mailingStatusChanged');
	const idsOf = ({ events }: Awaited<ReturnType<typeof look>>) => events.map(({ id }) => id);

	it('delivers each status once, the oldest mailings first, as far as there is room', async () => {
		const mailings = [
			{ id: 'b', status: 'draft', created_at: hoursAgo(2) },
			{ id: 'a', status: 'Sent', created_at: hoursAgo(3) },
			{ id: 'undated', status: 'draft' },
			{ id: 'without' },
			{ status: 'draft' },
		];
		const first = await look(mailings, {}, { room: 2 });
		expect(idsOf(first)).toEqual(['a', 'b']);
		const second = await look(mailings, first.memory);
		expect(idsOf(second)).toEqual(['undated']);
		expect((await look(mailings, second.memory)).events).toEqual([]);
		const changed = [
			{ id: 'b', status: 'sending' },
			{ id: 'a', status: 'sent' },
		];
		const third = await look(changed, second.memory);
		expect(third.events).toMatchObject([{ id: 'b', status: 'sending', previous_status: 'draft' }]);
	});

	it('when the watch begins, what has last changed before it is old', async () => {
		const pendingBaseline = { since: NOW - HOUR };
		const mailings = [
			{
				id: 'old',
				status: 'sent',
				created_at: hoursAgo(9),
				started_at: hoursAgo(8),
				completed_at: hoursAgo(7),
			},
			{
				id: 'ended',
				status: 'sent',
				created_at: hoursAgo(9),
				started_at: hoursAgo(8),
				completed_at: hoursAgo(0),
			},
			{ id: 'started', status: 'sending', created_at: hoursAgo(9), started_at: hoursAgo(0) },
			{ id: 'created', status: 'draft', created_at: hoursAgo(0) },
		];
		const { memory, ...looked } = await look(mailings, { pendingBaseline });
		expect(idsOf({ memory, ...looked }).sort()).toEqual(['created', 'ended', 'started']);
		expect([memory.pendingBaseline, memory.known, memory.entryHash]).toEqual([
			undefined,
			'k',
			'new',
		]);
		expect((await look(mailings, { pendingBaseline }, { isBeginning: true })).events).toEqual([]);
	});
});

describe('Results Changed', () => {
	const look = looking('resultsChanged');
	const changesOf = async (answer: object, memory: object, more = {}) => {
		const { events } = await look(answer, memory, more);
		return events.flatMap(({ changes }) => changes);
	};

	it('delivers each number that differs as it is shown', async () => {
		const { memory } = await look({ score: 10, completed: 3 });
		expect(memory.numbers).toMatchObject({ score: 10, completed: 3 });
		expect(await changesOf({ score: 10.001, completed: 3 }, memory)).toEqual([]);
		expect(await changesOf({ score: 10.01, completed: 3 }, memory)).toEqual([
			{ field: 'score', from: 10, to: 10.01 },
		]);
		expect(await changesOf({ completed: 3 }, memory)).toEqual([
			{ field: 'score', from: 10, to: null },
		]);
	});

	it('an empty overview is no change, and the numbers stay known', async () => {
		const { memory } = await look({ score: 10, completed: 3 });
		const empty = await look({}, memory);
		expect([empty.events, empty.memory.numbers]).toEqual([[], memory.numbers]);
	});

	it('when the watch begins, the numbers are only remembered', async () => {
		const pendingBaseline = { since: NOW };
		const { events, memory } = await look({ score: 10 }, { pendingBaseline });
		expect([events, memory.numbers, memory.pendingBaseline]).toEqual([
			[],
			{ score: 10 },
			undefined,
		]);
	});

	it('a score that nobody gave yet counts as 0, where the overview counts scores', async () => {
		const overview = (distribution: object) => ({ score: 1, distribution });
		const { memory } = await look(overview({ 9: 1 }));
		expect(await changesOf(overview({ 9: 1, 10: 2 }), memory)).toEqual([
			{ field: 'distribution.10', from: 0, to: 2 },
		]);
		const { memory: uncounted } = await look({ score: 1 });
		expect(await changesOf(overview({ 9: 1 }), uncounted)).toEqual([
			{ field: 'distribution.9', from: null, to: 1 },
		]);
		expect(await changesOf(overview({ 10: 1 }), memory)).toEqual([
			{ field: 'distribution.10', from: 0, to: 1 },
			{ field: 'distribution.9', from: 1, to: 0 },
		]);
	});
});
