import type { DialectName } from '../../harness/service';
import { Dice } from '../secondOpinion/dice';

/** What may happen. The numbers are how often, compared with each other. */
const DEEDS = {
	sync: 22,
	add: 10,
	remove: 5,
	swap: 3,
	double: 5,
	address: 4,
	newId: 3,
	exchangeIds: 3,
	exchangeAddresses: 2,
	empty: 5,
	nothing: 4,
	bad: 3,
	mailbox: 4,
	sameId: 3,
	crm: 0.7,
	rename: 4,
	property: 5,
	respell: 3,
	blank: 1,
	optOut: 3,
	invite: 8,
	stranger: 3,
	impersonal: 2,
	elsewhere: 3,
	answer: 8,
	expire: 2,
	revoke: 2,
	refuse: 1.5,
	hide: 0.4,
};
export type Deed = keyof typeof DEEDS;

/** One thing that happens; `rolls` decide how, so that a history without this step is the same otherwise. */
export interface Step {
	deed: Deed;
	rolls: number[];
}

export type MatchBy = 'emailThenExternalId' | 'email' | 'externalId';

export interface Options {
	updateExisting?: boolean;
	whenMissing?: 'leave' | 'revoke';
	maxRevokePercent?: number;
	maxCreates?: number;
	notInvitedWithin?: number;
	propertiesMode?: 'merge' | 'replace';
	unknownProperties?: 'stop' | 'send';
	createWith?: 'personal' | 'public';
}

export interface History {
	dialect: DialectName;
	matchBy: MatchBy;
	options: Options;
	hasTwoSurveys: boolean;
	/** Whether the surveys have the property `level`, which some contacts have. */
	hasLevel: boolean;
	steps: Step[];
}

/** The history of a seed and a number, the same each time. */
export function historyOf(seed: number, number: number): History {
	const dice = new Dice(seed * 1_000_003 + number * 7919);
	const step = (deed: Deed): Step => ({
		deed,
		rolls: Array.from({ length: 6 }, () => dice.roll()),
	});
	const isRevoking = dice.chance(0.5);
	const options: Options = {
		updateExisting: dice.chance(0.85),
		whenMissing: isRevoking ? 'revoke' : 'leave',
		maxRevokePercent: isRevoking && dice.chance(0.75) ? dice.one([30, 100, 100]) : undefined,
		maxCreates: dice.chance(0.15) ? dice.whole(1, 4) : undefined,
		notInvitedWithin: dice.chance(0.3) ? 30 : undefined,
		propertiesMode: dice.chance(0.3) ? 'replace' : 'merge',
		unknownProperties: dice.chance(0.3) ? 'send' : undefined,
		createWith: dice.chance(0.25) ? 'public' : undefined,
	};
	return {
		dialect: dice.one(['plain', 'nested', 'wide']),
		matchBy: dice.one(['emailThenExternalId', 'emailThenExternalId', 'email', 'externalId']),
		options,
		hasTwoSurveys: dice.chance(0.25),
		hasLevel: dice.chance(0.85),
		steps: [
			...Array.from({ length: dice.whole(2, 6) }, () => step('add')),
			...Array.from({ length: dice.whole(0, 4) }, () => step('invite')),
			...Array.from({ length: dice.whole(4, 22) }, () => step(dice.weighted(DEEDS))),
		],
	};
}
