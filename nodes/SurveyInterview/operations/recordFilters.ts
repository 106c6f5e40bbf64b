import { METRIC_LABELS, hasGroups, npsGroup } from '../service/metric';
import { RESPONDENT, statusWordsOf, respondentReader } from '../service/respondents';
import { type FieldOf, choices, dateTime, map, number, period } from './field';
import type { TimeRange } from './periodFields';
import { isObject } from '../service/json';
import { scalarText, textKey, visible } from '../service/scalars';
import { endsBelow, type NodeFilter, statusFilter } from './filter';

interface ScoreTexts {
	/** The noun for records with a score: “respondent”. */
	who: string;
	/** The end of the help of Score From and Score To. */
	help: string;
	/** The end of the help of NPS Group, about surveys without groups. */
	groupHelp: string;
	/** Whether the records may be of several surveys, and so of several metrics. */
	ofSeveralSurveys: boolean;
}

interface ScoreValues {
	scoreFrom?: number;
	scoreTo?: number;
	npsGroups?: string[];
	/** Only where the records may be of several surveys. */
	metricTypes?: string[];
}

const GROUPS = [
	{ value: 'detractor', label: 'Detractors', help: '0–6' },
	{ value: 'passive', label: 'Passives', help: '7–8' },
	{ value: 'promoter', label: 'Promoters', help: '9–10' },
] as const;

const METRICS = Object.entries(METRIC_LABELS).map(([value, label]) => ({
	value,
	label: label === 'scale' ? 'Scale' : label,
}));

/** By score, both ends included. A record without a score may get one later, so it is undecided. */
export function scoreFilter({ who, help, groupHelp, ofSeveralSurveys }: ScoreTexts) {
	return {
		fields: [
			number('scoreFrom', `Only ${who}s with at least this score. ${help}`, {
				default: 0,
			}),
			number('scoreTo', `Only ${who}s with at most this score. ${help}`, {
				default: 6,
			}),
			choices('npsGroups', `Only ${who}s in these groups of NPS and eNPS. ${groupHelp}`, GROUPS, {
				label: 'NPS Group',
			}),
			...(ofSeveralSurveys ? [METRIC_TYPES] : []),
		],
		problem({ scoreFrom: from = 0, scoreTo: to = Infinity, npsGroups: groups }) {
			const [label, negative] = from < 0 ? ['Score From', from] : ['Score To', to];
			if (negative < 0)
				return `${label} is ${negative}: scores start at 0. Enter 0 or more, or remove the filter.`;
			if (from > to)
				return `Score From (${from}) is above Score To (${to}), so no ${who} can match: swap them.`;
			return groups && !scoresOf(groups).some((score) => score >= from && score <= to)
				? `NPS Group has no score between Score From and Score To, so no ${who} can match: remove one of them.`
				: undefined;
		},
		nothingOf({ npsGroups, metricTypes }, metric) {
			if (!npsGroups || hasGroups(metric)) return undefined;
			if (metric === null)
				return 'NPS Group needs the metric of the survey, which is unknown: use Score From and Score To.';
			// A person who has excluded this metric knows that nothing of it passes.
			if (metricTypes && !metricTypes.includes(String(metric))) return undefined;
			return `NPS Group is for NPS and eNPS, and ${METRIC_LABELS[String(metric)]} has no groups: use Score From and Score To.`;
		},
		passes({ scoreFrom, scoreTo, npsGroups, metricTypes }) {
			// From the same places as the score in Simplified.
			const finder = respondentReader('score', 'metric_type');
			const [from, to] = [scoreFrom ?? -Infinity, scoreTo ?? Infinity];
			const scores = npsGroups && scoresOf(npsGroups);
			const isByScore = (scoreFrom ?? scoreTo ?? scores) !== undefined;
			return (record, survey) => {
				const facts = finder.in(record);
				const metric = facts.metric_type ?? survey?.metric_type ?? null;
				const { score } = facts;
				if (metric !== null) {
					if (scores && !hasGroups(metric)) return false;
					if (metricTypes && !metricTypes.includes(String(metric))) return false;
				}
				if (isByScore) {
					if (typeof score !== 'number') return undefined;
					if (score < from || score > to || scores?.includes(score) === false) return false;
				}
				return metric === null && (scores || metricTypes) ? 'metric' : true;
			};
		},
	} satisfies NodeFilter<ScoreValues>;
}

const METRIC_TYPES = choices(
	'metricTypes',
	'Only completions in surveys with these metrics, so that scores can be compared. If a survey’s metric is unknown in three polls, its completions are left out and n8n’s log says so.',
	METRICS,
);

function scoresOf(groups: readonly string[]): number[] {
	const scores = Array.from({ length: 11 }, (_, score) => score);
	return scores.filter((score) => groups.includes(npsGroup('nps', score) ?? ''));
}

/** By property values, all of which a record must have. */
export function propertyValueFilter(field: FieldOf<'map' | 'pair'>) {
	return {
		fields: [field],
		problem({ propertyFilter = {} }) {
			const [key] = Object.entries(propertyFilter).find(([, value]) => value.trim() === '') ?? [];
			return key === undefined
				? undefined
				: `${field.label} has no value for ${JSON.stringify(key)}: enter one, or remove the filter.`;
		},
		passes({ propertyFilter = {} }) {
			const finder = respondentReader('properties');
			const wanted = Object.entries(propertyFilter).map(([key, value]) => [
				textKey(key),
				comparedText(value),
			]);
			return (record) => {
				// The properties that Simplified shows; without any, the record's own keys may be the properties.
				const holder = finder.in(record).properties ?? record;
				return wanted.every(([key = '', value = '']) => valuesOf(holder, key).includes(value));
			};
		},
	} satisfies NodeFilter<{ propertyFilter?: Record<string, string> }>;
}

/** The values of a property, whatever the case of its key; it may have several. */
function valuesOf(holder: unknown, key: string): string[] {
	const entries = isObject(holder) ? Object.entries(holder) : [];
	const found = entries.find(([name]) => textKey(name) === key)?.[1];
	return [found]
		.flat()
		.filter((value) => value !== null && typeof value !== 'object' && value !== undefined)
		.map(comparedText);
}

/** A text from a web page may have other spaces than the record, and characters that nobody sees. */
const comparedText = (value: unknown) => textKey(visible(scalarText(value)).replace(/\s+/g, ' '));

/** The start of a range belongs to it and an end with a time does not; a day that ends it is included. */
const completion = {
	fields: [
		dateTime('completedAfter', 'Only respondents who completed at this time or later.'),
		dateTime(
			'completedBefore',
			'Only respondents who completed before this time, or on this date.',
			{ endsRange: true },
		),
		period('completedIn', 'Only respondents who completed in this period.', {
			default: 'last7Days',
		}),
	],
	problem: ({ completedAfter = '', completedBefore = '' }) =>
		Date.parse(completedAfter) >= Date.parse(completedBefore)
			? `Completed After (${completedAfter}) is not earlier than Completed Before (${completedBefore}), so no respondent can match: swap or correct them.`
			: undefined,
	passes: ({ completedAfter, completedBefore, completedIn }) => {
		const read = RESPONDENT.reader();
		const timeOr = (without: number, time?: string) =>
			time === undefined ? without : Date.parse(time);
		const from = Math.max(timeOr(-Infinity, completedAfter), timeOr(-Infinity, completedIn?.start));
		const before = completedBefore === undefined ? Infinity : endsBelow(completedBefore);
		const last = timeOr(Infinity, completedIn?.end);
		return (record) => {
			// The time that Simplified shows.
			const { completed_at } = read(record, {});
			const at = Date.parse(String(completed_at));
			return at >= from && at < before && at <= last;
		};
	},
} satisfies NodeFilter<{
	completedAfter?: string;
	completedBefore?: string;
	completedIn?: TimeRange;
}>;

/** The interface does not show a respondent's fields, so the filters use the facts of Simplified. */
export const respondentFilters: NodeFilter[] = [
	statusFilter(
		'Only respondents with one of these statuses; case does not matter. Use the words of Simplified, such as completed, or those of the service.',
		() => statusWordsOf,
	),
	scoreFilter({
		who: 'respondent',
		help: 'Scores of different metrics cannot be compared.',
		groupHelp: 'In a survey with another metric, the run fails.',
		ofSeveralSurveys: false,
	}),
	completion,
	propertyValueFilter(
		map(
			'propertyFilter',
			'Only respondents with this property value, or with all of them if you add several; case does not matter.',
			{ ofProperties: true },
		),
	),
];
