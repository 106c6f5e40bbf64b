import { resultsMessage } from '../../service/messages';
import { OVERVIEW } from '../../service/results';
import { list } from '../../fields/field';
import { isObject, type JsonObject } from '../../records/json';
import type { TriggerEvent } from '../event';
import { allRead, readOptions } from '../../input/options';
import type { RememberedValues } from '../state';
import { surveyFactsOf } from '../metricOfSurvey';
import { settledEntry, withSurvey } from '../pollPlan';

const SERVICE_FILTERS = [
	list(
		'property_filter',
		'Filters of the overview, sent to the service as typed, because it does not document their format',
		{ label: 'Property Filter (Results)', entry: 'Filter', whenAbsent: 'unfiltered' },
	),
] as const;

export const resultsChanged: TriggerEvent = {
	value: 'resultsChanged',
	label: 'Results Changed',
	description: 'Numbers in a survey’s overview have changed',
	noTestEvent: 'There are no results yet: complete an interview in the service, then fetch again.',
	docs: {
		item: 'each survey whose overview has other numbers than before',
		output:
			'`message` (one line for a chat), `changes`: a list of `{field, from, to}`, and the facts of the overview; with Everything `overview` as the service sent it, and every number in it that changed',
	},
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
	filters: SERVICE_FILTERS,
	configure(given, checker, output) {
		const read = readOptions(SERVICE_FILTERS, given.filters, checker, 'filter');
		const { property_filter: filters, ...unread } = read;
		allRead(unread);
		return {
			// Other filters give other numbers, which are not a change.
			scope: filters,
			request: (surveyId) => ({
				path: `/surveys/${surveyId}/results/overview`,
				query: filters && { property_filter: filters },
			}),

			judge(state, task, answer) {
				const { survey, known } = task;
				if (!isObject(answer)) return undefined;
				const overview = OVERVIEW.reader()(answer, {});
				const read = { ...numbersIn(answer), ...factNumbers(overview) };
				// An empty overview does not mean that all numbers are gone.
				const isEmpty = Object.keys(answer).length === 0;
				const numbers = isEmpty ? (known.values ?? {}) : read;
				const changes = known.pending === true ? [] : numberChanges(known.values ?? {}, numbers);
				const ofNumbers = changes.filter(({ field }) => !field.startsWith(FACT));
				const ofFacts = changes
					.filter(({ field }) => field.startsWith(FACT))
					.map((change) => ({ ...change, field: change.field.slice(FACT.length) }));
				const { survey_name, metric_type: ofSurvey } = surveyFactsOf(task);
				const metric_type = overview.metric_type ?? ofSurvey;
				const facts = { ...overview, metric_type, survey_name };
				const message = resultsMessage(facts);
				const survey_id = survey.id;
				// Simplified names facts, and Everything the service's own numbers, if any of these have changed.
				const told = ofFacts.length > 0 ? ofFacts : ofNumbers;
				const asSent = ofNumbers.length > 0 ? ofNumbers : ofFacts;
				const json: JsonObject =
					output === 'everything'
						? { message, survey_id, survey_name, changes: asSent, metric_type, overview: answer }
						: { message, changes: told, ...facts, survey_id };
				return {
					drafts: changes.length > 0 ? [{ json }] : [],
					settle() {
						// With 0 it is read again in any case, because the service may count a completion in several steps.
						return withSurvey(state, { ...settledEntry(task, 0), values: numbers });
					},
				};
			},
		};
	},
};

/** What differs between two sets of numbers; null where there is no number. */
export function numberChanges(before: RememberedValues, after: RememberedValues) {
	const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
	return [...fields].flatMap((field) => {
		const from = numberOrNull(before[field]);
		const to = numberOrNull(after[field]);
		return from === to ? [] : [{ field, from, to }];
	});
}

/** Marks a fact in the state, beside numbers under the service's own names. */
const FACT = 'fact ';

/** The facts that are numbers; `distribution.9` is how many gave 9. */
function factNumbers({ distribution, ...facts }: JsonObject): RememberedValues {
	const counts = (distribution ?? []) as Array<{ score: number; count: number }>;
	const numbers = [
		...Object.entries(facts).filter(
			(entry): entry is [string, number] => typeof entry[1] === 'number',
		),
		...counts.map(({ score, count }) => [`distribution.${score}`, count] as const),
	];
	return Object.fromEntries(numbers.map(([name, value]) => [FACT + name, value]));
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

/** Keys whose value names an entry of a list. */
const NAMES = ['label', 'name', 'key', 'bucket', 'id'];
/** Keys whose number names an entry that has another number: `{value: 9, count: 3}` of a distribution. */
const NUMBERS_THAT_NAME = ['value', 'score'];
const MAX_DEPTH = 6;

/** Every number in an answer whose fields are not documented, by its path: `distribution.9.count`. */
export function numbersIn(value: unknown, path = '', depth = 0): RememberedValues {
	if (typeof value === 'number') return { [path]: value };
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return {};
	const entries = Array.isArray(value) ? namedEntries(value) : Object.entries(value);
	const found = entries.flatMap(([key, inner]) =>
		Object.entries(numbersIn(inner, path === '' ? key : `${path}.${key}`, depth + 1)),
	);
	return Object.fromEntries(found);
}

/** The entries of a list by their names, or where nothing names them, by their places. */
function namedEntries(list: unknown[]): Array<[string, unknown]> {
	const name =
		NAMES.find((key) => namesAll(list, key)) ??
		NUMBERS_THAT_NAME.find((key) => namesAll(list, key) && list.every(hasOtherNumber(key)));
	return list.map((entry, place) => {
		if (name === undefined || !isObject(entry)) return [String(place), entry];
		const { [name]: entryName, ...rest } = entry;
		return [String(entryName), rest];
	});
}

/** Whether a key has another value in each entry of a list. */
function namesAll(entries: unknown[], key: string): boolean {
	const names = entries.map((entry) => (isObject(entry) ? entry[key] : undefined));
	const plain = names.every((name) => typeof name === 'string' || typeof name === 'number');
	return plain && new Set(names.map(String)).size === names.length;
}

function hasOtherNumber(key: string): (entry: unknown) => boolean {
	return (entry) =>
		isObject(entry) &&
		Object.entries(entry).some(([name, value]) => name !== key && typeof value === 'number');
}
