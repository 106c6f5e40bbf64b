import { hasPropertyValue } from '../records/properties';
import { RespondentReader } from '../records/respondent';
import { dateTime, map, number } from '../fields/makeField';
import type { NodeFilter } from './filter';
import { statusFilter } from './status';

const NOT_COMPARABLE =
	'Scores of different metrics are not comparable: what is low for one may be high for another.';

function belowAll(label: string, score: unknown): string | undefined {
	return Number(score) < 0
		? `${label} is ${String(score)}: scores start at 0. Enter 0 or more, or remove the filter.`
		: undefined;
}

const score: NodeFilter = {
	fields: [
		number(
			'scoreFrom',
			'Score From',
			`Only respondents with at least this score. ${NOT_COMPARABLE}`,
			{ default: 0 },
		),
		number('scoreTo', 'Score To', `Only respondents with at most this score. ${NOT_COMPARABLE}`, {
			default: 6,
		}),
	],
	problem: ({ scoreFrom, scoreTo }) =>
		belowAll('Score From', scoreFrom) ??
		belowAll('Score To', scoreTo) ??
		(Number(scoreFrom) > Number(scoreTo)
			? `Score From (${String(scoreFrom)}) is above Score To (${String(scoreTo)}), so no respondent could pass: exchange them.`
			: undefined),
	passes: ({ scoreFrom = -Infinity, scoreTo = Infinity }) => {
		const reader = new RespondentReader();
		return (record) => {
			const { score } = reader.read(record);
			return score !== undefined && score >= Number(scoreFrom) && score <= Number(scoreTo);
		};
	},
};

/** From a time on, and before another: ranges that follow each other leave nobody out and meet nobody twice. */
const completion: NodeFilter = {
	fields: [
		dateTime(
			'completedAfter',
			'Completed After',
			'Only respondents who completed at this time or later.',
		),
		dateTime(
			'completedBefore',
			'Completed Before',
			'Only respondents who completed earlier than this.',
		),
	],
	problem: ({ completedAfter, completedBefore }) =>
		Date.parse(String(completedAfter)) >= Date.parse(String(completedBefore))
			? `Completed After (${String(completedAfter)}) is not earlier than Completed Before (${String(completedBefore)}), so no respondent could pass: exchange or correct them.`
			: undefined,
	passes: ({ completedAfter, completedBefore }) => {
		const reader = new RespondentReader();
		const from = completedAfter === undefined ? -Infinity : Date.parse(String(completedAfter));
		const to = completedBefore === undefined ? Infinity : Date.parse(String(completedBefore));
		return (record) => {
			const { completedAt } = reader.read(record);
			return completedAt !== undefined && completedAt >= from && completedAt < to;
		};
	},
};

const propertyFilter: NodeFilter = {
	fields: [
		map(
			'propertyFilter',
			'Property Filter',
			'Only respondents who carry this value of a property, each of them where there are several; case does not matter.',
		),
	],
	problem: ({ propertyFilter }) => {
		const values = Object.entries(propertyFilter as Record<string, string>);
		const [key] = values.find(([, value]) => value.trim() === '') ?? [];
		return key === undefined
			? undefined
			: `Property Filter has no value for ${JSON.stringify(key)}: enter one, or remove the filter.`;
	},
	passes: ({ propertyFilter }) => {
		const wanted = Object.entries(propertyFilter as Record<string, string>);
		return (record) => wanted.every(([key, value]) => hasPropertyValue(record, key, value));
	},
};

/** RespondentRead is not shown: its facts are looked for, as the trigger does. */
export const respondentFilters: NodeFilter[] = [
	statusFilter(
		'Only respondents in one of these statuses, whatever their case. The words are not shown: look at a respondent for them.',
	),
	score,
	completion,
	propertyFilter,
];
