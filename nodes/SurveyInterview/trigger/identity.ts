import { canonical, type JsonObject } from '../records/json';
import type { Reading } from '../records/respondent';
import { shortHash } from './fingerprint';

/** How a completion is told from others: by the respondent's id, or by what the record says. */
export type IdentityKind = 'id' | 'record';

/** How the completions of a survey are told apart: in one way, or some so and some so. */
export type IdentityKinds = IdentityKind | 'both';

/** What is said of a survey in which completions of these kinds are. */
export function kindsOf(kinds: ReadonlySet<IdentityKind>): IdentityKinds | undefined {
	return kinds.size > 1 ? 'both' : [...kinds][0];
}

/** Whether a kind that was there is gone: the survey was made anonymous, or is so no longer. */
export function haveTurned(
	before: IdentityKinds | undefined,
	now: IdentityKinds | undefined,
): boolean {
	return before !== undefined && now !== undefined && now !== 'both' && now !== before;
}

export interface Identity {
	hash: string;
	kind: IdentityKind;
}

/** Tells the completions of one survey's list apart. */
export class Identities {
	private readonly equals = new Map<string, number>();

	constructor(private readonly surveyId: string) {}

	/**
	 * Survey and respondent id, hashed. Where an anonymous survey gives no id: what does not change in the
	 * record, hashed, and its ordinal among equals.
	 */
	of(record: JsonObject, reading: Reading): Identity {
		if (reading.id !== undefined) {
			return { hash: shortHash(`${this.surveyId}\n${reading.id}`), kind: 'id' };
		}
		const text = `${this.surveyId}\n\n${lasting(record, reading)}`;
		const ordinal = this.equals.get(text) ?? 0;
		this.equals.set(text, ordinal + 1);
		return { hash: shortHash(ordinal === 0 ? text : `${text}\n${ordinal}`), kind: 'record' };
	}
}

/**
 * What tells a record without an id from others and stays as it is, while property values, scores and
 * even the status may change: the time at which the interview began, when it is exact to the millisecond;
 * all its times, when one is exact to the second; else all that it says.
 */
function lasting(record: JsonObject, { startedAt, createdAt, completedAt }: Reading): string {
	if (startedAt !== undefined && startedAt % 1000 !== 0) return `from ${startedAt}`;
	const times = [startedAt, createdAt, completedAt];
	const isExact = times.some((at) => at !== undefined && at % 60_000 !== 0);
	return isExact ? `from ${startedAt ?? createdAt} to ${completedAt}` : canonical(record);
}
