/** What the check says of one area: a status, a sentence, and what was found where. */
import { isNotFound, TOO_DEEP, type ErrorFacts } from '../http/errors';
import type { JsonObject } from '../records/json';
import type { Asked } from './ask';
import { PAGING_NAMES } from '../records/lists';
import { UnreadKeys, type Knows } from './keys';
import { findingsOf, knownIn, type Findings, type Part } from './part';

/** `empty`: nothing is there yet. `notLookedAt`: nothing is claimed of it. */
export type AreaStatus =
	| 'fine'
	| 'limited'
	| 'notAllowed'
	| 'notUnderstood'
	| 'empty'
	| 'notLookedAt';

/** One area, before its unread keys are shown. */
export interface Area {
	area: string;
	status: AreaStatus;
	sentence: string;
	details: JsonObject;
	unread?: UnreadKeys;
}

/** What is known of the survey and of the credential, for the sentences about its answers. */
export interface Scene {
	/** Undefined where it does not say so. */
	isAnonymous?: boolean;
	/** How many have completed the interview; undefined where that is not known. */
	completed?: number;
	participantLink?: string;
}

/** Why something is empty, as far as that is known. */
export function whyEmpty({ isAnonymous, completed }: Scene): string {
	if (completed === 0)
		return 'Nobody has completed an interview yet, so there is nothing to check.';
	return isAnonymous
		? 'The service shows nothing, as in an anonymous survey until enough people have answered.'
		: 'There is no data yet.';
}

/** An area of which there is no answer. */
export function withoutAnswer(
	area: string,
	asked: Exclude<Asked, { kind: 'answer' }>,
	what: string,
): Area {
	if (asked.kind === 'failed') return { area, ...failure(asked.facts, what), details: {} };
	const status = asked.isEmpty ? 'empty' : 'notLookedAt';
	return { area, status, sentence: `Not checked: ${asked.why}.`, details: {} };
}

/** The words of the service are left out: they may name people. */
function failure(facts: ErrorFacts, what: string): Pick<Area, 'status' | 'sentence'> {
	const { status = 0, code } = facts;
	const not = (sentence: string) => ({ status: 'notAllowed', sentence }) as const;
	const unclear = (sentence: string) => ({ status: 'notUnderstood', sentence }) as const;
	const open = (sentence: string) => ({ status: 'notLookedAt', sentence }) as const;
	if (code === 'insufficient_scope') {
		return not(`The service refuses this: the token lacks a scope to read ${what}.`);
	}
	if (code === 'segment_suppressed') {
		return {
			status: 'empty',
			sentence:
				'Too few people have answered yet: in an anonymous survey, the service withholds this.',
		};
	}
	if (facts === TOO_DEEP) return unclear('The answer is nested deeper than n8n can handle.');
	if (status === 0) return open('The service did not answer, so this could not be checked.');
	if (status >= 500) return open(`The service failed (${status}), so this could not be checked.`);
	if (status === 401)
		return not('The service refuses the token (401): it may be revoked or expired.');
	if (status === 402) return not('Billing blocks this (402): an administrator can resolve it.');
	if (status === 403) {
		return not(
			`The service refuses this (403): the token may lack a scope to read ${what}, or be restricted to another survey.`,
		);
	}
	if (isNotFound(facts)) {
		return not(
			`The service says that this does not exist (${status}), or that the token cannot access it.`,
		);
	}
	if (status < 400)
		return unclear(`The address answered ${status} with something that is not a record.`);
	if (status === 404)
		return unclear('The address does not know this path (404): check the Base URL.');
	return unclear(`The service refuses the request that this package sends (${status}).`);
}

/** What is said of an area besides its facts. */
export interface AreaRemarks {
	/** How much there is: `40 respondents, 32 of them completed.` */
	count?: string;
	/** What is right although it may look wrong. */
	notes?: readonly string[];
	problems?: readonly string[];
	details?: JsonObject;
	/** What stands beside the list. */
	rest?: JsonObject;
	/** Facts without which there is nothing to see yet, where they are all empty. */
	shows?: readonly string[];
}

const isPagingKey: Knows = (keys) => PAGING_NAMES.includes(keys.at(-1) ?? '');

/** Judges an area by the facts in its answer. The first part decides whether it is understood at all. */
export function judged(
	area: string,
	parts: readonly [Part, ...Part[]],
	scene: Scene,
	{ count, notes = [], problems = [], details = {}, rest, shows = [] }: AreaRemarks = {},
): Area {
	const filled = parts.filter(({ records }) => records.length > 0);
	const findings = filled.map(findingsOf);
	const unread = new UnreadKeys();
	for (const part of filled) unread.add(part.at, part.records, knownIn(part));
	unread.add('', [rest], isPagingKey);
	const all = merged(findings);
	const has = (fact: string) => fact in all.found && !all.empty.includes(fact);
	const isEmpty = shows.length > 0 && !shows.some(has);
	const isUnknown = parts[0].records.length > 0 && findings[0]?.isUnknown === true;
	const found = [...all.problems, ...problems];
	const status = statusOfArea({ isUnknown, isEmpty, scene, problems: found.length });
	const verdict = {
		notUnderstood: ['Nothing that this package needs was found.'],
		empty: [whyEmpty(scene)],
		limited: found,
		fine: ['Everything that this package needs was found.'],
	}[status];
	return {
		area,
		status,
		sentence: [count, ...notes, ...verdict].filter(Boolean).join(' '),
		details: {
			...details,
			found: all.found,
			...(all.empty.length > 0 ? { empty: all.empty } : {}),
			not_found: all.notFound,
		},
		unread,
	};
}

function statusOfArea(of: {
	isUnknown: boolean;
	isEmpty: boolean;
	scene: Scene;
	problems: number;
}): 'fine' | 'limited' | 'notUnderstood' | 'empty' {
	// Before somebody has answered, what is missing need not be missing later.
	if (of.isEmpty && of.scene.completed === 0) return 'empty';
	if (of.isUnknown) return 'notUnderstood';
	if (of.problems > 0) return 'limited';
	return of.isEmpty ? 'empty' : 'fine';
}

function merged(findings: readonly Findings[]): Findings {
	return {
		found: Object.assign({}, ...findings.map(({ found }) => found)) as Findings['found'],
		empty: findings.flatMap(({ empty }) => empty),
		notFound: findings.flatMap(({ notFound }) => notFound),
		problems: findings.flatMap(({ problems }) => problems),
		isUnknown: false,
	};
}
