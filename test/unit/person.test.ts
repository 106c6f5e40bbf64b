import { personOfRespondent, personOfInvitation } from '../../nodes/SurveyInterview/records/person';
import { PersonIndex } from '../../nodes/SurveyInterview/find/personIndex';

const ANN = 'ann@example.com';

describe('who a respondent is', () => {
	it.each([
		{ email: ANN },
		{ Email: ` ${ANN.toUpperCase()} ` },
		{ e_mail: ANN },
		{ email_address: ANN },
		{ recipient_email: ANN },
		{ recipientEmail: ANN },
		{ participant_email: ANN },
		{ contact: { email: ANN } },
		{ recipient: { email: ANN } },
		{ participant: { contact: { email: ANN } } },
		{ invitation: { recipient_email: ANN } },
	])('by e-mail: %j', (record) => {
		expect(personOfRespondent(record)).toEqual({ emails: [ANN], externalIds: [] });
	});

	it.each([
		{ external_id: 'A-1' },
		{ externalId: ' A-1 ' },
		{ recipient_external_id: 'A-1' },
		{ participant_external_reference: 'A-1' },
		{ person: { external_id: 'A-1' } },
		{ invitation: { recipient_external_id: 'A-1' } },
	])('by external ID: %j', (record) => {
		expect(personOfRespondent(record)).toEqual({ emails: [], externalIds: ['A-1'] });
	});

	it.each([
		{ created_by_email: ANN },
		{ interviewer: { email: ANN } },
		{ company: { email: ANN } },
		{ invitation: { email: ANN, created_by_email: ANN, sender: { email: ANN } } },
		{ properties: { email: ANN, external_id: 'A-1' } },
		{ person: { manager: { email: ANN } } },
		{ email_verified: ANN },
		{ email: { sent: true } },
		{ email: null, external_id: null },
		{ email: '[erased]', external_id: '' },
		{ a: { person: { email: ANN } } },
		{ person: { contact: { details: { email: ANN } } } },
	])('not by %j', (record) => {
		expect(personOfRespondent(record)).toEqual({ emails: [], externalIds: [] });
	});
});

it('whom an invitation is for: only by the keys that the specification shows', () => {
	const keys = { recipient_email: 'Ann@Example.com', recipient_external_id: ' A-1 ' };
	const ann = { emails: [ANN], externalIds: ['A-1'] };
	expect(personOfInvitation({ type: 'personal', ...keys })).toEqual(ann);
	expect(personOfInvitation({ type: 'a kind to come', ...keys })).toEqual(ann);
	expect(personOfInvitation({ type: 'popup', ...keys })).toEqual({ emails: [], externalIds: [] });
	expect(personOfInvitation({ type: 'csv', email: ANN })).toEqual({ emails: [], externalIds: [] });
});

describe('an index of people', () => {
	const find = (records: unknown[], sought: object) =>
		new PersonIndex(records, personOfRespondent).find(sought);

	it('gives each record once, in the order of the list', () => {
		const both = { email: ANN, recipient: { email: ANN }, external_id: 'A-1' };
		const other = { external_id: 'A-1', email: 'bob@example.com' };
		const sought = { email: ANN, externalId: 'A-1' };
		expect(find([other, {}, both], sought)).toEqual({ matches: [other, both], unreadable: 1 });
	});

	it('does not take an external ID for an address, nor a key that is not sought for one', () => {
		const records = [{ external_id: ANN }, { external_id: 'undefined' }, { email: 'x@y.z' }];
		expect(find(records, { email: ANN })).toEqual({ matches: [], unreadable: 2 });
		expect(find(records, { externalId: 'x@y.z' })).toEqual({ matches: [], unreadable: 1 });
	});

	it('cannot tell of an address that is hidden, or of somebody erased', () => {
		const records = [
			{ email: 'a***@example.com' },
			{ email: 'gone@example.com', status: 'erased' },
			{ email: 'gone@example.com', erased_at: '2026-01-01T00:00:00Z' },
			{ email: 'bob@example.com' },
			null,
		];
		expect(find(records, { email: ANN })).toEqual({ matches: [], unreadable: 4 });
		// What a record still says of somebody erased is found: it should not be there any more.
		const { matches, unreadable } = find(records, { email: 'gone@example.com' });
		expect([matches.length, unreadable]).toEqual([2, 2]);
	});
});
