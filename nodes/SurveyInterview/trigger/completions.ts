/** The completed interviews in the list of a survey, each with its identity. */
import type { JsonObject } from '../service/json';
import { beganAt, type InterviewReader, respondentReader } from '../service/respondents';
import {
	type Completion,
	identityByTime,
	identityOf,
	isBeforeWatch,
	type ListedCompletions,
	type PendingBaseline,
} from './whatIsNew';
import { type IdentitySet, ListedIdentities } from './identitySet';
import type { WhyNot } from './event';
import type { Reasons } from './whyNot';

export interface Interview extends Completion {
	/** An anonymous survey may have none. */
	id?: string;
	record: JsonObject;
}

/** The same as it is read: its identity is not known yet, and its time is text. */
type Unidentified = Omit<Interview, 'hash' | 'at'> & { completedAt: string | undefined };

/** So many completions are searched for a score. If none of them has one, the service does not show scores yet. */
const MAX_FOR_SCORES = 1_000;
const scoreReader = respondentReader('score');
const idReader = respondentReader('id');

/** Where the completions of a list are looked for. */
interface Search {
	surveyId: string;
	reader: InterviewReader;
	/** The identities of known completions. */
	known: IdentitySet;
	/** Present if the baseline of the survey is not taken yet. */
	pendingBaseline?: PendingBaseline;
	/** This poll begins the watch. */
	isBeginning: boolean;
	/** For a test event, which also says why respondents are no events. */
	reasons?: Reasons;
}

export interface CompletionList extends ListedCompletions<Interview> {
	/** Whether one of the first 1,000 completions shows a score. */
	isScored: boolean;
	whyNot?: WhyNot[];
}

/**
 * Reads the completions in a list. It may have a million records, so those of known and old completions are dropped at
 * once. Records without an ID are kept until its end, because only then their identities are certain.
 */
export async function readCompletions(
	records: AsyncIterable<JsonObject[]>,
	{ surveyId, reader, known, pendingBaseline, isBeginning, reasons }: Search,
): Promise<CompletionList> {
	const beforeWatch: string[] = [];
	const unknown: Interview[] = [];
	let isScored = false;
	/** The identities so far, because a list may have a completion twice. */
	const listed = new ListedIdentities(known);
	/** Those without an ID, by the time that they share, in the order of the list. */
	const withoutId = new Map<number | undefined, Unidentified[]>();
	const add = (hash: string, { completedAt, id, record }: Unidentified) => {
		const found = listed.add(hash);
		if (found === 'again') return;
		if (!isScored && listed.size <= MAX_FOR_SCORES)
			isScored = typeof scoreReader.factsIn(record).score === 'number';
		if (found === 'known') return;
		const at = completedAt === undefined ? undefined : Date.parse(completedAt);
		if (pendingBaseline && isBeforeWatch(pendingBaseline, at, isBeginning)) beforeWatch.push(hash);
		else unknown.push({ hash, at, id, record });
	};
	for await (const batch of records) {
		for (const record of batch) {
			const { id } = idReader.factsIn(record);
			const hash = typeof id === 'string' ? identityOf(surveyId, id) : undefined;
			// Most are known. Once it is clear whether the list shows scores, nothing else is read of those.
			if (hash !== undefined && listed.size >= MAX_FOR_SCORES && known.has(hash)) {
				listed.add(hash);
				continue;
			}
			const facts = reader.read(record);
			const { completed, completedAt } = facts;
			if (!completed) continue;
			if (hash !== undefined) {
				add(hash, { completedAt, id: facts.id, record });
				continue;
			}
			const time = beganAt(facts);
			const sameTime = withoutId.get(time) ?? [];
			withoutId.set(time, sameTime);
			sameTime.push({ completedAt, record });
		}
		reasons?.addRecords(batch);
	}
	// A record without an ID gets its identity from its time, and from its index among those of the same time.
	for (const [time, sameTime] of withoutId) {
		// In the order of completion. Lists are newest first, so reversing them orders those without a time too.
		const timeOf = ({ completedAt }: Unidentified) => Date.parse(completedAt ?? '') || 0;
		sameTime.reverse().sort((a, b) => timeOf(a) - timeOf(b));
		for (const [index, interview] of sameTime.entries())
			add(identityByTime(surveyId, time, index), interview);
	}
	return { count: listed.size, beforeWatch, unknown, isScored, whyNot: reasons?.all };
}
