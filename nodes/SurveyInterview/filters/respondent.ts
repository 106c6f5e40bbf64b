import { FactFinder, factsNamed } from '../facts/fact';
import { RESPONDENT, RESPONDENT_FACTS, statusReader } from '../facts/respondent';
import type { FieldOf } from '../fields/field';
import { dateTime, map } from '../fields/makeField';
import { isObject } from '../records/json';
import { defineFilter, type NodeFilter, statusFilter } from './filter';
import { scoreFilter } from './score';

/** By the values of properties, all of which a record must have. */
export const propertyValueFilter = (field: FieldOf<'map' | 'pair'> & { name: 'propertyFilter' }) =>
	defineFilter({
		fields: [field],
		problem({ propertyFilter = {} }) {
			const [key] = Object.entries(propertyFilter).find(([, value]) => value.trim() === '') ?? [];
			return key === undefined
				? undefined
				: `${field.label} has no value for ${JSON.stringify(key)}: enter one, or remove the filter.`;
		},
		passes({ propertyFilter = {} }) {
			const finder = new FactFinder(factsNamed(RESPONDENT_FACTS, 'properties'));
			const wanted = Object.entries(propertyFilter).map(([key, value]) => [
				plain(key),
				plain(value),
			]);
			return (record) => {
				// The properties that Simplified shows; without any, a service may have them among the record's keys.
				const holder = finder.in(record).properties ?? record;
				return wanted.every(([key = '', value = '']) => valuesOf(holder, key).includes(value));
			};
		},
	});

const plain = (value: unknown) => String(value).trim().toLowerCase();

/** The values under a key in any case; a property may have several. */
function valuesOf(holder: unknown, key: string): string[] {
	const entries = isObject(holder) ? Object.entries(holder) : [];
	const found = entries.find(([name]) => plain(name) === key)?.[1];
	return [found]
		.flat()
		.filter((value) => value !== null && typeof value !== 'object' && value !== undefined)
		.map(plain);
}

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
			'Only respondents who completed before this time, or on this date.',
			{ endsRange: true },
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
