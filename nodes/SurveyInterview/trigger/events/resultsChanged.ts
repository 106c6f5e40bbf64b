import { isObject } from '../../records/json';
import { settledEntry, type TriggerEvent, type Judgement } from './event';
import { numbersIn } from '../numbers';
import type { RememberedValues } from '../state';
import { withSurvey } from '../surveys';

interface Compared extends Judgement {
	numbers: RememberedValues;
}

/** A number that changed; null where there was none, or is none any more. */
export interface NumberChange {
	field: string;
	from: number | null;
	to: number | null;
}

/** Results Changed: which numbers of the overview changed, from what to what. */
export const resultsChanged: TriggerEvent<Compared> = {
	request: (surveyId, { propertyFilter }) => ({
		path: `/surveys/${surveyId}/results/overview`,
		query: propertyFilter.length > 0 ? { property_filter: propertyFilter } : undefined,
	}),

	judge(_state, { survey, known }, answer, settings) {
		if (!isObject(answer)) return undefined;
		const numbers = numbersIn(answer);
		const isBaseline = known.pending === true;
		const changes = isBaseline ? [] : numberChanges(known.values ?? {}, numbers);
		const json = {
			survey_id: survey.id,
			survey_name: survey.name,
			changes,
			overview: answer,
			...(settings.includeSurvey ? { survey: survey.record ?? null } : {}),
		};
		return { drafts: changes.length > 0 ? [{ json }] : [], waiting: 0, numbers };
	},

	settle(state, task, { numbers }, { notReached }) {
		if (notReached.length > 0) return state;
		// The service may count a completion in several steps, so it is read again in any case.
		return withSurvey(state, { ...settledEntry(task, 0), values: numbers });
	},
};

/** What differs between two sets of numbers, in the order of the newer. */
export function numberChanges(before: RememberedValues, after: RememberedValues): NumberChange[] {
	const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
	return [...fields].flatMap((field) => {
		const from = numberOrNull(before[field]);
		const to = numberOrNull(after[field]);
		return from === to ? [] : [{ field, from, to }];
	});
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
