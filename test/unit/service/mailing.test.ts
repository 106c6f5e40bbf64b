import { MAILING, MAILING_WITH_RECIPIENTS } from '../../../nodes/SurveyInterview/service/mailings';
import {
	simplifiedFields,
	type OutputFields,
} from '../../../nodes/SurveyInterview/service/outputFields';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const namesOf = (output: OutputFields) => Object.keys(simplifiedFields(output));

it.each([
	[{ id: 'm' }, { is_test_send: false, recipients_total: 0 }],
	[
		{ id: 'm', is_test_send: true, recipients_total: 3 },
		{ is_test_send: true, recipients_total: 3 },
	],
	[{ message: 'ok' }, { is_test_send: null, recipients_total: null }],
])(
	'what a mailing leaves out is its default, and of what is no mailing nothing is known: %j',
	(record, facts) => {
		expect(MAILING_WITH_RECIPIENTS.read(record, {})).toMatchObject(facts);
	},
);

it('a mailing tells its template, so that another one can have it', () => {
	const record = { id: '1', template_id: ID.toUpperCase(), status: 'sent' };
	expect(MAILING.read(record, {})).toMatchObject({ template_id: ID });
	expect(MAILING.read({ id: '1' }, {}).template_id ?? null).toBeNull();
	for (const output of [MAILING, MAILING_WITH_RECIPIENTS])
		expect(namesOf(output)).toContain('template_id');
});
