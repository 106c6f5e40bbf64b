/** The completed interviews in a list, as it arrives in parts. */
import type { JsonObject } from '../../../nodes/SurveyInterview/service/json';
import { InterviewReader } from '../../../nodes/SurveyInterview/service/respondents';
import {
	type CompletionList,
	readCompletions,
} from '../../../nodes/SurveyInterview/trigger/completions';
import type { WhyNot } from '../../../nodes/SurveyInterview/trigger/event';
import { arrivingInParts } from '../arriving';
import {
	identityOf,
	newBaseline,
	type PendingBaseline,
} from '../../../nodes/SurveyInterview/trigger/whatIsNew';

const SURVEY = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`;
const completed = (id: string | undefined, hour: number, more: JsonObject = {}): JsonObject => ({
	...(id === undefined ? {} : { id }),
	...{ status: 'completed', started_at: at(hour), completed_at: at(hour), ...more },
});

async function listOf(
	records: JsonObject[],
	known: string[] = [],
	pendingBaseline?: PendingBaseline,
	whyNotOf?: (record: JsonObject) => WhyNot | undefined,
) {
	return await readCompletions(arrivingInParts(records, 1), {
		...{ surveyId: SURVEY, reader: new InterviewReader(), isBeginning: false },
		...{ known: known.join(''), pendingBaseline, whyNotOf },
	});
}
const idsOf = ({ unknown }: CompletionList) => unknown.map(({ id }) => id);
const hashesOf = async (records: JsonObject[]) =>
	(await listOf(records)).unknown.map(({ hash }) => hash);

it('finds those whose status or time says that they have completed, each once, and leaves out known ones', async () => {
	const list = await listOf(
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
	expect([idsOf(list), list.count, [...list.beforeWatch]]).toEqual([['a', 'd'], 3, []]);
});

it('counts known ones of a long list, each once', async () => {
	const long = Array.from({ length: 1_500 }, (_unused, index) =>
		completed(`p${index}`, index % 24),
	);
	const known = long.map(({ id }) => identityOf(SURVEY, String(id)));
	const list = await listOf([...long, completed('p1499', 1), completed('new', 2)], known);
	expect([idsOf(list), list.count]).toEqual([['new'], 1_501]);
});

it('keeps only the identities of old completions in a survey that is listed for the first time', async () => {
	const pendingBaseline = newBaseline(Date.parse(at(5)), undefined, false);
	const records = [completed('old', 4), completed('new', 6), completed('old', 7)];
	const list = await listOf(records, [], pendingBaseline);
	expect([[...list.beforeWatch], idsOf(list), list.count]).toEqual([
		[identityOf(SURVEY, 'old')],
		['new'],
		2,
	]);
});

it('says whether any of the first completions has a score', async () => {
	expect((await listOf([completed('a', 1), completed('b', 2, { score: 0 })])).isScored).toBe(true);
	expect((await listOf([completed('a', 1, { score: null })])).isScored).toBe(false);
});

it('for a test event, keeps the reasons of the newest respondents, in whatever order they arrive', async () => {
	const hours = Array.from({ length: 24 }, (_unused, hour) => hour);
	const whyNotOf = ({ id }: JsonObject) => ({ at: Number(id), sentence: String(id) });
	for (const order of [hours, hours.toReversed()]) {
		const records = order.map((hour) => completed(String(hour), hour));
		const { whyNot } = await listOf(records, [], undefined, whyNotOf);
		expect(whyNot.map(({ at }) => at)).toEqual([23, 22, 21, 20, 19]);
	}
});

describe('without IDs', () => {
	it('a completion stays the same when anything but its times changes', async () => {
		const [one] = await hashesOf([completed(undefined, 1)]);
		expect(await hashesOf([completed(undefined, 1, { score: 9, status: 'COMPLETED' })])).toEqual([
			one,
		]);
		expect(await hashesOf([completed(undefined, 2)])).not.toEqual([one]);
	});

	it('a completion is known by its earliest time, so a later end does not change it', async () => {
		const began = { started_at: at(1), completed_at: at(2) };
		const later = { started_at: at(1), completed_at: at(9) };
		const hash = async (times: JsonObject) => await hashesOf([{ status: 'completed', ...times }]);
		expect(await hash(began)).toEqual(await hash(later));
	});

	it('equals of which no time of completion is known are counted from the end of the list', async () => {
		const equal = (score: number) => ({ status: 'completed', started_at: at(1), score });
		const scoresOf = async (...scores: number[]) =>
			(await listOf(scores.map(equal))).unknown.map(({ record, hash }) => [record.score, hash]);
		const [oldest] = await scoresOf(1);
		expect(await scoresOf(2, 1)).toContainEqual(oldest);
	});

	it('equals are counted in the order in which they completed, so a new one is the last', async () => {
		const equal = (hour: number) => completed(undefined, 1, { completed_at: at(hour) });
		const before = await hashesOf([equal(2), equal(1)]);
		const after = await hashesOf([equal(3), equal(2), equal(1)]);
		expect(new Set(before).size).toBe(2);
		expect(after.filter((hash) => !before.includes(hash))).toHaveLength(1);
		expect(after.slice(0, 2).sort()).toEqual(before.sort());
	});
});
