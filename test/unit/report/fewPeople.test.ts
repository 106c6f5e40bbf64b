/** In a survey that may be anonymous, no number of fewer people than the minimum shows, or follows from what shows. */
import fc from 'fast-check';
import { countLeftOut, withoutSmallBuckets } from '../../../nodes/SurveyInterview/report/fewPeople';
import { compareScores } from '../../../nodes/SurveyInterview/report/groups';

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

it.each<[Array<number | null>, Array<number | null>]>([
	[
		[11, 2, 11, 1, 26],
		[null, null, 11, null, 26],
	],
	[
		[7, 4, 6],
		[7, null, null],
	],
	[
		[3, 3],
		[null, null],
	],
	[
		[null, 8, 0],
		[null, 8, null],
	],
	[[5], [5]],
])('of buckets with %j answers, %j show', (counts, shown) => {
	const buckets = counts.map((answers) => ({ score: 7, answers }));
	expect(withoutSmallBuckets(buckets, FEWEST)).toEqual(
		shown.map((answers) => ({ score: answers === null ? null : 7, answers })),
	);
});
