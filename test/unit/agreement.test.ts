import { identityInRespondent } from '../../nodes/SurveyInterview/service/respondents';
import { identityInInvitation } from '../../nodes/SurveyInterview/service/invitations';
import { compareKeys } from '../../nodes/SurveyInterview/run/matchKeys';
import type { SearchKeys } from '../../nodes/SurveyInterview/run/personIndex';

const SOUGHT = { email: 'ada@x.com', externalId: 'crm-1' };
const compared = (record: object, sought: SearchKeys = SOUGHT) => {
	const { agrees, differs } = compareKeys(identityInRespondent({ ...record }), sought);
	return [agrees.join(' '), differs.join(' ')];
};

it.each<[object, string, string]>([
	[{ email: 'ADA@X.com ', external_id: ' crm-1' }, 'email externalId', ''],
	[{ participant_email: 'other@x.com', external_id: 'crm-1' }, 'externalId', 'email'],
	[{ identity: { email: 'other@x.com' }, external_id: 'crm-1' }, 'externalId', 'email'],
	[{ email: 'ada@x.com', contact: { externalRef: 'crm-2' } }, 'email', 'externalId'],
	[{ email: 'ada@x.com', external_id: 'CRM-1' }, 'email', 'externalId'],
	[{ email: 'ada@x.com', person: { email: 'other@x.com' } }, 'email', 'email'],
	[{ email: 'other@x.com', external_id: '7' }, '', 'email externalId'],
])('%j: agrees %j, differs %j', (record, agrees, differs) => {
	expect(compared(record)).toEqual([agrees, differs]);
});

it.each([
	{},
	{ email: null, external_id: null },
	{ email: ' ', external_id: '' },
	{ email: true, external_id: false },
	{ email: {}, external_id: [] },
	{ created_by_email: 'other@x.com', properties: { email: 'other@x.com' } },
])('%j carries no key, so none differs', (record) => {
	expect(compared({ ...record })).toEqual(['', '']);
	expect(compared({ ...record, participant_email: 'ada@x.com' })).toEqual(['email', '']);
});

it.each(['o***@x.com', '[erased]', 'Ada <ada@x.com>', 7, { address: 'ada@x.com' }, ['ada@x.com']])(
	'an address that cannot be read, %j, differs',
	(email) => {
		expect(compared({ email, external_id: 'crm-1' })).toEqual(['externalId', 'email']);
	},
);

it('compares only what is looked for', () => {
	const record = { email: 'ada@x.com', external_id: 'crm-2' };
	expect(compared(record, { email: 'ada@x.com' })).toEqual(['email', '']);
	expect(compared(record, { externalId: 'crm-1' })).toEqual(['', 'externalId']);
});

it('shows what the record carries as it is written there, each text once', () => {
	const record = {
		email: 'Zoë@münchen.example',
		person: { email: ' Zoë@münchen.example', external_id: 7 },
		contact: { email: { address: 'zoë' } },
		external_id: ' Crm-1 ',
	};
	expect(compareKeys(identityInRespondent(record), SOUGHT)).toMatchObject({
		emails: ['Zoë@münchen.example', '{"address":"zoë"}'],
		external_ids: ['7', 'Crm-1'],
	});
});

it('of an invitation: all keys of the recipient, and none of a shared link', () => {
	const keys = { recipient_email: 'other@x.com', recipient_external_id: 'crm-1' };
	const of = (record: object) => compareKeys(identityInInvitation({ ...record }), SOUGHT);
	const both = { agrees: ['email', 'externalId'], differs: ['email'] };
	expect(of({ type: 'csv', ...keys, email: 'ada@x.com' })).toMatchObject(both);
	expect(of({ type: 'shared_link', ...keys })).toMatchObject({ agrees: [], differs: [] });
});
