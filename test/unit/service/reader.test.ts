/** How a fact is found in a record, and what follows from several facts of one. */
import { attachFieldNames } from '../../../nodes/SurveyInterview/service/fieldNames';
import { KINDS } from '../../../nodes/SurveyInterview/service/kinds';
import { npsGroup } from '../../../nodes/SurveyInterview/service/metric';
import { alsoIn, RecordReader } from '../../../nodes/SurveyInterview/service/reader';
import { RESPONDENT } from '../../../nodes/SurveyInterview/service/respondents';
import { TOPIC } from '../../../nodes/SurveyInterview/service/results';
import { aCount, aText, toText } from '../../../nodes/SurveyInterview/service/values';

describe.each(Object.values(KINDS))('a $name', ({ name: kind, facts }) => {
	const anyValue = Object.fromEntries(
		Object.entries(facts).map(([fact, one]) => [fact, { ...one, read: toText }]),
	);

	it('has each fact under each of its keys, and first where Field Names say', () => {
		for (const [fact, { keys }] of Object.entries(facts)) {
			for (const path of keys) {
				const record = path
					.split('.')
					.reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'said') as object;
				const reader = new RecordReader({ name: kind, facts: anyValue }, fact);
				expect([path, reader.factsIn({ ...record })[fact]]).toEqual([path, 'said']);
				const named = { ...record, blix: { own: 'entered' } };
				attachFieldNames(named, { [kind]: { [fact]: 'blix.own' } });
				expect([path, reader.factsIn(named)[fact]]).toEqual([path, 'entered']);
			}
		}
	});

	it('has no key twice in one fact, and none deeper than is looked for', () => {
		for (const { keys } of Object.values(facts)) {
			const plain = keys.map((key) => key.replaceAll('_', ''));
			expect(plain.filter((key, place) => plain.indexOf(key) !== place)).toEqual([]);
			expect(keys.filter((key) => key.split('.').length > 4)).toEqual([]);
		}
	});
});

describe('finding a fact', () => {
	const kind = {
		name: 'survey',
		facts: {
			answers: aCount('response_count counts.responses'),
			...alsoIn('person contact', { name: aText('name full_name') }),
		},
	};
	const found = (record: object) => new RecordReader(kind).factsIn({ ...record });

	it.each<[string, object, unknown]>([
		['inside an object', { counts: { responses: 3 } }, 3],
		['at the surest place', { counts: { responses: 4 }, responseCount: 3 }, 3],
		[
			'where a surer one is of another kind',
			{ response_count: 'many', counts: { responses: 4 } },
			4,
		],
		['where a surer one is null', { response_count: null, counts: { responses: 4 } }, 4],
		['not under a name that is like it', { x_count: 42, response_count_label: 5 }, null],
		['not below zero', { response_count: -1 }, null],
		['not in a key with a dot', { 'counts.responses': 4 }, null],
	])('%s', (_name, record, answers) => {
		expect(found(record).answers).toBe(answers);
	});

	it.each<[object, unknown]>([
		[{ person: { full_name: 'Ada' } }, 'Ada'],
		[{ contact_name: 'Ada' }, 'Ada'],
		[{ person: { name: 'Eve' }, name: 'Ada' }, 'Ada'],
		[{ person: { name: ' ' }, contactFullName: 'Ada' }, 'Ada'],
		[{ company: { name: 'Acme' } }, null],
	])('in objects that hold it as well: %j', (record, name) => {
		expect(found(record).name).toBe(name);
	});

	it('gives every fact, in the order of the table', () => {
		expect(Object.entries(found({}))).toEqual([
			['answers', null],
			['name', null],
		]);
	});

	it('says where each value stands that a fact is read from', () => {
		const record = { Full_Name: 'Ada', person: { name: 'A.' }, counts: { responses: 2 }, other: 1 };
		const paths = new RecordReader(kind).readingsIn(record).map(({ fact, path }) => [fact, path]);
		expect(paths).toEqual([
			['name', 'Full_Name'],
			['name', 'person.name'],
			['answers', 'counts.responses'],
		]);
	});
});

describe('a respondent', () => {
	const facts = (record: object, survey = {}) => RESPONDENT.read({ ...record }, survey);

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
	const facts = (record: object) => TOPIC.read({ id: 't', name: 'Price', ...record }, {});

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
