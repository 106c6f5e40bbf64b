/** Every bar of a report, computed from its HTML: none is longer than its number says. */
import fc from 'fast-check';
import { parse } from 'parse5';
import { extent } from '../../extent';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import { footOf, scaleOf, wholePercents } from '../../../nodes/SurveyInterview/report/metricScore';
import { groupOf, reportOf, scoresOf, topicOf, weeks } from './aReport';
import {
	attributeOf,
	cellsIn,
	childrenOf,
	type Element,
	elementsIn,
	rowsIn,
	textIn,
} from './elements';

const RUNS = { numRuns: extent({ quick: 10, all: 100 }) };

/** The lengths in percents of the parts of a bar, with their colours. */
const widthsIn = (cells: readonly Element[]) =>
	cells.map((cell) => ({
		colour: attributeOf(cell, 'class'),
		width: Number.parseFloat(attributeOf(cell, 'width')),
	}));

const reportWith = (metric: string, scores: number[], everyone: number) => {
	const groups = scores.map((score, at) => groupOf(`Group ${at}`, score, everyone));
	const all = { ...scoresOf(metric, 9).value, score: everyone };
	const compared = { value: { groups, all, gathered: 0 } };
	return reportOf({ metric, property: 'Team' }, { groups: compared });
};

/** From where to where each group's bar goes, in percents of the scale. */
function groupBarsIn(html: string): Array<{ name: string; from: number; to: number }> {
	return rowsIn(parse(html)).flatMap((row) => {
		const [name, bar] = childrenOf(row);
		if (!name || !bar || !/^Group \d/.test(textIn(name))) return [];
		const middle = rowsIn(bar)[1];
		if (!middle) throw new Error('No bar.');
		let at = 0;
		const painted = widthsIn(childrenOf(middle)).flatMap(({ colour, width }) => {
			at += width;
			return ['accent', 'pale'].includes(colour) ? [at - width, at] : [];
		});
		expect(at).toBe(100);
		return [{ name: textIn(name), from: Math.min(...painted, 100), to: Math.max(...painted, 0) }];
	});
}

it.each(['nps', 'csat', 'ces', 'scale'])(
	'bars of groups begin at the foot of the scale of %s, and end at the score',
	(metric) => {
		const [low, high] = scaleOf(metric, [], [4, 4]);
		const score = fc.integer({ min: 10 * low, max: 10 * high }).map((one) => one / 10);
		fc.assert(
			fc.property(fc.array(score, { minLength: 1, maxLength: 7 }), score, (scores, everyone) => {
				const bars = groupBarsIn(htmlOf(reportWith(metric, scores, everyone)));
				const placeOf = (one: number) => (100 * (one - low)) / (high - low);
				expect(bars).toHaveLength(scores.length);
				const sorted = [...scores].sort((one, other) => one - other);
				for (const [at, { from, to }] of bars.entries()) {
					const [foot, end] = [placeOf(Math.max(low, 0)), placeOf(sorted[at] ?? NaN)];
					if (from > to) continue;
					expect(from).toBeGreaterThanOrEqual(Math.min(foot, end) - 1e-9);
					expect(to).toBeLessThanOrEqual(Math.max(foot, end) + 1e-9);
					// It is no shorter than the line of everybody and its spaces cover.
					expect(to - from).toBeGreaterThan(Math.abs(end - foot) - 6);
				}
			}),
			RUNS,
		);
	},
);

it('a score at the foot of the scale is a line in the trend, and no score is none', () => {
	const columnsOf = (...scores: Array<number | null>) =>
		elementsIn(parse(htmlOf(reportOf({}, { trend: { value: weeks(50, ...scores, 50) } })))).filter(
			(cell) =>
				/accent|pale/.test(attributeOf(cell, 'class')) && attributeOf(cell, 'height') === '1',
		).length;
	expect([columnsOf(0), columnsOf(null)]).toEqual([1, 0]);
});

it('a group at 71 does not fill the scale of NPS', () => {
	const [bar] = groupBarsIn(htmlOf(reportWith('nps', [71], 0)));
	expect(bar).toMatchObject({ from: expect.closeTo(52, 0), to: 85 });
});

it('the parts of a bar are whole percents that make 100, each within one of its share', () => {
	const counts = fc.array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 3 });
	fc.assert(
		fc.property(counts, ([negative = 0, neutral = 0, positive = 0]) => {
			const all = negative + neutral + positive;
			const percents = wholePercents([negative, neutral, positive]);
			expect(percents.reduce((sum, one) => sum + one, 0)).toBe(all === 0 ? 0 : 100);
			for (const [at, one] of [negative, neutral, positive].entries()) {
				expect(Math.abs((percents[at] ?? NaN) - (all && (100 * one) / all))).toBeLessThan(1);
			}
			if (all === 0) return;
			const topics = { value: [topicOf('Prices', negative, neutral, positive)] };
			const row = rowsIn(parse(htmlOf(reportOf({}, { topics })))).find(
				(one) => textIn(childrenOf(one)[0] ?? one) === 'Prices',
			);
			const widths = row ? widthsIn(cellsIn(childrenOf(row)[1] ?? row).slice(1)) : [];
			const due = ['bad', 'middle', 'good'].map((colour, at) => ({ colour, width: percents[at] }));
			expect(widths).toEqual(due.filter(({ width }) => width !== 0));
		}),
		RUNS,
	);
});

it('a scale that does not have a score on it is not used', () => {
	expect(scaleOf('csat', [], [1, 5])).toEqual([1, 5]);
	expect(scaleOf('csat', [], [82])).toEqual([0, 100]);
	expect(scaleOf('nps', [1, 5], [-100, 3])).toEqual([-100, 100]);
	expect(scaleOf('scale', [-2, 2], [-1, 2])).toEqual([-2, 2]);
	expect(scaleOf('scale', [-2, 2], [3])).toEqual([1, 10]);
	expect(scaleOf('scale', [], [-500, 4.5])).toEqual([-500, 5]);
});

it.each<[unknown, unknown]>([
	[null, 5],
	[2, null],
	['2', 5],
	[2, '5'],
	[5, 5],
	[5, 2],
])('a scale of the survey from %j to %j is none', (low, high) => {
	expect(scaleOf('scale', [low, high], [5])).toEqual([1, 10]);
});

it.each<[number, number, number]>([
	[-100, 100, 0],
	[1, 5, 1],
	[0, 10, 0],
	[-10, 0, -10],
	[-10, -5, -10],
])('on a scale of %i to %i, bars begin at %i', (low, high, foot) => {
	expect(footOf([low, high])).toBe(foot);
});

it('of nothing, nobody has a percent', () => {
	expect(wholePercents([0, 0])).toEqual([0, 0]);
});
