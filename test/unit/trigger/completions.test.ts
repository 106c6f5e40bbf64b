/** The completed interviews in a list, as it arrives in parts. */
import type { JsonObject } from '../../../nodes/SurveyInterview/records/json';
import { InterviewReader } from '../../../nodes/SurveyInterview/service/respondents';
import { CompletionList } from '../../../nodes/SurveyInterview/trigger/completions';
import { identityOf, meet, type Meeting } from '../../../nodes/SurveyInterview/trigger/whatIsNew';

const SURVEY = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`;
const completed = (id: string | undefined, hour: number, more: JsonObject = {}): JsonObject => ({
	...(id === undefined ? {} : { id }),
	...{ status: 'completed', started_at: at(hour), completed_at: at(hour), ...more },
});

function listOf(records: JsonObject[], known: string[] = [], meeting?: Meeting): CompletionList {
	const list = new CompletionList(SURVEY, new InterviewReader(), new Set(known), meeting, false);
	for (const record of records) list.add([record]);
	return list.end();
}
const idsOf = ({ unknown }: CompletionList) => unknown.map(({ id }) => id);
const hashesOf = (records: JsonObject[]) => listOf(records).unknown.map(({ hash }) => hash);

it('are those whose status or time says so, each once, without those that are known', () => {
	const list = listOf(
		[
			completed('a', 1),
			completed('a', 1),
			completed('b', 2),
			{ id: 'c', status: 'started' },
			{ id: 'd', status: 'open', completed_at: at(3) },
			{ id: 'e', status: 'erased', completed_at: at(3) },
		],
		[identityOf(SURVEY, 'b')],
	);
	expect([idsOf(list), list.count, list.old]).toEqual([['a', 'd'], 3, []]);
});

it('of a survey that is met, old ones are only identities', () => {
	const meeting = meet(Date.parse(at(5)), undefined, false);
	const list = listOf([completed('old', 4), completed('new', 6)], [], meeting);
	expect([list.old, idsOf(list)]).toEqual([[identityOf(SURVEY, 'old')], ['new']]);
});

it('a list that is read once more counts from the start', () => {
	const list = new CompletionList(SURVEY, new InterviewReader(), new Set(), undefined, false);
	list.add([completed('a', 1, { score: 9 }), completed(undefined, 2)]);
	list.clear();
	list.add([completed('b', 1)]);
	expect([idsOf(list.end()), list.count, list.isScored]).toEqual([['b'], 1, false]);
});

it('shows a score where any of the first ones has one', () => {
	expect(listOf([completed('a', 1), completed('b', 2, { score: 0 })]).isScored).toBe(true);
	expect(listOf([completed('a', 1, { score: null })]).isScored).toBe(false);
});

describe('without IDs', () => {
	it('one is the same whatever changes but its times', () => {
		const [one] = hashesOf([completed(undefined, 1)]);
		expect(hashesOf([completed(undefined, 1, { score: 9, status: 'COMPLETED' })])).toEqual([one]);
		expect(hashesOf([completed(undefined, 2)])).not.toEqual([one]);
	});

	it('the earliest time counts: one who completes later is still the same', () => {
		const began = { started_at: at(1), completed_at: at(2) };
		const later = { started_at: at(1), completed_at: at(9) };
		const hash = (times: JsonObject) => hashesOf([{ status: 'completed', ...times }]);
		expect(hash(began)).toEqual(hash(later));
	});

	it('equals are counted in the order in which they completed, so a new one is the last', () => {
		const equal = (hour: number) => completed(undefined, 1, { completed_at: at(hour) });
		const before = hashesOf([equal(2), equal(1)]);
		const after = hashesOf([equal(3), equal(2), equal(1)]);
		expect(new Set(before).size).toBe(2);
		expect(after.filter((hash) => !before.includes(hash))).toHaveLength(1);
		expect(after.slice(0, 2).sort()).toEqual(before.sort());
	});
});
