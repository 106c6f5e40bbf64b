import type { ThemeRecord } from '../../world/records';
import type { Json, Shapes, Writing } from '../dialect';
import { scoreLabel } from './scores';

type Records = Pick<
	Shapes,
	| 'survey'
	| 'surveyDetail'
	| 'property'
	| 'theme'
	| 'invitationLink'
	| 'publicInvitation'
	| 'emailResult'
	| 'filterSnapshot'
	| 'tokenIdentity'
>;

const APP = 'https://app.example.net';
const participantUrl = (token: string) => `${APP}/interview/${token}`;

/** Rows as a join of tables gives them: the names of neighbours, labels and counts beside the value itself. */
export function wideRecords({ time, choices }: Writing): Records {
	const object = (name: string): Json => (choices.extraFields ? { object: name } : {});
	const theme = (one: ThemeRecord): Json => ({
		...object('theme'),
		id: one.id,
		survey_id: one.surveyId,
		name: one.name,
		slug: one.name.toLowerCase().replaceAll(' ', '-'),
		description: one.description,
		status: one.archived ? 'archived' : 'active',
		is_implicit: one.implicit,
		is_archived: one.archived,
		created_at: time(one.createdAt),
	});
	const property: Records['property'] = (one) => ({
		...object('participant_property'),
		id: one.id,
		survey_id: one.surveyId,
		key: one.key,
		display_name: one.label,
		input_type: 'select',
		choices_count: one.options.length,
		choices: one.options.map((value, index) => ({ value, label: value, position: index + 1 })),
		created_at: time(one.createdAt),
	});
	const survey: Records['survey'] = (one, tally) => ({
		...object('survey'),
		id: one.id,
		name: one.name,
		company_name: 'Example Workspace',
		metric_type: one.metricType,
		metric_label: one.metricType.toUpperCase(),
		language: one.interviewLocale,
		anonymous_responses: one.anonymous,
		status: one.closed ? 'closed' : 'live',
		invite_count: tally.invitations,
		total_participants: tally.participants,
		partial_count: tally.participants - tally.responses,
		total_responses: tally.responses,
		topics_count: tally.topics,
		last_interview_respondent_id: one.anonymous ? null : (tally.latest?.id ?? null),
		last_interview_score: tally.latest?.score ?? null,
		last_interview_score_label: scoreLabel(one, tally.latest?.score ?? null),
		last_interview_ended_at: time(tally.latest?.completedAt ?? null),
		created_at: time(one.createdAt),
	});
	return {
		survey,
		theme,
		property,
		surveyDetail: ({ survey: one, tally, themes, properties, lockedFields }) => ({
			...survey(one, tally),
			goal: one.goal,
			scale_min: one.scaleMin,
			scale_max: one.scaleMax,
			interviewer_name: 'Robin',
			themes_count: themes.length,
			themes: themes.map(theme),
			participant_properties: properties.map(property),
			locked_fields: lockedFields,
		}),
		invitationLink: ({ id, token }, isShown) => ({
			...object('invitation'),
			...(isShown ? { participant_url: participantUrl(token) } : {}),
			admin_url: `${APP}/admin/invitations/${id}`,
		}),
		publicInvitation: (read, { id, surveyId, token }, created) => ({
			...object('public_invitation'),
			invitation_id: id,
			survey_id: surveyId,
			status: read.status ?? 'open',
			duplicate: !created,
			participant_url: participantUrl(token),
			recipient_email: read.recipient_email,
			recipient_name: read.recipient_name,
			recipient_external_id: read.recipient_external_id,
			expires_at: read.expires_at,
		}),
		emailResult: ({ invitation, recipient, sentAt, providerMessageId }) => ({
			accepted: true,
			invitation_id: invitation.id,
			recipient,
			from_name: 'Example Workspace',
			queued_at: time(sentAt),
			message_id: providerMessageId,
		}),
		filterSnapshot: ({ addedAfter, channels, completed, lastInvited }) => ({
			description: `Last invited: ${lastInvited}`,
			rules: [
				{ field: 'invited_via', in: channels ?? [] },
				{ field: 'interview_completed', in: completed ?? [] },
				{ field: 'invitation_created', after: time(addedAfter) },
				{ field: 'last_invited', is: lastInvited },
			],
		}),
		tokenIdentity: ({ name, workspaceId, surveyId, expiresAt }, workspaceName, scopes) => ({
			...object('api_token'),
			token_name: name,
			workspace_id: workspaceId,
			workspace_name: workspaceName,
			scope: scopes.join(' '),
			restricted_survey_id: surveyId,
			expires_at: time(expiresAt),
		}),
	};
}
