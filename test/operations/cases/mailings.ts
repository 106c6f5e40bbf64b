import type { MailingStatus, Service } from '../../harness/service';
import { first, full, type Cases } from '../case';

const inState = (service: Service, status: MailingStatus) =>
	first(
		service.world.records.mailings.of(full(service).id),
		(mailing) => mailing.status === status,
	);

const TEMPLATE = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

export const mailingCases: Cases = {
	'mailing/create': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: {
			template_id: TEMPLATE,
			audience: 'filtered',
			additionalFields: {
				subject_override: 'How was it?',
				body_html_override: '<p>Hello</p>',
			},
			filters: {
				channels: ['personal', 'csv'],
				completed: ['no'],
				last_invited: 'older_than_7_days',
			},
		},
		body: {
			template_id: TEMPLATE,
			subject_override: 'How was it?',
			body_html_override: '<p>Hello</p>',
			filters: {
				channels: ['personal', 'csv'],
				completed: ['no'],
				last_invited: 'older_than_7_days',
			},
		},
		effect: ({ effects }) => {
			expect(effects.created('mailing')).toHaveLength(1);
			expect(effects.emails).toHaveLength(0);
		},
	}),
	'mailing/get': (service) => ({
		ids: { mailing_id: inState(service, 'sent').id },
		parameters: { returnAll: true },
		query: [
			['limit', '500'],
			['offset', '0'],
		],
		output: ([item]) => {
			const { id, templateId: template_id } = inState(service, 'sent');
			expect(item).toMatchObject({ template_id, id });
			expect(item?.recipients).toHaveLength(inState(service, 'sent').recipients?.length ?? -1);
		},
	}),
	'mailing/getRecipients': (service) => ({
		ids: { mailing_id: inState(service, 'sent').id },
		parameters: { returnAll: true },
		query: [
			['limit', '500'],
			['offset', '0'],
		],
		output: (items) => {
			const { recipients } = inState(service, 'sent');
			expect(items).toHaveLength(recipients?.length ?? -1);
			expect(items.length).toBeGreaterThan(0);
		},
	}),
	'mailing/getAll': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { returnAll: true },
		output: (items) => expect(items).toHaveLength(6),
	}),
	'mailing/getStats': (service) => ({ ids: { mailing_id: inState(service, 'sent').id } }),
	'mailing/update': (service) => ({
		ids: { mailing_id: inState(service, 'unsent').id },
		parameters: { updateFields: { subject_override: 'New subject', clearFields: ['filters'] } },
		body: { subject_override: 'New subject', filters: null },
		effect: () => expect(inState(service, 'unsent').subjectOverride).toBe('New subject'),
	}),
	'mailing/delete': (service) => {
		const { id } = inState(service, 'unsent');
		return {
			ids: { mailing_id: id },
			output: (items) => expect(items).toEqual([{ deleted: true, id }]),
			effect: ({ effects }) => expect(effects.deleted('mailing')).toHaveLength(1),
		};
	},
	'mailing/send': (service) => {
		const mailing = inState(service, 'unsent');
		return {
			ids: { mailing_id: mailing.id },
			body: undefined,
			effect: () => expect(['sending', 'sent']).toContain(mailing.status),
		};
	},
	'mailing/unschedule': (service) => {
		const mailing = inState(service, 'scheduled');
		return {
			ids: { mailing_id: mailing.id },
			effect: () => expect(mailing).toMatchObject({ status: 'unsent', scheduledAt: null }),
		};
	},
	'mailing/pause': (service) => {
		const mailing = inState(service, 'sending');
		return { ids: { mailing_id: mailing.id }, effect: () => expect(mailing.status).toBe('paused') };
	},
	'mailing/resume': (service) => {
		const mailing = inState(service, 'paused');
		return {
			ids: { mailing_id: mailing.id },
			effect: () => expect(mailing.status).not.toBe('paused'),
		};
	},
};
