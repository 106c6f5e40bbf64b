import type { Service } from '../../harness/service';
import { first, full, type Cases } from '../case';

const invitation = ({ world }: Service, survey = full({ world } as Service)) =>
	first(world.invitations(survey.id), ({ type }) => type === 'personal');

const recipient = {
	recipient_email: 'Ann@Example.com',
	recipient_name: 'Ann',
	recipient_external_id: 'crm-900',
};

export const invitationCases: Cases = {
	'invitation/create': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: {
			...recipient,
			properties: { mappingMode: 'defineBelow', value: { location: 'Utrecht', team: '' } },
			additionalFields: {
				properties: { values: [{ key: 'department', value: 'Sales' }] },
				on_duplicate: 'skip',
			},
		},
		after: [`GET /surveys/${full(service).id}`],
		body: {
			...recipient,
			properties: { location: 'Utrecht', department: 'Sales' },
			on_duplicate: 'skip',
		},
		effect: ({ effects }) => expect(effects.created('invitation')).toHaveLength(1),
	}),
	'invitation/createPersonal': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { ...recipient, additionalFields: { expires_at: '2030-05-01T12:00:00+02:00' } },
		body: { ...recipient, expires_at: '2030-05-01T12:00:00+02:00' },
		effect: ({ effects }) => {
			expect(effects.created('invitation')).toHaveLength(1);
			expect(effects.emails).toHaveLength(0);
		},
	}),
	'invitation/createSharedLink': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { label: 'Newsletter', additionalFields: { max_uses: 50 } },
		body: { label: 'Newsletter', max_uses: 50 },
		effect: ({ effects }) => expect(effects.created('invitation')).toHaveLength(1),
	}),
	'invitation/find': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { findBy: 'email', email: invitation(service).recipientEmail ?? '' },
		output: ([item]) =>
			expect(item).toMatchObject({ count: 1, match: { id: invitation(service).id } }),
	}),
	'invitation/get': (service) => ({ ids: { invitation_id: invitation(service).id } }),
	'invitation/getAll': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: {
			returnAll: true,
			filters: { type: ['personal', 'csv'], status: ['open', 'used'], q: 'person' },
		},
		query: [
			['q', 'person'],
			['status', 'open'],
			['status', 'used'],
			['type', 'personal'],
			['type', 'csv'],
		],
		output: (items) => {
			expect(items.length).toBeGreaterThan(1);
			expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['personal', 'csv']));
		},
	}),
	'invitation/update': (service) => {
		const { id } = invitation(service);
		return {
			ids: { invitation_id: id },
			parameters: {
				updateFields: {
					label: 'VIP',
					max_uses: 3,
					recipient_email: 'new@example.com',
					recipient_name: 'New Name',
					properties: { values: [{ key: 'location', value: 'Utrecht' }] },
					allowed_origins: ['https://a.example.com'],
					clearFields: ['expires_at', 'recipient_notes', 'recipient_external_id'],
				},
			},
			body: {
				label: 'VIP',
				max_uses: 3,
				recipient_email: 'new@example.com',
				recipient_name: 'New Name',
				// What it carries besides stays.
				properties: { ...invitation(service).properties, location: 'Utrecht' },
				allowed_origins: ['https://a.example.com'],
				expires_at: null,
				recipient_notes: null,
				recipient_external_id: null,
			},
			effect: ({ world }) => {
				expect(world.records.invitations.get(id)).toMatchObject({
					label: 'VIP',
					maxUses: 3,
					expiresAt: null,
					recipientEmail: 'new@example.com',
					recipientNotes: null,
				});
			},
		};
	},
	'invitation/revoke': (service) => {
		const { id } = invitation(service);
		return {
			ids: { invitation_id: id },
			output: (items) => expect(items).toEqual([{ revoked: true, id }]),
			effect: ({ effects }) => expect(effects.of('revoked')).toHaveLength(1),
		};
	},
	'invitation/reissue': (service) => ({
		ids: { invitation_id: invitation(service).id },
		effect: ({ effects }) => expect(effects.of('reissued')).toHaveLength(1),
	}),
	'invitation/sendEmail': (service) => ({
		ids: { invitation_id: invitation(service).id },
		body: {},
		effect: ({ effects }) => expect(effects.emails).toHaveLength(1),
	}),
};
