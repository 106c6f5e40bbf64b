import type { Choices } from '../choices';
import type { Dialect } from '../dialect';
import { validationItem, writingFor } from '../writing';
import { wideBodies } from './bodies';
import { wideChoices } from './choices';
import { wideRecords } from './records';
import { wideRefusals } from './refusals';
import { wideRespondents } from './respondents';
import { wideResults } from './results';

/** Wide rows: many fields beside those that matter, times of the workspace's zone, charts in columns. */
export function wide(overrides: Partial<Choices>): Dialect {
	const choices = { ...wideChoices, ...overrides };
	const writing = writingFor(choices);
	return {
		name: 'wide',
		choices,
		refusals: wideRefusals,
		scopeWords: {
			'surveys:read': 'surveys:view',
			'surveys:write': 'surveys:manage',
			'invitations:read': 'invitations:view',
			'invitations:write': 'invitations:write',
			'respondents:read': 'participants:view',
			'respondents:write': 'participants:manage',
			'results:read': 'reports:view',
			'mailings:read': 'mailings:view',
			'mailings:write': 'mailings:write',
		},
		mailingWords: {
			unsent: 'draft',
			scheduled: 'planned',
			sending: 'processing',
			paused: 'interrupted',
			sent: 'sent',
			failed: 'failed',
		},
		recipientWords: {
			pending: 'queued',
			sent: 'accepted',
			failed: 'rejected',
			skipped: 'excluded',
		},
		vocabulary: {
			sendAt: 'scheduled_for',
			themeDescription: 'description',
			surveyGoal: 'goal',
			propertyName: 'display_name',
			propertyOptions: 'choices',
			personalNeedsWho: true,
			publicInputs: true,
		},
		bodies: wideBodies(choices),
		shapes: { ...wideRecords(writing), ...wideRespondents(writing), ...wideResults(writing) },
		writing,
		validationItem: (issue) => validationItem(choices, issue),
	};
}
