import fc from 'fast-check';
import type { Choices, DialectName } from '../../harness/service';
import type { CrashPoint, EngineKind } from '../../harness/engine/polling';

/** What goes wrong with requests, until it is used up. */
export interface Trouble {
	where: 'surveys' | 'respondents' | 'conversation' | 'anything';
	what:
		| 'unavailable'
		| 'failing'
		| 'limited shortly'
		| 'limited for an hour'
		| 'connection lost'
		| 'hanging'
		| 'a web page'
		| 'broken off'
		| 'not found'
		| 'forbidden';
	times: number;
}

/** How one poll goes. */
export interface Poll {
	/** Where n8n is killed in it. */
	crash?: CrashPoint;
	/** What else happens while it runs. */
	meanwhile?: 'another poll' | 'a completion' | 'an activation' | 'a deactivation';
	/** In the durable engine: with the state of before the last poll, or without the lease. */
	oddity?: 'old state' | 'lease lost' | 'abandoned';
	/** Seconds that each of its requests takes on everybody's clock. */
	slow?: number;
	/** The request that never gets an answer, while the next polls begin. */
	hang?: Trouble['where'];
}

/** One thing that happens. Numbers choose among what there is at that time. */
export type Action =
	| {
			do: 'start' | 'complete' | 'interview' | 'reopen' | 'erase' | 'delete' | 'change';
			who: number;
	  }
	| { do: 'crowd'; who: number; many: number }
	| { do: 'start together'; who: number; many: number; completed: number }
	| { do: 'create survey' }
	| { do: 'clone survey' | 'delete survey' | 'anonymous'; which: number; on: boolean }
	| { do: 'summary late' | 'list late'; reads: number }
	| { do: 'list short'; which: number; missing: number; reads: number }
	| { do: 'other order'; order: Choices['respondentOrder'] }
	| { do: 'trouble'; trouble: Trouble }
	| { do: 'heal' }
	| { do: 'poll'; poll: Poll }
	| { do: 'pass'; minutes: number }
	| { do: 'set the clock'; ahead: number }
	| { do: 'deactivate' | 'rename' | 'crash' | 'lead' }
	| { do: 'activate'; crash?: CrashPoint }
	| { do: 'restart'; update: boolean }
	| { do: 'copy'; withData: boolean }
	| { do: 'other engine' };

/** One life of a workflow, an n8n and a service. */
export interface History {
	engine: EngineKind;
	dialect: DialectName;
	surveys: number;
	/** Completed before the trigger was activated, in each survey. */
	before: number;
	/** Whether the first survey is anonymous from the beginning. */
	anonymous: boolean;
	/** Minutes that n8n's clock is ahead of the service's at the beginning; less than 0: behind. */
	clock: number;
	chosen: boolean;
	/** Where n8n is killed while the workflow is activated for the first time. */
	crashAtStart?: CrashPoint;
	options: {
		emitExisting?: boolean;
		includeConversation?: boolean;
		maxEvents?: number;
		scoreFrom?: number;
	};
	erase: Choices['erase'];
	anonymousIds: Choices['anonymousIds'];
	actions: Action[];
}

const who = fc.nat({ max: 40 });
const which = fc.nat({ max: 3 });
const on = fc.boolean();

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes that n8n's clock is ahead of the service's. */
const clock = fc.constantFrom(
	0,
	3,
	-3,
	40,
	-40,
	5 * HOUR,
	-5 * HOUR,
	2 * DAY,
	-2 * DAY,
	9 * DAY,
	-9 * DAY,
);

const trouble: fc.Arbitrary<Trouble> = fc.record({
	where: fc.constantFrom('surveys', 'respondents', 'conversation', 'anything'),
	what: fc.constantFrom(
		'unavailable',
		'failing',
		'limited shortly',
		'limited for an hour',
		'connection lost',
		'hanging',
		'a web page',
		'broken off',
		'not found',
		'forbidden',
	),
	times: fc.integer({ min: 1, max: 8 }),
});

const crashPoint: fc.Arbitrary<CrashPoint | undefined> = fc.constantFrom<CrashPoint>(
	'after poll',
	'between state and execution',
	'after execution',
);

const usually = <T>(value: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const poll: fc.Arbitrary<Poll> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant({}) },
	{
		weight: 2,
		arbitrary: fc.record({ crash: crashPoint }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			meanwhile: fc.constantFrom<Poll['meanwhile']>(
				'another poll',
				'a completion',
				'an activation',
				'a deactivation',
			),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			oddity: fc.constantFrom<Poll['oddity']>('old state', 'lease lost', 'abandoned'),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ slow: fc.constantFrom(15, 100) }) },
	{
		weight: 1,
		arbitrary: fc.record({ hang: fc.constantFrom('surveys', 'respondents', 'conversation') }),
	},
);

const some = <T extends Action>(weight: number, arbitrary: fc.Arbitrary<T>) => ({
	weight,
	arbitrary: arbitrary as fc.Arbitrary<Action>,
});

const action: fc.Arbitrary<Action> = fc.oneof(
	some(24, fc.record({ do: fc.constant('poll' as const), poll })),
	some(14, fc.record({ do: fc.constant('interview' as const), who })),
	some(
		12,
		fc.record({
			do: fc.constantFrom('start', 'complete', 'reopen', 'erase', 'delete', 'change'),
			who,
		}),
	),
	some(
		2,
		fc.record({ do: fc.constant('crowd' as const), who, many: fc.integer({ min: 2, max: 7 }) }),
	),
	some(5, fc.record({ do: fc.constant('complete' as const), who })),
	some(
		5,
		fc.record({
			do: fc.constant('start together' as const),
			who,
			many: fc.integer({ min: 2, max: 3 }),
			completed: fc.integer({ min: 0, max: 2 }),
		}),
	),
	some(2, fc.record({ do: fc.constant('create survey' as const) })),
	some(
		3,
		fc.record({ do: fc.constantFrom('clone survey', 'delete survey', 'anonymous'), which, on }),
	),
	some(
		3,
		fc.record({
			do: fc.constantFrom('summary late', 'list late'),
			reads: fc.integer({ min: 0, max: 4 }),
		}),
	),
	some(
		2,
		fc.record({
			do: fc.constant('list short' as const),
			which,
			missing: fc.integer({ min: 1, max: 5 }),
			reads: fc.integer({ min: 1, max: 3 }),
		}),
	),
	some(
		1,
		fc.record({
			do: fc.constant('other order' as const),
			order: fc.constantFrom<Choices['respondentOrder']>(
				'oldest first',
				'newest first',
				'arbitrary',
			),
		}),
	),
	some(5, fc.record({ do: fc.constant('trouble' as const), trouble })),
	some(2, fc.record({ do: fc.constant('heal' as const) })),
	some(
		3,
		fc.record({
			do: fc.constant('pass' as const),
			minutes: fc.constantFrom(1, 1, 2, 30, 61, 10_080),
		}),
	),
	some(2, fc.record({ do: fc.constant('set the clock' as const), ahead: clock })),
	some(4, fc.record({ do: fc.constantFrom('deactivate', 'rename', 'crash', 'lead') })),
	some(
		3,
		fc.record({ do: fc.constant('activate' as const), crash: usually(undefined, crashPoint) }),
	),
	some(3, fc.record({ do: fc.constant('restart' as const), update: on })),
	some(1, fc.record({ do: fc.constant('copy' as const), withData: on })),
	some(1, fc.record({ do: fc.constant('other engine' as const) })),
);

/** Histories of one engine and one reading of the specification. */
export function histories(engine: EngineKind, dialect: DialectName): fc.Arbitrary<History> {
	return fc.record({
		engine: fc.constant(engine),
		dialect: fc.constant(dialect),
		surveys: fc.integer({ min: 1, max: 3 }),
		before: fc.integer({ min: 0, max: 3 }),
		anonymous: fc.boolean(),
		clock: usually(0, clock),
		chosen: usually(false, fc.boolean()),
		crashAtStart: fc.oneof(fc.constant(undefined), crashPoint),
		options: fc.record({
			emitExisting: usually<boolean | undefined>(undefined, fc.boolean()),
			includeConversation: usually<boolean | undefined>(undefined, fc.boolean()),
			maxEvents: usually<number | undefined>(undefined, fc.integer({ min: 1, max: 4 })),
			scoreFrom: usually<number | undefined>(undefined, fc.constant(5)),
		}),
		erase: fc.constantFrom<Choices['erase']>('kept', 'gone', 'new id'),
		anonymousIds: fc.constantFrom<Choices['anonymousIds']>('present', 'absent'),
		actions: fc.array(action, { minLength: 1, maxLength: 24, size: 'max' }),
	});
}
