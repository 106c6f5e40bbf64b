import { completions } from './completions';
import type { EventKind } from './event';
import { mailings } from './mailings';
import { results } from './results';
import type { EventName } from './settings';

/** The events by their names. What a kind judges it settles itself, so its judgement's type stays inside. */
export const KINDS = {
	interviewCompleted: completions,
	resultsChanged: results,
	mailingStatusChanged: mailings,
} as unknown as Record<EventName, EventKind>;
