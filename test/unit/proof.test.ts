/** The rule of proof: no error, and the ID of the path, or of a new record. */
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

function proves(name: string, answer: unknown): boolean {
	const [resource = '', operation = ''] = name.split('.');
	const entry = findOperation(resource, operation) as EndpointOperation;
	return proofOf(entry, IDENTIFIERS)(answer);
}

it.each<[string, object]>([
	['theme.archive', { id: ID }],
	['theme.archive', { id: ID.toUpperCase(), errors: [], error: null, message: null }],
	['theme.archive', { id: ID, error: 'none', failed: 'OK', rejected: 0, exception: 'success' }],
	['theme.archive', { id: ID, detail: [] }],
	['theme.archive', { id: ID, errors: 'no', failure: 'false', dry_run: false, err: {} }],
	['theme.archive', { id: ID, code: 399, status: 600, message: 'ok' }],
	['theme.archive', { data: { id: ID } }],
	...[
		...['data', 'result', 'record', 'response', 'payload', 'item', 'created', 'Updated', 'survey'],
		...['property', 'theme', 'topic_category', 'topicCategory', 'category', 'invitation'],
		...['respondent', 'mailing'],
	].map((name): [string, object] => ['theme.archive', { [name]: { uuid: ID } }]),
	['mailing.send', { id: ID, template_id: OTHER, status: 'sending' }],
	['mailing.send', { id: ID, template_id: OTHER, status: 'failed' }],
	['theme.create', { id: OTHER, name: 'Care' }],
	['theme.create', { created: { id: OTHER } }],
	['survey.clone', { id: OTHER }],
	['invitation.reissue', { id: ID, token: 'abc' }],
	['invitation.reissue', { id: OTHER, token: 'abc' }],
	['invitation.create', { id: OTHER }],
	['invitation.create', { invitation: { id: OTHER } }],
	['invitation.create', { survey: { id: ID }, invitation: { id: OTHER } }],
	['invitation.create', { link: 'https://x.test/i/abc' }],
	['invitation.sendEmail', { sent_to: 'a@b.test' }],
	['invitation.sendEmail', { sent: false, reason: 'suppressed' }],
	['invitation.sendEmail', { status: 'skipped', reason: 'opted out' }],
	['invitation.sendEmail', { status: 'sending' }],
	['invitation.sendEmail', { sent: true, message: 'It is on its way' }],
	['invitation.sendEmail', { id: ID }],
	['respondent.erase', { id: ID }],
	['respondent.erase', { id: ID, status: 'erased', erased_at: '2026-01-01T00:00:00Z' }],
	['respondent.erase', { id: ID, status: 'erased', name: 'Erased respondent' }],
	['respondent.erase', { id: ID, properties: { status: 'pending' }, reason: 'By email' }],
	['survey.get', { name: 'A', metric: { id: OTHER } }],
	['survey.get', { data: { id: ID, name: 'A' } }],
	['result.getOverview', { score: 5, fault: 'none', survey: { id: OTHER } }],
	['result.getQuotes', { data: [], success: true }],
	['result.getTopic', { name: 'Delivery', category: { id: OTHER, name: 'D' } }],
	['respondent.getConversation', []],
	['mailing.getStats', {}],
	['mailing.getStats', { failed: 2 }],
])('%s is proved by %j', (...answered) => {
	expect(proves(...answered)).toBe(true);
});

it.each<[string, unknown]>([
	['theme.archive', {}],
	['theme.archive', 'ok'],
	['theme.archive', [{ id: ID }]],
	['theme.archive', { success: true }],
	['theme.archive', { id: OTHER }],
	['theme.archive', { id: OTHER, data: { id: ID } }],
	['theme.archive', { message: 'maintenance', query: { id: ID } }],
	['theme.archive', { previous: { id: ID } }],
	['theme.archive', { data: { theme: { id: ID } }, errors: [] }],
	['theme.unarchive', { _links: { self: { href: '/self' } }, attributes: { name: 'Care' } }],
	['theme.archive', { error: { id: ID } }],
	['theme.archive', { request: { id: ID }, rejected: { id: ID } }],
	['theme.archive', { status: 'error', data: { id: ID } }],
	['theme.archive', { id: ID, errors: ['Busy.'] }],
	['theme.archive', { id: ID, result: { error: 'locked' } }],
	['theme.archive', { id: ID, success: 'false' }],
	['theme.archive', { id: ID, error_code: 'busy' }],
	['theme.archive', { id: ID, failed: true }],
	['theme.archive', { id: ID, error: 'None of the themes exists' }],
	['theme.archive', { id: ID, error: 'OK is missing' }],
	['theme.archive', { id: ID, error: 'Not OK' }],
	['theme.archive', { id: ID, errors: 1 }],
	['theme.archive', { id: ID, detail: [{ msg: 'Field required' }] }],
	['theme.archive', { id: ID, code: 400 }],
	['theme.archive', { id: ID, status: 599 }],
	['theme.archive', { id: ID, result: { status: 'refused' } }],
	...[
		...['success', 'succeeded', 'ok', 'done', 'changed', 'updated', 'modified', 'applied'],
		...['authenticated', 'authorised', 'authorized'],
	].flatMap((flag) =>
		[false, 'no', 'N', 0, 'FALSE'].map((no): [string, object] => [
			'theme.archive',
			{ id: ID, [flag]: no },
		]),
	),
	...[
		...['error', 'is_error', 'hasErrors', 'validation_errors', 'field-errors', 'form_error'],
		...['failed', 'failure', 'rejected', 'unchanged', 'dry_run', 'redirect', 'login'],
		...['err', 'error_no', 'errorMsg', 'err_code', 'error_message', 'errorMessages', 'error_type'],
		...['error_description', 'error_detail', 'errorDetails', 'exception', 'Exceptions', 'fault'],
		...['faultCode', 'faultstring', 'soap:Envelope', 'soapenv:Fault', 'envelope', 'stack'],
		...['stackTrace'],
	].map((name): [string, object] => ['theme.archive', { id: ID, [name]: { a: 1 } }]),
	...[
		...['error', 'Fail', 'failed', 'failure', 'rejected', 'refused', 'denied', 'unauthorised'],
		...['unauthorized', 'unauthenticated', 'forbidden', 'invalid', 'unchanged', 'not_modified'],
		...['not changed', 'not-found', 'not_found', '404', '503'],
	].map((word): [string, object] => ['theme.archive', { id: ID, outcome: word }]),
	...[
		...['status', 'http_status', 'code', 'statusCode', 'returnCode', 'result_code', 'http_code'],
		...['result', 'response', 'outcome', 'state'],
	].map((name): [string, object] => ['theme.archive', { id: ID, [name]: 'failed' }]),
	['mailing.send', { id: ID, status: 'unauthorized' }],
	['theme.create', { id: ID, name: 'Care' }],
	['theme.create', { name: 'Care' }],
	['theme.create', { id: OTHER, statusCode: 500, message: 'No' }],
	['theme.create', { id: OTHER, error: { code: 'internal' } }],
	['invitation.createPersonal', { link: 'https://x.test/i/abc' }],
	['invitation.create', { csrf: { token: 'abc' } }],
	['invitation.create', { token: 'abc' }],
	['invitation.sendEmail', {}],
	['invitation.sendEmail', { error: {} }],
	['invitation.sendEmail', { data: [] }],
	['invitation.sendEmail', { status: 'error' }],
	['invitation.sendEmail', { message: 'Please log in' }],
	['invitation.sendEmail', { message: 'maintenance', query: { id: ID } }],
	['invitation.sendEmail', { fault: { faultstring: 'quota' } }],
	['respondent.erase', { id: ID, ok: 0 }],
	['respondent.erase', { id: ID, erased: false }],
	['respondent.erase', { id: ID, deleted: true, status: 'deleted', name: 'Ada' }],
	['respondent.erase', { id: ID, status: 'erasure_requested' }],
	...['queued', 'queue', 'pending', 'request', 'requested', 'schedule', 'Scheduled'].map(
		(status): [string, object] => ['respondent.erase', { id: ID, erasure: { status } }],
	),
	['respondent.erase', { id: ID, deletion: { state: 'pending' } }],
	['respondent.erase', { id: ID, job: { result: 'pending' } }],
	['respondent.erase', { id: ID, task: { outcome: 'pending' } }],
	['respondent.erase', { id: ID, erasure: 'pending' }],
	['respondent.erase', { id: ID, status: 'started', name: 'Ada' }],
	['respondent.erase', { data: { id: ID, status: 'completed', email: 'a@b.test' } }],
	['survey.get', { id: OTHER }],
	['survey.get', [{ id: ID }]],
	['survey.get', { fault: { faultstring: 'quota' } }],
	['survey.get', { httpCode: '401', httpMessage: 'Unauthorized', moreInformation: 'x' }],
	['survey.get', { __type: 'AccessDenied', message: 'no' }],
	['survey.get', { login_url: 'https://x' }],
	['result.getOverview', { message: 'Please log in' }],
	['respondent.getAll', { success: false, message: 'maintenance', data: [] }],
	['invitation.getAll', { error: { code: 'insufficient_scope' }, invitations: [] }],
	['mailing.getStats', { error: { code: 'x', message: 'No' }, total: 5 }],
	['mailing.getStats', { success: false, total: 0 }],
])('%s is not proved by %j', (...answered) => {
	expect(proves(...answered)).toBe(false);
});
