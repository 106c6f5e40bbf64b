import { list } from '../../operations/field';
import { isObject, type JsonObject } from '../../service/json';
import { twoDecimals } from '../../service/scalars';
import { resultsMessage } from '../../service/messages';
import { OVERVIEW } from '../../service/results';
import type { TriggerEvent } from '../event';
import { factsInRecord, unexpectedAnswer, requestAnswer, SURVEY_HINTS } from '../reading';
import { isBeforeWatch } from '../whatIsNew';

const FILTERS = [
	list(
		'property_filter',
		'Filters of the overview, sent to the service as typed, because it does not document their format',
		{
			label: 'Property Filter (Results)',
			entry: 'Filter',
			mayHaveCommas: true,
		},
	),
];

export const resultsChanged: TriggerEvent = {
	value: 'resultsChanged',
	label: 'Results Changed',
	description: 'Numbers in a survey’s overview have changed',
	noTestEvent: 'There are no results yet: complete an interview in the service, then fetch again.',
	item: 'each survey whose overview has other numbers than before',
	output: {
		fields: {
			message: 'string',
			changes: { list: { field: 'string', from: 'number?', to: 'number?' } },
			...OVERVIEW.fields,
			survey_name: 'string?',
			survey_id: 'string',
		},
	},
	options: [],
	filters: FILTERS,
	configure(collections, checker, output) {
		type Values = { property_filter?: string[] };
		const query: Values = checker.readAdded(FILTERS, collections.filters, 'filter');
		return {
			// Other filters give other numbers, which are not a change.
			scope: query.property_filter,
			async read({ session, survey }) {
				const request = { path: `/surveys/${survey.id}/results/overview`, query };
				return await requestAnswer(session, request, SURVEY_HINTS);
			},
			async look({ session, survey, memory, isBeginning }, answer) {
				if (!isObject(answer)) throw unexpectedAnswer(session, 'an overview');
				const overview = OVERVIEW.read(answer);
				// An empty overview does not mean that all numbers are gone. As the first look it is a baseline without numbers.
				const isEmpty = Object.keys(answer).length === 0;
				const before = memory.numbers ?? {};
				const numbers = isEmpty ? before : numbersOf(overview);
				// The first numbers are the baseline, and no event, unless the survey was created after the watch began or Emit
				// Existing is on. Numbers have no time, hence undefined.
				const { pendingBaseline } = memory;
				const isBaseline =
					pendingBaseline !== undefined && isBeforeWatch(pendingBaseline, undefined, isBeginning);
				const changes = isBaseline ? [] : changesOf(before, numbers);
				// Without `pendingBaseline`: the baseline is taken.
				const next = { entryHash: survey.entryHash, known: memory.known, numbers };
				if (changes.length === 0) return { events: [], memory: next };

				const surveyFacts = await factsInRecord(session, survey);
				const { survey_name } = surveyFacts;
				const metric_type = overview.metric_type ?? surveyFacts.metric_type;
				const facts = { ...overview, metric_type, survey_name };
				const message = resultsMessage({ ...facts, score: numbers.score ?? null });
				const survey_id = survey.id;
				const json: JsonObject =
					output === 'everything'
						? { message, survey_id, changes, survey_name, metric_type, overview: answer }
						: { message, changes, ...facts, survey_id };
				return { events: [{ json, survey: survey.record }], memory: next };
			},
		};
	},
};

/** The facts that are numbers, as they are shown; `distribution.9` is how many gave 9. */
function numbersOf({ distribution, ...facts }: JsonObject): Record<string, number> {
	const counts = (distribution ?? []) as Array<{ score: number; count: number }>;
	const countsByScore = counts.map(({ score, count }) => [`distribution.${score}`, count] as const);
	const numbers = [...Object.entries(facts), ...countsByScore].flatMap(([name, value]) =>
		typeof value === 'number' ? [[name, twoDecimals(value)] as const] : [],
	);
	return Object.fromEntries(numbers);
}

/** What differs between two sets of numbers; null where there is no number. */
function changesOf(before: JsonObject, after: JsonObject) {
	const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
	const isScoreCount = (field: string) => field.startsWith('distribution.');
	// A distribution may leave out a score that nobody gave, so that count is 0; any other absent number is unknown.
	const valueWhereAbsent = (values: JsonObject, field: string) =>
		isScoreCount(field) && Object.keys(values).some(isScoreCount) ? 0 : null;
	return [...fields].flatMap((field) => {
		const from = before[field] ?? valueWhereAbsent(before, field);
		const to = after[field] ?? valueWhereAbsent(after, field);
		return from === to ? [] : [{ field, from, to }];
	});
}
