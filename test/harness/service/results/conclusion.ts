import type { SurveyRecord } from '../world/records';
import type { World } from '../world/world';
import { metricScore } from './metric';
import type { Segment } from './segment';
import { rankTopics } from './topics';
import type { RankedTopic } from './topics';

export type Locale = 'nl' | 'en';

export interface Bullet {
	text: string;
	tone: 'positive' | 'neutral' | 'negative';
	topicId: string | null;
}

export interface Conclusion {
	locale: Locale;
	/** null when there is too little to conclude from. */
	text: string | null;
	bullets: Bullet[];
	generatedAt: number;
}

const WORDS = {
	en: {
		opening: (name: string, people: number, score: number) =>
			`${people} people completed "${name}"; the score is ${score}.`,
		bullet: (topic: string, comments: number) => `"${topic}" was raised ${comments} times.`,
	},
	nl: {
		opening: (name: string, people: number, score: number) =>
			`${people} mensen rondden "${name}" af; de score is ${score}.`,
		bullet: (topic: string, comments: number) => `"${topic}" kwam ${comments} keer ter sprake.`,
	},
} as const;

/** The platform's own written summary: made here from the counts, in the locale that was asked for. */
export function conclude(
	world: World,
	survey: SurveyRecord,
	people: Segment,
	locale: Locale,
): Conclusion {
	const score = metricScore(survey, people.completed);
	const words = WORDS[locale];
	const silent = people.suppressed || score === null;
	const topics = silent ? [] : rankTopics(world, survey, people).slice(0, 3);
	return {
		locale,
		text: silent ? null : words.opening(survey.name, people.completed.length, score),
		bullets: topics.map((ranked) => ({
			text: words.bullet(ranked.topic.name, ranked.mentions.comments),
			tone: tone(ranked),
			topicId: ranked.topic.id,
		})),
		generatedAt: world.now(),
	};
}

function tone({ sentiment }: RankedTopic): Bullet['tone'] {
	if (sentiment > 0.2) return 'positive';
	return sentiment < -0.2 ? 'negative' : 'neutral';
}
