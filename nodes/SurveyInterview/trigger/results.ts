import { isObject } from '../records/json';
import { closed, type EventKind, type Judgement } from './event';
import type { Facts } from './state';
import { withSurvey } from './surveys';

interface Compared extends Judgement {
	numbers: Facts;
	changed: boolean;
}

/** A number that changed; null where there was none, or is none any more. */
export interface Change {
	field: string;
	from: number | null;
	to: number | null;
}

/** Results Changed: which numbers of the overview changed, from what to what. */
export const results: EventKind<Compared> = {
	request: (surveyId, { propertyFilter }) => ({
		path: `/surveys/${surveyId}/results/overview`,
		query: propertyFilter.length > 0 ? { property_filter: propertyFilter } : undefined,
	}),

	judge(_state, { survey, known }, answer, settings) {
		if (!isObject(answer)) return undefined;
		const numbers = numbersIn(answer);
		const isBaseline = known.pending === true;
		const changes = isBaseline ? [] : changesFrom(known.facts ?? {}, numbers);
		const json = {
			survey_id: survey.id,
			survey_name: survey.name,
			changes,
			overview: answer,
			...(settings.includeSurvey ? { survey: survey.record ?? null } : {}),
		};
		const changed = changes.length > 0;
		return { drafts: changed ? [{ json }] : [], waiting: 0, numbers, changed };
	},

	settle(state, task, { numbers, changed }, { left }) {
		if (left.length > 0) return state;
		return withSurvey(state, { ...closed(task, changed), facts: numbers });
	},
};

/** What differs between two sets of numbers, in the order of the newer. */
export function changesFrom(before: Facts, after: Facts): Change[] {
	const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
	return [...fields].flatMap((field) => {
		const from = numberOrNull(before[field]);
		const to = numberOrNull(after[field]);
		return from === to ? [] : [{ field, from, to }];
	});
}

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

/** Keys that name an entry of a list, such as `{value: 9, count: 3}` of a distribution. */
const NAMES = ['value', 'score', 'label', 'name', 'key', 'bucket', 'id'];
const DEEPEST = 6;

/** Every number in an answer whose fields are not shown, by its path: `distribution.9.count`. */
export function numbersIn(value: unknown, path = '', depth = 0): Facts {
	if (typeof value === 'number') return { [path]: value };
	if (depth > DEEPEST) return {};
	const below = (key: string, inner: unknown) =>
		numbersIn(inner, path === '' ? key : `${path}.${key}`, depth + 1);
	if (Array.isArray(value)) {
		const name = NAMES.find((key) => namesAll(value, key));
		const inner = value.map((entry: unknown, place) => {
			if (name === undefined || !isObject(entry)) return below(String(place), entry);
			const { [name]: called, ...rest } = entry;
			return below(String(called), rest);
		});
		return Object.assign({}, ...inner) as Facts;
	}
	if (!isObject(value)) return {};
	return Object.assign(
		{},
		...Object.entries(value).map(([key, inner]) => below(key, inner)),
	) as Facts;
}

/** Whether a key tells the entries of a list apart. */
function namesAll(entries: unknown[], key: string): boolean {
	const names = entries.map((entry) => (isObject(entry) ? entry[key] : undefined));
	const plain = names.every((name) => typeof name === 'string' || typeof name === 'number');
	return plain && new Set(names.map(String)).size === names.length;
}
