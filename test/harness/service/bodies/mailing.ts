import { z } from 'zod';
import type { Choices } from '../dialects/choices';
import { DEFAULT_FILTERS } from '../world/mailings';
import type { MailingDraft } from '../world/mailings';
import { CHANNELS } from '../world/records';
import type { MailingFilters } from '../world/records';
import { dateTime, nullableText, present, uuid } from './fields';
import type { Reader } from './fields';

const subject = z.string().max(255).nullable().optional();

/** MailingCreate of the specification. */
export function mailingCreate(choices: Choices): Reader<MailingDraft> {
	return z
		.object({
			template_id: uuid,
			filters: mailingFilters(choices).optional(),
			subject_override: subject,
			body_html_override: nullableText.optional(),
			sending_address_id: uuid.nullable().optional(),
		})
		.transform((body) => ({
			templateId: body.template_id,
			filters: body.filters ?? DEFAULT_FILTERS,
			subjectOverride: body.subject_override ?? null,
			bodyHtmlOverride: body.body_html_override ?? null,
			sendingAddressId: body.sending_address_id ?? null,
		}));
}

/** MailingUpdate: only supplied keys; a template or filters of null leave what is there. */
export function mailingUpdate(choices: Choices): Reader<Partial<MailingDraft>> {
	return z
		.object({
			template_id: uuid.nullable().optional(),
			subject_override: subject,
			body_html_override: nullableText.optional(),
			filters: mailingFilters(choices).nullable().optional(),
		})
		.transform((body) =>
			present({
				templateId: body.template_id ?? undefined,
				subjectOverride: body.subject_override,
				bodyHtmlOverride: body.body_html_override,
				filters: body.filters ?? undefined,
			}),
		);
}

function mailingFilters(choices: Choices): Reader<MailingFilters> {
	return z
		.object({
			added_after: dateTime(choices).nullable().optional(),
			channels: z.array(z.enum(CHANNELS)).min(1).optional(),
			completed: z
				.array(z.enum(['yes', 'no']))
				.min(1)
				.optional(),
			last_invited: z.enum(['never', 'older_than_7_days', 'older_than_1_month']).default('never'),
		})
		.transform((body) => ({
			addedAfter: body.added_after ?? null,
			channels: body.channels ?? null,
			completed: body.completed ?? null,
			lastInvited: body.last_invited,
		}));
}
