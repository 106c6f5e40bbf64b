import { interviewCompleted } from './interviewCompleted';
import type { TriggerEvent } from './event';
import { mailingStatusChanged } from './mailingStatusChanged';
import { resultsChanged } from './resultsChanged';
import type { EventName } from '../options';

/** The events by their names. What a kind judges it settles itself, so its judgement's type stays inside. */
export const KINDS = {
	interviewCompleted: interviewCompleted,
	resultsChanged: resultsChanged,
	mailingStatusChanged: mailingStatusChanged,
} as unknown as Record<EventName, TriggerEvent>;
