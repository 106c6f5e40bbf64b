import { Pace, type SentRequest } from '../../nodes/SurveyInterview/http/pace';

/** A pace, driven as fast as it allows from `now` on; each request is answered at once. */
function driven(pace = new Pace()) {
	let now = 0;
	const play = {
		pace,
		get now() {
			return now;
		},
		/** Lets time pass. */
		later: (ms: number) => void (now += ms),
		/** Sends as soon as one may, and tells when that was. */
		send: (): { sent: SentRequest; at: number } => {
			const at = pace.mayStartAt(now);
			expect(at).toBeLessThan(Infinity);
			now = Math.max(now, at);
			return { sent: pace.noteSent(now), at: now };
		},
		/** Sends so many that are granted, and tells when each was. */
		pass: (count: number): number[] =>
			Array.from({ length: count }, () => {
				const { sent, at } = play.send();
				pace.notePassed(sent, now);
				return at;
			}),
		refuse: (waitMs?: number): void => pace.noteRefused(play.send().sent, now, waitMs),
	};
	return play;
}

/** How many of these moments lie in the second that begins with the first. */
const inFirstSecond = (moments: number[]) =>
	moments.filter((at) => at < (moments[0] ?? 0) + 1000).length;

it('holds nothing back before a 429', () => {
	const play = driven();
	expect(new Set(play.pass(1000))).toEqual(new Set([0]));
});

it('after a 429 one goes alone, when the named wait is over', () => {
	const play = driven();
	play.pass(10);
	play.refuse(1000);
	expect(play.pace.mayStartAt(play.now)).toBe(1000);
	const tester = play.send();
	expect(play.pace.mayStartAt(play.now)).toBe(Infinity);
	play.pace.notePassed(tester.sent, play.now);
	expect(play.pace.mayStartAt(play.now)).toBeLessThan(play.now + 100);
});

it('then as many in a second as were granted before', () => {
	const play = driven();
	play.pass(10);
	play.refuse(1000);
	expect(inFirstSecond(play.pass(15))).toBe(10);
});

it('grows while nothing is refused, faster and faster', () => {
	const play = driven();
	play.pass(5);
	play.refuse(1000);
	const moments = play.pass(400);
	const took = (from: number, to: number) => (moments[to] ?? 0) - (moments[from] ?? 0);
	expect(took(0, 10)).toBeGreaterThan(1000);
	expect(took(50, 100)).toBeLessThan(took(0, 50));
	expect(took(350, 399)).toBeLessThan(took(50, 100) / 5);
});

it.each([
	[1, true],
	[2, true],
	[3, false],
	[4, false],
])('grows from the beginning where %i were granted at once: %s', (granted, grows) => {
	const play = driven();
	play.pass(granted);
	play.refuse(1000);
	const moments = play.pass(10 * granted + 1);
	const tookMs = (moments.at(-1) ?? 0) - (moments[0] ?? 0);
	expect(tookMs < 8000).toBe(grows);
});

it('does not grow while it is not used', () => {
	const play = driven();
	play.pass(10);
	play.refuse(1000);
	play.pass(10);
	play.later(60_000);
	expect(inFirstSecond(play.pass(30))).toBeLessThanOrEqual(11);
});

it.each([
	['from a rate that was measured', 20],
	['from one that doubles', 1],
])('hardly grows while it is hardly used, %s', (_name, granted) => {
	const play = driven();
	play.pass(granted);
	play.refuse(1000);
	for (let nth = 0; nth < 600; nth++) {
		play.pass(1);
		play.later(500);
	}
	expect(inFirstSecond(play.pass(60))).toBeLessThanOrEqual(2 * granted + 5);
});

it('a 429 that comes after others and their waits takes no more of it than they do', () => {
	const play = driven();
	play.pass(20);
	play.refuse(1000);
	play.pass(200);
	const late = play.send().sent;
	for (let nth = 0; nth < 3; nth++) {
		play.refuse(1000);
		play.pass(20);
	}
	play.pace.noteRefused(late, play.now, 1000);
	expect(inFirstSecond(play.pass(30))).toBeGreaterThanOrEqual(10);
});

it('a growth that is refused is taken back, and not tried again at once', () => {
	const play = driven();
	play.pass(10);
	play.refuse(1000);
	// So long that the rate is above the ceiling.
	play.pass(130);
	play.later(1000);
	play.pass(10);
	play.refuse(1000);
	const moments = play.pass(40);
	for (const first of [0, 10, 20]) {
		const count = inFirstSecond(moments.slice(first));
		expect(count).toBeLessThanOrEqual(10);
		expect(count).toBeGreaterThanOrEqual(8);
	}
});

it('an unexpected refusal takes it down by a half at most, so that nobody yields everything', () => {
	const play = driven();
	play.pass(20);
	play.refuse(1000);
	// Whole cycles, so that the size is sure; then another process takes most of it.
	play.pass(60);
	play.later(5000);
	play.pass(3);
	play.refuse(1000);
	expect(inFirstSecond(play.pass(30))).toBeGreaterThanOrEqual(10);
});

it('where nothing was granted, nothing is known: one, then all', () => {
	const play = driven();
	play.refuse(1000);
	play.pass(1);
	expect(play.now).toBe(1000);
	expect(new Set(play.pass(100))).toEqual(new Set([1000]));
});

it('holds nothing back unasked where the service counts over a long time', () => {
	const play = driven();
	play.pass(100);
	play.refuse(30_000);
	const moments = play.pass(500);
	expect(new Set(moments)).toEqual(new Set([30_000]));
});

it('a request that is never answered holds up the others for a cycle at most', () => {
	const play = driven();
	play.pass(10);
	play.refuse(1000);
	play.pass(6);
	play.pace.noteSent(play.now);
	expect(play.pace.mayStartAt(play.now)).toBeLessThanOrEqual(play.now + 1100);
});

it('forgets after fifteen minutes without a refusal', () => {
	const play = driven();
	play.pass(5);
	play.refuse(1000);
	play.pass(1);
	play.later(15 * 60_000 + 1);
	expect(new Set(play.pass(100)).size).toBe(1);
});

it('spreads them where the service takes one at a time', () => {
	const play = driven();
	play.pass(1);
	play.refuse(1000);
	const [first = 0, second = 0, third = 0] = play.pass(3);
	expect(second - first).toBeGreaterThanOrEqual(400);
	expect(third - second).toBeGreaterThanOrEqual(400);
});
