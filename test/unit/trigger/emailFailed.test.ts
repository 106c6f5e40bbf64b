/** Email Failed: which mailings are asked for their recipients, who is told, and what is remembered of both. */
import type { SurveyPoll } from '../../../nodes/SurveyInterview/trigger/event';
import { eventOf, HOUR, NOW, pollOf, sessionOf } from './aSession';

const event = eventOf('emailFailed');
const at = (day: number) => `2026-03-0${day}T00:00:00Z`;
const failed = (id: string, more = {}) => ({
	id,
	recipient_email: `${id}@x.com`,
	status: 'failed',
	...more,
});

/** By mailing: its recipients, or the status with which the service refuses to tell them. */
type Answers = Record<string, object[] | number>;
type Poll = Partial<Pick<SurveyPoll, 'room' | 'isCheck' | 'isBeginning'>> & {
	memory?: object;
	leftMs?: number;
};

/** Looks at mailings, of which each has a recipient whose email failed unless `answers` says otherwise. */
async function look(
	mailings: object[],
	answers: Answers = {},
	{ leftMs = Infinity, ...poll }: Poll = {},
) {
	const asked: string[] = [];
	const answerTo = (path: string) => {
		const id = path.split('/').at(-1) ?? '';
		const answer = answers[id] ?? [failed('r')];
		if (typeof answer === 'number') return answer;
		return { id, recipients: answer, recipients_total: answer.length };
	};
	const looked = await event.look(pollOf(sessionOf(answerTo, { asked, leftMs }), poll), mailings);
	const told = looked.events.map(({ json }) => `${String(json.mailing_id)} ${String(json.id)}`);
	return {
		told,
		asked: asked.map((path) => path.split('/').at(-1) ?? ''),
		memory: looked.memory,
		remarks: looked.remarks ?? [],
	};
}

const sent = (id: string, more = {}) => ({ id, status: 'sent', completed_at: at(9), ...more });

it('reads every mailing that has begun, by its status, its times or its counts', async () => {
	const begun = [
		{ status: 'sent' },
		{ status: 'failed' },
		{ status: 'sending', started_at: at(1) },
		{ status: 'sending', sent_count: 1 },
		{ status: 'unknown', completed_at: at(1) },
	];
	const notBegun = [{ status: 'draft' }, { status: 'scheduled', sent_count: 0 }, {}];
	const mailings = [...begun, ...notBegun].map((facts, index) => ({ id: `m${index}`, ...facts }));
	const { asked } = await look([...mailings, { status: 'sent' }, mailings[0] ?? {}]);
	expect(asked.sort()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
});

it('reads a mailing again when its counts change, and in full checks while emails may bounce', async () => {
	const long = { id: 'long', status: 'sent', completed_at: '2026-01-01T00:00:00Z' };
	const untold = { id: 'untold', status: 'sent', started_at: '2026-01-01T00:00:00Z' };
	const mailings = [sent('a'), long, untold];
	const { memory } = await look(mailings);
	const asked = async (list: object[], isCheck: boolean) =>
		(await look(list, {}, { memory, isCheck })).asked;
	expect(await asked(mailings, false)).toEqual([]);
	expect(await asked(mailings, true)).toEqual(['a']);
	for (const change of [{ failed_count: 1 }, { skipped_count: 1 }, { status: 'failed' }])
		expect(await asked([{ ...sent('a'), ...change }, long], false)).toEqual(['a']);
});

it('delivers each recipient once, the mailing that began first before the others', async () => {
	const mailings = [
		{ id: 'late', status: 'sent', started_at: at(3) },
		{ id: 'early', status: 'sent', created_at: at(1) },
		{ id: 'between', status: 'sent', created_at: at(1), started_at: at(2) },
	];
	let memory: object = {};
	const polls: string[][] = [];
	for (let poll = 0; poll < 4; poll++) {
		const looked = await look(mailings, {}, { room: 1, memory });
		memory = looked.memory;
		polls.push(looked.told);
	}
	expect(polls).toEqual([['early r'], ['between r'], ['late r'], []]);
});

it('goes on in the middle of a mailing: what had no room comes with the next poll', async () => {
	const answers = { a: ['1', '2'].map((id) => failed(id)), b: ['3', '4'].map((id) => failed(id)) };
	const mailings = [sent('a', { started_at: at(1) }), sent('b', { started_at: at(2) })];
	const first = await look(mailings, answers, { room: 3 });
	expect(first.told).toEqual(['a 1', 'a 2', 'b 3']);
	// With an empty hash, the survey is read again although the list of surveys has not changed.
	expect(first.memory.entryHash).toBe('');
	const second = await look(mailings, answers, { memory: first.memory });
	expect([second.told, second.asked, second.memory.entryHash]).toEqual([['b 4'], ['b'], 'new']);
});

it('recognises a recipient by the ID, the invitation or the address, and leaves out one without any', async () => {
	const answers = {
		a: [
			{ status: 'failed', invitation_id: 'i1' },
			{ status: 'failed', recipient_email: 'ada@x.com' },
			{ status: 'failed' },
			failed('r'),
			failed('r'),
			{ id: 'reached', status: 'sent' },
			{ id: 'skipped', status: 'skipped', skipped_reason: 'no_email' },
		],
	};
	const { told, memory } = await look([sent('a')], answers);
	expect(told).toEqual(['a null', 'a null', 'a r', 'a skipped']);
	const again = { memory, isCheck: true };
	expect((await look([sent('a')], answers, again)).told).toEqual([]);
});

it('an activation only remembers failures; those since the poll before are delivered', async () => {
	const pendingBaseline = { since: NOW - HOUR };
	const answers = {
		a: [
			failed('before', { sent_at: at(1) }),
			failed('now', { sent_at: new Date(NOW).toISOString() }),
		],
	};
	const mailings = [sent('a', { started_at: at(1) })];
	const started = await look(mailings, answers, {
		room: 0,
		isBeginning: true,
		memory: { pendingBaseline },
	});
	expect(started.told).toEqual([]);
	const later = { memory: started.memory, isCheck: true };
	expect((await look(mailings, answers, later)).told).toEqual([]);
	expect((await look(mailings, answers, { memory: { pendingBaseline } })).told).toEqual(['a now']);
	// The email's own time counts, or else that of the mailing.
	const untimed = { a: [failed('r')] };
	expect((await look(mailings, untimed, { memory: { pendingBaseline } })).told).toEqual([]);
	const justNow = [sent('a', { started_at: new Date(NOW).toISOString() })];
	expect((await look(justNow, untimed, { memory: { pendingBaseline } })).told).toEqual(['a r']);
});

it('reads the twenty mailings that began last, and the others in the next poll', async () => {
	const mailings = Array.from({ length: 25 }, (_, index) =>
		sent(`m${index}`, { started_at: new Date(Date.parse(at(1)) + index).toISOString() }),
	);
	const numbersOf = (asked: string[]) => asked.map((id) => Number(id.slice(1)));
	const first = await look(mailings);
	expect(numbersOf(first.asked)).toEqual(Array.from({ length: 20 }, (_, index) => index + 5));
	const { asked, memory } = await look(mailings, {}, { memory: first.memory });
	expect([numbersOf(asked), first.memory.entryHash, memory.entryHash]).toEqual([
		[0, 1, 2, 3, 4],
		'',
		'new',
	]);
});

it('keeps the pending baseline until all mailings were read', async () => {
	const pendingBaseline = { since: 0 };
	const mailings = [sent('a', { started_at: at(1) }), sent('b', { started_at: at(2) })];
	const first = await look(mailings, {}, { room: 1, memory: { pendingBaseline } });
	expect(first.memory.pendingBaseline).toEqual(pendingBaseline);
	expect(
		(await look(mailings, {}, { memory: first.memory })).memory.pendingBaseline,
	).toBeUndefined();
});

describe('a mailing that cannot be read', () => {
	const mailings = [sent('a', { started_at: at(1) }), sent('b', { started_at: at(2) })];

	it('is left out if it was deleted meanwhile', async () => {
		const { told, remarks, memory } = await look(mailings, { a: 404 });
		expect([told, remarks, memory.entryHash]).toEqual([['b r'], [], 'new']);
	});

	it('does not stop the others, is named in the log, and is read again', async () => {
		const { told, remarks, memory } = await look(mailings, { a: 409 });
		expect([told, memory.entryHash]).toEqual([['b r'], '']);
		expect(remarks).toEqual([
			expect.stringMatching(/“Customers”.*mailing a could not be read: No\.$/),
		]);
		expect((await look(mailings, {}, { memory })).told).toEqual(['a r']);
	});

	it('ends the poll if the token is refused, with what was read before it', async () => {
		const { told, remarks, memory } = await look([...mailings, sent('c', { started_at: at(3) })], {
			b: 401,
		});
		expect([told, remarks.length, memory.entryHash]).toEqual([['a r'], 1, '']);
		await expect(look(mailings, { a: 401 })).rejects.toThrow();
	});

	it('waits for the next poll if the time of this one is over', async () => {
		const { asked, memory } = await look(mailings, {}, { leftMs: -1 });
		expect([asked, memory.entryHash]).toEqual([[], '']);
	});
});
