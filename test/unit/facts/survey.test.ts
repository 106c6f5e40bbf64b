/** A survey's own record, in whatever form the answer has it. */
import { tellsOfRecords } from '../../../nodes/SurveyInterview/facts/surveyFacts';
import { SURVEY_DETAIL } from '../../../nodes/SurveyInterview/facts/surveyFacts';

const RECORD = { name: 'Moving in', metric_type: 'nps' };

it.each([
	['alone', { id: 's', ...RECORD }],
	['in an envelope', { status: 'success', data: { id: 's', ...RECORD } }],
	['in the form of JSON:API', { type: 'surveys', id: 's', attributes: RECORD }],
	['the same with a new key', { type: 'surveys', id: 's', version: 3, attributes: RECORD }],
])('tells its name and its metric to the records in it: %s', (_form, answer) => {
	expect(tellsOfRecords(answer)).toEqual({ survey_name: 'Moving in', metric_type: 'nps' });
});

it('tells nothing of its attributes where it tells its facts beside them', () => {
	const plain = { type: 'own', id: 's', name: 'Moving in', attributes: { metric_type: 'csat' } };
	expect(tellsOfRecords(plain)).toEqual({ survey_name: 'Moving in' });
});

it('has its locked fields also in the form of JSON:API', () => {
	const locked = { type: 'surveys', id: 's', attributes: { ...RECORD, locked_fields: ['scale'] } };
	expect(SURVEY_DETAIL.reader()(locked, {})).toMatchObject({ id: 's', locked_fields: ['scale'] });
});
