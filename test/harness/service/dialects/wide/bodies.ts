import { z } from 'zod';
import { dateTime, email, nullableText, present, text, textMap } from '../../bodies/fields';
import { invitationFields, renamed } from '../../bodies/invitation';
import type { InvitationBody } from '../../bodies/invitation';
import { METRIC_TYPES } from '../../world/records';
import type { Choices } from '../choices';
import type { Bodies } from '../dialect';
import { slug } from '../plain/bodies';

const LANGUAGES = ['nl', 'en', 'de', 'fr', 'es', 'it', 'pl', 'pt', 'auto'] as const;
const WIDEST_SCALE = 20;

const survey = z.object({
	name: text.min(1).max(255),
	metric_type: z.enum(METRIC_TYPES),
	interview_locale: z.enum(LANGUAGES),
	goal: nullableText.optional(),
	scale_min: z.number().int().optional(),
	scale_max: z.number().int().optional(),
	anonymous_responses: z.boolean().optional(),
});
type Scale = Pick<z.infer<typeof survey>, 'scale_min' | 'scale_max'>;

const theme = z.object({ name: text.min(1), description: nullableText.optional() });
const newThemes = z.array(z.union([text.min(1).transform((name) => ({ name })), theme]));
const choice = z.union([text, z.object({ label: text }), z.object({ value: text })]);
const property = z
	.object({
		key: text.min(1),
		property_key: text.min(1),
		display_name: text.min(1),
		label: text.min(1),
		property_label: text.min(1),
		name: text.min(1),
		choices: z.array(choice),
		options: z.array(choice),
	})
	.partial();

/** The names of the specification come first, the short ones of the same thing will do; the rest is ignored. */
export function wideBodies(choices: Choices): Bodies {
	const fields = invitationFields(choices);
	const { max_uses, label, expires_at, properties, allowed_origins } = fields;
	const invitation = z.object({
		...fields,
		email: email.nullable().optional(),
		name: nullableText.optional(),
		external_id: nullableText.optional(),
	});
	return {
		surveyCreate: survey
			.extend({ themes: newThemes.optional() })
			.superRefine(refuseScale)
			.transform((body) => ({
				...draft(body),
				name: body.name,
				metricType: body.metric_type,
				interviewLocale: body.interview_locale,
				themes: body.themes?.map(themeDraft),
			})),
		surveyUpdate: survey
			.partial()
			.superRefine(refuseScale)
			.transform((body) => ({ written: Object.keys(body), changes: present(draft(body)) })),
		surveyClone: z.object({ name: text.min(1).max(255).optional() }),
		propertyCreate: property
			.transform(propertyNames)
			.refine(({ key, label: name }) => name ?? key, {
				message: 'This field is required',
				path: ['display_name'],
			})
			.transform(({ key, label: name, options }) => ({
				key: key ?? slug(name ?? ''),
				label: name ?? key ?? '',
				options: options ?? [],
			})),
		propertyUpdate: property.transform(propertyNames),
		themeCreate: theme.transform(themeDraft),
		themeUpdate: theme.partial(),
		sharedLink: z
			.object({ max_uses, label, expires_at, properties, allowed_origins })
			.transform(renamed),
		personalInvite: invitation
			.refine((body) => body.recipient_email ?? body.email ?? body.recipient_name ?? body.name, {
				message: 'An email address or a name is required',
				path: ['recipient_email'],
			})
			.transform(withoutShortNames),
		publicInvitation: invitation
			.extend({ on_duplicate: z.enum(['skip', choices.duplicateWord]).default('skip') })
			.transform(({ on_duplicate, ...body }) => ({
				draft: withoutShortNames(body),
				onDuplicate: on_duplicate === 'skip' ? ('skip' as const) : ('create' as const),
			})),
		sendInviteEmail: z.object({ subject: nullableText, intro_text: nullableText }).partial(),
		respondentUpdate: z
			.object({
				participant_name: nullableText,
				participant_email: email.nullable(),
				participant_external_id: nullableText,
				participant_properties: textMap,
				properties: textMap,
			})
			.partial()
			.transform((body) =>
				present({
					name: body.participant_name,
					email: body.participant_email,
					externalId: body.participant_external_id,
					properties: body.participant_properties ?? body.properties,
				}),
			),
		sendMailing: z
			.object({ scheduled_for: dateTime(choices).nullable().optional() })
			.transform((body) => ({ scheduledAt: body.scheduled_for ?? null })),
	};
}

function draft(body: Partial<z.infer<typeof survey>>) {
	return {
		name: body.name,
		metricType: body.metric_type,
		interviewLocale: body.interview_locale,
		goal: body.goal,
		scaleMin: body.scale_min,
		scaleMax: body.scale_max,
		anonymous: body.anonymous_responses,
	};
}

function refuseScale({ scale_min: min, scale_max: max }: Scale, context: z.RefinementCtx): void {
	if (min === undefined && max === undefined) return;
	if (min !== undefined && max !== undefined && max > min && max - min <= WIDEST_SCALE) return;
	context.addIssue({
		code: 'custom',
		path: [min === undefined ? 'scale_min' : 'scale_max'],
		message: `A scale has two ends, at most ${WIDEST_SCALE} points apart`,
	});
}

function themeDraft({ name, description = null }: z.infer<typeof theme>) {
	return { name, description };
}

type WithShortNames = InvitationBody & {
	email?: string | null;
	name?: string | null;
	external_id?: string | null;
};

function withoutShortNames({ email: address, name, external_id, ...body }: WithShortNames) {
	return renamed({
		recipient_email: address,
		recipient_name: name,
		recipient_external_id: external_id,
		...body,
	});
}

function propertyNames(body: z.infer<typeof property>) {
	const options = body.choices ?? body.options;
	return present({
		key: body.key ?? body.property_key,
		label: body.display_name ?? body.label ?? body.property_label ?? body.name,
		options: options?.map((one) => {
			if (typeof one === 'string') return one;
			return 'label' in one ? one.label : one.value;
		}),
	});
}
