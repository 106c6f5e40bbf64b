import { KINDS } from '../../../nodes/SurveyInterview/service/kinds';
import { type Kind, RecordReader } from '../../../nodes/SurveyInterview/service/reader';
import { toTime } from '../../../nodes/SurveyInterview/service/values';
import { millis } from '../../../nodes/SurveyInterview/service/scalars';

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** Times with each part at its limits and beyond, as services write them. */
function* texts(): Generator<string> {
	for (const year of [1000, 1989, 1990, 1999, 2000, 2024, 2025, 2999, 3000, 9999])
		for (const month of [0, 1, 2, 9, 10, 12, 13])
			for (const day of [0, 1, 9, 10, 19, 20, 28, 29, 30, 31, 32])
				for (const time of ['00:00:00', '19:59:59', '23:59:60', '24:00:00', '24:00:01', '10:60:00'])
					for (const end of ['', '.000', '.999', '.1234', '.5'])
						for (const zone of ['Z', 'z', '', '+02:00'])
							yield `${pad(year, 4)}-${pad(month)}-${pad(day)}T${time}${end}${zone}`;
}

it('a time that is taken as it is written is the one that it would be calculated to', () => {
	const different: unknown[] = [];
	for (const text of texts()) {
		const at = millis(text);
		const calculated = at === undefined ? undefined : new Date(at).toISOString();
		if (toTime(text) !== calculated) different.push([text, toTime(text), calculated]);
	}
	expect(different).toEqual([]);
});

it.each([
	['2026-11-22T02:34:18.463000+00:00', '2026-11-22T02:34:18.463Z'],
	['2026-11-22T02:34:18.463999+02:00', '2026-11-22T00:34:18.463Z'],
	['2026-11-22 02:34:18', '2026-11-22T02:34:18.000Z'],
	['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
	[1795314858, '2026-11-22T02:34:18.000Z'],
])('%s is %s', (written, time) => {
	expect(toTime(written)).toBe(time);
});

it.each([
	...['2026-02-30T12:00:00Z', '2026-02-30', '2025-02-29T12:00:00', '2026-04-31 10:00:00+02:00'],
	...['tomorrow', '', '22.11.2026', '2026-11-22T02:34:18 local', '2026-13-01', 7, true, null],
])('%s is no time, and is not guessed', (written) => {
	expect(toTime(written)).toBeUndefined();
});

const isTime = (name: string) => /(^|_)at$|^(from|to)$/.test(name);
const FACTS = Object.values(KINDS).flatMap((kind) =>
	Object.keys(kind.facts)
		.filter(isTime)
		.map((fact): [string, string, Kind] => [kind.name, fact, kind]),
);

it.each(FACTS)(
	'%s: %s is in one form, and null where it cannot be understood',
	(_of, fact, kind) => {
		const read = (time: string) => new RecordReader(kind).factsIn({ [fact]: time })[fact];
		expect(read('2026-11-22T02:34:18.463000+00:00')).toBe('2026-11-22T02:34:18.463Z');
		expect(read('2026-11-22T04:34:18+02:00')).toBe('2026-11-22T02:34:18.000Z');
		expect(read('some day')).toBeNull();
		expect(read('2026-02-30T00:00:00Z')).toBeNull();
	},
);

it('there are times of many kinds of record', () => {
	expect(new Set(FACTS.map(([of]) => of)).size).toBeGreaterThan(5);
});
