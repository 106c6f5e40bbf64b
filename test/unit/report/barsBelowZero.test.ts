/** Bars of scores where some are below 0: zero is in one place, and each bar goes from there to its score. */
import type { Group } from '../../../nodes/SurveyInterview/report/groups';
import { drawnBars } from '../../../nodes/SurveyInterview/report/document';
import { written } from '../../../nodes/SurveyInterview/report/sections';
import { ABOUT, NO_PARTS } from './emptyReport';

const groupOf = (score: number): Group => ({
	name: `at ${score}`,
	answers: 10,
	score,
	groups: null,
	distribution: [],
	difference: 0,
});

/** From where to where the bar of each group goes, as shares of the width. */
function ends(metric: string, scores: readonly number[]): Array<[from: number, to: number]> {
	const all = groupOf(0);
	const comparison = { value: { groups: scores.map(groupOf), all, gathered: 0 } };
	const groups = { property: 'Department', comparison };
	const { document } = written({ ...ABOUT, metric, groups }, NO_PARTS);
	const bars = document.blocks.flatMap((block) => block.bars ?? []);
	if (bars.length === 0) throw new Error('No bars.');
	return drawnBars(bars).map(({ parts }) => {
		let at = 0;
		for (const { tone, share } of parts) {
			if (tone !== 'none') return [at, at + share];
			at += share;
		}
		throw new Error('No bar.');
	});
}

it.each([
	['scale', [5, 0, -5]],
	['scale', [4, 2]],
	['scale', [-1.5, -2.5]],
	['nps', [50, 0, -100]],
	['enps', [75, 74, -3]],
	['nps', [0, 0]],
])('%s %j', (metric, scores) => {
	const lowest = Math.min(0, ...scores);
	// The lowest is at the left edge, and the farthest of each side within the width.
	const width = Math.max(0, ...scores) - lowest || 1;
	const place = (score: number) => (score - lowest) / width;
	for (const [group, [from, to]] of ends(metric, scores).entries()) {
		const score = scores[group] ?? NaN;
		expect(from).toBeCloseTo(place(Math.min(0, score)));
		expect(to).toBeCloseTo(place(Math.max(0, score)));
	}
});
