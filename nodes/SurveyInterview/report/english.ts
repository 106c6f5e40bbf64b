/**
 * The words of a report in English. Another language is a file like this one and a line in `words.ts`. Numbers and
 * days are written by the rules of the locale.
 */
export const english = {
	locale: 'en',
	/** By whose rules days and numbers are written. */
	formats: 'en-GB',
	metric: { nps: 'NPS', enps: 'eNPS', csat: 'average CSAT', ces: 'average CES', scale: 'average' },
	score: 'score',
	aSurvey: 'A survey',
	subject: (survey: string, what: string) => `${survey}: ${what}`,
	nobody: 'no answers',
	answers: (count: number, counted: string) => `${counted} ${count === 1 ? 'answer' : 'answers'}`,
	mentions: (count: number, counted: string) =>
		`${counted} ${count === 1 ? 'mention' : 'mentions'}`,
	before: (counted: string) => `${counted} in the period before`,
	up: (by: string) => `up ${by}`,
	down: (by: string) => `down ${by}`,
	same: 'unchanged',
	sincePeriodBefore: (change: string, before: string) =>
		`${change} since the period before (${before})`,
	rose: (metric: string, from: string, to: string) => `${metric} rose from ${from} to ${to}.`,
	fell: (metric: string, from: string, to: string) => `${metric} fell from ${from} to ${to}.`,
	stayed: (metric: string, at: string) => `${metric} stayed at ${at}.`,
	answered: (answers: string, before: string) => `${answers}, ${before}.`,
	criticised: (topic: string, tones: string) => `Criticised most: ${topic} (${tones}).`,
	praised: (topic: string, tones: string) => `Praised most: ${topic} (${tones}).`,
	lowest: (group: string, score: string) => `Lowest score: ${group} (${score}).`,
	compared: {
		above: (by: string) => `${by} above all`,
		below: (by: string) => `${by} below all`,
		same: 'as all',
	},
	promoters: (counted: string) => `${counted} promoters`,
	passives: (counted: string) => `${counted} passives`,
	detractors: (counted: string) => `${counted} detractors`,
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
	/** The period of a part that the service has only for other periods. */
	partPeriod: {
		all_time: 'all time',
		current_month: 'this month',
		last_month: 'last month',
		current_year: 'this year',
		last_year: 'last year',
	},
	/** What stands in the place of a part. */
	missing: {
		unreadable: 'The service could not give this part. The rest of the report is complete.',
		suppressed:
			'Not shown: this survey is anonymous, and too few people have answered in this period.',
		empty: 'Nothing in this period.',
	},
	others: 'Others',
	more: 'Look into it',
};

export type Words = typeof english;
