/** A survey's own record, in whatever form the answer has it. */
import { tellsOfRecords } from '../../../nodes/SurveyInterview/facts/survey';
import { SURVEY_DETAIL } from '../../../nodes/SurveyInterview/facts/surveyDetail';

const RECORD = { name: 'Moving in', metric_type: 'nps' };

it.each([
	['alone', { id: 's', ...RECORD }],
	['in an envelope', { status: 'success', data: { id: 's', ...RECORD } }],
	['in the form of JSON:API', { type: 'surveys', id: 's', attributes: RECORD }],
])('tells its name and its metric to the records in it: %s', (_form, answer) => {
	expect(tellsOfRecords(answer)).toEqual({ survey_name: 'Moving in', metric_type: 'nps' });
});

it('has its locked fields also in the form of JSON:API', () => {
	const locked = { type: 'surveys', id: 's', attributes: { ...RECORD, locked_fields: ['scale'] } };
	expect(SURVEY_DETAIL.reader()(locked, {})).toMatchObject({ id: 's', locked_fields: ['scale'] });
});
