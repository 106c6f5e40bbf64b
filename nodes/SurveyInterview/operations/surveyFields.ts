import { ASSUMED, list, number, text, toggle } from '../fields/makeField';
import type { JsonObject } from '../records/json';

const scaleHelp = (of: string) =>
	`${of} score of the metric Scale. Add both ends, at most 20 points apart. ${ASSUMED}`;
const SCALE_MIN = number('scale_min', 'Scale Min', scaleHelp('Lowest'), { default: 1 });
const SCALE_MAX = number('scale_max', 'Scale Max', scaleHelp('Highest'), { default: 10 });

/** SurveyCreate and SurveyUpdate are not shown; a public service of this kind takes these (docs/interface.md, Hints from a public service). */
export const surveyFields = [
	toggle(
		'anonymous_responses',
		'Anonymous Responses',
		`Whether answers are anonymous, which cannot be changed later. ${ASSUMED}`,
		false,
	),
	text('goal', 'Goal', `What the survey should find out, in a sentence or two. ${ASSUMED}`, {
		rows: 3,
		placeholder: 'e.g. Why customers leave in their first year',
	}),
	SCALE_MIN,
	SCALE_MAX,
];

/** A new survey can come with its themes. */
export const newSurveyFields = [
	...surveyFields,
	list('themes', 'Themes', `Names of themes that the interviewer asks about. ${ASSUMED}`, {
		entry: 'Theme',
	}),
];

const WIDEST_SCALE = 20;

/** Why the two ends of a scale cannot be sent, in one sentence. */
export function scaleProblem(fields: JsonObject, body: JsonObject): string | undefined {
	const added = [SCALE_MIN, SCALE_MAX].filter(({ name }) => name in fields);
	const [first] = added;
	const { scale_min: min, scale_max: max } = body;
	if (!first) return undefined;
	if (min === undefined || max === undefined) {
		const other = first === SCALE_MIN ? SCALE_MAX : SCALE_MIN;
		return `${first.label} also needs ${other.label}: add it, or remove ${first.label}.`;
	}
	const span = Number(max) - Number(min);
	const isScale = [min, max].every(Number.isInteger) && span >= 1 && span <= WIDEST_SCALE;
	return isScale
		? undefined
		: `Scale Min (${String(min)}) and Scale Max (${String(max)}) must be whole numbers, and the second must be 1 to ${WIDEST_SCALE} above the first: correct them.`;
}
