/** Filters of respondents, for Get Many and the trigger. They use the facts of Simplified. */
import { objectIn } from '../service/json';
import { METRIC_LABELS, hasNpsGroups, npsGroup } from '../service/metric';
import { RESPONDENT, respondentReader, statusWordsOf } from '../service/respondents';
import { scalarText, textKey, visible } from '../service/scalars';
import { choices, dateTime, map, number, period } from './field';
import { exclusiveEnd, type NodeFilter, passesIf, statusFilter } from './filter';
import type { TimeRange } from './periodFields';

interface ScoreTexts {
	/** What a record with a score is called in texts: `respondent`. */
	who: string;
	/** The end of the help of Score From and Score To. */
	help: string;
	/** The end of the help of NPS Group, about surveys without groups. */
	groupHelp: string;
	/** The help of Metric Types, where the records may be of several surveys; without it, there is no such filter. */
	metricHelp?: string;
}

interface ScoreValues {
	scoreFrom?: number;
	scoreTo?: number;
	npsGroups?: string[];
	/** Only where the records may be of several surveys. */
	metricTypes?: string[];
}

const GROUP_CHOICES = [
	{ value: 'detractor', label: 'Detractors', help: '0–6' },
	{ value: 'passive', label: 'Passives', help: '7–8' },
	{ value: 'promoter', label: 'Promoters', help: '9–10' },
];

const METRIC_CHOICES = Object.entries(METRIC_LABELS).map(([value, label]) => ({
	value,
	label: label === 'scale' ? 'Scale' : label,
}));

/** Filters by score, both ends included. A record without a score may get one later. */
export function scoreFilter({ who, help, groupHelp, metricHelp }: ScoreTexts) {
	return {
		fields: [
			number('scoreFrom', `Only ${who}s with at least this score. ${help}`, {
				min: 0,
				default: 0,
			}),
			// The default is only proposed: 0–6 are the scores of detractors.
			number('scoreTo', `Only ${who}s with at most this score. ${help}`, { min: 0, default: 6 }),
			choices(
				'npsGroups',
				`Only ${who}s in these groups of NPS and eNPS. ${groupHelp}`,
				GROUP_CHOICES,
				{ label: 'NPS Group' },
			),
			...(metricHelp ? [choices('metricTypes', metricHelp, METRIC_CHOICES)] : []),
		],
		problem({ scoreFrom: from = 0, scoreTo: to = Infinity, npsGroups: groups }) {
			if (from > to)
				return `Score From (${from}) is above Score To (${to}), so no ${who} can match: swap them.`;
			return groups && !scoresOf(groups).some((score) => score >= from && score <= to)
				? `NPS Group has no score between Score From and Score To, so no ${who} can match: remove one of them.`
				: undefined;
		},
		whyNothingPasses({ npsGroups, metricTypes }, metric) {
			if (!npsGroups || hasNpsGroups(metric)) return undefined;
			if (metric === null)
				return 'NPS Group needs the metric of the survey, which is unknown: use Score From and Score To.';
			// Then Metric Types already rejects these records, as the person wished. So it is no error.
			if (metricTypes && !metricTypes.includes(String(metric))) return undefined;
			return `NPS Group is for NPS and eNPS, and ${METRIC_LABELS[String(metric)]} has no groups: use Score From and Score To.`;
		},
		makeVerdict({ scoreFrom, scoreTo, npsGroups, metricTypes }) {
			const reader = respondentReader('score', 'metric_type');
			const [from, to] = [scoreFrom ?? -Infinity, scoreTo ?? Infinity];
			const scores = npsGroups && scoresOf(npsGroups);
			const needsScore = scoreFrom !== undefined || scoreTo !== undefined || scores !== undefined;
			return (record, survey) => {
				const facts = reader.factsIn(record);
				const metric = facts.metric_type ?? survey?.metric_type ?? null;
				const { score } = facts;
				if (metric !== null) {
					if (scores && !hasNpsGroups(metric)) return 'rejected';
					if (metricTypes && !metricTypes.includes(String(metric))) return 'rejected';
				}
				if (needsScore) {
					if (typeof score !== 'number') return 'noScoreYet';
					const isInOtherGroup = scores !== undefined && !scores.includes(score);
					if (score < from || score > to || isInOtherGroup) return 'rejected';
				}
				return metric === null && (scores || metricTypes) ? 'unknownMetric' : 'passes';
			};
		},
	} satisfies NodeFilter<ScoreValues>;
}

function scoresOf(groups: readonly string[]): number[] {
	const scores = Array.from({ length: 11 }, (_, score) => score);
	return scores.filter((score) => groups.includes(npsGroup('nps', score) ?? ''));
}

/** Filters by property values, all of which a record must have. */
export function propertyValueFilter(help: string) {
	const field = map('propertyFilter', help, { ofProperties: true });
	return {
		fields: [field],
		problem({ propertyFilter = {} }) {
			const [key] = Object.entries(propertyFilter).find(([, value]) => value.trim() === '') ?? [];
			return key === undefined
				? undefined
				: `${field.label} has no value for ${JSON.stringify(key)}: enter one, or remove the filter.`;
		},
		makeVerdict({ propertyFilter = {} }) {
			const reader = respondentReader('properties');
			const wanted = Object.entries(propertyFilter).map(([key, value]) => ({
				key: textKey(key),
				value: comparedText(value),
			}));
			return (record) => {
				// The properties that Simplified shows; a record without them may have each property as a key.
				const properties = reader.factsIn(record).properties ?? record;
				return passesIf(
					wanted.every(({ key, value }) => valuesOf(properties, key).includes(value)),
				);
			};
		},
	} satisfies NodeFilter<{ propertyFilter?: Record<string, string> }>;
}

/** The values of a property, as texts to compare; case does not matter in its key. It may have several. */
function valuesOf(properties: unknown, key: string): string[] {
	const entry = Object.entries(objectIn(properties)).find(([name]) => textKey(name) === key);
	return [entry?.[1]]
		.flat()
		.filter((value) => value !== null && value !== undefined && typeof value !== 'object')
		.map(comparedText);
}

/** A text from a web page may have characters that nobody sees. */
const comparedText = (value: unknown) => textKey(visible(scalarText(value)));

/**
 * Filters by completion. Completed Before leaves out its own time, but a date stands for its whole day; Completed In
 * includes its last day.
 */
const completionFilter = {
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
	makeVerdict: ({ completedAfter, completedBefore, completedIn }) => {
		const read = RESPONDENT.read;
		const starts = [completedAfter, completedIn?.start].filter((time) => time !== undefined);
		const ends = [completedBefore, completedIn?.end].filter((time) => time !== undefined);
		const from = Math.max(...starts.map((time) => Date.parse(time)));
		const before = Math.min(...ends.map(exclusiveEnd));
		return (record) => {
			// The same time that Simplified shows; without one this is NaN, for which every comparison is false.
			const at = Date.parse(String(read(record).completed_at));
			return passesIf(at >= from && at < before);
		};
	},
} satisfies NodeFilter<{
	completedAfter?: string;
	completedBefore?: string;
	completedIn?: TimeRange;
}>;

export const respondentFilters: NodeFilter[] = [
	statusFilter(
		'Only respondents with one of these statuses; case does not matter. Use the words of Simplified, such as completed, or those of the service.',
		statusWordsOf,
	),
	scoreFilter({
		who: 'respondent',
		help: 'Scores of different metrics cannot be compared.',
		groupHelp: 'In a survey with another metric, the run fails.',
	}),
	completionFilter,
	propertyValueFilter(
		'Only respondents with this property value, or with all of them if you add several; case does not matter.',
	),
];
