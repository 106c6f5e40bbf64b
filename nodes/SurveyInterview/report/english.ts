/** The words of a report in English. Another language is a file like this one and a line in `phrases.ts`. */
export const english = {
	locale: 'en',
	/** The locale for days and numbers. */
	formats: 'en-GB',
	metric: { nps: 'NPS', enps: 'eNPS', csat: 'average CSAT', ces: 'average CES', scale: 'average' },
	score: 'score',
	aSurvey: 'A survey',
	/** Instead of the score in a subject. */
	subjectWithout: {
		unreadable: 'the score is not available',
		suppressed: 'too few answers',
		perhapsHeld: 'no score',
		empty: 'no answers',
		notWanted: 'report',
	},
	answers: (count: number, counted: string) => `${counted} ${count === 1 ? 'answer' : 'answers'}`,
	mentions: (count: number, counted: string) =>
		`${counted} ${count === 1 ? 'mention' : 'mentions'}`,
	before: (counted: string) => `${counted} in the period before`,
	up: (by: string) => `up ${by}`,
	down: (by: string) => `down ${by}`,
	same: 'unchanged',
	sincePeriodBefore: (change: string, before: string) =>
		`${change} since the period before (${before})`,
	notShown: (count: number) => `${count} more in between are not shown.`,
	rose: (metric: string, from: string, to: string) => `${metric} rose from ${from} to ${to}.`,
	fell: (metric: string, from: string, to: string) => `${metric} fell from ${from} to ${to}.`,
	stayed: (metric: string, at: string) => `${metric} stayed at ${at}.`,
	fewAnswers: 'With so few answers, that may be chance.',
	most: {
		negative: (topic: string, tones: string) => `Most negative mentions: ${topic} (${tones}).`,
		positive: (topic: string, tones: string) => `Most positive mentions: ${topic} (${tones}).`,
		both: (topic: string, tones: string) =>
			`Most negative and most positive mentions: ${topic} (${tones}).`,
	},
	lowest: (group: string, score: string) => `Lowest score: ${group} (${score}).`,
	compared: {
		above: (by: string) => `${by} above all`,
		below: (by: string) => `${by} below all`,
		same: 'the same as all',
	},
	promoters: (count: number, counted: string) =>
		`${counted} ${count === 1 ? 'promoter' : 'promoters'}`,
	passives: (counted: string) => `${counted} passives`,
	detractors: (count: number, counted: string) =>
		`${counted} ${count === 1 ? 'detractor' : 'detractors'}`,
	tone: { positive: 'positive', neutral: 'neutral', negative: 'negative' },
	titles: {
		highlights: 'In short',
		scores: 'Scores',
		trend: 'Over time',
		topics: 'Topics',
		quotes: 'In their words',
		conclusion: 'Conclusion',
		groups: 'Groups',
	},
	/** The service's periods, beside a part that it does not have for the period of the report. */
	partPeriod: {
		all_time: 'all time',
		current_month: 'this month',
		last_month: 'last month',
		current_year: 'this year',
		last_year: 'last year',
	},
	/** Below a trend, if midnight of the workflow is not that of UTC. */
	inUtc:
		'Counted by the service from midnight in UTC, so the last bar can differ from the score above.',
	/** For the trend of CSAT, CES and scales, where the service's score may differ from the average. */
	byService: 'the service’s score',
	/** Instead of a part. */
	missing: {
		unreadable: 'The service could not give this part.',
		suppressed: 'Not shown: too few people have answered in this period.',
		perhapsHeld:
			'Nothing to show. The survey is anonymous: perhaps too few people have answered in this period.',
		empty: 'Nothing in this period.',
		notWanted: '',
	},
	others: 'Others',
	more: 'Look into it',
};

export type Words = typeof english;
