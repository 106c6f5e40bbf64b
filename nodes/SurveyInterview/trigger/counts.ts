import type { JsonObject } from '../records/json';
import { numbersIn } from './numbers';

/** What a SurveyRead counts, in the order of its keys. Their names are not shown, so they are guessed at. */
export function countsIn(record: JsonObject | undefined): number[] {
	return Object.entries(numbersIn(record ?? {})).flatMap(([path, number]) =>
		COUNTS.test(path) && typeof number === 'number' ? number : [],
	);
}

const COUNTS =
	/(^|[._])((\w+_)?counts?|totals?|(responses?|respondents?|participants?|completed|completions)(_?count)?)($|\.)/i;

/**
 * How many have completed, as the summary says; undefined where no number in it is called so. The list of
 * surveys carries it (interface-spec, Survey), but not under a name that is shown.
 */
export function responsesIn(record: JsonObject | undefined): number | undefined {
	const numbers = Object.entries(numbersIn(record ?? {})).flatMap(([path, number]) =>
		RESPONSES.test(path) && typeof number === 'number' ? number : [],
	);
	return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

const RESPONSES =
	/(^|\.)((total|num(ber_of)?)_)?(responses?|completed|completions?|completed_\w+)(_?count)?$/i;
