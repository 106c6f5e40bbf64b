import { choices, number } from '../fields/makeField';
import { FactFinder, factsNamed } from '../facts/fact';
import { RESPONDENT_FACTS } from '../facts/respondent';
import { hasGroups, npsGroup } from '../facts/scored';
import { METRIC_LABELS } from '../facts/values';
import { defineFilter } from './filter';

interface ScoreTexts {
	/** Who has a score: “respondent”. */
	who: string;
	/** The end of the help of Score From and Score To. */
	help: string;
	/** The end of the help of Score Group: what becomes of a survey without groups. */
	groupHelp: string;
	/** Whether the records may be of several surveys, and so of several metrics. */
	ofSeveralSurveys: boolean;
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
export const scoreFilter = ({ who, help, groupHelp, ofSeveralSurveys }: ScoreTexts) =>
	defineFilter({
		fields: [
			number('scoreFrom', 'Score From', `Only ${who}s with at least this score. ${help}`, {
				default: 0,
				whenAbsent: 'unfiltered',
			}),
			number('scoreTo', 'Score To', `Only ${who}s with at most this score. ${help}`, {
				default: 6,
				whenAbsent: 'unfiltered',
			}),
			choices(
				'scoreGroups',
				'Score Group',
				`Only ${who}s in these groups of NPS and eNPS: detractors (0–6), passives (7–8), promoters (9–10). ${groupHelp}`,
				GROUPS,
				{ whenAbsent: 'unfiltered' },
			),
			...(ofSeveralSurveys ? [METRIC_TYPES] : []),
		],
		problem({ scoreFrom, scoreTo, scoreGroups }) {
			const belowZero = (label: string, score: number | undefined) =>
				score !== undefined && score < 0
					? `${label} is ${score}: scores start at 0. Enter 0 or more, or remove the filter.`
					: undefined;
			const { from, to } = { from: scoreFrom ?? 0, to: scoreTo ?? Infinity };
			return (
				belowZero('Score From', scoreFrom) ??
				belowZero('Score To', scoreTo) ??
				(from > to
					? `Score From (${from}) is above Score To (${to}), so no ${who} can match: swap them.`
					: undefined) ??
				(scoreGroups && !scoresOf(scoreGroups).some((score) => score >= from && score <= to)
					? `Score Group has no score between Score From and Score To, so no ${who} can match: remove one of them.`
					: undefined)
			);
		},
		nothingOf({ scoreGroups, metricTypes }, metric) {
			if (!scoreGroups || hasGroups(metric)) return undefined;
			if (metric === null)
				return 'Score Group needs the metric of the survey, which is unknown: use Score From and Score To.';
			// Whoever leaves a metric out knows that.
			if (metricTypes && !metricTypes.includes(String(metric))) return undefined;
			return `Score Group is for NPS and eNPS, and ${METRIC_LABELS[String(metric)]} has no groups: use Score From and Score To.`;
		},
		passes({ scoreFrom, scoreTo, scoreGroups, metricTypes }) {
			// The score that Simplified shows, so that nobody is filtered by another.
			const finder = new FactFinder(factsNamed(RESPONDENT_FACTS, 'score', 'metric_type'));
			const { from, to } = { from: scoreFrom ?? -Infinity, to: scoreTo ?? Infinity };
			const isByScore = [scoreFrom, scoreTo, scoreGroups].some((value) => value !== undefined);
			const scores = scoreGroups && scoresOf(scoreGroups);
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
	});

const METRIC_TYPES = choices(
	'metricTypes',
	'Metric Types',
	'Only completions in surveys with these metrics, so that scores can be compared. If a survey’s metric is unknown in three polls, its completions are left out and n8n’s log says so.',
	METRICS,
	{ whenAbsent: 'unfiltered' },
);

function scoresOf(groups: readonly string[]): number[] {
	const scores = Array.from({ length: 11 }, (_, score) => score);
	return scores.filter((score) => groups.includes(npsGroup('nps', score) ?? ''));
}
