import { isObject } from '../records/json';
import { SeenSet } from './seen';
import { HASH_LENGTH } from '../records/shortHash';

const NOTHING = new SeenSet('');

/**
 * The settled completions of all surveys, a set for each, so that a poll that reads one survey costs one
 * survey.
 */
export class Settled {
	constructor(private readonly bySurvey: ReadonlyMap<string, SeenSet> = new Map()) {}

	/** How many there are of all surveys. */
	get size(): number {
		return [...this.bySurvey.values()].reduce((sum, { size }) => sum + size, 0);
	}

	/** The set of a survey. */
	of(surveyId: string): SeenSet {
		return this.bySurvey.get(surveyId) ?? NOTHING;
	}

	/**
	 * The sets after a poll has read a survey.
	 *
	 * @param forgotten texts of hashes that need not be remembered any more
	 * @param settledNow texts of hashes that were not in the survey's set
	 */
	afterReading(
		surveyId: string,
		forgotten: readonly string[],
		settledNow: readonly string[],
	): Settled {
		const before = this.of(surveyId);
		const after = before.without(forgotten).with(settledNow);
		return after === before ? this : new Settled(new Map(this.bySurvey).set(surveyId, after));
	}

	/** The sets of these surveys alone. */
	onlyOf(surveyIds: ReadonlySet<string>): Settled {
		const some = [...this.bySurvey].filter(([id]) => surveyIds.has(id));
		return new Settled(new Map(some));
	}

	/**
	 * These sets and another's. A survey may be in both: one that was in the choice before still has a set of
	 * that time.
	 */
	union(other: Settled): Settled {
		const sets = new Map(this.bySurvey);
		for (const [id, set] of other.bySurvey) sets.set(id, this.of(id).union(set));
		return new Settled(sets);
	}

	/** The sets as texts, as n8n keeps them. */
	texts(): { [surveyId: string]: string } {
		const filled = [...this.bySurvey].filter(([, { text }]) => text !== '');
		return Object.fromEntries(filled.map(([id, { text }]) => [id, text]));
	}
}

/** What `texts` gave; undefined where it is damaged. */
export function settledFrom(texts: unknown): Settled | undefined {
	if (!isObject(texts)) return undefined;
	const sets: Array<[string, SeenSet]> = [];
	for (const [id, text] of Object.entries(texts)) {
		if (!isText(text)) return undefined;
		sets.push([id, new SeenSet(text)]);
	}
	return new Settled(new Map(sets));
}

const isText = (value: unknown): value is string =>
	typeof value === 'string' && value.length % HASH_LENGTH === 0;
