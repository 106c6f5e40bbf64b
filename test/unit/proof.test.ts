/** Answers that a review found refused although they are true, or believed although they are not. */
import type { EndpointOperation } from '../../nodes/SurveyInterview/operations/operation';
import { findOperation } from '../../nodes/SurveyInterview/operations';
import { proofOf } from '../../nodes/SurveyInterview/operations/proof';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const OTHER = 'f01c8a52-61c5-4a54-9d4d-0a2c0c9d7e22';
const IDENTIFIERS = {
	survey_id: ID,
	invitation_id: ID,
	respondent_id: ID,
	topic_id: ID,
	mailing_id: ID,
	category_id: ID,
};

function proves(name: string, answer: unknown, body?: Record<string, unknown>): boolean {
	const [resource = '', operation = ''] = name.split('.');
	const entry = findOperation(resource, operation) as EndpointOperation;
	return proofOf(entry, IDENTIFIERS, body)(answer);
}

it.each<[string, object, Record<string, unknown>?]>([
	['invitation.sendEmail', { sent: false, reason: 'suppressed' }],
	['invitation.sendEmail', { status: 'skipped', reason: 'opted out' }],
	['invitation.sendEmail', { status: 'sending' }],
	['invitation.sendEmail', { queued: true }],
	['invitation.sendEmail', { sent_to: 'a@b.test' }],
	['invitation.sendEmail', { id: ID }],
	['theme.create', { created: { id: OTHER, name: 'Care' } }, { name: 'Care' }],
	['theme.create', { theme: { id: OTHER } }],
	['theme.archive', { payload: { uuid: ID, title: 'Care' } }],
	['result.getQuotes', { data: [] }],
	['mailing.getStats', {}],
	['mailing.getStats', { failed: 2 }],
	['result.getQuotes', { data: [], success: true }],
	['result.getTopic', { name: 'Delivery', category: { id: OTHER, name: 'D' } }],
	['survey.get', { name: 'A', metric: { id: OTHER } }],
	['invitation.create', { url: 'https://x.test/i/abc', token: 'abc' }],
	['invitation.create', { link: 'https://x.test/i/abc' }],
	[
		'respondent.update',
		{ id: null, properties: { department: 'X', location: 'Y' } },
		{ properties: { department: 'X' } },
	],
])('%s is proved by %j', (...answered) => {
	expect(proves(...answered)).toBe(true);
});

it.each<[string, object, Record<string, unknown>?]>([
	['invitation.sendEmail', { status: 'error' }],
	['invitation.sendEmail', { status: 'sent', message: 'Please log in' }],
	['respondent.getAll', { success: false, message: 'maintenance', data: [] }],
	['invitation.getAll', { error: { code: 'insufficient_scope' }, invitations: [] }],
	['invitation.getAll', { survey_id: OTHER, invitations: [] }],
	['invitation.create', { url: 'https://x.test/login' }],
	['survey.get', { survey: { id: OTHER, name: 'A' } }],
	['mailing.getStats', { failed: true, message: 'maintenance' }],
	['respondent.update', { properties: {} }, { properties: { department: 'X' } }],
	['invitation.create', { csrf: { token: 'abc' } }],
	['invitation.create', { token: 'abc' }],
	['invitation.create', { link: 'https://sso.test/login' }],
	['invitation.create', { user: { id: OTHER, email: 'a@b.test' } }],
	['theme.create', { user: { id: OTHER } }],
	['theme.create', { received: { name: 'Care' } }, { name: 'Care' }],
	['survey.update', { body: { name: 'Care' } }, { name: 'Care' }],
	['invitation.sendEmail', { accepted_cookies: false, login_url: '/login' }],
	['invitation.sendEmail', { message_id: null }],
	['mailing.send', { id: ID }],
	['mailing.send', { id: ID, status: 'unauthorized' }],
	['respondent.erase', { id: ID, status: 'rejected' }],
	['respondent.erase', { id: ID, ok: 0 }],
	['theme.archive', { id: ID, success: 'false' }],
	['theme.archive', { id: ID, error_code: 'busy' }],
	['theme.archive', { id: ID, failed: true }],
	['theme.archive', { data: { id: ID, is_archived: false } }],
	['theme.archive', { id: ID, is_archived: 'false' }],
	['mailing.resume', { data: { id: ID, template_id: ID, status: 'paused' } }],
	['mailing.unschedule', { id: ID, template_id: ID, scheduled_at: '2030-01-01T00:00:00Z' }],
	['respondent.erase', { data: { id: ID, status: 'completed', email: 'a@b.test' } }],
	['respondent.erase', { id: ID, status: 'started', name: 'Ada' }],
	['theme.create', { id: OTHER, statusCode: 500, message: 'No' }],
	['theme.create', { name: 'Care', message: 'name is not unique' }, { name: 'Care' }],
	['invitation.createPersonal', { id: OTHER, token: 'jwt', user: 'me' }],
	['invitation.sendEmail', { code: 'rate_limited', email: 'a@b.test' }],
	['mailing.getStats', { error: { code: 'x', message: 'No' }, total: 5 }],
	['mailing.getStats', { success: false, total: 0 }],
])('%s is not proved by %j', (...answered) => {
	expect(proves(...answered)).toBe(false);
});

it.each([
	{ id: ID, status: 'completed', erased: false },
	{ id: ID, status: 'completed', erased_at: null },
	{ id: ID, erasure: { status: 'pending' } },
	{ id: ID, status: 'pending_erasure' },
	{ id: ID, dry_run: true },
	{ id: ID, result: 'failed' },
	{ data: { id: ID }, isError: true },
	{ data: { id: ID }, Success: false },
	{ data: { id: ID }, code: '500' },
	{ id: ID, errors: { base: ['not saved'] } },
	{ id: ID, status: 'completed', validation_errors: ['reason'] },
	{ id: ID, error_messages: ['not saved'] },
	{ id: ID, erasure_requested_at: '2026-01-01T00:00:00Z' },
	{ id: ID, erasureStatus: 'requested' },
	{ id: ID, state: 'Queued for erasure' },
])('%j does not prove an erasure', (answer) => {
	expect(proves('respondent.erase', answer)).toBe(false);
});

it.each([
	{ id: ID },
	{ id: ID, status: 'completed', completed_at: '2026-01-01T00:00:00Z' },
	{ id: ID, properties: { department: 'Independent', status: 'pending' } },
	{ id: ID, reason: 'Requested by email', request_id: OTHER, errors: [], error: null },
	{ id: ID, status: 'suspended', score: 3, message: 'Scheduled maintenance at noon' },
])('%j proves one', (answer) => {
	expect(proves('respondent.erase', answer)).toBe(true);
});

/** What was sent, and what the answer to an update shows in its place. */
const shownFor = (sent: unknown, shown: unknown, more: object = {}) =>
	proves('survey.update', { id: ID, name: 'A', goal: shown, ...more }, { goal: sent });

it.each<[unknown, unknown]>([
	['new', 'old'],
	['new', null],
	[7, 3],
	[true, false],
	[null, 'old'],
	['2026-05-01T10:00:00Z', '2026-05-01T12:00:00Z'],
	[['https://a.test'], ['https://b.test']],
	[['https://a.test'], ['https://a.test', 'https://b.test']],
	[
		{ team: 'new', place: 'Ghent' },
		{ team: 'old', place: 'Ghent' },
	],
])('an update that sent %j is not proved by %j', (sent, shown) => {
	expect(shownFor(sent, shown)).toBe(false);
	const inside = { data: { id: ID, goal: shown } };
	expect(proves('survey.update', inside, { goal: sent })).toBe(false);
	// Of a new record the service may choose a value itself.
	expect(proves('survey.create', { id: OTHER, goal: shown }, { goal: sent })).toBe(true);
});

it.each<[unknown, unknown]>([
	['Ana@Example.org ', 'ana@example.org'],
	['a@münchen.de', 'a@xn--mnchen-3ya.de'],
	[' Zoe\u0308  Quirk', 'Zoë Quirk'],
	['one\r\ntwo', 'one\ntwo'],
	['7', 7],
	[true, 'true'],
	[null, ''],
	[null, undefined],
	['new', undefined],
	['2026-05-01T10:00:00.123Z', '2026-05-01T12:00:00+02:00'],
	['2026-05-01T10:00:00Z', '2026-05-01T10:00:00'],
	[
		['https://a.test', 'https://B.test/'],
		['https://b.test', 'https://a.test/'],
	],
	['Delivery', { en: 'Delivery' }],
	[['Delivery'], [{ name: 'Delivery' }]],
	[{ team: 'Sales' }, { place: 'Ghent', team: 'sales' }],
	[{ team: 'Sales' }, [{ key: 'team', value: 'Sales' }]],
	[null, 1],
	[null, OTHER],
])('an update that sent %j is proved by %j', (sent, shown) => {
	expect(shownFor(sent, shown)).toBe(true);
});

it('what an anonymous record hides says nothing against an update', () => {
	expect(shownFor('new', null, { anonymous: true })).toBe(true);
	expect(shownFor('new', null, { anonymous: false })).toBe(false);
});

const AT = '2026-01-01T00:00:00Z';
/** Of the states, the interface names these words in its transitions; others may mean anything. */
it.each<[string, object, boolean, object?]>([
	['send', { status: 'unsent' }, false],
	['send', { status: 'Draft' }, false],
	['send', { status: 'failed', started_at: AT }, false],
	['send', { status: 'scheduled', scheduled_at: AT }, false],
	['send', { status: 'scheduled', scheduled_at: AT }, true, { scheduled_at: AT }],
	['send', { status: 'queued', started_at: null }, true],
	['send', { status: 'SENDING' }, true],
	['send', { status: 'sent' }, true],
	['resume', { status: 'paused' }, false],
	['resume', { status: 'failed' }, false],
	['resume', { status: 'sending' }, true],
	['pause', { status: 'sending' }, false],
	['pause', { status: 'sent' }, false],
	['pause', { status: 'on hold' }, true],
	['unschedule', { status: 'scheduled', scheduled_at: null }, false],
	['unschedule', { status: 'unsent', scheduled_at: null }, true],
])('mailing.%s, answered with %j: %s', (name, state, isProof, body = {}) => {
	expect(proves(`mailing.${name}`, { id: ID, template_id: ID, ...state }, { ...body })).toBe(
		isProof,
	);
});
