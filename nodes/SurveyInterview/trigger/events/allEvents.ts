import type { TriggerEvent } from '../event';
import { emailFailed } from './emailFailed';
import { interviewCompleted } from './interviewCompleted';
import { mailingStatusChanged } from './mailingStatusChanged';
import { resultsChanged } from './resultsChanged';

/** The trigger's events. All else about an event is in its own file. */
export const EVENTS: readonly TriggerEvent[] = [
	interviewCompleted,
	resultsChanged,
	mailingStatusChanged,
	emailFailed,
];

/** The value of the event that a new node has. */
export const DEFAULT_EVENT = interviewCompleted.value;
