import type { JsonObject } from '../records/json';
import type { RespondentFacts, RespondentReader } from '../records/respondent';
import { AnonymousIdentities, type AnonymousRecord, type SettledBefore } from './anonymousIdentity';
import { shortHash } from './seen';

/** What identifies a completion: the respondent's id, or the content of the record. */
export type IdentityKind = 'id' | 'record';

/** What identifies the completions of a survey: one of these, or both. */
export type IdentityKinds = IdentityKind | 'both';

/** The kinds of a survey's completions as one value. */
export function kindsOf(kinds: ReadonlySet<IdentityKind>): IdentityKinds | undefined {
	return kinds.size > 1 ? 'both' : [...kinds][0];
}

/** Whether a kind is gone: the survey became anonymous, or is not anonymous any more. */
export function identitiesChanged(
	before: IdentityKinds | undefined,
	now: IdentityKinds | undefined,
): boolean {
	return before !== undefined && now !== undefined && now !== 'both' && now !== before;
}

/** One completed interview and its identity. */
export interface Completion {
	/** Empty where it is so old that it is not remembered. */
	hash: string;
	/** Whether it was settled before. */
	isSettled: boolean;
	reading: RespondentFacts;
	record: JsonObject;
}

/** The completed interviews of one list. */
export interface Completions {
	/** Each once, in the order of the list. */
	all: Completion[];
	kinds: ReadonlySet<IdentityKind>;
	/** Identities to remember: of completions that were settled under another one. */
	renamed: string[];
	/** Identities to remember: those that several completions turned out to have. */
	shared: string[];
}

/**
 * Identifies the completions in one survey's list: by survey and respondent id, hashed; where an anonymous
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
	const anonymous: AnonymousRecord[] = [];
	const ids = new Set<string>();
	for (const record of records) {
		const reading = reader.read(record);
		const { id, completed } = reading;
		if (id === undefined) {
			const one = { hash: '', isSettled: false, reading, record };
			// Interviews that are not completed count too: two may have the same start.
			anonymous.push(one);
			if (completed) all.push(one);
			if (completed) kinds.add('record');
		} else if (completed) {
			kinds.add('id');
			if (ids.has(id)) continue;
			ids.add(id);
			const { completedAt } = reading;
			// What is not remembered needs no identity.
			const hash = before.isForgottenAt(completedAt) ? '' : shortHash(`${surveyId}\n${id}`);
			const isSettled = before.isOldAt(completedAt) || before.seen.has(hash);
			all.push({ hash, isSettled, reading, record });
		}
	}
	const { renamed, shared } = new AnonymousIdentities(surveyId, before).assign(anonymous);
	return { all, kinds, renamed, shared };
}
