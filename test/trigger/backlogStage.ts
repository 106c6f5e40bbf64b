import { nameIn, type Json } from '../harness/stage/records';
import { DAY, HOUR } from '../harness/stage/time';
import { WORKFLOW } from '../harness/stage/trigger';
import { type Stage, type StageOptions, type stages } from './triggerStage';

/** One completion of the week in which nobody looked. */
export interface Completion {
	name: string;
	surveyId: string;
	/** Place in the order in which they completed. */
	place: number;
}

export interface Backlog {
	stage: Stage;
	/** Oldest first. */
	week: Completion[];
	surveyIds: string[];
}

/** What a poll brought of the week. */
export interface Delivery {
	came: Completion[];
	requests: number;
	refused: number;
}

/**
 * A workflow that was published, then off for a week in which people completed: so many in each survey,
 * all over the week.
 *
 * @param sizes completions of each survey, the oldest survey first
 */
export async function offForAWeek(
	setStage: ReturnType<typeof stages>,
	options: StageOptions,
	sizes: readonly number[],
	nodeOptions: Json = {},
	off: 'deactivated' | 'n8n is down' = 'deactivated',
): Promise<Backlog> {
	const stage = await setStage(options);
	const surveyIds = sizes.map((_, at) => stage.survey(`Survey ${at}`));
	for (const [at, id] of surveyIds.entries()) stage.interview(id, `Before ${at}`);
	// Where a baseline cannot be taken at once, what is minutes older counts as new: clocks differ.
	stage.service.clock.advance(HOUR);
	await stage.publish({ options: nodeOptions });
	if (off === 'deactivated') await stage.n8n.unpublish(WORKFLOW);
	else stage.n8n.crash();

	const order = mixed(surveyIds.flatMap((id, at) => Array<string>(sizes[at] ?? 0).fill(id)));
	const week = order.map((surveyId, place) => {
		stage.service.clock.advance(Math.floor((7 * DAY) / order.length));
		stage.interview(surveyId, `Person ${place}`);
		return { name: `Person ${place}`, surveyId, place };
	});
	if (off === 'deactivated') await stage.activate();
	else await stage.n8n.boot();
	return { stage, week, surveyIds };
}

/** The same every time, and nothing like the order it had. */
function mixed(ids: string[]): string[] {
	let number = 1;
	const keyed = ids.map((id) => {
		number = (number * 48_271) % 2_147_483_647;
		return { id, number };
	});
	return keyed.sort((a, b) => a.number - b.number).map(({ id }) => id);
}

/** Polls until nothing has come for some polls. */
export async function catchUp(
	{ stage, week }: Backlog,
	afterEach: () => Promise<unknown> = async () => {},
	most = 200,
): Promise<Delivery[]> {
	const byName = new Map(week.map((one) => [one.name, one]));
	const deliveries: Delivery[] = [];
	for (let quiet = 0; quiet < 5 && deliveries.length < most; ) {
		const { events, asked } = await stage.poll();
		const came = events.map((event) => {
			const one = byName.get(String(nameIn(event)));
			if (!one) throw new Error(`nobody of the week: ${JSON.stringify(event)}`);
			return one;
		});
		const refused = stage.service.requests({ status: 429 }).length;
		deliveries.push({ came, requests: asked.length, refused });
		quiet = came.length === 0 ? quiet + 1 : 0;
		await afterEach();
	}
	return deliveries;
}

/** All arrived once, at most so many a poll, oldest first in each poll and in each survey. */
export function expectWhole(backlog: Backlog, deliveries: Delivery[], most = 500): void {
	const { stage, week, surveyIds } = backlog;
	const came = deliveries.flatMap((delivery) => delivery.came);
	expect(came.map(({ place }) => place).sort((a, b) => a - b)).toEqual(
		week.map(({ place }) => place),
	);
	expect(stage.executed()).toHaveLength(week.length);
	for (const { came: ofPoll } of deliveries) {
		expect(ofPoll.length).toBeLessThanOrEqual(most);
		expect(isRising(ofPoll)).toBe(true);
	}
	for (const id of surveyIds) {
		expect(isRising(came.filter(({ surveyId }) => surveyId === id))).toBe(true);
	}
}

const isRising = (list: Completion[]) =>
	list.every(({ place }, at) => at === 0 || place > (list[at - 1]?.place ?? 0));

/** In which poll, counted from 1, the last completion of each survey arrived. */
export function servedBy({ surveyIds }: Backlog, deliveries: Delivery[]): number[] {
	return surveyIds.map((id) => {
		const polls = deliveries.map(({ came }) => came.some(({ surveyId }) => surveyId === id));
		return polls.lastIndexOf(true) + 1;
	});
}

/** Each request takes so long on everybody's clock. */
export function slow({ service }: Stage, ms: number): void {
	const match = () => {
		service.clock.advance(ms);
		return false;
	};
	service.faults.inject({ match, fault: { kind: 'hang' } });
}
