import { dateTime, map } from '../fields/makeField';
import { RespondentReader } from '../records/respondent';
import { defineFilter, type NodeFilter } from './filter';
import { propertyFilter } from './property';
import { scoreFilter } from './score';
import { statusFilter } from './status';

/** From a time on, and before another: ranges that follow each other include everybody once. */
const completion = defineFilter({
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
	problem: ({ completedAfter = '', completedBefore = '' }) =>
		Date.parse(completedAfter) >= Date.parse(completedBefore)
			? `Completed After (${completedAfter}) is not earlier than Completed Before (${completedBefore}), so no respondent could pass: exchange or correct them.`
			: undefined,
	passes: ({ completedAfter, completedBefore }) => {
		const reader = new RespondentReader();
		const from = completedAfter === undefined ? -Infinity : Date.parse(completedAfter);
		const to = completedBefore === undefined ? Infinity : Date.parse(completedBefore);
		return (record) => {
			const { completedAt } = reader.read(record);
			return completedAt !== undefined && completedAt >= from && completedAt < to;
		};
	},
});

/** RespondentRead is not shown: its facts are looked for, as the trigger does. */
export const respondentFilters: NodeFilter[] = [
	statusFilter(
		'Only respondents in one of these statuses, whatever their case. The words are not shown: look at a respondent for them.',
	),
	scoreFilter({
		who: 'respondent',
		removable: 'filter',
		help: 'Scores of different metrics are not comparable: what is low for one may be high for another.',
	}),
	completion,
	propertyFilter(
		map(
			'propertyFilter',
			'Property Filter',
			'Only respondents who carry this value of a property, each of them where there are several; case does not matter.',
		),
	),
];
