/**
 * What a generated service tells of each kind of record. The interface says what its records are for, so a service
 * says that, at whatever place; of facts that are not named here, chance decides.
 */
import type { KindName } from '../../../../nodes/SurveyInterview/facts/kinds';
import type { Random } from '../foreign/random';
import type { Demands } from '../known/reading';

/** The kinds that the interface does not show; the others stay as it shows them. */
export type HiddenKind = Exclude<KindName, 'mailing' | 'point'>;

/** One of two ways to say the same, the first of them more often. */
const either = (random: Random, one: Demands, other: Demands): Demands =>
	random.chance(0.7) ? one : other;

export function demandsOf(random: Random): Record<HiddenKind, Demands> {
	return {
		token: {
			workspace: 'always',
			scopes: 'always',
			workspace_id: 'always',
			survey_id: 'sometimes',
			expires_at: 'sometimes',
		},
		survey: {
			id: 'always',
			name: 'always',
			metric_type: 'always',
			interview_locale: 'always',
			response_count: 'always',
			participant_count: 'always',
			latest_completed_at: 'sometimes',
			created_at: 'always',
		},
		// The interface names `is_archived` (docs/interface.md, Themes).
		theme: { id: 'always', name: 'always', description: 'sometimes', is_archived: 'never' },
		property: { id: 'always', key: 'always', label: 'always', options: 'always' },
		invitation: {
			id: 'always',
			link: 'always',
			status: 'always',
			email: 'sometimes',
			name: 'sometimes',
			external_id: 'sometimes',
			properties: 'always',
		},
		respondent: {
			...either(
				random,
				{ name: 'sometimes' },
				{ name: 'never', first_name: 'sometimes', last_name: 'sometimes' },
			),
			...either(
				random,
				{ completed_at: 'sometimes' },
				{ completed_at: 'never', ended_at: 'sometimes' },
			),
			id: 'sometimes',
			email: 'sometimes',
			external_id: 'sometimes',
			score: 'sometimes',
			status: 'always',
			properties: 'always',
			started_at: 'always',
			// The status says it.
			erased: 'never',
		},
		conversation: {
			messages: 'always',
			text: 'never',
			// ConversationSummaryRead is shown; where it stands is not.
			summary: 'never',
			positives: 'never',
			negatives: 'never',
		},
		message: {
			...either(
				random,
				{ role: 'always' },
				{ role: 'never', is_interviewer: 'always', is_participant: 'always' },
			),
			text: 'always',
			at: 'always',
		},
		overview: {
			score: 'sometimes',
			invited: 'always',
			started: 'always',
			completed: 'always',
			distribution: 'always',
			promoters: 'never',
			passives: 'never',
			detractors: 'never',
		},
		suggestedRange: { from: 'always', to: 'always', granularity: 'always' },
		bucket: { from: 'always', to: 'never', score: 'sometimes', answers: 'always' },
		score: { score: 'always', completed_at: 'always', respondent_id: 'sometimes' },
		conclusion: { text: 'sometimes', points: 'always' },
		topic: {
			id: 'always',
			name: 'always',
			theme: 'sometimes',
			mentions: 'always',
			frequency: 'never',
			sentiment: 'always',
			positive: 'always',
			neutral: 'always',
			negative: 'always',
		},
		quote: { text: 'always', sentiment: 'always', topic: 'never', at: 'always' },
	};
}
