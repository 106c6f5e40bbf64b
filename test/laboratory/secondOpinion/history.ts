import { Dice } from './dice';
import type { Filters } from './filter';
import { DAY, FORMATS, HOUR, MINUTE } from './times';
import type { SurveySetup } from './world';

/** What may happen. The numbers are how often, compared with each other. */
const DEEDS = {
	poll: 40,
	twoPolls: 2,
	latePoll: 2,
	olderState: 1,
	lostLease: 1,
	lostResult: 1,
	publishMeanwhile: 1,
	unpublishMeanwhile: 0.5,
	newLead: 0.5,
	wait: 6,
	complete: 24,
	start: 4,
	finish: 4,
	crowd: 1.5,
	sameMoment: 3,
	late: 3,
	future: 1,
	lateScore: 2,
	again: 2,
	erase: 2,
	delete: 2,
	twice: 1,
	clock: 3,
	surveyNew: 3,
	surveyUnreadable: 1,
	surveyDelete: 0.7,
	surveyHide: 1,
	surveyShow: 2,
	token: 1,
	tokenWhileOff: 1,
	absence: 2,
	emptyList: 1,
	import: 1.5,
	rewriteIds: 0.7,
	rewriteSomeIds: 0.4,
	caseOfIds: 0.4,
	idsCome: 0.5,
	idsGo: 0.5,
	rewriteTimes: 0.5,
	rewriteFormat: 0.5,
	move: 1,
	restart: 3,
	unpublish: 1,
	publish: 1,
	rename: 1,
};
export type Deed = keyof typeof DEEDS;

/** In half of the histories the ordinary troubles are frequent, so that several come together. */
const TROUBLES: typeof DEEDS = {
	...DEEDS,
	token: 5,
	tokenWhileOff: 5,
	surveyNew: 4,
	surveyUnreadable: 7,
	absence: 4,
	emptyList: 2,
	import: 4,
	late: 4,
	clock: 5,
	restart: 4,
	unpublish: 2,
	publish: 4,
};

/** One thing that happens; `rolls` decide how, so that a history without this step is the same otherwise. */
export interface Step {
	deed: Deed;
	rolls: number[];
}

export interface History {
	seed: number;
	engine: 'default' | 'durable';
	surveys: SurveySetup[];
	filters: Filters;
	emitExisting: boolean;
	includeConversation: boolean;
	everything: boolean;
	/** Some of the first surveys; none for all. */
	chosen?: number;
	/** Which token the credential has at first. */
	token: number;
	maxEvents?: number;
	/** So many have completed in each survey before the trigger is activated. */
	before: number[];
	/** What is in the way of the first activation, as of a poll. */
	activation: number;
	/** One of the first surveys cannot be read at the activation: the rolls of that deed. */
	unreadable?: number[];
	steps: Step[];
}

const TIMES: Array<SurveySetup['times']> = [
	['started_at', 'completed_at'],
	['started_at', 'created_at', 'completed_at'],
	['created_at', 'completed_at'],
	['started_at'],
	['completed_at'],
	[],
];

const FILTERS: Filters[] = [
	{ scoreTo: 6 },
	{ scoreTo: 3 },
	{ npsGroups: ['detractor'] },
	{ npsGroups: ['passive', 'promoter'] },
	{ department: 'sales' },
];

export function surveyFrom(dice: Dice): SurveySetup {
	return {
		metric: dice.one(['nps', 'nps', 'enps', 'csat', 'scale']),
		metricPlace: dice.one(['list', 'list', 'record', 'detail', 'nowhere']),
		ids: dice.weighted({ all: 6, none: 4, some: 1 }),
		format: dice.one(FORMATS),
		times: TIMES[Number(dice.weighted({ 0: 8, 1: 3, 2: 1, 3: 1, 4: 1, 5: 1.5 }))] ?? [],
		word: dice.one(['completed', 'finished', 'done', 'Completed', 'submitted']),
		scoresFrom: dice.one([0, 0, 0, 3, 5]),
		showsCount: dice.chance(0.8),
		showsCreated: dice.chance(0.7),
	};
}

/** The history of a seed and a number, the same each time. */
export function historyOf(seed: number, number: number, length = 30): History {
	const dice = new Dice(seed * 1_000_003 + number * 7919);
	const surveys = Array.from({ length: dice.whole(0, 3) || 1 }, () => surveyFrom(dice));
	const deeds = number % 4 < 2 ? DEEDS : TROUBLES;
	const steps = Array.from({ length: dice.whole(5, 2 * length - 5) }, () => ({
		deed: dice.weighted(deeds),
		rolls: Array.from({ length: 6 }, () => dice.roll()),
	}));
	const filters = dice.chance(0.3) ? dice.one(FILTERS) : {};
	// A choice of only surveys without groups, or of a survey that the token does not see, would be refused.
	const isChosen = dice.chance(0.2) && !filters.npsGroups;
	return {
		seed: dice.whole(1, 1e9),
		engine: number % 2 === 0 ? 'default' : 'durable',
		surveys,
		filters,
		emitExisting: dice.chance(0.1),
		includeConversation: dice.chance(0.1),
		everything: dice.chance(0.2),
		chosen: isChosen ? dice.whole(1, surveys.length) : undefined,
		token: isChosen ? 0 : dice.one([0, 0, 1, 2]),
		maxEvents: dice.chance(0.15) ? dice.whole(1, 4) : undefined,
		activation: dice.roll(),
		before: surveys.map(() => dice.one([0, 1, 2, 5, 12, 25, 70])),
		unreadable: dice.chance(0.2) ? [dice.roll(), dice.roll(), dice.roll()] : undefined,
		steps,
	};
}

/** How long a wait lasts. */
export function waitFrom(roll: number): number {
	const waits = [20 * MINUTE, HOUR, 5 * HOUR, 26 * HOUR, 3 * DAY, 9 * DAY];
	return waits[Math.floor(roll * waits.length)] ?? HOUR;
}
