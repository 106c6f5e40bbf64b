import type { JsonObject } from '../records/json';
import type { RespondentFacts, RespondentReader } from '../records/respondent';
import { AnonymousIdentities, type AnonymousRecord, type SettledBefore } from './alike';
import { shortHash } from './seen';

/** How a completion is told from others: by the respondent's id, or by what the record says. */
export type IdentityKind = 'id' | 'record';

/** How the completions of a survey are told apart: in one way, or some so and some so. */
export type IdentityKinds = IdentityKind | 'both';

/** What is said of a survey in which completions of these kinds are. */
export function kindsOf(kinds: ReadonlySet<IdentityKind>): IdentityKinds | undefined {
	return kinds.size > 1 ? 'both' : [...kinds][0];
}

/** Whether a kind that was there is gone: the survey was made anonymous, or is so no longer. */
export function identitiesChanged(
	before: IdentityKinds | undefined,
	now: IdentityKinds | undefined,
): boolean {
	return before !== undefined && now !== undefined && now !== 'both' && now !== before;
}

/** One interview that is completed, and what it is known by. */
export interface Completion {
	hash: string;
	/** Whether it was settled before. */
	isSettled: boolean;
	reading: RespondentFacts;
	record: JsonObject;
}

/** Who has completed, as one list shows it. */
export interface Completions {
	/** Each once, in the order of the list. */
	all: Completion[];
	kinds: ReadonlySet<IdentityKind>;
	/** Names to remember: of those who were settled under another name. */
	renamed: string[];
	/** Names to remember: those that several turned out to have. */
	shared: string[];
}

/**
 * Tells the completions of one survey's list apart: by survey and respondent id, hashed; where an anonymous
 * survey gives no id, by what does not change in the record.
 *
 * @param before what is known of this survey's completions
 */
export function completionsOf(
	surveyId: string,
	records: readonly JsonObject[],
	reader: RespondentReader,
	before: SettledBefore,
): Completions {
	const all: Completion[] = [];
	const kinds = new Set<IdentityKind>();
	const nameless: AnonymousRecord[] = [];
	const ids = new Set<string>();
	for (const record of records) {
		const reading = reader.read(record);
		const { id, completed } = reading;
		if (id === undefined) {
			const one = { hash: '', isSettled: false, reading, record };
			// Who has only started is looked at too: two may have started together.
			nameless.push(one);
			if (completed) all.push(one);
			if (completed) kinds.add('record');
		} else if (completed) {
			kinds.add('id');
			const hash = shortHash(`${surveyId}\n${id}`);
			if (ids.has(hash)) continue;
			ids.add(hash);
			all.push({ hash, isSettled: before.seen.has(hash), reading, record });
		}
	}
	const alike = new AnonymousIdentities(surveyId, before);
	alike.tellApart(nameless);
	return { all, kinds, renamed: alike.renamed, shared: alike.shared };
}
