/** Bars of scores where some are below 0: they differ, whatever the metric. */
import type { Group } from '../../../nodes/SurveyInterview/report/groups';
import { sharesOf } from '../../../nodes/SurveyInterview/report/document';
import type { ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import { written } from '../../../nodes/SurveyInterview/report/sections';
import { wordsIn } from '../../../nodes/SurveyInterview/report/words';

const notWanted = { missing: 'notWanted' } as const;
const parts: ReportParts = {
	scores: notWanted,
	scoresBefore: notWanted,
	trend: notWanted,
	topics: notWanted,
	quotes: notWanted,
	conclusion: notWanted,
};
const groupOf = (score: number): Group => ({
	name: `at ${score}`,
	answers: 10,
	score,
	groups: null,
	distribution: [],
	difference: 0,
});

/** How long the bars of groups with these scores are. */
function lengths(metric: string, scores: readonly number[]): number[] {
	const all = groupOf(0);
	const comparison = { value: { groups: scores.map(groupOf), all, gathered: 0 } };
	const { document } = written(
		{
			words: wordsIn('en'),
			surveyName: 'Survey',
			metric,
			days: 'days',
			servicePeriod: 'all_time',
			isServicePeriod: true,
			dayOf: (time) => time,
			parts: new Set(),
			groups: { property: 'Department', comparison },
		},
		parts,
	);
	const block = document.blocks.find(({ kind }) => kind === 'bars');
	if (block?.kind !== 'bars') throw new Error('No bars.');
	return sharesOf(block).map(([part]) => part?.share ?? 0);
}

it.each([
	['scale', [5, 0, -5], [1, 6 / 11, 1 / 11]],
	['scale', [4, 2], [1, 0.5]],
	['scale', [-1.5, -2.5], [1, 1.5 / 2.5]],
	['nps', [50, 0, -100], [1, 2 / 3, 0]],
	['nps', [50, 25], [1, 0.5]],
])('%s %j', (metric, scores, expected) => {
	const found = lengths(metric, scores);
	expect(found).toHaveLength(expected.length);
	for (const [place, share] of found.entries()) expect(share).toBeCloseTo(expected[place] ?? NaN);
});
