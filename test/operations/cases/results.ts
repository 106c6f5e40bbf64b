import type { Service } from '../../harness/service';
import { chosen, first, full, type Cases } from '../case';

const respondent = (service: Service) =>
	first(service.world.respondents(full(service).id), ({ status }) => status === 'completed');

export const respondentCases: Cases = {
	'respondent/getAll': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { returnAll: true },
		output: (items) =>
			expect(items).toHaveLength(service.world.respondents(full(service).id).length),
	}),
	'respondent/find': (service) => {
		const invited = first(
			service.world.respondents(full(service).id),
			({ externalId }) => externalId !== null,
		);
		return {
			ids: { survey_id: full(service).id },
			parameters: { findBy: 'externalId', externalId: invited.externalId ?? '' },
			output: ([item]) => expect(item).toMatchObject({ count: 1, match: { id: invited.id } }),
		};
	},
	'respondent/getConversation': (service) => ({
		ids: { survey_id: full(service).id, respondent_id: respondent(service).id },
	}),
	'respondent/update': (service) => ({
		ids: { respondent_id: respondent(service).id },
		parameters: { updateFields: { properties: { values: [{ key: 'location', value: 'Ghent' }] } } },
		body: { properties: { location: 'Ghent' } },
		effect: ({ effects }) => expect(effects.of('updated')).toHaveLength(1),
	}),
	'respondent/erase': (service) => ({
		ids: { respondent_id: respondent(service).id },
		parameters: { additionalFields: { reason: 'Asked by letter' } },
		body: { reason: 'Asked by letter' },
		effect: ({ effects }) =>
			expect(effects.erasures).toMatchObject([{ reason: 'Asked by letter' }]),
	}),
	'respondent/delete': (service) => {
		const { id } = respondent(service);
		return {
			ids: { respondent_id: id },
			output: (items) => expect(items).toEqual([{ deleted: true, id }]),
			effect: ({ effects }) => expect(effects.deleted('respondent')).toHaveLength(1),
		};
	},
};

const range = { range_start: '2020-01-01T00:00:00Z', range_end: '2030-01-01T00:00:00Z' };
const rangeQuery: Array<[string, string]> = Object.entries(range);

/** A filter that everyone passes through, in the dialect's own format. */
const filterOf = ({ choices }: Service, { id }: { id: string }) =>
	({ 'key:value': 'department:Sales', 'id=value': `${id}=Sales`, 'key=value': 'department=Sales' })[
		choices.propertyFilter
	];

const department = (service: Service) =>
	first(service.world.records.properties.of(full(service).id), ({ key }) => key === 'department');

const topics = (service: Service) => service.world.records.topics.of(full(service).id);

/** The topic with the most quotes, which fill several pages. */
const mostQuoted = (service: Service) => {
	const counts = topics(service).map(({ id }) => ({
		id,
		count: service.world.records.quotes.get(id)?.length ?? 0,
	}));
	return first(counts.sort((a, b) => b.count - a.count));
};

export const resultCases: Cases = {
	'result/getOverview': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: {
			filters: {
				period: 'current_year',
				property_filter: [
					filterOf(service, department(service)),
					filterOf(service, department(service)),
				],
			},
		},
		query: [
			['period', 'current_year'],
			['property_filter', filterOf(service, department(service))],
			['property_filter', filterOf(service, department(service))],
		],
	}),
	'result/getScores': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { period: 'custom', ...range, returnAll: true },
		query: rangeQuery,
		output: (items) => {
			const answered = service.world
				.respondents(full(service).id)
				.filter(({ score }) => score !== null);
			expect(items).toHaveLength(answered.length);
		},
	}),
	'result/getConclusion': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: { locale: 'en', filters: { period: 'all_time' } },
		query: [
			['locale', 'en'],
			['period', 'all_time'],
		],
	}),
	'result/getTopics': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: {
			returnAll: true,
			filters: { category_id: chosen(topics(service)[0]?.categoryId ?? ''), period: 'all_time' },
		},
		query: [
			['category_id', topics(service)[0]?.categoryId ?? ''],
			['period', 'all_time'],
		],
		output: (items) => expect(items.length).toBeGreaterThan(0),
	}),
	'result/getTopic': (service) => ({
		ids: { survey_id: full(service).id, topic_id: topics(service)[0]?.id ?? '' },
		parameters: { filters: { period: 'last_year' } },
		query: [['period', 'last_year']],
	}),
	'result/getQuotes': (service) => ({
		ids: { survey_id: full(service).id, topic_id: mostQuoted(service).id },
		parameters: { returnAll: true, filters: { sentiment: 'all' } },
		query: [
			['sentiment', 'all'],
			['limit', '100'],
			['offset', '0'],
		],
		output: (items) => {
			expect(mostQuoted(service).count).toBeGreaterThan(250);
			expect(items).toHaveLength(mostQuoted(service).count);
			const sent = service.requests({ operation: 'result.getQuotes' });
			expect(sent.map(({ query }) => Object.fromEntries(query).offset)).toEqual(
				// Each page begins with the last record of the page before.
				sent.map((_request, page) => String(page * 99)),
			);
		},
	}),
	'result/getOverTime': (service) => ({
		ids: { survey_id: full(service).id },
		parameters: {
			period: 'custom',
			range_start: '2020-01-01',
			range_end: '2029-12-31',
			returnAll: true,
			filters: { granularity: 'year' },
		},
		// From the begin of one day to the end of another, in New York, the time zone where nobody sets another.
		query: [
			['granularity', 'year'],
			['range_start', '2020-01-01T05:00:00.000Z'],
			['range_end', '2030-01-01T04:59:59.999Z'],
		],
		output: (items) => expect(items.length).toBeGreaterThan(0),
	}),
	'result/getSuggestedRange': (service) => ({ ids: { survey_id: full(service).id } }),
};

export const tokenCases: Cases = { 'token/get': () => ({}) };
