import { ACTIVATED_BY_PERSON } from './occasion';
import { isCommitted } from './storage';
import { warn, type Work } from './work';

/**
 * Says in n8n's log that a new watch begins where an old one should go on: n8n has no state, although the
 * workflow was active before. Since when something is missing cannot be known; its executions show it.
 *
 * @param isScheduled whether this is a scheduled poll, and not that of an activation
 */
export function warnIfLost(
	{ context, storage, before, empty, settings }: Work,
	isScheduled: boolean,
): void {
	if (before || !storage.isBlank) return;
	// The durable engine says of every scheduled poll that a person published a change. There an activation
	// comes before it, and what that took is handed over.
	const isBeginning =
		ACTIVATED_BY_PERSON.includes(context.getActivationMode()) &&
		!(isScheduled && isCommitted(context));
	if (isBeginning) return;
	const until = new Date(empty.since).toISOString();
	warn(context, [
		'n8n has no saved state of this trigger, although its workflow was not activated just now. ' +
			(settings.emitExisting
				? 'It begins anew: with Emit Existing, all that exists comes again.'
				: `It begins anew: if it ran before, what happened between its last poll and ${until} is missing. Look for it from the time of its last execution on.`),
	]);
}
