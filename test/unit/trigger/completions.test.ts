import { remarkOnBaseline } from '../../../nodes/SurveyInterview/trigger/baseline';
import { Wording } from '../../harness/support/wording';
import {
	completed,
	DAY,
	HOUR,
	judged,
	MINUTE,
	planned,
	polled,
	settings,
	START,
	survey,
	SURVEY,
	uuid,
	Watch,
} from './make';

const wording = new Wording();
const ada = completed('ada', START - HOUR);
const bob = completed('bob', START + 1000);
const cid = completed('cid', START + 2000);
const dee = completed('dee', START + 3000);
const hidden = { score: undefined };

describe('the baseline', () => {
	it.each([
		['same', 3, 0, false, false],
		['same', 3, 0, true, true],
		['other', 3, 0, false, true],
		['other', 0, 0, false, false],
		['same', 0, 1, false, true],
	])(
		'of the %s list, with %i old and %i new, after a change %s: is told %s',
		(list, before, since, isChange, isTold) => {
			const known = { id: SURVEY, fingerprint: 'same', rereads: 0 };
			const survey = { id: SURVEY, name: null };
			const task = { known, survey, fingerprint: list, counts: [], now: START };
			const remark = remarkOnBaseline(task, before, since, isChange);
			expect(remark !== undefined).toBe(isTold);
		},
	);

	it('settles what is there, without an event', () => {
		const watch = new Watch();
		expect(watch.changed([ada])).toEqual([]);
		expect(watch.settled).toHaveLength(8);
		expect(watch.entry.pending).toBeUndefined();
		expect(watch.entry.fingerprint).not.toBe('');
		expect(watch.changed([ada, bob])).toEqual(['bob']);
		expect(watch.changed([ada, bob])).toEqual([]);
	});

	it('settles those without a time as well', () => {
		const watch = new Watch();
		expect(watch.changed([{ id: 'x', status: 'completed' }])).toEqual([]);
		expect(watch.changed([{ id: 'x', status: 'completed' }, bob])).toEqual(['bob']);
	});

	it('does not take two for one whose ids are numbers too long to be read', () => {
		const watch = new Watch();
		const [one, other] = JSON.parse('[{"id":1234567890123456788},{"id":1234567890123456789}]') as [
			object,
			object,
		];
		expect(watch.changed([{ ...ada, ...one }])).toEqual([]);
		expect(
			watch.changed([
				{ ...ada, ...one },
				{ ...bob, ...other },
			]),
		).toHaveLength(1);
	});

	it('leaves those who are still in their interview for later', () => {
		const watch = new Watch();
		watch.changed([{ id: 'bob', status: 'started', started_at: '2026-03-01T11:59:00Z' }]);
		expect(watch.changed([bob])).toEqual(['bob']);
	});

	it('read late, of a survey that changed since, delivers what was completed since', () => {
		const { state } = planned(undefined, [survey(SURVEY)], START);
		const respondents = { [SURVEY]: [bob, ada, { id: 'x', status: 'completed' }] };
		const late = { surveys: [survey(SURVEY, 1)], respondents };
		const { events, state: after } = polled(state, late, START + 5 * MINUTE);
		expect(events.map(({ json }) => json.id)).toEqual(['bob']);
		expect(polled(after, late, START + 6 * MINUTE).events).toEqual([]);
	});

	it('read late, of a survey that did not change, delivers nothing', () => {
		const { state } = planned(undefined, [survey(SURVEY)], START);
		const late = { surveys: [survey(SURVEY)], respondents: { [SURVEY]: [ada] } };
		expect(polled(state, late, START + 5 * MINUTE).events).toEqual([]);
	});

	it('read late, of a survey that changed, allows for a clock of the service that is behind', () => {
		const { state } = planned(undefined, [survey(SURVEY)], START);
		const before = (minutes: number) => completed(`${minutes} before`, START - minutes * MINUTE);
		const respondents = { [SURVEY]: [before(5), before(20)] };
		const late = { surveys: [survey(SURVEY, 1)], respondents };
		const { events } = polled(state, late, START + MINUTE);
		expect(events.map(({ json }) => json.id)).toEqual(['5 before']);
	});

	it('is none where what exists is to be delivered', () => {
		const watch = new Watch({ emitExisting: true });
		const old = completed('old', START - 30 * DAY);
		expect(watch.changed([ada, old, { id: 'x', status: 'completed' }])).toEqual([
			'old',
			'ada',
			'x',
		]);
		expect(watch.changed([ada, old, bob])).toEqual(['bob']);
	});
});

describe('what is new', () => {
	it('goes out once, oldest first, those without a time last in the order of the list', () => {
		const watch = new Watch();
		watch.changed([]);
		const [x, y] = ['x', 'y'].map((id) => ({ id, status: 'completed' }));
		expect(watch.changed([x, dee, y, bob, cid])).toEqual(['bob', 'cid', 'dee', 'x', 'y']);
		expect(watch.changed([dee, y, cid, bob, x])).toEqual([]);
	});

	it('is ordered by time, not by how it is written', () => {
		const watch = new Watch();
		watch.changed([]);
		const first = { ...completed('1st', 0), completed_at: '2026-03-01T12:00:05+05:00' };
		const second = { ...completed('2nd', 0), completed_at: '2026-03-01T08:00:05Z' };
		const third = { ...completed('3rd', 0), completed_at: '2026-03-01T12:00:05Z' };
		expect(watch.changed([third, first, second])).toEqual(['1st', '2nd', '3rd']);
	});

	it('does not go out again after a short list, nor after an empty one', () => {
		const watch = new Watch();
		watch.changed([ada]);
		expect(watch.changed([ada, bob])).toEqual(['bob']);
		expect(watch.changed([bob])).toEqual([]);
		expect(watch.changed([])).toEqual([]);
		expect(watch.changed([ada, bob, cid])).toEqual(['cid']);
	});

	it('goes out once though the list has it twice', () => {
		const watch = new Watch();
		watch.changed([]);
		expect(watch.changed([bob, { ...bob, score: 2 }, cid])).toEqual(['bob', 'cid']);
		expect(watch.settled).toHaveLength(16);
	});

	it('is remembered once though the first list has it twice', () => {
		const watch = new Watch();
		watch.changed([bob, cid, { ...bob, score: 2 }]);
		expect(watch.settled).toHaveLength(16);
		expect(watch.changed([bob, cid])).toEqual([]);
	});

	it('is read from a container', () => {
		const watch = new Watch();
		watch.changed({ respondents: [] });
		expect(watch.changed({ respondents: [bob], total: 1 })).toEqual(['bob']);
	});

	it('cannot be told from an answer that is something else', () => {
		const [task] = planned(undefined, [survey(SURVEY)], START).tasks;
		const { state } = planned(undefined, [survey(SURVEY)], START);
		const others = [{ message: 'maintenance', errors: [] }, [null], ['maintenance'], [bob, null]];
		for (const answer of [undefined, 'x', { ok: true }, ...others]) {
			expect(task && judged(settings(), state, task, answer, 5)).toBeUndefined();
		}
	});

	it('says which survey it is of, and carries the survey when asked', async () => {
		const surveys = [survey(SURVEY, 1)];
		const answers = { surveys, respondents: { [SURVEY]: [ada] } };
		const emit = { emitExisting: true };
		const [bare] = polled(undefined, answers, START, emit).events;
		const own = {
			message: 'Somebody gave 8 in Survey 1.',
			metric_type: null,
			nps_group: null,
			survey_id: SURVEY,
			survey_name: 'Survey 1',
			completion_id: bare?.hash,
		};
		expect(bare?.json).toEqual({ ...ada, ...own });
		expect(bare).toMatchObject({
			conversation: `/surveys/${SURVEY}/respondents/ada/conversation`,
			at: START - HOUR,
		});
		const { itemsOf } = settings({ includeSurvey: true });
		const items = await itemsOf([{ ...bare!, survey: surveys[0] }]);
		expect(items).toEqual([{ json: { ...bare?.json, survey: surveys[0] } }]);
	});

	it('is told by survey: the same id in two surveys is two completions', () => {
		const surveys = [survey(uuid(2)), survey(uuid(1))];
		const respondents = { [uuid(1)]: [ada], [uuid(2)]: [ada] };
		const { events } = polled(undefined, { surveys, respondents }, START, { emitExisting: true });
		expect(events).toHaveLength(2);
	});
});

describe('room', () => {
	it('for so many, the oldest; the rest comes in the next polls, though nothing changed', () => {
		const watch = new Watch({ maxEvents: 2 });
		watch.changed([ada]);
		expect(watch.changed([dee, cid, bob, ada])).toEqual(['bob', 'cid']);
		// What waits is not settled, and the survey is read again for it.
		expect(watch.settled).toHaveLength(24);
		expect(watch.entry.fingerprint).toBe('');
		expect(watch.same([dee, cid, bob, ada])).toEqual(['dee']);
		expect(watch.entry.fingerprint).not.toBe('');
		expect(watch.same([dee, cid, bob, ada])).toEqual([]);
	});

	it('for none: everything waits', () => {
		const watch = new Watch();
		watch.changed([ada]);
		const { state, tasks } = planned(watch.state, [survey(SURVEY, 9)], START + MINUTE);
		const [task] = tasks;
		const judgement = task && judged(settings(), state, task, [ada, bob], 0);
		expect(judgement?.drafts).toEqual([]);
		const nothing = { delivered: [], deferred: [], notReached: [] };
		expect(judgement?.settle(nothing).surveys).toMatchObject([{ fingerprint: '' }]);
		expect(judgement?.settle(nothing).seen).toEqual(state.seen);
	});
});

describe('whose conversation could not be read', () => {
	it('is not settled, is counted, and comes in a later poll', () => {
		const watch = new Watch();
		watch.changed([ada]);
		const holdAll = <T>(deferred: T[]) => ({ delivered: [], deferred, notReached: [] });
		expect(watch.changed([ada, bob], holdAll)).toEqual([]);
		expect(watch.same([ada, bob], holdAll)).toEqual([]);
		expect(Object.entries(watch.state?.waiting ?? {})).toEqual([
			[expect.stringMatching(/^conversation .{8}$/), 2],
		]);
		expect(watch.settled).toHaveLength(8);
		expect(watch.same([ada, bob])).toEqual(['bob']);
		expect(watch.state?.waiting).toEqual({});
		expect(watch.same([ada, bob])).toEqual([]);
	});

	it('is as if not seen, when there was no time to look', () => {
		const watch = new Watch();
		watch.changed([ada]);
		const leaveAll = <T>(notReached: T[]) => ({ delivered: [], deferred: [], notReached });
		expect(watch.changed([ada, bob], leaveAll)).toEqual([]);
		expect(watch.state?.waiting).toEqual({});
		expect(watch.entry.fingerprint).toBe('');
		expect(watch.same([ada, bob])).toEqual(['bob']);
	});
});

it('a completion whose score is hidden goes out where no filter asks for it', () => {
	const watch = new Watch();
	watch.changed([]);
	expect(watch.changed([{ ...bob, ...hidden }])).toEqual(['bob']);
});

it.each([
	[true, true],
	[false, false],
])('without a score, in a survey that is anonymous (%p), it says so', (anonymous, isSaid) => {
	const surveys = [survey(SURVEY, 1, { anonymous })];
	const respondents = { [SURVEY]: [completed(undefined, START, { score: null })] };
	const { events } = polled(undefined, { surveys, respondents }, START, { emitExisting: true });
	const [message, ...others] = events.map(({ json }) => String(json.message));
	expect([others, message?.includes('not visible yet')]).toEqual([[], isSaid]);
	wording.note(message);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
