import fc from 'fast-check';
import { sample } from '../extent';
import { pointInTime } from '../../nodes/SurveyInterview/input/dates';

describe('dates', () => {
	it.each([
		['2026-05-01T12:00:00Z', 'Europe/Amsterdam', '2026-05-01T12:00:00Z'],
		['2026-05-01T12:00:00', 'Europe/Amsterdam', '2026-05-01T10:00:00.000Z'],
		['2026-05-01 12:00:00+00', 'UTC', '2026-05-01T12:00:00+00:00'],
		['2026-05-01T12:00:00+0200', 'UTC', '2026-05-01T12:00:00+02:00'],
		['2026-05-01', 'America/New_York', '2026-05-01T04:00:00.000Z'],
		['2026-05-01 08:30', 'UTC', '2026-05-01T08:30:00.000Z'],
		['2026-03-29T03:30:00', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
		[new Date('2026-05-01T00:00:00Z'), 'UTC', '2026-05-01T00:00:00.000Z'],
		[{ toISO: () => '2026-05-01T12:00:00.000+02:00' }, 'UTC', '2026-05-01T12:00:00.000+02:00'],
	])('%p in %s', (given, zone, expected) => {
		expect(pointInTime(given, zone)).toBe(expected);
	});

	it.each([
		['2026-05-01', 'UTC', '2026-05-01T23:59:59.999Z'],
		['2026-05-01', 'America/New_York', '2026-05-02T03:59:59.999Z'],
		['2026-03-29', 'Europe/Amsterdam', '2026-03-29T21:59:59.999Z'],
		// As n8n's date picker and its expressions give a day, also where clocks skip midnight.
		['2026-11-19T00:00:00', 'Europe/Amsterdam', '2026-11-19T22:59:59.999Z'],
		['2026-11-19T00:00:00.000+01:00', 'Europe/Amsterdam', '2026-11-19T22:59:59.999Z'],
		['2026-11-19T00:00:00+05:30', '+05:30', '2026-11-19T18:29:59.999Z'],
		['2026-09-06T00:00:00', 'America/Santiago', '2026-09-07T02:59:59.999Z'],
		[new Date('2026-05-01T00:00:00Z'), 'UTC', '2026-05-01T23:59:59.999Z'],
		[
			{ toISO: () => '2026-05-01T00:00:00.000+02:00' },
			'Europe/Amsterdam',
			'2026-05-01T21:59:59.999Z',
		],
		['2026-05-01T00:00:00Z', 'Europe/Amsterdam', '2026-05-01T00:00:00Z'],
		['2026-05-01T24:00:00', 'Europe/Amsterdam', '2026-05-01T21:59:59.999Z'],
		['2026-05-01T24:00:00Z', 'UTC', '2026-05-01T23:59:59.999Z'],
		['2026-11-19T23:59:59', 'UTC', '2026-11-19T23:59:59.000Z'],
	])('%p in %s ends a range at %s', (given, zone, expected) => {
		expect(pointInTime(given, zone, true)).toBe(expected);
	});

	it.each(['', 'tomorrow', '2026-02-30T99:00', null, {}, '01/05/2026', new Date('x')])(
		'%p is no date',
		(given) => {
			expect(pointInTime(given, 'UTC')).toBeUndefined();
		},
	);

	const zones = [
		...['UTC', 'Europe/Amsterdam', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
		// Their clocks skip midnight, or pass it twice.
		...['America/Santiago', 'America/Havana', 'Atlantic/Azores', 'Africa/Cairo', 'Asia/Beirut'],
	];
	it('a day ends right before the next begins, also where clocks skip midnight', () => {
		for (const timeZone of sample(zones, 4)) {
			const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
			const dayOf = (at: number) => calendar.format(at);
			const holds = (day: string) => {
				const [begin = NaN, end = NaN] = [false, true].map((isEnd) =>
					Date.parse(pointInTime(day, timeZone, isEnd) ?? ''),
				);
				expect([dayOf(begin), dayOf(end), timeZone]).toEqual([day, day, timeZone]);
				expect([dayOf(begin - 1) < day, dayOf(end + 1) > day]).toEqual([true, true]);
			};
			const days = fc.date({
				min: new Date('2024-01-01'),
				max: new Date('2027-01-01'),
				noInvalidDate: true,
			});
			fc.assert(
				fc.property(days, (day) => holds(day.toISOString().slice(0, 10))),
				{ numRuns: 50 },
			);
			// Sundays are the days on which most clocks change.
			for (let week = 0; week < 52; week++) {
				const sunday = new Date(Date.UTC(2026, 0, 4 + 7 * week));
				for (const back of [0, 1, 2])
					holds(new Date(sunday.getTime() - back * 86_400_000).toISOString().slice(0, 10));
			}
		}
	});
});
