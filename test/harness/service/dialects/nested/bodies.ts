import { z } from 'zod';
import { dateTime, email, nullableText, present, text, textMap } from '../../bodies/fields';
import { invitationFields, renamed } from '../../bodies/invitation';
import type { InvitationBody } from '../../bodies/invitation';
import { METRIC_TYPES } from '../../world/records';
import type { Choices } from '../choices';
import type { Bodies } from '../dialect';
import { slug } from '../plain/bodies';

const scale = z.object({ min: z.number().int(), max: z.number().int() });

const survey = z.object({
	name: text.min(1),
	metric_type: z.enum(METRIC_TYPES),
	interview_locale: text.min(2),
	purpose: nullableText.optional(),
	scale: scale.optional(),
	is_anonymous: z.boolean().optional(),
});

const theme = z.object({ name: text.min(1), prompt: nullableText.optional() });
const option = z.union([text, z.object({ label: text })]);
const property = z
	.object({
		name: text.min(1),
		label: text.min(1),
		property_label: text.min(1),
		key: text.min(1),
		property_key: text.min(1),
		values: z.array(option),
		options: z.array(option),
	})
	.partial();

const recipient = z
	.object({ email: email.nullable(), name: nullableText, external_id: nullableText })
	.partial();

/** The recipient may come as one object, or under the specification's own names. Unknown keys are ignored. */
export function nestedBodies(choices: Choices): Bodies {
	const fields = invitationFields(choices);
	const invitation = z.object({ ...fields, recipient: recipient.optional() });
	const { max_uses, label, expires_at, properties, allowed_origins } = fields;
	const shared = z.object({ max_uses, label, expires_at, properties, allowed_origins });
	return {
		surveyCreate: survey.transform(({ name, metric_type, interview_locale, ...rest }) => ({
			name,
			metricType: metric_type,
			interviewLocale: interview_locale,
			goal: rest.purpose,
			scaleMin: rest.scale?.min,
			scaleMax: rest.scale?.max,
			anonymous: rest.is_anonymous,
		})),
		surveyUpdate: survey.partial().transform((body) => ({
			written: Object.keys(body),
			changes: present({
				name: body.name,
				metricType: body.metric_type,
				interviewLocale: body.interview_locale,
				goal: body.purpose,
				scaleMin: body.scale?.min,
				scaleMax: body.scale?.max,
				anonymous: body.is_anonymous,
			}),
		})),
		surveyClone: z.object({ name: text.min(1).optional() }),
		propertyCreate: property
			.transform(propertyNames)
			.refine(({ key, label: name }) => name ?? key, { message: 'is missing', path: ['name'] })
			.transform(({ key, label: name, options }) => ({
				key: key ?? slug(name ?? ''),
				label: name ?? key ?? '',
				options: options ?? [],
			})),
		propertyUpdate: property.transform(propertyNames),
		themeCreate: theme.transform(({ name, prompt }) => ({ name, description: prompt ?? null })),
		themeUpdate: theme
			.partial()
			.transform(({ name, prompt }) => present({ name, description: prompt })),
		sharedLink: shared
			.extend({ cap: max_uses })
			.transform(({ cap, ...body }) => renamed({ max_uses: cap, ...body })),
		personalInvite: invitation.transform(flat),
		publicInvitation: invitation
			.extend({ on_duplicate: z.enum(['skip', choices.duplicateWord]).default('skip') })
			.transform(({ on_duplicate, ...body }) => ({
				draft: flat(body),
				onDuplicate: on_duplicate === 'skip' ? ('skip' as const) : ('create' as const),
			})),
		sendInviteEmail: z.object({ template_id: text.uuid().nullable() }).partial(),
		respondentUpdate: z
			.object({
				person: recipient,
				property_values: textMap,
				properties: textMap,
			})
			.partial()
			.transform(({ person, property_values, properties: values }) =>
				present({
					name: person?.name,
					email: person?.email,
					externalId: person?.external_id,
					properties: property_values ?? values,
				}),
			),
		sendMailing: z
			.object({ send_at: dateTime(choices).nullable().optional() })
			.transform((body) => ({ scheduledAt: body.send_at ?? null })),
	};
}

function flat({
	recipient: who,
	...body
}: InvitationBody & { recipient?: z.infer<typeof recipient> }) {
	return renamed({
		recipient_email: who?.email,
		recipient_name: who?.name,
		recipient_external_id: who?.external_id,
		...body,
	});
}

function propertyNames(body: z.infer<typeof property>) {
	return present({
		key: body.key ?? body.property_key,
		label: body.name ?? body.label ?? body.property_label,
		options: (body.values ?? body.options)?.map((one) =>
			typeof one === 'string' ? one : one.label,
		),
	});
}
