/** A week in which nobody looked: all who completed arrive, oldest first, so many a poll, and no survey starves. */
import { POLL_ENGINES } from '../everywhere';
import { Random } from '../harness/service';
import { nameIn, type Json } from '../harness/stage/records';
import { DAY, HOUR } from '../harness/stage/time';
import { WORKFLOW } from '../harness/stage/trigger';
import { type Stage, type StageOptions, stages } from './triggerStage';

const setStage = stages();

/** 5,000 in all: two huge ones, with small ones older, between and newer. */
const SIZES = [3, 2700, 40, 1, 1900, 300, 8, 45, 2, 1];
/** The newest survey, which is read first, is the huge one. */
const HUGE_FIRST = [1, 5, 2, 12, 4980];
/** So many surveys that a poll ends long before it has read them all. */
const MANY = [...Array<number>(25).fill(4), 3000, ...Array<number>(15).fill(20), 1600];

interface Backlog {
	stage: Stage;
	surveyIds: string[];
	/** How many completed. */
	count: number;
}

/** What a poll brought: who, by their place in the order in which they completed, and of which survey. */
interface Delivery {
	came: Array<{ place: number; surveyId: unknown }>;
	requests: number;
	refused: number;
}

/** A workflow that was published, then off for a week in which so many completed in each survey, the oldest first. */
async function offForAWeek(
	options: StageOptions,
	sizes: readonly number[],
	nodeOptions: Json = {},
	isDown = false,
): Promise<Backlog> {
	const stage = await setStage(options);
	const surveyIds = sizes.map((_, at) => stage.survey(`Survey ${at}`));
	for (const [at, id] of surveyIds.entries()) stage.interview(id, `Before ${at}`);
	// Where a baseline cannot be taken at once, what is minutes older counts as new: clocks differ.
	stage.service.clock.advance(HOUR);
	await stage.publish({ options: nodeOptions });
	if (isDown) stage.n8n.crash();
	else await stage.n8n.unpublish(WORKFLOW);
	const inTurn = surveyIds.flatMap((id, at) => Array<string>(sizes[at] ?? 0).fill(id));
	for (const [place, surveyId] of new Random(1).shuffled(inTurn).entries()) {
		stage.service.clock.advance(Math.floor((7 * DAY) / inTurn.length));
		stage.interview(surveyId, `Person ${place}`);
	}
	if (isDown) await stage.n8n.boot();
	else await stage.activate();
	return { stage, surveyIds, count: inTurn.length };
}

/** Polls until nothing has come for some polls. */
async function catchUp({ stage }: Backlog, restarts = false): Promise<Delivery[]> {
	const deliveries: Delivery[] = [];
	for (let quiet = 0; quiet < 5 && deliveries.length < 200; ) {
		const { events, asked } = await stage.poll();
		const came = events.map((event) => ({
			place: Number(/^Person (\d+)$/.exec(String(nameIn(event)))?.[1]),
			surveyId: event.survey_id,
		}));
		const refused = stage.service.requests({ status: 429 }).length;
		deliveries.push({ came, requests: asked.length, refused });
		quiet = came.length === 0 ? quiet + 1 : 0;
		if (restarts) await stage.n8n.boot();
	}
	return deliveries;
}

/** All arrived once, at most so many a poll, oldest first in each poll and in each survey. */
function expectWhole({ stage, surveyIds, count }: Backlog, deliveries: Delivery[], most = 500) {
	const came = deliveries.flatMap((delivery) => delivery.came);
	expect(came.map(({ place }) => place).sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
	expect(stage.executed()).toHaveLength(count);
	for (const { came: ofPoll } of deliveries) {
		expect(ofPoll.length).toBeLessThanOrEqual(most);
		expect(isRising(ofPoll)).toBe(true);
	}
	for (const id of surveyIds) {
		expect(isRising(came.filter(({ surveyId }) => surveyId === id))).toBe(true);
	}
}

const isRising = (list: Delivery['came']) =>
	list.every(({ place }, at) => at === 0 || place > (list[at - 1]?.place ?? 0));

/** By this poll, counted from 1, the last completion of each small survey has arrived. */
function expectNoneStarves({ surveyIds }: Backlog, deliveries: Delivery[], most: number): void {
	const came = deliveries.flatMap((delivery) => delivery.came);
	for (const id of surveyIds) {
		if (came.filter(({ surveyId }) => surveyId === id).length >= 70) continue;
		const polls = deliveries.map((one) => one.came.some(({ surveyId }) => surveyId === id));
		expect(polls.lastIndexOf(true) + 1).toBeLessThanOrEqual(most);
	}
}

/** Each request takes so long on everybody's clock. */
function slow({ service }: Stage, ms: number): void {
	const match = () => {
		service.clock.advance(ms);
		return false;
	};
	service.faults.inject({ match, fault: { kind: 'hang' } });
}

describe.each(POLL_ENGINES)('a backlog of a week, %s engine', (engine) => {
	it('arrives whole, 500 a poll, when n8n was down', async () => {
		const backlog = await offForAWeek({ engine }, HUGE_FIRST, {}, true);
		const deliveries = await catchUp(backlog);
		expectWhole(backlog, deliveries);
		expect(deliveries.slice(0, 10).map(({ came }) => came.length)).toEqual(Array(10).fill(500));
		expectNoneStarves(backlog, deliveries, 3);
	});

	it('arrives whole when n8n starts anew after each poll', async () => {
		const backlog = await offForAWeek({ engine }, SIZES);
		const deliveries = await catchUp(backlog, true);
		expectWhole(backlog, deliveries);
		expectNoneStarves(backlog, deliveries, 3);
	});

	it('arrives whole, however few a poll may deliver', async () => {
		const backlog = await offForAWeek({ engine }, [3, 120, 2, 80, 1], { maxEvents: 10 });
		const deliveries = await catchUp(backlog);
		expectWhole(backlog, deliveries, 10);
		expect(deliveries).toHaveLength(21 + 5);
		expectNoneStarves(backlog, deliveries, 4);
	});

	describe('while each request is slow, so that every poll ends early', () => {
		it('arrives whole, and no survey starves', async () => {
			const backlog = await offForAWeek({ engine }, MANY);
			slow(backlog.stage, engine === 'default' ? 40_000 : 5000);
			const deliveries = await catchUp(backlog);
			expectWhole(backlog, deliveries);
			// A poll reads at least five surveys, so a round of all takes nine polls.
			for (const { requests } of deliveries) expect(requests).toBeLessThanOrEqual(16);
			expectNoneStarves(backlog, deliveries, 12);
		});

		it('and the limit answers 429 in between', async () => {
			const rateLimit = { requests: 4, perSeconds: 15, clock: 'service' } as const;
			const backlog = await offForAWeek({ engine, rateLimit }, MANY);
			slow(backlog.stage, engine === 'default' ? 20_000 : 2500);
			backlog.stage.service.faults.inject({
				match: ({ sequence }) => sequence % 3 === 0,
				fault: { kind: 'status', status: 429, retryAfter: 3 },
				times: 1e9,
			});
			const deliveries = await catchUp(backlog);
			expectWhole(backlog, deliveries);
			expect(deliveries.filter(({ refused }) => refused > 0).length).toBeGreaterThan(5);
			expectNoneStarves(backlog, deliveries, 20);
		});

		it('arrives whole with every conversation', async () => {
			const options = { includeConversation: true, maxEvents: 40 };
			const backlog = await offForAWeek({ engine }, [2, 90, 1, 60, 3], options);
			slow(backlog.stage, engine === 'default' ? 15_000 : 2000);
			const deliveries = await catchUp(backlog);
			expectWhole(backlog, deliveries, 40);
			for (const event of backlog.stage.executed()) {
				expect(JSON.stringify(event.conversation)).toContain(`I am ${String(event.name)}.`);
			}
		});
	});
});
