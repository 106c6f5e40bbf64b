import type { Choices } from '../choices';
import type { Dialect } from '../dialect';
import { validationItem, writingFor } from '../writing';
import { nestedBodies } from './bodies';
import { nestedChoices } from './choices';
import { nestedRecords } from './records';
import { nestedRefusals } from './refusals';
import { nestedResults } from './results';

/** Deep records, other words, optional keys left out, strict about repeats. */
export function nested(overrides: Partial<Choices>): Dialect {
	const choices = { ...nestedChoices, ...overrides };
	const writing = writingFor(choices);
	return {
		name: 'nested',
		choices,
		refusals: nestedRefusals,
		scopeWords: {
			'surveys:read': 'studio.view',
			'surveys:write': 'studio.edit',
			'invitations:read': 'invitations.view',
			'invitations:write': 'invitations:write',
			'respondents:read': 'people.view',
			'respondents:write': 'people.manage',
			'results:read': 'insights.view',
			'mailings:read': 'mailings.view',
			'mailings:write': 'mailings:write',
		},
		mailingWords: {
			unsent: 'DRAFT',
			scheduled: 'QUEUED',
			sending: 'IN_PROGRESS',
			paused: 'ON_HOLD',
			sent: 'sent',
			failed: 'failed',
		},
		recipientWords: {
			pending: 'WAITING',
			sent: 'DELIVERED',
			failed: 'UNDELIVERABLE',
			skipped: 'SKIPPED',
		},
		vocabulary: {
			sendAt: 'send_at',
			themeDescription: 'prompt',
			surveyGoal: 'purpose',
			propertyName: 'name',
			propertyOptions: 'values',
			personalNeedsWho: false,
			publicInputs: false,
		},
		bodies: nestedBodies(choices),
		shapes: { ...nestedRecords(writing), ...nestedResults(writing) },
		writing,
		validationItem: (issue) => validationItem(choices, issue),
	};
}
