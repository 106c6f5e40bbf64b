import { POLL_ENGINES } from '../everywhere';
import { catchUp, expectWhole, offForAWeek, servedBy, slow } from './backlogStage';
import { stages } from './triggerStage';

const setStage = stages();

/** 5,000 in all: two huge ones, with small ones older, between and newer. */
const SIZES = [3, 2700, 40, 1, 1900, 300, 8, 45, 2, 1];
/** The newest survey, which is read first, is the huge one. */
const HUGE_FIRST = [1, 5, 2, 12, 4980];
/** So many surveys that a poll ends long before it has read them all. */
const MANY = [...Array<number>(25).fill(4), 3000, ...Array<number>(15).fill(20), 1600];

const smallest = (sizes: number[]) => sizes.flatMap((size, at) => (size < 400 ? [at] : []));

describe.each(POLL_ENGINES)('a backlog of 5,000, %s engine', (engine) => {
	it.each([
		['n8n is down', SIZES],
		['deactivated', HUGE_FIRST],
	] as const)('arrives whole, 500 a poll: %s, sizes %j', async (off, sizes) => {
		const backlog = await offForAWeek(setStage, { engine }, sizes, {}, off);
		expect(backlog.week).toHaveLength(5000);
		const deliveries = await catchUp(backlog);
		expectWhole(backlog, deliveries);
		expect(deliveries.slice(0, 10).map(({ came }) => came.length)).toEqual(Array(10).fill(500));
		const served = servedBy(backlog, deliveries);
		for (const small of smallest([...sizes])) expect(served[small]).toBeLessThanOrEqual(3);
	});

	it('arrives whole when n8n starts anew after each poll', async () => {
		const backlog = await offForAWeek(setStage, { engine }, SIZES);
		const deliveries = await catchUp(backlog, async () => await backlog.stage.n8n.boot());
		expectWhole(backlog, deliveries);
		for (const small of smallest(SIZES)) {
			expect(servedBy(backlog, deliveries)[small]).toBeLessThanOrEqual(3);
		}
	});

	it('arrives whole, however few a poll may deliver', async () => {
		const sizes = [3, 120, 2, 80, 1];
		const backlog = await offForAWeek(setStage, { engine }, sizes, { maxEvents: 10 });
		const deliveries = await catchUp(backlog);
		expectWhole(backlog, deliveries, 10);
		expect(deliveries).toHaveLength(21 + 5);
		for (const small of [0, 2, 4]) {
			expect(servedBy(backlog, deliveries)[small]).toBeLessThanOrEqual(4);
		}
	});

	describe('while each request is slow, so that every poll ends early', () => {
		const requestMs = engine === 'default' ? 40_000 : 5000;

		it('arrives whole, and no survey starves', async () => {
			const backlog = await offForAWeek(setStage, { engine }, MANY);
			slow(backlog.stage, requestMs);
			const deliveries = await catchUp(backlog);
			expectWhole(backlog, deliveries);
			// A poll reads at least five surveys, so a round of all takes nine polls.
			for (const { requests } of deliveries) expect(requests).toBeLessThanOrEqual(16);
			for (const small of smallest(MANY)) {
				expect(servedBy(backlog, deliveries)[small]).toBeLessThanOrEqual(12);
			}
		});

		it('and the limit answers 429 in between', async () => {
			const rateLimit = { requests: 4, perSeconds: 15, clock: 'service' } as const;
			const backlog = await offForAWeek(setStage, { engine, rateLimit }, MANY);
			slow(backlog.stage, engine === 'default' ? 20_000 : 2500);
			backlog.stage.service.faults.inject({
				match: ({ sequence }) => sequence % 3 === 0,
				fault: { kind: 'status', status: 429, retryAfter: 3 },
				times: 1e9,
			});
			const deliveries = await catchUp(backlog);
			expectWhole(backlog, deliveries);
			expect(deliveries.filter(({ refused }) => refused > 0).length).toBeGreaterThan(5);
			for (const small of smallest(MANY)) {
				expect(servedBy(backlog, deliveries)[small]).toBeLessThanOrEqual(20);
			}
		});

		it('arrives whole with every conversation', async () => {
			const sizes = [2, 90, 1, 60, 3];
			const options = { includeConversation: true, maxEvents: 40 };
			const backlog = await offForAWeek(setStage, { engine }, sizes, options);
			slow(backlog.stage, engine === 'default' ? 15_000 : 2000);
			const deliveries = await catchUp(backlog);
			expectWhole(backlog, deliveries, 40);
			for (const event of backlog.stage.executed()) {
				expect(JSON.stringify(event.conversation)).toContain(`I am ${String(event.name)}.`);
			}
			for (const small of [0, 2, 4]) {
				expect(servedBy(backlog, deliveries)[small]).toBeLessThanOrEqual(4);
			}
		});
	});
});
