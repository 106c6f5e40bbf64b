import { FactFinder } from '../../../nodes/SurveyInterview/facts/factFinder';
import { ofKind } from '../../../nodes/SurveyInterview/facts/fact';
import { aCount, aTime } from '../../../nodes/SurveyInterview/facts/factValues';
import { RECORD_KINDS } from '../../../nodes/SurveyInterview/facts/kinds';
import { RESPONDENT } from '../../../nodes/SurveyInterview/facts/respondentFacts';
import { npsGroup } from '../../../nodes/SurveyInterview/facts/respondentPlaces';
import { TOPIC } from '../../../nodes/SurveyInterview/facts/topicFacts';
import { noteFieldNames } from '../../../nodes/SurveyInterview/records/json';

it.each(Object.entries(RECORD_KINDS))('Field Names find each fact of a %s', (kind, { facts }) => {
	for (const { name } of facts) {
		const record = { blix: 'any text' };
		noteFieldNames(record, { [kind]: { [name]: 'blix' } });
		const known = new FactFinder(facts.map((fact) => ({ ...fact, read: (value) => value })));
		expect([name, known.in(record)[name]]).toEqual([name, 'any text']);
	}
});

describe('finding a fact', () => {
	const facts = ofKind('survey', {
		answers: aCount('response_count; counts.responses'),
		at: aTime('(finished|completed)at'),
	});
	const found = (record: object) => new FactFinder(facts).in({ ...record });

	it.each<[string, object, unknown]>([
		['as it is named', { response_count: 3 }, 3],
		['in any spelling', { 'Response-Count': 3 }, 3],
		[
			'not under a key that takes long to look at',
			{ [`response_count${'_'.repeat(100)}`]: 3 },
			null,
		],
		['inside an object', { counts: { responses: 3 } }, 3],
		['at the surest place', { counts: { responses: 4 }, responseCount: 3 }, 3],
		[
			'where a surer place says nothing of the kind',
			{ response_count: 'many', counts: { responses: 4 } },
			4,
		],
		[
			'and null where a surer place says so',
			{ response_count: null, counts: { responses: 4 } },
			null,
		],
		[
			'not under a name that is like it',
			{ x_count: 42, response_count_label: 5, counts: { all: 6 } },
			null,
		],
		['not where it would be less than nothing', { response_count: -1 }, null],
		['not in half', { response_count: 2.5 }, null],
	])('%s', (_name, record, answers) => {
		expect(found(record).answers).toBe(answers);
	});

	it('is null where it may be either of two', () => {
		const [one, other] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
		expect(found({ finished_at: one, completed_at: other }).at).toBeNull();
		expect(found({ finished_at: one, completed_at: one }).at).toBe(one);
		expect(found({ finished_at: one, completed_at: '2026-01-01T01:00:00+01:00' }).at).toBe(one);
	});

	it('gives every fact, in the order of the facts', () => {
		expect(Object.entries(found({}))).toEqual([
			['answers', null],
			['at', null],
		]);
	});
});

describe('a respondent', () => {
	const facts = (record: object, survey = {}) => RESPONDENT.reader()({ ...record }, survey);

	it('is not called by the names of others', () => {
		const record = {
			company_name: 'Acme',
			interviewer_name: 'Robin',
			other_name: 'X',
			survey_name: 'S',
			created_by_email: 'boss@x.com',
			email_verified: true,
		};
		expect(facts(record)).toMatchObject({ name: null, email: null, survey_name: 'S' });
	});

	it('has not the dates of something else', () => {
		const record = { start_date: '2020-01-01', end_date: '2024-01-01', birth_date: '1990-01-01' };
		expect(facts(record)).toMatchObject({ started_at: null, completed_at: null });
		expect(facts({ start_time: '2026-01-01' })).not.toMatchObject({ started_at: null });
	});

	it('has the score that was given, and no other', () => {
		const others = { score_label: 'low', max_score: 10, sentiment: { score: 0.8 } };
		expect(facts({ ...others, score: 3 })).toMatchObject({ score: 3 });
		expect(facts(others)).toMatchObject({ score: null });
	});

	it.each([
		['completed', 'completed', '2026-01-01T00:00:00.000Z'],
		['FINISHED', 'completed', '2026-01-01T00:00:00.000Z'],
		['partial', 'started', null],
		['erased', 'erased', null],
		['Brand New', 'brand new', null],
	])('of status %s is %s; its end is a completion only then', (written, status, completedAt) => {
		const record = { status: written, ended_at: '2026-01-01T00:00:00Z' };
		expect(facts(record)).toMatchObject({ status, completed_at: completedAt });
	});

	it('is in a group where the metric defines one', () => {
		const groups = Array.from({ length: 11 }, (_, score) => npsGroup('nps', score));
		expect(groups.slice(0, 7)).toEqual(Array(7).fill('detractor'));
		expect(groups.slice(7)).toEqual(['passive', 'passive', 'promoter', 'promoter']);
		expect(npsGroup('enps', 9)).toBe('promoter');
		expect([npsGroup('csat', 9), npsGroup(null, 9), npsGroup('nps', null)]).toEqual([
			null,
			null,
			null,
		]);
		expect([npsGroup('nps', 11), npsGroup('nps', 8.5)]).toEqual([null, null]);
	});

	it('takes from the survey what it does not say itself', () => {
		const survey = { survey_name: 'Customers', metric_type: 'nps' };
		expect(facts({ score: 7 }, survey)).toMatchObject({ metric_type: 'nps', nps_group: 'passive' });
		expect(facts({ score: 7, metric_type: 'csat' }, survey)).toMatchObject({ nps_group: null });
	});
});

describe('a topic', () => {
	const facts = (record: object) => TOPIC.reader()({ id: 't', name: 'Price', ...record }, {});

	it.each<[string, object, object]>([
		[
			'0 in an object of counters',
			{ counts: { positive: 2 } },
			{ mentions: 0, positive: 2, negative: 0 },
		],
		['0 in an empty one', { mention_counts: {} }, { mentions: 0, positive: 0 }],
		['not known beside a number', { mentions: 5 }, { mentions: 5, positive: null }],
		['not known where nothing counts', {}, { mentions: null, positive: null }],
	])('a counter that is left out is %s', (_name, record, expected) => {
		expect(facts(record)).toMatchObject(expected);
	});
});
