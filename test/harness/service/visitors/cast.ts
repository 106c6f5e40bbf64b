import type { Random } from '../random';
import { sentimentOf } from '../world/interviews';
import type { Sentiment, SurveyRecord } from '../world/records';
import { Deck } from './deck';
import { HOSTILE_PEOPLE } from './hostile';
import type { HostilePerson } from './hostile';
import { ENGLISH, LANGUAGES, NEARBY } from './languages';
import type { Language } from './languages';

/** An invented person, and what they have to say. */
export interface Character {
	name: string | null;
	email: string | null;
	/** The language of what they say, or `hostile`. */
	kind: string;
	mood: Sentiment;
	messages: readonly string[];
}

const MOODS: readonly Sentiment[] = [
	'positive',
	'positive',
	'positive',
	'neutral',
	'neutral',
	'negative',
	'negative',
];

/** Invents people. The same random numbers give the same people. */
export class Cast {
	private readonly moods: Deck<Sentiment>;
	private readonly hostile: Deck<HostilePerson>;
	private readonly nearby: Deck<Language | null>;
	private readonly worldwide: Deck<Language | null>;
	private invented = 0;

	constructor(private readonly random: Random) {
		this.moods = new Deck(random, MOODS);
		this.hostile = new Deck(random, HOSTILE_PEOPLE);
		// null stands for somebody hostile.
		this.nearby = new Deck(random, [...NEARBY, ...NEARBY, null]);
		this.worldwide = new Deck(random, [...LANGUAGES, null, null, null]);
	}

	/** Anybody: each language and each kind of hostile person comes in turn. */
	anybody(): Character {
		return this.inventedBy(this.worldwide.draw());
	}

	/** Somebody who was invited: their words count, their name is in the invitation. */
	invited(): Character {
		return this.inventedBy(this.nearby.draw());
	}

	/** Somebody whom there is nothing to be wary of. */
	harmless(): Character {
		return this.inventedBy(ENGLISH);
	}

	/** A score of the survey that fits the mood, as far as its scale has one. */
	score(survey: SurveyRecord, mood: Sentiment): number {
		const { scaleMin, scaleMax } = survey;
		const all = Array.from({ length: scaleMax - scaleMin + 1 }, (_, step) => scaleMin + step);
		const fitting = all.filter((score) => sentimentOf(survey, score) === mood);
		return this.random.pick(fitting.length > 0 ? fitting : all);
	}

	private inventedBy(language: Language | null): Character {
		const mood = this.moods.draw();
		const email = `visitor-${++this.invented}@example.com`;
		if (!language) {
			const { name, messages } = this.hostile.draw();
			return { name, email: name === null ? null : email, kind: 'hostile', mood, messages };
		}
		const { random } = this;
		const name = language.full(random.pick(language.given), random.pick(language.family));
		const messages = [random.pick(language.words[mood])];
		return { name, email, kind: language.name, mood, messages };
	}
}
