import fc from 'fast-check';
import type { Fault } from '../harness/service';
import type { MatchBy, SyncOptions } from '../../nodes/SurveyInterview/sync/syncOptions';

/** How somebody writes an address: as it is, in capitals with spaces, or its domain in another script. */
export type Style = 'plain' | 'loud' | 'script';

/** Who a contact or an invitation is about. Numbers name one of few, so that they meet again and again. */
export interface Person {
	survey: number;
	mail?: number;
	style: Style;
	id?: number;
	name?: number;
	team?: number;
	level?: number;
}

export interface Seeded extends Person {
	type: 'personal' | 'csv' | 'api' | 'shared_link' | 'sms';
	state: 'open' | 'used' | 'expired' | 'revoked';
}

/** What goes wrong, at which request. */
export interface Trouble {
	at: number;
	with: 'writes' | 'lists';
	what: 'killed' | Fault;
	times: number;
}

/**
 * Every option of Sync is played, but for the approval and other surveys, which have suites of their own; who opted out is told
 * by numbers. A new option does not compile before the histories have values for it.
 */
type PlayedOption = Exclude<
	keyof SyncOptions,
	'approvedSteps' | 'dryRun' | 'neverCreateFor' | 'notInvitedWithin' | 'output'
>;

export interface Options extends Record<PlayedOption, unknown> {
	matchBy: MatchBy;
	createWith: 'public' | 'personal';
	propertiesMode: 'merge' | 'replace';
	unknownProperties: 'refuse' | 'send';
	updateExisting: boolean;
	whenMissing: 'leave' | 'revoke';
	maxRevokePercent: number;
	maxCreates: number | undefined;
	/** Addresses and ids of these opted out. */
	optedOut: number[];
	propertiesAsColumns: boolean;
	concurrency: number;
}

/** One list that is synced, undisturbed in one survey and in trouble in its twin. */
export interface Round {
	contacts: Person[];
	options: Options;
	trouble?: Trouble;
	retryOnFail: boolean;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
}

export interface History {
	before: Seeded[];
	rounds: Round[];
}

const few = fc.nat({ max: 5 });
const maybe = <T>(value: fc.Arbitrary<T>, freq = 4) => fc.option(value, { nil: undefined, freq });
const mostly = <T>(usual: T, others: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

const person = {
	survey: mostly(0, fc.constant(1)),
	mail: maybe(few),
	style: mostly<Style>('plain', fc.constantFrom('loud', 'script')),
	id: maybe(few, 3),
	name: maybe(fc.nat({ max: 2 })),
	team: maybe(fc.nat({ max: 2 }), 2),
	level: maybe(fc.nat({ max: 2 }), 1),
};

const seeded: fc.Arbitrary<Seeded> = fc.record({
	...person,
	type: fc.constantFrom('personal', 'csv', 'api', 'api', 'personal', 'shared_link', 'sms'),
	state: mostly<Seeded['state']>('open', fc.constantFrom('used', 'expired', 'revoked')),
});

const status = (code: number, when: 'before' | 'after', retryAfter?: number): Fault => ({
	kind: 'status',
	status: code,
	when,
	retryAfter,
});

const trouble: fc.Arbitrary<Trouble> = fc.record({
	// Most lists need few writes, so most breaks come early.
	at: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 9 })),
	with: mostly<Trouble['with']>('writes', fc.constant('lists')),
	what: fc.constantFrom<Trouble['what']>(
		'killed',
		{ kind: 'reset', when: 'before' },
		{ kind: 'reset', when: 'after' },
		{ kind: 'truncated json' },
		{ kind: 'html', status: 200, when: 'after' },
		status(500, 'before'),
		status(500, 'after'),
		status(503, 'after', 0),
		status(503, 'after', 900),
		status(429, 'before', 900),
		status(429, 'before', 0),
		status(401, 'before'),
		status(402, 'before'),
		{ kind: 'status', status: 403, code: 'insufficient_scope' },
		status(404, 'before'),
		status(409, 'before'),
		status(422, 'before'),
	),
	times: fc.constantFrom(1, 1, 3),
});

const options: fc.Arbitrary<Options> = fc.record({
	matchBy: fc.constantFrom<MatchBy>('emailThenExternalId', 'email', 'externalId'),
	createWith: fc.constantFrom('public', 'personal'),
	propertiesMode: fc.constantFrom('merge', 'replace'),
	// The surveys have all properties of the contacts; `properties.test.ts` is about those they have not.
	unknownProperties: fc.constant('refuse'),
	updateExisting: mostly(true, fc.constant(false)),
	whenMissing: fc.constantFrom('leave', 'revoke'),
	maxRevokePercent: fc.constantFrom(100, 100, 50, 25),
	maxCreates: maybe(fc.nat({ max: 6 }), 1),
	optedOut: fc.array(few, { maxLength: 2 }),
	propertiesAsColumns: mostly(true, fc.constant(false)),
	concurrency: fc.constantFrom(1, 5, 10),
});

/** Whether an ID is that of all, who are several: it is not used (`ordinary.test.ts`), which the judge does not know. */
const haveOneId = (contacts: Person[]) =>
	contacts.every(({ id }) => id !== undefined && id === contacts[0]?.id) &&
	new Set(contacts.flatMap(({ mail }) => mail ?? [])).size > 1;

const round: fc.Arbitrary<Round> = fc.record({
	contacts: fc
		.array(fc.record(person), { minLength: 1, maxLength: 6 })
		.filter((contacts) => !haveOneId(contacts)),
	options,
	trouble: maybe(trouble, 5),
	retryOnFail: mostly(false, fc.constant(true)),
	onError: mostly<Round['onError']>(
		'stopWorkflow',
		fc.constantFrom('continueRegularOutput', 'continueErrorOutput'),
	),
});

export const histories: fc.Arbitrary<History> = fc.record({
	before: fc.array(seeded, { maxLength: 8 }),
	rounds: fc.array(round, { minLength: 1, maxLength: 2 }),
});
