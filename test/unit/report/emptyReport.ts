/** Parts of a report in which nothing is wanted, and what it is about, for tests that want one thing of it. */
import type { ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import { type ReportAbout, wordsIn } from '../../../nodes/SurveyInterview/report/phrases';

const notWanted = { missing: 'notWanted' } as const;

export const NO_PARTS: ReportParts = {
	scores: notWanted,
	scoresBefore: notWanted,
	trend: notWanted,
	topics: notWanted,
	quotes: notWanted,
	conclusion: notWanted,
};

export const ABOUT: ReportAbout = {
	words: wordsIn('en'),
	surveyName: 'Survey',
	metric: 'nps',
	days: 'days',
	servicePeriod: 'all_time',
	isServicePeriod: true,
	isUtc: true,
	dayOf: (time) => time,
	parts: new Set(),
};
