/** Records as docs/interface.md shows them, and plausible ones where it shows none. */
import type { About, Kind } from './about';

export type Json = Record<string, unknown>;

/** Identifiers that nobody in a service has. */
export const foreign = (place: number): string =>
	`f0f0f0f0-0000-4000-8000-${String(place).padStart(12, '0')}`;

const AT = '2026-03-04T05:06:07Z';

export function invitationRead(id: string, survey_id: string): Json {
	return {
		id,
		survey_id,
		type: 'personal',
		token: 'a-token-of-nobody',
		label: null,
		batch_id: null,
		recipient_email: 'nobody@example.com',
		recipient_name: 'Nobody',
		recipient_external_id: null,
		recipient_notes: null,
		properties: {},
		expires_at: null,
		max_uses: 1,
		used_count: 0,
		anonymous: false,
		created_at: AT,
	};
}

export function mailingRead(id: string, survey_id: string, status = 'unsent'): Json {
	return {
		id,
		survey_id,
		company_id: foreign(90),
		template_id: foreign(91),
		status,
		from_address: 'survey@example.com',
		from_name: 'Survey',
		total_count: 1,
		sent_count: 0,
		failed_count: 0,
		skipped_count: 0,
		started_at: null,
		completed_at: null,
		created_at: AT,
		filter_snapshot: {},
	};
}

/** The keys that a shown record always has. */
export const REQUIRED: Partial<Record<Kind, string[]>> = {
	invitation: Object.keys(invitationRead('', '')),
	mailing: Object.keys(mailingRead('', '')),
};

const theme = (id: string, survey_id: string): Json => ({
	id,
	survey_id,
	name: 'Workload',
	is_implicit: false,
	is_archived: false,
});

/** A record of a kind, with this id, in this survey. */
export function recordOf(kind: Kind, id: string, survey_id: string): Json {
	switch (kind) {
		case 'survey':
			return { id, name: 'Somebody else’s', metric_type: 'nps', themes: [], locked_fields: [] };
		case 'property':
			return { id, survey_id, key: 'department', label: 'Department', options: [] };
		case 'invitation':
			return invitationRead(id, survey_id);
		case 'public invitation':
			return { invitation_id: id, survey_id, link: `https://interview.example.com/i/${id}` };
		case 'email result':
			return { invitation_id: id, status: 'sent', sent_at: AT };
		case 'respondent':
			return { id, survey_id, status: 'completed', score: 9, properties: {} };
		case 'mailing':
			return mailingRead(id, survey_id);
		case 'conversation':
			return { respondent_id: id, survey_id, messages: [{ role: 'participant', text: 'Hello' }] };
		case 'stats':
			return { mailing_id: id };
		case 'result':
			return { topic_id: id, survey_id, score: 42, text: 'Fine.' };
		default:
			return theme(id, survey_id);
	}
}

/** A record that the request cannot be about: another kind, and nobody's. */
export function recordOfAnotherKind({ kind }: About, survey_id: string): Json {
	return kind === 'theme' ? invitationRead(foreign(7), survey_id) : theme(foreign(7), survey_id);
}
