import { dateTime, map } from '../fields/makeField';
import { RESPONDENT, statusReader } from '../facts/respondent';
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
			'Only respondents who completed before this time.',
		),
	],
	problem: ({ completedAfter = '', completedBefore = '' }) =>
		Date.parse(completedAfter) >= Date.parse(completedBefore)
			? `Completed After (${completedAfter}) is not earlier than Completed Before (${completedBefore}), so no respondent can match: swap or correct them.`
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
		'Only respondents with one of these statuses; case does not matter. Use the words of Simplified, such as completed, or those of the service.',
		statusReader,
	),
	scoreFilter({
		who: 'respondent',
		help: 'Scores of different metrics cannot be compared: a low score of one may be a high score of another.',
		groupHelp: 'In a survey with another metric, the run fails.',
		ofSeveralSurveys: false,
	}),
	completion,
	propertyValueFilter(
		map(
			'propertyFilter',
			'Property Filter',
			'Only respondents with this property value, or with all of them if you add several; case does not matter.',
			{ ofProperties: true },
		),
	),
];
