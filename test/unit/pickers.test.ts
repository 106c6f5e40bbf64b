/** A line of a picker names a record as the output does. */
import { templatesOf } from '../../nodes/SurveyInterview/service/mailings';
import { pickerEntries } from '../../nodes/SurveyInterview/form/recordPickers';
import type { RecordName } from '../../nodes/SurveyInterview/service/identifiers';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const OTHER = '8d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const AT = '2026-03-01T10:00:00Z';

it.each<[RecordName, object, string]>([
	['survey', { id: ID, title: 'Pulse', metric: 'nps', responses: 1 }, 'Pulse · NPS · 1 answer'],
	['survey', { survey_id: ID, name: 'Pulse', is_open: true }, 'Pulse · open'],
	['mailing', { id: ID, status: 'sent', created_at: AT }, 'ID 7d0f2a8c · sent · 2026-03-01'],
	['mailing', { id: ID, subject_override: 'Hi', status: 'DRAFT' }, 'Hi · draft'],
	[
		'invitation',
		{ id: ID, recipient_name: 'Ada', recipient_email: 'ada@x.com', type: 'csv', status: 'open' },
		'Ada · ada@x.com · csv',
	],
	['invitation', { id: ID, recipient: { email: 'ada@x.com' } }, 'ada@x.com · open'],
	['invitation', { id: ID, label: 'Lobby', type: 'shared_link' }, 'Lobby · shared_link · open'],
	['respondent', { id: ID, recipient: { full_name: 'Ada' }, score: 9 }, 'Ada · 9'],
	['respondent', { respondent_id: ID, first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
	['respondent', { id: ID, contact: { email: 'ada@x.com' } }, 'ada@x.com'],
	[
		'respondent',
		{ id: ID, status: 'FINISHED', completed_at: AT },
		'ID 7d0f2a8c · completed · 2026-03-01',
	],
	['theme', { category_id: ID, title: 'Delivery', status: 'Archived' }, 'Delivery · archived'],
	['theme', { id: ID, name: 'Delivery', is_archived: false }, 'Delivery'],
	['property', { property_id: ID, key: 'team', label: 'Team' }, 'Team'],
	['topic', { topic: { topic_id: ID, topic_name: 'Price' }, mentions: 3 }, 'Price'],
])('%s %j is %j', (kind, record, name) => {
	expect(pickerEntries([{ ...record }], kind)).toEqual([{ name, value: ID }]);
});

it.each<[RecordName, object]>([
	['respondent', { score: 9, survey: { id: ID } }],
	['topic', { ref: ID, name: 'Price' }],
	['topic', { name: 'Price' }],
])('%s %j has no line: nobody knows its ID', (kind, record) => {
	expect(pickerEntries([{ ...record }], kind)).toEqual([]);
});

it('a template is named by the last mailing that has a subject, and the day of the last one', () => {
	const mailing = (template_id: unknown, subject_override: string | null, created_at: string) => ({
		...{ id: '1', template_id, subject_override, created_at },
	});
	const mailings = [
		mailing(ID, 'First', '2026-01-01T10:00:00Z'),
		mailing(ID.toUpperCase(), null, '2026-03-01T10:00:00Z'),
		mailing(OTHER, null, AT),
		mailing(ID, 'Second', '2026-02-01T10:00:00Z'),
		mailing(null, 'None', AT),
		'not a mailing',
	];
	expect(pickerEntries(templatesOf(mailings), 'template')).toEqual([
		{ name: 'Second · 2026-03-01', value: ID },
		{ name: 'ID 8d0f2a8c · 2026-03-01', value: OTHER },
	]);
});
