import fc from 'fast-check';

import {
	numberChanges,
	numbersIn,
} from '../../../nodes/SurveyInterview/trigger/events/resultsChanged';
import type { State } from '../../../nodes/SurveyInterview/trigger/state';
import { MINUTE, planned, settings, START, survey, SURVEY } from './make';

const event = 'resultsChanged';
const wanted = settings({ event });

describe('the numbers of an overview', () => {
	it.each([
		[
			{ score: 42.5, invited_count: 10 },
			{ score: 42.5, invited_count: 10 },
		],
		[{ score: null, suppressed: true, metric_type: 'nps', at: '2026' }, {}],
		[
			{ metric: { score: -3, distribution: { 9: 2, 10: 5 } }, funnel: { completed: 7 } },
			{
				'metric.score': -3,
				'metric.distribution.9': 2,
				'metric.distribution.10': 5,
				'funnel.completed': 7,
			},
		],
		[
			{
				distribution: [
					{ value: 9, count: 3 },
					{ value: 10, count: 0 },
				],
			},
			{ 'distribution.9.count': 3, 'distribution.10.count': 0 },
		],
		[
			{ groups: [{ label: 'promoters', n: { all: 3, new: 1 } }] },
			{ 'groups.promoters.n.all': 3, 'groups.promoters.n.new': 1 },
		],
		// What tells no entry apart is no name, and then the place is.
		[
			{
				bars: [
					{ value: 1, count: 3 },
					{ value: 1, count: 4 },
				],
			},
			{ 'bars.0.value': 1, 'bars.0.count': 3, 'bars.1.value': 1, 'bars.1.count': 4 },
		],
		[{ histogram: [4, 0, 2] }, { 'histogram.0': 4, 'histogram.1': 0, 'histogram.2': 2 }],
		[{ empty: [], none: {}, text: '9' }, {}],
	])('%j', (answer, expected) => {
		expect(numbersIn(answer)).toEqual(expected);
	});

	// The figure itself may be called value or score: then it is no name, however it differs.
	it.each([
		[
			{
				distribution: [
					{ label: 'Promoters', value: 40 },
					{ label: 'Detractors', value: 7 },
				],
			},
			{ 'distribution.Promoters.value': 40, 'distribution.Detractors.value': 7 },
		],
		[
			{
				groups: [
					{ name: 'Sales', score: 31 },
					{ name: 'Support', score: 12 },
				],
			},
			{ 'groups.Sales.score': 31, 'groups.Support.score': 12 },
		],
		[{ series: [{ value: 3 }, { value: 4 }] }, { 'series.0.value': 3, 'series.1.value': 4 }],
		[
			{ series: [{ value: 3, n: 1 }, { value: 4 }] },
			{ 'series.0.value': 3, 'series.0.n': 1, 'series.1.value': 4 },
		],
	])('in a list whose entries are named by a word: %j', (answer, expected) => {
		expect(numbersIn(answer)).toEqual(expected);
	});

	it('keep their names when an entry comes in before', () => {
		const before = numbersIn({ distribution: [{ value: 10, count: 4 }] });
		const after = numbersIn({
			distribution: [
				{ value: 9, count: 1 },
				{ value: 10, count: 4 },
			],
		});
		expect(numberChanges(before, after)).toEqual([
			{ field: 'distribution.9.count', from: null, to: 1 },
		]);
	});

	it('end at some depth, also where the answer does not', () => {
		const deep = { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } };
		expect(numbersIn(deep)).toEqual({});
	});

	it('are found in a list of any length', () => {
		const long = Array.from({ length: 300_000 }, (_, place) => place);
		expect(Object.keys(numbersIn({ long }))).toHaveLength(300_000);
		expect(numbersIn({ long })['long.299999']).toBe(299_999);
	});
});

describe('changes', () => {
	it('are what differs, in the order of the newer, with what came and what went', () => {
		const before = { went: 1, same: 2, more: 3 };
		const after = { more: 4, same: 2, came: 0 };
		expect(numberChanges(before, after)).toEqual([
			{ field: 'more', from: 3, to: 4 },
			{ field: 'came', from: null, to: 0 },
			{ field: 'went', from: 1, to: null },
		]);
	});

	it('lead from the one set of numbers to the other, and none are needless', () => {
		const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
		const facts = fc.dictionary(name, fc.integer({ min: 0, max: 3 }), { noNullPrototype: true });
		fc.assert(
			fc.property(facts, facts, (before, after) => {
				const reached: Record<string, number> = { ...before };
				for (const { field, from, to } of numberChanges(before, after)) {
					expect(from).not.toBe(to);
					expect(reached[field] ?? null).toBe(from);
					if (to === null) delete reached[field];
					else reached[field] = to;
				}
				expect(reached).toEqual(after);
			}),
		);
	});
});

/** One poll of the one survey; gives the changes of its event, if there is one. */
function polledOf(before: State | undefined, count: number, answer: unknown, extra = {}) {
	const { state, tasks } = planned(before, [survey(SURVEY, count)], START + count * MINUTE, extra);
	const [task] = tasks;
	if (!task) return { state, events: [] };
	const judgement = settings({ event, ...extra }).event.judge(state, task, answer, 5);
	if (!judgement) throw new Error('The answer was not understood.');
	const fate = { delivered: judgement.drafts, deferred: [], notReached: [] };
	return { state: judgement.settle(fate), events: judgement.drafts };
}

describe('Results Changed', () => {
	it('is silent at the baseline, then says what changed, from what to what', () => {
		const first = polledOf(undefined, 0, { score: 40, completed_count: 3 });
		expect(first.events).toEqual([]);
		const overview = { score: 42, completed_count: 4, suppressed: false };
		const second = polledOf(first.state, 1, overview);
		expect(second.events.map(({ json }) => json)).toEqual([
			{
				message: 'Results of Survey 1: score 42, 4 completed.',
				survey_id: SURVEY,
				survey_name: 'Survey 1',
				metric_type: null,
				changes: [
					{ field: 'score', from: 40, to: 42 },
					{ field: 'completed_count', from: 3, to: 4 },
				],
				overview,
			},
		]);
		expect(polledOf(second.state, 1, overview).events).toEqual([]);
	});

	it('is silent when only words changed, and looks again twice', () => {
		const { state } = polledOf(undefined, 0, { score: 40, label: 'x' });
		const second = polledOf(state, 1, { score: 40, label: 'y' });
		expect(second.events).toEqual([]);
		expect(second.state.surveys[0]?.rereads).toBe(2);
		expect(polledOf(second.state, 1, { score: 41 }).events).toHaveLength(1);
	});

	it('says when results are no longer shown, and when they are again', () => {
		const { state } = polledOf(undefined, 0, { score: 40 });
		const gone = polledOf(state, 1, { score: null });
		expect(gone.events[0]?.json.changes).toEqual([{ field: 'score', from: 40, to: null }]);
		const back = polledOf(gone.state, 2, { score: 41 });
		expect(back.events[0]?.json.changes).toEqual([{ field: 'score', from: null, to: 41 }]);
	});

	it('says what changed where numbers are text, and nothing of an empty overview', () => {
		for (const output of ['everything', 'simplified']) {
			const first = polledOf(undefined, 0, { score: '40' }, { output });
			const empty = polledOf(first.state, 1, {}, { output });
			expect(empty.events).toEqual([]);
			const second = polledOf(empty.state, 2, { score: '42' }, { output });
			expect(second.events.map(({ json }) => json.changes)).toEqual([
				[{ field: 'score', from: 40, to: 42 }],
			]);
		}
	});

	it('of what exists says all its numbers, where that is asked for', () => {
		const { events } = polledOf(undefined, 0, { score: 40 }, { emitExisting: true });
		expect(events[0]?.json.changes).toEqual([{ field: 'score', from: null, to: 40 }]);
	});

	it('cannot be told from an answer that is no object', () => {
		const { state, tasks } = planned(undefined, [survey(SURVEY)], START);
		const [task] = tasks;
		for (const answer of [[], 'x', null]) {
			expect(task && wanted.event.judge(state, task, answer, 5)).toBeUndefined();
		}
	});

	it('asks with the property filter as typed, and without one for all', () => {
		expect(settings({ event, propertyFilter: ['a:b'] }).event.request(SURVEY)).toEqual({
			path: `/surveys/${SURVEY}/results/overview`,
			query: { property_filter: ['a:b'] },
		});
		expect(wanted.event.request(SURVEY).query).toBeUndefined();
	});
});
