import {
	SURVEY_DETAIL,
	factsSharedWithRecords,
} from '../../../nodes/SurveyInterview/service/surveys';

const RECORD = { id: 's', name: 'Moving in', metric_type: 'NPS' };

it.each<[string, object]>([
	['as it is', RECORD],
	['in an envelope', { status: 'success', data: RECORD }],
])('a survey’s own record tells its name and its metric to its records: %s', (_form, answer) => {
	expect(factsSharedWithRecords(answer)).toEqual({ survey_name: 'Moving in', metric_type: 'nps' });
});

it('what it does not have, it does not tell', () => {
	expect(factsSharedWithRecords({ id: 's' })).toEqual({});
	expect(factsSharedWithRecords(undefined)).toEqual({});
});

it('its detail has its themes, properties and locked fields', () => {
	const detail = {
		...RECORD,
		topic_categories: [{ id: 't', name: 'Delivery' }],
		participantProperties: { items: [{ id: 'p', key: 'team', label: 'Team' }] },
		locked_fields: ['scale'],
	};
	expect(SURVEY_DETAIL.read(detail, {})).toMatchObject({
		id: 's',
		themes: [{ id: 't', name: 'Delivery', is_archived: null }],
		properties: [{ id: 'p', key: 'team', label: 'Team' }],
		locked_fields: ['scale'],
	});
});
