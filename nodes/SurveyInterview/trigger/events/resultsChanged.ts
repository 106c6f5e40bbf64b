import { resultsMessage } from '../../facts/message';
import { FactFinder } from '../../facts/fact';
import { OVERVIEW_NUMBERS } from '../../facts/overviewNumbers';
import { SurveyFactFinder } from '../../facts/survey';
import { list } from '../../fields/makeField';
import { isObject, type JsonObject } from '../../records/json';
import { defineEvent, settledEntry } from '../event';
import { numbersIn } from '../numbers';
import type { RememberedValues } from '../state';
import { withSurvey, type Task } from '../surveys';

/** A number that changed; null where there was none, or is none any more. */
export interface NumberChange {
	field: string;
	from: number | null;
	to: number | null;
}

/** Results Changed: which numbers of the overview changed, from what to what. */
export const resultsChanged = defineEvent({
	value: 'resultsChanged',
	label: 'Results Changed',
	description: 'Numbers in the overview of a survey have changed',
	noTestEvent: 'There are no results yet: complete an interview in the service, then fetch again.',
	docs: {
		item: 'each survey whose overview has other numbers than before',
		output:
			'`message` (one line for a chat), `changes`: a list of `{field, from, to}`; `overview` as the service sent it, `survey_id`, `survey_name`',
	},
	options: [
		list(
			'property_filter',
			'Property Filter (Results)',
			'Filters of the overview, passed on to the service as typed, because its interface does not show their format',
			{ entry: 'Filter', whenAbsent: 'unfiltered' },
		),
	],
	configure: ({ property_filter: filters, ...unread }) => ({
		unread,
		// Other filters give other numbers, which are not a change.
		scope: filters,
		request: (surveyId) => ({
			path: `/surveys/${surveyId}/results/overview`,
			query: filters && { property_filter: filters },
		}),

		judge(state, task, answer) {
			const { survey, known } = task;
			if (!isObject(answer)) return undefined;
			const numbers = numbersIn(answer);
			const isBaseline = known.pending === true;
			const changes = isBaseline ? [] : numberChanges(known.values ?? {}, numbers);
			const json = {
				message: messageOf(task, answer),
				survey_id: survey.id,
				survey_name: survey.name,
				changes,
				overview: answer,
			};
			return {
				drafts: changes.length > 0 ? [{ json }] : [],
				waiting: 0,
				settle({ notReached }) {
					if (notReached.length > 0) return state;
					// The service may count a completion in several steps, so it is read again in any case.
					return withSurvey(state, { ...settledEntry(task, 0), values: numbers });
				},
			};
		},
	}),
});

/** What differs between two sets of numbers, in the order of the newer. */
export function numberChanges(before: RememberedValues, after: RememberedValues): NumberChange[] {
	const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
	return [...fields].flatMap((field) => {
		const from = numberOrNull(before[field]);
		const to = numberOrNull(after[field]);
		return from === to ? [] : [{ field, from, to }];
	});
}

/** The metric is the survey's, where the overview does not say it. */
function messageOf({ survey }: Task, overview: JsonObject): string {
	const {
		score,
		completed,
		metric_type: ofOverview,
	} = new FactFinder(OVERVIEW_NUMBERS).in(overview);
	const { metric_type: ofSurvey } = new SurveyFactFinder().in(survey.record ?? {});
	const metricType = ofOverview ?? ofSurvey;
	return resultsMessage({ score, completed, metricType, surveyName: survey.name });
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
