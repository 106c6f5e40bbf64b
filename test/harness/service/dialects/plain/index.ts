import { SCOPES } from '../../http/tokens';
import type { Scope } from '../../http/tokens';
import type { Choices } from '../choices';
import type { Dialect } from '../dialect';
import { validationItem, writingFor } from '../writing';
import { plainBodies } from './bodies';
import { plainChoices } from './choices';
import { plainRefusals } from './refusals';
import { plainRecords } from './records';
import { plainResults } from './results';

/** Flat records, lenient about repeats, strict about input. */
export function plain(overrides: Partial<Choices>): Dialect {
	const choices = { ...plainChoices, ...overrides };
	const writing = writingFor(choices);
	return {
		name: 'plain',
		choices,
		refusals: plainRefusals,
		scopeWords: Object.fromEntries(SCOPES.map((scope) => [scope, scope])) as Record<Scope, string>,
		mailingWords: {
			unsent: 'unsent',
			scheduled: 'scheduled',
			sending: 'sending',
			paused: 'paused',
			sent: 'sent',
			failed: 'failed',
		},
		recipientWords: { pending: 'pending', sent: 'sent', failed: 'failed', skipped: 'skipped' },
		vocabulary: {
			sendAt: 'scheduled_at',
			themeDescription: 'description',
			surveyGoal: 'goal',
			propertyName: 'label',
			propertyOptions: 'options',
			personalNeedsWho: false,
			publicInputs: false,
		},
		bodies: plainBodies(choices),
		shapes: { ...plainRecords(writing), ...plainResults(writing) },
		writing,
		validationItem: (issue) => validationItem(choices, issue),
	};
}
