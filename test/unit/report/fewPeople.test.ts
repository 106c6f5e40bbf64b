/** In a survey that may be anonymous, no number of fewer people than the minimum shows, or follows from what shows. */
import fc from 'fast-check';
import { countLeftOut } from '../../../nodes/SurveyInterview/report/fewPeople';
import { compareScores } from '../../../nodes/SurveyInterview/report/groups';
import { withoutFewBuckets } from '../../../nodes/SurveyInterview/report/withoutFew';

const FEWEST = 5;

/** Numbers of people who are told apart: the days of a trend, or the values of a property. */
type Cells = readonly number[];
/** A number that is shown, by the cells whose people it is about. */
type Shown = readonly number[];

/** The smallest number of people of whom a sum or a difference of what is shown tells; Infinity if of nobody. */
function fewestTold(cells: Cells, shown: readonly Shown[]): number {
	let fewest = Infinity;
	const extend = (at: number, sum: number[]) => {
		if (at === shown.length) {
			const signs = new Set(sum.filter((one, cell) => one !== 0 && cells[cell] !== 0));
			const people = cells.reduce((all, count, cell) => all + (sum[cell] !== 0 ? count : 0), 0);
			// Only a plain number of people tells of them: all cells with the same sign, once.
			const isPlain = signs.size === 1 && Math.abs([...signs][0] ?? 0) === 1;
			if (isPlain && people > 0) fewest = Math.min(fewest, people);
			return;
		}
		for (const factor of [-1, 0, 1]) {
			extend(
				at + 1,
				sum.map((one, cell) => one + (shown[at]?.includes(cell) ? factor : 0)),
			);
		}
	};
	extend(
		0,
		cells.map(() => 0),
	);
	return fewest;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

it.each<[number[], number, number]>([
	[[1, 2, 11, 11, 26], 0, 3],
	[[6, 7, 8], 0, 0],
	[[6, 7, 8], 1, 1],
	[[6, 7, 8], 5, 0],
	[[4, 7], 1, 1],
	[[4, 7], 0, 2],
	[[], 3, 0],
])('of %j, with %i others, %i are left out', (counts, others, expected) => {
	expect(countLeftOut(counts, others, FEWEST)).toBe(expected);
});

it('no sum or difference of groups and their total tells of few', () => {
	const sizes = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(sizes, fc.nat({ max: 6 }), fc.nat({ max: 6 }), (counts, without, several) => {
			const people = counts.flatMap((count, value) =>
				Array.from({ length: count }, () => ({ score: 9, values: [`${value}`] })),
			);
			const none = Array.from({ length: without }, () => ({ score: 2, values: [] }));
			const both = Array.from({ length: several }, () => ({ score: 2, values: ['0', '1'] }));
			const { groups, all } = compareScores('nps', [...people, ...none, ...both], FEWEST, true);
			const cells = [...counts, without + several];
			const named = groups.flatMap(({ name }) => (name === undefined ? [] : [[Number(name)]]));
			const others = range(0, cells.length).filter((cell) => !named.flat().includes(cell));
			const isOthersShown = groups.some(({ name }) => name === undefined);
			const shown = [...named, ...(isOthersShown ? [others] : [])];
			if (all.score !== null) shown.push(range(0, cells.length));
			expect(fewestTold(cells, shown)).toBeGreaterThanOrEqual(FEWEST);
		}),
	);
});

const DAY = 86_400_000;
const MONDAY = Date.parse('2026-03-02T00:00:00Z');
const at = (day: number) => new Date(MONDAY + day * DAY).toISOString();
const before = (day: number) => new Date(MONDAY + day * DAY - 1).toISOString();

it('no sum or difference of weeks and the periods of the scores tells of few', () => {
	const days = fc.array(fc.nat({ max: 5 }), { minLength: 35, maxLength: 35 });
	fc.assert(
		fc.property(
			days,
			fc.integer({ min: 1, max: 35 }),
			fc.integer({ min: 1, max: 17 }),
			(cells, end, length) => {
				const start = Math.max(end - length, 0);
				const earlier = Math.max(start - length, 0);
				const peopleIn = (own: Shown) => own.reduce((sum, day) => sum + (cells[day] ?? 0), 0);
				// The trend ends with the period.
				const weeks = range(0, Math.ceil(end / 7)).map((week) =>
					range(7 * week, Math.min(7 * week + 7, end)),
				);
				const buckets = weeks.map((week) => ({
					from: at(week[0] ?? 0),
					score: 7,
					answers: peopleIn(week),
				}));
				const periods = [range(start, end), range(earlier, start)].filter(
					(own) => peopleIn(own) >= FEWEST,
				);
				const totals = periods.map((own) => ({
					start: at(own[0] ?? 0),
					end: before((own.at(-1) ?? 0) + 1),
					answers: peopleIn(own),
				}));
				const trend = { granularity: 'week', end: before(end) };
				const shown = withoutFewBuckets(buckets, trend, totals, FEWEST);
				const told = weeks.filter((_, week) => shown[week]?.score !== null);
				for (const { score, answers } of shown) if (score === null) expect(answers).toBeNull();
				expect(fewestTold(cells, [...periods, ...told])).toBeGreaterThanOrEqual(FEWEST);
				// Nothing outside of the periods is left out without need.
				for (const [week, own] of weeks.entries()) {
					const isOutside = (own.at(-1) ?? 0) < earlier;
					if (isOutside && peopleIn(own) >= FEWEST) expect(shown[week]?.score).toBe(7);
				}
			},
		),
	);
});

it('weeks that begin some hours before or after those of the period count, too', () => {
	const buckets = [{ from: '2026-03-01T23:00:00.000Z', answers: 11, score: 7 }];
	const trend = { granularity: 'week', end: '2027-01-01T00:00:00.000Z' };
	const shown = (answers: number) =>
		withoutFewBuckets(buckets, trend, [{ start: at(0), end: before(7), answers }], FEWEST)[0]
			?.score;
	expect([11, 12, 10, 16].map(shown)).toEqual([7, null, null, 7]);
});
