import { clockTime, waitInWords } from '../../nodes/SurveyInterview/service/timeInWords';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);

describe('when something is possible again', () => {
	const now = at('2026-11-22T19:35:00Z');

	it.each([
		[2000, 'in 2 seconds'],
		[60_000, 'in 60 seconds (at 20:36)'],
		[14 * MINUTE + 1, 'in 15 minutes (at 20:50)'],
		[60 * MINUTE, 'in 60 minutes (at 21:35)'],
		[5 * HOUR, 'in 5 hours (tomorrow at 01:35)'],
		[30 * HOUR, 'in 30 hours (on 24 November at 02:35)'],
		[12 * DAY, 'in 12 days (on 4 December at 20:35)'],
		[60 * DAY, 'in 60 days (on 21 January 2027 at 20:35)'],
	])('%d ms: %s', (ms, words) => {
		expect(waitInWords(ms, 'Europe/Amsterdam', now)).toBe(words);
	});

	it('the clock is that of the time zone', () => {
		const clocks = ['Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'Asia/Tokyo'];
		expect(clocks.map((zone) => waitInWords(15 * MINUTE, zone, now))).toEqual([
			'in 15 minutes (at 20:50)',
			'in 15 minutes (at 14:50)',
			'in 15 minutes (at 01:20)',
			'in 15 minutes (at 04:50)',
		]);
	});

	it('midnight is that of the time zone', () => {
		const before = at('2026-11-22T22:55:00Z');
		expect(waitInWords(10 * MINUTE, 'Europe/Amsterdam', before)).toBe(
			'in 10 minutes (tomorrow at 00:05)',
		);
		expect(waitInWords(10 * MINUTE, 'UTC', before)).toBe('in 10 minutes (at 23:05)');
		expect(waitInWords(10 * MINUTE, 'UTC', at('2026-12-31T23:55:00Z'))).toBe(
			'in 10 minutes (tomorrow at 00:05)',
		);
	});

	it('a day with 23 or 25 hours is one day', () => {
		// In Amsterdam clocks go forward at 2026-03-29T01:00Z, and back at 2026-10-25T01:00Z.
		expect(
			clockTime(at('2026-03-29T21:59:00Z'), 'Europe/Amsterdam', at('2026-03-28T23:30:00Z')),
		).toBe('at 23:59');
		expect(waitInWords(23.5 * HOUR, 'Europe/Amsterdam', at('2026-03-28T22:45:00Z'))).toBe(
			'in 24 hours (on 30 March at 00:15)',
		);
		expect(waitInWords(24.5 * HOUR, 'Europe/Amsterdam', at('2026-10-24T22:15:00Z'))).toBe(
			'in 25 hours (at 23:45)',
		);
	});

	it('never says a time that is too early', () => {
		expect(waitInWords(15 * MINUTE, 'UTC', at('2026-11-22T19:35:01Z'))).toBe(
			'in 15 minutes (at 19:51)',
		);
		expect(waitInWords(10 * MINUTE, 'UTC', at('2026-11-22T23:49:30Z'))).toBe(
			'in 10 minutes (tomorrow at 00:00)',
		);
	});

	it('a time zone that nobody knows is none', () => {
		expect(waitInWords(15 * MINUTE, 'Mars/Olympus', now)).toBe('in 15 minutes (at 19:50)');
	});
});
