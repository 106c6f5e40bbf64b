import { z } from 'zod';
import { dateTime, email, nullableText, present, text, textMap } from '../../bodies/fields';
import { invitationFields, renamed } from '../../bodies/invitation';
import { METRIC_TYPES } from '../../world/records';
import type { Choices } from '../choices';
import type { Bodies } from '../dialect';

const surveyFields = {
	name: text.min(1).max(200),
	metric_type: z.enum(METRIC_TYPES),
	interview_locale: text.min(1),
	goal: nullableText.optional(),
	scale_min: z.number().int().optional(),
	scale_max: z.number().int().optional(),
	anonymous: z.boolean().optional(),
};

const survey = z.object(surveyFields);
const theme = z.object({ name: text.min(1), description: nullableText.optional() });
const property = z
	.object({
		key: text.min(1),
		property_key: text.min(1),
		label: text.min(1),
		property_label: text.min(1),
		name: text.min(1),
		options: z.array(z.union([text, z.object({ label: text })])),
	})
	.partial();

/** Unknown keys are ignored throughout. */
export function plainBodies(choices: Choices): Bodies {
	const invitation = z.object(invitationFields(choices));
	const { max_uses, label, expires_at, properties, allowed_origins } = invitationFields(choices);
	const shared = z.object({ max_uses, label, expires_at, properties, allowed_origins });
	return {
		surveyCreate: survey.transform(({ name, metric_type, interview_locale, ...rest }) => ({
			name,
			metricType: metric_type,
			interviewLocale: interview_locale,
			goal: rest.goal,
			scaleMin: rest.scale_min,
			scaleMax: rest.scale_max,
			anonymous: rest.anonymous,
		})),
		surveyUpdate: survey.partial().transform((body) => ({
			written: Object.keys(body),
			changes: present({
				name: body.name,
				metricType: body.metric_type,
				interviewLocale: body.interview_locale,
				goal: body.goal,
				scaleMin: body.scale_min,
				scaleMax: body.scale_max,
				anonymous: body.anonymous,
			}),
		})),
		surveyClone: z.object({ name: text.min(1).optional() }),
		propertyCreate: property
			.transform(propertyNames)
			.refine(({ key, label }) => key ?? label, { message: 'Field required', path: ['label'] })
			.transform(({ key, label, options }) => ({
				key: key ?? slug(label ?? ''),
				label: label ?? key ?? '',
				options: options ?? [],
			})),
		propertyUpdate: property.transform(propertyNames),
		themeCreate: theme.transform(({ name, description }) => ({
			name,
			description: description ?? null,
		})),
		themeUpdate: theme.partial(),
		sharedLink: shared.transform((body) => renamed(body)),
		personalInvite: invitation.transform(renamed),
		publicInvitation: invitation
			.extend({ on_duplicate: z.enum(['skip', choices.duplicateWord]).default('skip') })
			.refine((body) => body.recipient_email || body.recipient_name || body.recipient_external_id, {
				message: 'An email address, a name or an external id is required',
				path: ['recipient_email'],
			})
			.transform(({ on_duplicate, ...body }) => ({
				draft: renamed(body),
				onDuplicate: on_duplicate === 'skip' ? ('skip' as const) : ('create' as const),
			})),
		sendInviteEmail: z.object({ subject: nullableText, message: nullableText }).partial(),
		respondentUpdate: z
			.object({ name: nullableText, email: email.nullable(), properties: textMap })
			.partial(),
		sendMailing: z
			.object({ scheduled_at: dateTime(choices).nullable().optional() })
			.transform((body) => ({ scheduledAt: body.scheduled_at ?? null })),
	};
}

/** AttributeBreakdown names property_key, property_label and options; their short forms will do too. */
function propertyNames(body: z.infer<typeof property>) {
	return present({
		key: body.key ?? body.property_key,
		label: body.label ?? body.property_label ?? body.name,
		options: body.options?.map((option) => (typeof option === 'string' ? option : option.label)),
	});
}

export function slug(label: string): string {
	return label
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.replace(/^_|_$/g, '');
}
