import { z } from 'zod';
import type { Choices } from '../dialects/choices';
import type { InvitationDraft } from '../world/invitations';
import { NO_CAP } from '../world/invitations';
import { dateTime, email, nullableText, present, textMap } from './fields';
import type { Reader } from './fields';

/** InvitationUpdate, whole as the specification shows it. */
export function invitationUpdate(choices: Choices): Reader<InvitationDraft> {
	return z.object(invitationFields(choices)).transform(renamed);
}

/** The fields that the specification names for an invitation, under its own names. */
export function invitationFields(choices: Choices) {
	return {
		expires_at: dateTime(choices).nullable().optional(),
		max_uses: z.number().int().min(1).max(NO_CAP).nullable().optional(),
		label: z.string().max(120).nullable().optional(),
		recipient_email: email.nullable().optional(),
		recipient_name: nullableText.optional(),
		recipient_external_id: nullableText.optional(),
		recipient_notes: nullableText.optional(),
		properties: textMap.nullable().optional(),
		allowed_origins: z.array(z.string()).nullable().optional(),
	};
}

export type InvitationBody = z.infer<z.ZodObject<ReturnType<typeof invitationFields>>>;

export function renamed(body: InvitationBody): InvitationDraft {
	return present({
		expiresAt: body.expires_at,
		maxUses: body.max_uses,
		label: body.label,
		recipientEmail: body.recipient_email,
		recipientName: body.recipient_name,
		recipientExternalId: body.recipient_external_id,
		recipientNotes: body.recipient_notes,
		properties: body.properties,
		allowedOrigins: body.allowed_origins,
	});
}
