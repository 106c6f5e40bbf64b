import { dateTime, map } from '../fields/makeField';
import { RESPONDENT } from '../facts/respondent';
import { defineFilter, type NodeFilter } from './filter';
import { propertyValueFilter } from './property';
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
		const read = RESPONDENT.reader();
		const from = completedAfter === undefined ? -Infinity : Date.parse(completedAfter);
		const to = completedBefore === undefined ? Infinity : Date.parse(completedBefore);
		return (record) => {
			// The time that Simplified shows.
			const { completed_at } = read(record, {});
			const at = Date.parse(String(completed_at));
			return at >= from && at < to;
		};
	},
});

/** A respondent's fields are not documented, so its facts are those that Simplified shows. */
export const respondentFilters: NodeFilter[] = [
	statusFilter(
		'Only respondents in one of these statuses, whatever their case: in the words of Simplified, such as completed, or in those of the service.',
		RESPONDENT,
	),
	scoreFilter({
		who: 'respondent',
		help: 'Scores of different metrics are not comparable: what is low for one may be high for another.',
		groupHelp: 'In a survey of another metric, which has no groups, it is refused.',
		ofSeveralSurveys: false,
	}),
	completion,
	propertyValueFilter(
		map(
			'propertyFilter',
			'Property Filter',
			'Only respondents who carry this value of a property, each of them where there are several; case does not matter.',
			{ ofProperties: true },
		),
	),
];
