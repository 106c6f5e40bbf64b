import { z } from 'zod';
import { find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Call, Operation } from '../http/operation';
import { Refusal, unknown, ValidationFailure } from '../refusal';
import { conclude } from '../results/conclusion';
import { distribution, metricScore } from '../results/metric';
import { PERIODS, segment, spanOf } from '../results/segment';
import type { Period, PropertyFilter, Segment, Span } from '../results/segment';
import { GRANULARITIES, suggestedRange, timeSeries } from '../results/series';
import { breakdowns, quotesOf, rankedTopic, rankTopics } from '../results/topics';
import type { SurveyRecord, TopicRecord } from '../world/records';
import type { World } from '../world/world';
import { dateTime, many, one, uuid, wholeNumber } from './fields';

const PATH = '/surveys/{survey_id}/results';
const BY_PERIOD = { period: one(z.enum(PERIODS)).optional(), property_filter: many.optional() };
const BY_RANGE = {
	range_start: one(dateTime),
	range_end: one(dateTime),
	property_filter: many.optional(),
};

export const resultOperations: Operation[] = [
	operation('result.getOverview', 'GET', `${PATH}/overview`, {
		scope: 'results:read',
		query: BY_PERIOD,
		run: (call) => {
			const { survey, people } = inPeriod(call);
			return call.dialect.shapes.overview({
				survey,
				suppressed: people.suppressed,
				score: metricScore(survey, people.completed),
				distribution: distribution(survey, people.completed),
				invited: people.invited,
				started: people.started,
				completed: people.completed.length,
			});
		},
	}),
	operation('result.getScores', 'GET', `${PATH}/respondent-dots`, {
		scope: 'results:read',
		query: BY_RANGE,
		run: (call) => {
			const { survey, people } = inRange(call);
			if (people.suppressed && call.world.choices.tooFewScores === 'refused') throw tooSmall();
			if (people.suppressed) return [];
			return people.completed
				.filter(({ score }) => score !== null)
				.map((person) => call.dialect.shapes.dot(person, survey));
		},
	}),
	operation('result.getConclusion', 'GET', `${PATH}/conclusion`, {
		scope: 'results:read',
		query: { ...BY_PERIOD, locale: one(z.enum(['nl', 'en'])).optional() },
		run: (call) => {
			const { survey, people } = inPeriod(call);
			const locale = call.query.locale ?? 'nl';
			return call.dialect.shapes.conclusion(conclude(call.world, survey, people, locale));
		},
	}),
	operation('result.getTopics', 'GET', `${PATH}/topics`, {
		scope: 'results:read',
		query: { ...BY_PERIOD, category_id: one(uuid).optional() },
		run: (call) => {
			const { survey, people } = inPeriod(call);
			const { category_id: wanted } = call.query;
			const topics = rankTopics(call.world, survey, people);
			return call.dialect.shapes.topicRankings(
				topics.filter(({ topic }) => !wanted || topic.categoryId === wanted),
			);
		},
	}),
	operation('result.getTopic', 'GET', `${PATH}/topics/{topic_id}`, {
		scope: 'results:read',
		query: BY_PERIOD,
		run: (call) => {
			const { people } = inPeriod(call);
			const topic = topicOf(call);
			return call.dialect.shapes.topicDetail(
				rankedTopic(call.world, topic, people),
				breakdowns(call.world, topic, people),
			);
		},
	}),
	operation('result.getQuotes', 'GET', `${PATH}/topics/{topic_id}/quotes`, {
		scope: 'results:read',
		query: {
			...BY_PERIOD,
			sentiment: one(z.enum(['all', 'positive', 'neutral', 'negative'])).optional(),
			limit: one(wholeNumber(1, 100)).optional(),
			offset: one(wholeNumber(0)).optional(),
		},
		run: (call) => {
			const { people } = inPeriod(call);
			const topic = topicOf(call);
			if (people.suppressed) throw tooSmall();
			const { sentiment = 'all', limit = 12, offset = 0 } = call.query;
			const quotes = quotesOf(call.world, topic.id, people).filter(
				(quote) => sentiment === 'all' || quote.sentiment === sentiment,
			);
			const page = quotes.slice(offset, offset + limit);
			return call.dialect.shapes.quotes({ quotes: page, total: quotes.length, limit, offset });
		},
	}),
	operation('result.getOverTime', 'GET', `${PATH}/over-time`, {
		scope: 'results:read',
		query: { ...BY_RANGE, granularity: one(z.enum(GRANULARITIES)).optional() },
		run: (call) => {
			const { survey, people, span } = inRange(call);
			const { granularity = 'month' } = call.query;
			const shown = people.suppressed ? [] : people.completed;
			const buckets = timeSeries(survey, shown, span, granularity);
			return call.dialect.shapes.timeSeries(buckets, granularity);
		},
	}),
	operation('result.getSuggestedRange', 'GET', `${PATH}/over-time/suggested-range`, {
		scope: 'results:read',
		run: (call) => {
			const people = segment(call.world, findSurvey(call), spanOf('all_time', 0), new Map());
			const range = suggestedRange(people.completed, call.world.now());
			return call.dialect.shapes.suggestedRange(range);
		},
	}),
];

type PeriodCall = Call<{ period?: Period; property_filter?: string[] }, unknown>;

function inPeriod(call: PeriodCall): { survey: SurveyRecord; people: Segment } {
	const survey = findSurvey(call);
	const span = spanOf(call.query.period ?? 'all_time', call.world.now());
	const filter = propertyFilter(call.world, survey, call.query.property_filter);
	return { survey, people: segment(call.world, survey, span, filter) };
}

type RangeCall = Call<
	{ range_start: number; range_end: number; property_filter?: string[] },
	unknown
>;

/** A range whose ends are in the wrong order has nobody in it. */
function inRange(call: RangeCall): { survey: SurveyRecord; people: Segment; span: Span } {
	const survey = findSurvey(call);
	const span = { from: call.query.range_start, to: call.query.range_end };
	const filter = propertyFilter(call.world, survey, call.query.property_filter);
	return { survey, span, people: segment(call.world, survey, span, filter) };
}

const FILTER_FORMS = {
	'key:value': { sign: ':', named: 'key', form: 'key:value' },
	'id=value': { sign: '=', named: 'id', form: '<property id>=value' },
	'key=value': { sign: '=', named: 'key', form: '<property key>=value' },
} as const;

/**
 * The items of property_filter, whose format the specification does not show: as the dialect has it.
 * Several values of one property are alternatives.
 */
function propertyFilter(
	world: World,
	survey: SurveyRecord,
	items: readonly string[] = [],
): PropertyFilter {
	const filter = new Map<string, Set<string>>();
	const { sign, named, form } = FILTER_FORMS[world.choices.propertyFilter];
	const properties = world.properties.of(survey.id);
	items.forEach((item, index) => {
		const mark = item.indexOf(sign);
		const name = item.slice(0, mark);
		const property = properties.find((each) => name === each[named]);
		// Of the three, only the first takes a key that it does not know: it matches nobody.
		if (mark < 1 || (sign === '=' && !property)) {
			const message = `Input should be of the form ${form}`;
			const path = ['property_filter', index];
			throw new ValidationFailure([{ in: 'query', path, message, type: 'value_error' }]);
		}
		const key = property?.key ?? name;
		filter.set(key, (filter.get(key) ?? new Set()).add(item.slice(mark + 1)));
	});
	return filter;
}

function topicOf(call: AnyCall): TopicRecord {
	const topic = find(call, 'topic', call.world.topics, call.id('topic_id'));
	if (topic.surveyId !== call.id('survey_id')) throw unknown('topic');
	return topic;
}

function tooSmall(): Refusal {
	return new Refusal('segment suppressed', 'Too few people to keep them unidentifiable.');
}
