/**
 * The words of a report, in each language. Another language is one more object of type `Words`, named in `LANGUAGES`.
 *
 * Names in braces are filled in. After a name may stand one of the nouns, which takes the form that fits the number:
 * `{by points}` is `1 point` or `8 points`, and `{count are}` is `is` or `are`. In a sentence with `|`, the part before
 * it is shown bold; one that begins with `|` has no bold part.
 *
 * `unreadable`, `suppressed`, `maybeSuppressed`, `empty` and `notWanted` are reasons why a part is missing (`Missing` in
 * `parts.ts`).
 */
const english = {
	/** The language of the mail, and of the conclusion that the service writes. */
	locale: 'en',
	/** How days, numbers and lists are written. */
	formats: 'en-GB',
	metric: { nps: 'NPS', enps: 'eNPS', csat: 'average CSAT', ces: 'average CES', scale: 'average' },
	score: 'score',
	aSurvey: 'A survey',
	quoted: '“{text}”',
	/** Of one, and of several; `#` is their number. */
	nouns: {
		answers: ['# answer', '# answers'],
		points: ['# point', '# points'],
		promoters: ['# promoter', '# promoters'],
		passives: ['# passive', '# passives'],
		detractors: ['# detractor', '# detractors'],
		mentions: ['# mention', '# mentions'],
		topics: ['# more topic', '# more topics'],
		groups: ['# group', '# groups'],
		are: ['is', 'are'],
	},
	/** The period before, with which a period is compared: one unit, or several; `#` is their number in words. */
	before: {
		day: ['the day before', 'the # days before'],
		week: ['the week before', 'the # weeks before'],
		month: ['the month before', 'the # months before'],
		year: ['the year before', 'the # years before'],
	},
	/** Small numbers, from two on, separated by spaces. */
	counts: 'two three four five six seven eight nine ten eleven twelve',
	subject: {
		up: 'up {by}',
		down: 'down {by}',
		same: 'unchanged',
		unreadable: 'the score is not available',
		suppressed: 'too few answers',
		maybeSuppressed: 'no score',
		empty: 'no answers',
		notWanted: 'report',
	},
	onScale: '{metric}, on a scale of {low} to {high}',
	ofInvited: '{share} of {invited} invited',
	responseRate: 'response rate {when}: {share}',
	change: {
		up: '{by points} since {before}',
		down: '{by points} since {before}',
		same: 'the same as in {before}',
	},
	gave: '{count} gave {scores}',
	lookAt: 'Look at {topic} first:|{negative} of {all mentions} {when} {negative are} negative.',
	lowest: '{group} is lowest|with {score}, {by points} below everyone.',
	tooFew: '{count answers} {count are} too few for a score.|Read what people say instead.',
	chance: '|With {count answers}, a change of {by points} may be chance.',
	chanceBefore: '|With {count answers} in {before}, a change of {by points} may be chance.',
	allWell: '|No topic is mostly negative.',
	trend: { week: '{metric} per week', month: '{metric} per month', year: '{metric} per year' },
	paleLegend: 'pale: under {count answers}',
	notShown: 'empty: too few answers to show',
	byService: 'the service’s score',
	inUtc: 'counted in UTC',
	whatPeopleSay: 'What people say',
	/** The service's own periods: it has topics and quotes only for these, whatever the period of the report is. */
	when: {
		all_time: 'in all time',
		current_month: 'this month',
		last_month: 'last month',
		current_year: 'this year',
		last_year: 'last year',
	},
	tone: { negative: 'negative', neutral: 'neutral', positive: 'positive' },
	ofAll: '{count} of {all}',
	praised: 'Most praised: {topic}, {count} of {all} positive.',
	moreTopics: 'And {count topics}.',
	about: '{tone}, about {topic}',
	aboutOnly: 'about {topic}',
	conclusion: 'Conclusion',
	lowestFirst: '{metric}, lowest first',
	everyone: 'Everyone',
	others: 'Others',
	between: '{count} more between {low} and {high}',
	othersNote: 'Others: people without a group of their own, and {count groups} with few answers.',
	part: {
		response_rate: 'the response rate',
		trend: 'the trend',
		topics: 'topics',
		quotes: 'quotes',
		conclusion: 'the conclusion',
		groups: 'groups',
	},
	missing: {
		unreadable: 'Not shown, because the service could not give it: {parts}.',
		suppressed: 'Not shown, because too few people have answered: {parts}.',
		maybeSuppressed: 'Nothing to show, perhaps because too few people have answered: {parts}.',
		empty: 'Nothing in this period: {parts}.',
	},
	noScore: {
		unreadable: 'The service could not give the score.',
		suppressed: 'Too few people have answered for a score that keeps them anonymous.',
		maybeSuppressed: 'No score. The survey is anonymous: perhaps too few people have answered.',
		empty: 'Nobody has given a score in this period.',
		notWanted: '',
	},
	npsExplained: '{metric}: the share of promoters (9–10) minus that of detractors (0–6).',
	more: 'See all results',
};

export type Words = typeof english;

const dutch: Words = {
	locale: 'nl',
	formats: 'nl-NL',
	metric: {
		nps: 'NPS',
		enps: 'eNPS',
		csat: 'gemiddelde CSAT',
		ces: 'gemiddelde CES',
		scale: 'gemiddelde',
	},
	score: 'score',
	aSurvey: 'Een onderzoek',
	quoted: '‘{text}’',
	nouns: {
		answers: ['# antwoord', '# antwoorden'],
		points: ['# punt', '# punten'],
		promoters: ['# promotor', '# promotors'],
		passives: ['# passief tevreden', '# passief tevreden'],
		detractors: ['# criticaster', '# criticasters'],
		mentions: ['# keer genoemd', '# keer genoemd'],
		topics: ['# ander onderwerp', '# andere onderwerpen'],
		groups: ['# groep', '# groepen'],
		are: ['is', 'zijn'],
	},
	before: {
		day: ['de dag ervoor', 'de # dagen ervoor'],
		week: ['de week ervoor', 'de # weken ervoor'],
		month: ['de maand ervoor', 'de # maanden ervoor'],
		year: ['het jaar ervoor', 'de # jaar ervoor'],
	},
	counts: 'twee drie vier vijf zes zeven acht negen tien elf twaalf',
	subject: {
		up: '{by} hoger',
		down: '{by} lager',
		same: 'onveranderd',
		unreadable: 'de score is niet beschikbaar',
		suppressed: 'te weinig antwoorden',
		maybeSuppressed: 'geen score',
		empty: 'geen antwoorden',
		notWanted: 'rapport',
	},
	onScale: '{metric}, op een schaal van {low} tot {high}',
	ofInvited: '{share} van de {invited} uitgenodigden',
	responseRate: 'respons {when}: {share}',
	change: {
		up: '{by points} hoger dan in {before}',
		down: '{by points} lager dan in {before}',
		same: 'even hoog als in {before}',
	},
	gave: '{count} × {scores}',
	lookAt:
		'Kijk eerst naar {topic}:|{negative} van de {all mentions} {when} {negative are} negatief.',
	lowest: '{group} scoort het laagst:|{score}, {by points} onder iedereen samen.',
	tooFew: '{count answers} {count are} te weinig voor een score.|Lees liever wat mensen zeggen.',
	chance: '|Bij {count answers} kan een verschil van {by points} toeval zijn.',
	chanceBefore: '|Bij {count answers} in {before} kan een verschil van {by points} toeval zijn.',
	allWell: '|Geen onderwerp is vooral negatief.',
	trend: { week: '{metric} per week', month: '{metric} per maand', year: '{metric} per jaar' },
	paleLegend: 'licht: minder dan {count answers}',
	notShown: 'leeg: te weinig antwoorden om te tonen',
	byService: 'de score van de dienst',
	inUtc: 'geteld in UTC',
	whatPeopleSay: 'Wat mensen zeggen',
	when: {
		all_time: 'tot nu toe',
		current_month: 'deze maand',
		last_month: 'vorige maand',
		current_year: 'dit jaar',
		last_year: 'vorig jaar',
	},
	tone: { negative: 'negatief', neutral: 'neutraal', positive: 'positief' },
	ofAll: '{count} van {all}',
	praised: 'Meest geprezen: {topic}, {count} van de {all} positief.',
	moreTopics: 'En nog {count topics}.',
	about: '{tone}, over {topic}',
	aboutOnly: 'over {topic}',
	conclusion: 'Conclusie',
	lowestFirst: '{metric}, laagste eerst',
	everyone: 'Iedereen',
	others: 'Overige',
	between: 'nog {count} tussen {low} en {high}',
	othersNote: 'Overige: mensen zonder eigen groep, en {count groups} met weinig antwoorden.',
	part: {
		response_rate: 'de respons',
		trend: 'het verloop',
		topics: 'onderwerpen',
		quotes: 'citaten',
		conclusion: 'de conclusie',
		groups: 'groepen',
	},
	missing: {
		unreadable: 'Niet getoond, omdat de dienst het niet kon geven: {parts}.',
		suppressed: 'Niet getoond, omdat te weinig mensen hebben geantwoord: {parts}.',
		maybeSuppressed: 'Niets te tonen, misschien omdat te weinig mensen hebben geantwoord: {parts}.',
		empty: 'Niets in deze periode: {parts}.',
	},
	noScore: {
		unreadable: 'De dienst kon de score niet geven.',
		suppressed: 'Te weinig mensen hebben geantwoord voor een score die hen anoniem houdt.',
		maybeSuppressed:
			'Geen score. Het onderzoek is anoniem: misschien antwoordden te weinig mensen.',
		empty: 'Niemand heeft in deze periode een score gegeven.',
		notWanted: '',
	},
	npsExplained: '{metric}: het aandeel promotors (9–10) min dat van criticasters (0–6).',
	more: 'Bekijk alle resultaten',
};

const LANGUAGES: Record<string, Words> = { en: english, nl: dutch };

/** The words of a report in a language such as `nl-NL`; in English where the package does not have it. */
export const wordsIn = (language: unknown): Words =>
	LANGUAGES[String(language).slice(0, 2).toLowerCase()] ?? english;
