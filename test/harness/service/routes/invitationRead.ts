import type { Json } from '../dialects/dialect';
import type { Call } from '../http/operation';
import { statusOf } from '../world/invitations';
import type { InvitationRecord } from '../world/records';

/** InvitationRead, as the specification shows it; whether it is anonymous follows from the survey. */
export function invitationRead(
	{ world, dialect }: Pick<Call<unknown, unknown>, 'world' | 'dialect'>,
	one: InvitationRecord,
	fresh = false,
): Json {
	const { time, optional } = dialect.writing;
	const { participantLink: shows } = dialect.choices;
	return {
		id: one.id,
		survey_id: one.surveyId,
		type: one.type,
		token: one.token,
		label: one.label,
		batch_id: one.batchId,
		recipient_email: one.recipientEmail,
		recipient_name: one.recipientName,
		recipient_external_id: one.recipientExternalId,
		recipient_notes: one.recipientNotes,
		properties: one.properties,
		expires_at: time(one.expiresAt),
		max_uses: one.maxUses,
		used_count: one.usedCount,
		anonymous: world.surveys.get(one.surveyId)?.anonymous ?? false,
		created_at: time(one.createdAt),
		...optional(
			{
				allowed_origins: one.allowedOrigins,
				status: statusOf(world, one),
				created_by_email: one.createdByEmail,
				invitation_link_id: one.invitationLinkId,
			},
			{ allowed_origins: [], status: 'open', created_by_email: null, invitation_link_id: null },
		),
		...(shows === 'never' ? {} : dialect.shapes.invitationLink(one, fresh || shows === 'always')),
	};
}
