import type { Filters } from './filter';
import type { Reply } from './service';
import type { Survey } from './world';

/** How the trigger is set. */
export interface Rules {
	engine: 'default' | 'durable';
	filters: Filters;
	emitExisting: boolean;
	maxEvents?: number;
	/** Chosen surveys; none for all. */
	chosen?: Set<Survey>;
}

export type EventItem = Record<string, unknown>;

/** One publication, start or poll, and what is seen of it from outside. */
export interface Round {
	number: number;
	kind: 'publish' | 'start' | 'poll';
	/** When it began, by the true clock, and by that of the service. */
	at: number;
	stamp: number;
	replies: Reply[];
	/** The first activation that works, or one before it. */
	isFirstActivation: boolean;
	/** It died before anything was saved: it neither delivered nor remembered. */
	isForgotten: boolean;
	/** n8n did not take what a poll returned: only this process remembers what it learned. */
	isThrownAway: boolean;
	/** What it returned before it died between state and execution. */
	lost: EventItem[];
	delivered: EventItem[][];
	/** Of several polls in a round it is not seen which of them failed. */
	hasSeveral: boolean;
	/** Nothing was in its way: no fault, no crash, no limit. */
	isCalm: boolean;
	hasFailed: boolean;
	/** Why it failed, if nothing was in its way. */
	unexplained?: string;
	/** An execution was written, so that the state was saved. */
	isSaved: boolean;
}

export interface Finding {
	what:
		| 'lost'
		| 'late'
		| 'twice'
		| 'flood'
		| 'silent'
		| 'many'
		| 'unread'
		| 'completion_id'
		| 'stopped'
		| 'broken';
	step: number;
	detail: string;
}
