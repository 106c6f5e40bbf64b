import { completions } from './interviewCompleted';
import type { EventKind } from './event';
import { mailings } from './mailingStatusChanged';
import { results } from './resultsChanged';
import type { EventName } from '../options';

/** The events by their names. What a kind judges it settles itself, so its judgement's type stays inside. */
export const KINDS = {
	interviewCompleted: completions,
	resultsChanged: results,
	mailingStatusChanged: mailings,
} as unknown as Record<EventName, EventKind>;
