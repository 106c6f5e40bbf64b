/** What a report says first of its numbers: a change of few answers, and a topic that leads both ways. */
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';
import type { ReportParts, Topic } from '../../../nodes/SurveyInterview/report/parts';
import { written } from '../../../nodes/SurveyInterview/report/sections';
import { ABOUT, NO_PARTS } from './emptyReport';

const { words } = ABOUT;

const told = (parts: Partial<ReportParts>): string[] =>
	written({ ...ABOUT, parts: new Set(['scores']) }, { ...NO_PARTS, ...parts }).highlights;

const scored = (...counts: Array<[score: number, people: number]>) => ({
	value: summaryOf(
		'nps',
		counts.flatMap(([score, people]) => Array.from({ length: people }, () => score)),
	),
});

it.each([
	['few now', scored([9, 29]), scored([3, 30]), true],
	['few before', scored([9, 30]), scored([3, 29]), true],
	['enough in both', scored([9, 30]), scored([3, 30]), false],
	['no change', scored([9, 3]), scored([10, 2]), false],
])('%s', (_case, scores, scoresBefore, isSaid) => {
	expect(told({ scores, scoresBefore }).join(' ').includes(words.fewAnswers)).toBe(isSaid);
});

const topic = (name: string, negative: number, neutral: number, positive: number): Topic => {
	return { id: null, name, mentions: null, positive, neutral, negative };
};

it.each([
	['one leads both ways', [topic('A', 5, 0, 9), topic('B', 4, 0, 8)], ['both A']],
	['each leads one way', [topic('A', 5, 0, 1), topic('B', 4, 0, 8)], ['negative A', 'positive B']],
	['nobody says good or bad', [topic('A', 0, 5, 0)], []],
	['nobody says good', [topic('A', 2, 0, 0)], ['negative A']],
])('%s', (_case, topics, expected) => {
	const tones = (one: Topic) =>
		`${one.negative} negative, ${one.neutral} neutral, ${one.positive} positive`;
	const sentences = expected.map((one) => {
		const [lead, name = ''] = one.split(' ') as [keyof typeof words.most, string];
		const found = topics.find((each) => each.name === name);
		return words.most[lead](name, found ? tones(found) : '');
	});
	expect(told({ topics: { value: topics } })).toEqual(sentences);
});
