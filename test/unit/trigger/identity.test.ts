import { InterviewReader } from '../../../nodes/SurveyInterview/service/respondents';
import { CompletionList } from '../../../nodes/SurveyInterview/trigger/completionList';
import { planned, START, survey, uuid } from './make';

type Json = Record<string, unknown>;

/** What one poll makes of a list of which nothing is known. */
function listOf(records: Json[], surveyId = uuid(1)) {
	const completed = records.map((record) => ({ status: 'completed', ...record }));
	const { tasks } = planned(undefined, [survey(surveyId)], START, { emitExisting: true });
	const reader = new InterviewReader('analysed\narchived\ncompleted');
	const list = new CompletionList(new Set(), tasks[0]!, reader);
	list.add(completed);
	return list.end();
}

/** The hashes of the records of one list, as one poll makes them. */
const hashesOf = (records: Json[], surveyId?: string): string[] =>
	listOf(records, surveyId).unsettled.map(({ hash }) => hash);

/** The hash of a record alone in its list. */
const hashOf = (record: Json, surveyId?: string) => hashesOf([record], surveyId)[0];

const anonymous = (extra: Json = {}): Json => ({
	status: 'completed',
	score: 8,
	properties: { department: 'sales' },
	started_at: '2026-03-01T10:00:00.123Z',
	completed_at: '2026-03-01T10:05:00.456Z',
	...extra,
});

/** Times to the second, as many services write them. */
const TO_THE_SECOND = {
	started_at: '2026-03-01T10:00:07Z',
	completed_at: '2026-03-01T10:05:42Z',
};

describe('a record with an id', () => {
	it('is the same whatever else it says', () => {
		const before = { id: uuid(5), ...anonymous() };
		const after = { id: uuid(5), status: 'archived', name: 'Ada', completed_at: null };
		expect(hashOf(after)).toBe(hashOf(before));
	});

	it('is another with another id, or in another survey', () => {
		expect(hashOf({ id: uuid(6) })).not.toBe(hashOf({ id: uuid(5) }));
		expect(hashOf({ id: uuid(5) }, uuid(2))).not.toBe(hashOf({ id: uuid(5) }, uuid(1)));
	});

	it('comes once however often it is listed', () => {
		expect(new Set(hashesOf([{ id: 'a' }, { id: 'a', score: 3 }])).size).toBe(1);
	});

	it('is counted among those that have one', () => {
		const { count, named } = listOf([{ id: 'a' }, { score: 1 }]);
		expect({ count, named }).toEqual({ count: 2, named: 1 });
	});
});

describe('records without an id', () => {
	it('that are equal are as many people, and the same ones in the next poll', () => {
		const first = hashesOf([anonymous(), anonymous()]);
		expect(new Set(first).size).toBe(2);
		const second = hashesOf([anonymous(), anonymous(), anonymous()]);
		expect(second.slice(0, 2)).toEqual(first);
		expect(new Set(second).size).toBe(3);
	});

	it('are told apart by survey', () => {
		expect(hashOf(anonymous(), uuid(2))).not.toBe(hashOf(anonymous(), uuid(1)));
	});

	it.each([
		['exact to the millisecond', {}],
		['exact to the second', TO_THE_SECOND],
	])('keep their identity when a property, score or status changes: %s', (_name, times) => {
		const before = hashOf(anonymous(times));
		const changes: Json[] = [
			{ properties: { department: 'support' } },
			{ score: 3 },
			{ score: null },
			{ status: 'analysed' },
			{ sentiment: 'positive' },
		];
		for (const change of changes) expect(hashOf(anonymous({ ...times, ...change }))).toBe(before);
	});

	it('keep their identity when the service writes the same time another way', () => {
		const otherwise = anonymous({ started_at: '2026-03-01T11:00:00.123+01:00' });
		expect(hashOf(otherwise)).toBe(hashOf(anonymous()));
	});

	it('keep their identity when the keys come in another order', () => {
		const record = anonymous({ created_at: '2026-02-27T09:00:00.789Z' });
		const otherwise = Object.fromEntries(Object.entries(record).reverse());
		expect(hashOf(otherwise)).toBe(hashOf(record));
	});

	it.each([
		['started_at', {}],
		['created_at', { started_at: null, created_at: '2026-02-27T09:00:00Z' }],
		['completed_at', { started_at: null }],
	])('are told apart by their earliest time: %s', (key, times) => {
		const one = anonymous(times);
		expect(hashOf({ ...one, [key]: '2026-03-01T10:03:11Z' })).not.toBe(hashOf(one));
	});

	it('and with the same time are counted in the order in which they completed, in a list of any order', () => {
		const [one, two] = [{}, { completed_at: '2026-03-01T10:07:00.789Z', score: 3 }].map((extra) =>
			anonymous(extra),
		) as [Json, Json];
		const started = { ...two, status: 'started', completed_at: null };
		const [first, second] = hashesOf([one, two]);
		expect(first).not.toBe(second);
		expect(hashesOf([two, one])).toEqual([first, second]);
		expect(hashesOf([started, one])).toEqual([first]);
		expect(hashesOf([{ ...two, score: 4, properties: {} }, one])).toEqual([first, second]);
	});

	it('and without any time are told apart by what the service does not change', () => {
		const one = anonymous({ started_at: null, completed_at: null });
		for (const change of [{ score: 3 }, { score: null }, { properties: { department: 'x' } }]) {
			expect(hashOf({ ...one, ...change })).toBe(hashOf(one));
		}
		expect(hashOf({ ...one, language: 'nl' })).not.toBe(hashOf(one));
		expect(new Set(hashesOf([one, { ...one, score: 3 }, one])).size).toBe(3);
	});
});
