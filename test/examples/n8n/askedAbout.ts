import type { Service } from '../../harness/service';

const DAY = 86_400_000;
const TOPIC = 'Waiting times';

/** Those of the last ninety days, the oldest first. */
const PEOPLE = [
	{ score: 10, department: 'Sales', said: 'They called back at once.' },
	{ score: 2, department: 'Support', said: 'Nobody called back.' },
	{ score: 9, department: 'Sales', said: 'It took a day, as promised.' },
	{ score: 0, department: 'Support', said: 'I waited for six weeks.' },
	{ score: 9, department: 'Sales', said: 'Fast and friendly.' },
	{ score: 6, department: 'Support', said: 'Somewhat slow, somewhat not.' },
	{ score: 10, department: 'Sales', said: 'Sooner than I thought.' },
	{ score: 8, department: 'Support', said: 'Quick enough for me.' },
	{ score: 9, department: 'Sales', said: 'I did not have to ask twice.' },
	{ score: 3, department: 'Support', said: 'The second letter came first.' },
];
/** Of the ninety days before. */
const BEFORE = [3, 3, 9, 8, 1];

type Answered = (typeof PEOPLE)[number];
const isNegative = ({ score }: Answered) => score < 5;

/** What each tool has to tell of a survey, worked out by hand from who answered what. */
export const DUE = {
	report: { survey_name: 'Deliveries', answers: 10, score: 10, previous_score: -40 },
	inWords: ['10 NPS', '10 answers', `${TOPIC}: 3 negative, 1 neutral, 6 positive`],
	/** Negative ones first, and then the newest. */
	quotes: [isNegative, (one: Answered) => !isNegative(one)].flatMap((isNext) =>
		PEOPLE.toReversed()
			.filter(isNext)
			.map(({ said }) => ({ text: said, topic: TOPIC })),
	),
	groups: [
		{ group: 'Everyone', answers: 10, score: 10, difference: 0, promoters: 5, detractors: 4 },
		{ group: 'Sales', answers: 5, score: 100, difference: 90, promoters: 5, detractors: 0 },
		{ group: 'Support', answers: 5, score: -80, difference: -90, promoters: 0, detractors: 4 },
	],
};

/** Has these people answer. @returns the survey's id */
export function deliveries(service: Service): string {
	const { world, clock } = service;
	const { id } = world.createSurvey({ name: DUE.report.survey_name });
	world.createProperty(id, { key: 'department', options: ['Sales', 'Support'] });
	addTopic(service, id, TOPIC);
	const now = clock.now();
	clock.freeze();
	clock.set(new Date(now - 100 * DAY));
	for (const score of BEFORE) world.interview({ surveyId: id }, { score });
	for (const [place, { score, department, said }] of PEOPLE.entries()) {
		clock.set(new Date(now - (60 - 5 * place) * DAY));
		world.interview({ surveyId: id }, { score, properties: { department }, messages: [said] });
	}
	clock.set(new Date());
	clock.run();
	return id;
}

/** @returns the id of a topic that people of the survey may speak about */
function addTopic({ world }: Service, surveyId: string, name: string): string {
	const { records } = world;
	const { id: categoryId } = world.createTheme(surveyId, 'Theme');
	const id = records.random.uuid();
	records.topics.add({ id, surveyId, categoryId, name });
	return id;
}

/**
 * A survey in which others wrote these texts wherever they can: it and its topics have such names, each group is one of
 * them, and so are all quotes. @returns its id
 */
export function hostileSurvey(service: Service, texts: readonly string[]): string {
	const { world } = service;
	const { id } = world.createSurvey({ name: texts.join(' ') });
	const topics = texts.map((text) => addTopic(service, id, text));
	for (const [place, text] of texts.entries()) {
		// Quotes are read of the three topics that most people spoke about.
		const said = { messages: [text], topicId: topics[place % 3] };
		const person = { ...said, score: 10, properties: { department: text } };
		// Smaller groups are gathered.
		for (let nth = 0; nth < 5; nth++) world.interview({ surveyId: id }, person);
	}
	return id;
}
