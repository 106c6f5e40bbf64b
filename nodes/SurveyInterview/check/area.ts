/** What the check says of one area: a status, a sentence, and what was found where. */
import { oneRecord, type Simplified, withoutEnvelope } from '../facts/simplified';
import type { UnreadKeys } from '../facts/unreadKeys';
import { toTime } from '../facts/values';
import { read } from '../http/call';
import { type ErrorFacts, isNotFound, SurveyInterviewError, TOO_DEEP } from '../http/errors';
import type { Session } from '../http/session';
import { isObject, isTooDeep, type JsonObject } from '../records/json';
import { findingsOf, type Missing, type Part } from './part';

/** What became of one request. */
export type Asked =
	| { kind: 'answer'; body: unknown }
	| { kind: 'failed'; facts: ErrorFacts }
	/** It was not sent. `isEmpty`: because there is nothing to ask for. */
	| { kind: 'notSent'; why: string; isEmpty?: boolean };

/** After so many requests in a row without an answer the others are not sent: each may take minutes. */
const MAX_UNANSWERED = 2;

/** Sends one request after the other, and says of each what became of it. A failure does not stop the others. */
export class Asking {
	/** What is said of all further requests, once nothing more is sent. */
	stopped?: Asked;
	private unanswered = 0;

	constructor(private readonly session: Session) {}

	/** @throws {SurveyInterviewError} only when the execution is canceled */
	async get(path: string, query?: JsonObject): Promise<Asked> {
		if (this.stopped) return this.stopped;
		const outcome = await read(this.session, path, query).then(
			(body) => ({ body }),
			(error: unknown) => ({ error: error as Error }),
		);
		if ('error' in outcome) {
			const { error } = outcome;
			if (this.session.signal?.aborted || !(error instanceof SurveyInterviewError)) throw error;
			return this.failed(error.facts);
		}
		this.unanswered = 0;
		const { body } = outcome;
		return isTooDeep(body) ? { kind: 'failed', facts: TOO_DEEP } : { kind: 'answer', body };
	}

	private failed(facts: ErrorFacts): Asked {
		const { failure, status } = facts;
		if (failure?.cause === 'rate-limited') {
			this.stopped = { kind: 'notSent', why: limited(failure.retryAfterMs) };
			return this.stopped;
		}
		this.unanswered = status === undefined ? this.unanswered + 1 : 0;
		if (this.unanswered === MAX_UNANSWERED) {
			const why = 'the service did not answer the earlier requests. Run it again later';
			this.stopped = { kind: 'notSent', why };
		}
		return { kind: 'failed', facts };
	}
}

function limited(ms: number | undefined): string {
	const why = 'the service limits how many requests it answers';
	if (ms === undefined) return `${why}. Run it again later`;
	const at = toTime(Date.now() + ms)?.replace(/\.\d+Z$/, 'Z') ?? '';
	return `${why}. Run it again in ${Math.ceil(ms / 1000)} s (at ${at}), or increase the option Max Wait`;
}

/** A record in an answer, and the keys that lead to it: services put records into `data`. */
export interface Single {
	record: JsonObject;
	at: string;
}

/** The record in an answer; an empty one where there is none. */
export function recordIn(asked: Asked | undefined, simplified?: Simplified): Single {
	const one = asked?.kind === 'answer' ? oneRecord(asked.body, simplified) : undefined;
	const body = isObject(one) ? one : {};
	const record = withoutEnvelope(body);
	return { record, at: record === body ? '' : 'data' };
}

/** In the order in which one of several counts for all: what is still empty is no fault. */
export const AREA_STATUSES = {
	notUnderstood: 'not understood',
	notAllowed: 'not allowed',
	// Nothing is claimed of it.
	notLookedAt: 'not checked',
	limited: 'limited',
	fine: 'fine',
	empty: 'still empty',
};
type AreaStatus = keyof typeof AREA_STATUSES;

/** One area, before its unread keys are shown. */
export interface Area {
	area: string;
	status: AreaStatus;
	sentence: string;
	details: JsonObject;
	/** By the parts of the answer. */
	unread?: readonly UnreadKeys[];
	missing?: ReadonlyArray<Missing & { unread: UnreadKeys }>;
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
	operation: string,
): Area {
	if (asked.kind === 'failed') {
		const [status, sentence] = failure(asked.facts, `${operation.split('.')[0]}s`);
		return { area, status, sentence, details: {} };
	}
	const status = asked.isEmpty ? 'empty' : 'notLookedAt';
	return { area, status, sentence: `Not checked: ${asked.why}.`, details: {} };
}

/** The words of the service are left out: they may name people. */
function failure(facts: ErrorFacts, what: string): [AreaStatus, string] {
	const { status = 0, code } = facts;
	if (code === 'insufficient_scope')
		return ['notAllowed', `The service refuses this: the token lacks a scope to read ${what}.`];
	if (code === 'segment_suppressed')
		return [
			'empty',
			'Too few people have answered yet: in an anonymous survey, the service withholds this.',
		];
	if (facts === TOO_DEEP)
		return ['notUnderstood', 'The answer is nested deeper than n8n can handle.'];
	if (status === 0)
		return ['notLookedAt', 'The service did not answer, so this could not be checked.'];
	if (status >= 500)
		return ['notLookedAt', `The service failed (${status}), so this could not be checked.`];
	const refusals: Record<number, string> = {
		401: 'The service refuses the token (401): it may be revoked or expired.',
		402: 'Billing blocks this (402): an administrator can resolve it.',
		403: `The service refuses this (403): the token may lack a scope to read ${what}, or be restricted to another survey.`,
	};
	const refused = refusals[status];
	if (refused !== undefined) return ['notAllowed', refused];
	if (isNotFound(facts))
		return [
			'notAllowed',
			`The service says that this does not exist (${status}), or that the token cannot access it.`,
		];
	if (status < 400)
		return ['notUnderstood', `The address answered ${status} with something that is not a record.`];
	return status === 404
		? ['notUnderstood', 'The address does not know this path (404): check the Base URL.']
		: ['notUnderstood', `The service refuses the request that this package sends (${status}).`];
}

/** What is said of an area besides its facts. */
export interface AreaRemarks {
	/** How much there is, and what is right although it may look wrong. */
	notes?: readonly string[];
	problems?: readonly string[];
	details?: JsonObject;
	/** Facts that are no loss here. */
	excused?: readonly string[];
	/** Of what stands beside a list, what nobody reads. */
	beside?: UnreadKeys;
	/** Facts without which there is nothing to see yet, where they are all empty. */
	shows?: readonly string[];
}

/** Judges an area by the facts in its answer. The first part decides whether it is understood at all. */
export function judged(
	area: string,
	parts: readonly Part[],
	scene: Scene,
	{ notes = [], problems = [], details = {}, excused, beside, shows = [] }: AreaRemarks,
): Area {
	const filled = parts.filter(({ records }) => records.length > 0);
	const findings = filled.map((part) => findingsOf({ excused, ...part }));
	const found = Object.assign({}, ...findings.map((one) => one.found)) as Record<string, string>;
	const empty = findings.flatMap((one) => one.empty);
	const isEmpty = shows.length > 0 && !shows.some((fact) => findings[0]?.shown.includes(fact));
	const all = [...findings.flatMap((one) => one.problems), ...problems];
	const isUnknown = filled[0] === parts[0] && findings[0]?.isUnknown === true;
	const [status, verdict] = verdictOn({ isUnknown, isEmpty, problems: all }, scene);
	return {
		area,
		status,
		sentence: [...notes, ...verdict].join(' '),
		details: {
			...details,
			found,
			...(empty.length > 0 ? { empty } : {}),
			not_found: findings.flatMap(({ notFound }) => notFound),
		},
		unread: [...findings.map(({ unread }) => unread), ...(beside ? [beside] : [])],
		missing: findings.flatMap(({ missing, unread }) => missing.map((one) => ({ ...one, unread }))),
	};
}

function verdictOn(
	of: { isUnknown: boolean; isEmpty: boolean; problems: readonly string[] },
	scene: Scene,
): [AreaStatus, readonly string[]] {
	// Before somebody has answered, what is missing need not be missing later.
	if (of.isEmpty && scene.completed === 0) return ['empty', [whyEmpty(scene)]];
	if (of.isUnknown) return ['notUnderstood', ['Nothing that this package needs was found.']];
	if (of.problems.length > 0) return ['limited', of.problems];
	return of.isEmpty
		? ['empty', [whyEmpty(scene)]]
		: ['fine', ['Everything that this package needs was found.']];
}
