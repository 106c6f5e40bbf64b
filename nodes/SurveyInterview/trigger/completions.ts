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
import type { WhyNot } from './event';
import { KnownIdentities } from './knownIdentities';
import { newestReasons } from './whyNot';

export interface Interview extends Completion {
	/** An anonymous survey may have none. */
	id?: string;
	record: JsonObject;
}

/** The same as it is read: its identity is not decided yet, and its time is text. */
type Unidentified = Omit<Interview, 'hash' | 'at'> & { completedAt: string | undefined };

/** Scores are looked for in this many completions. If none of them has one, the service does not show scores yet. */
const MAX_FOR_SCORES = 1_000;
const scoreReader = respondentReader('score');
const idReader = respondentReader('id');

/** What decides which completions of a list are new. */
interface Search {
	surveyId: string;
	reader: InterviewReader;
	/** The identities of known completions, one after the other. */
	known: string;
	/** Present if the baseline of the survey is not taken yet. */
	pendingBaseline?: PendingBaseline;
	/** This poll begins the watch. */
	isBeginning: boolean;
	/** For a test event: why a respondent is no event, if there is a reason. */
	whyNotOf?: (record: JsonObject) => WhyNot | undefined;
}

export interface CompletionList extends ListedCompletions<Interview> {
	/** Whether one of the first 1,000 completions shows a score. */
	isScored: boolean;
	/** For a test event: why the newest respondents are no events. */
	whyNot: WhyNot[];
}

/**
 * Reads the completions in a list. It may have a million records, so those of known and old completions are dropped at
 * once. Records without an ID are kept until its end, because only then their identities are certain.
 */
export async function readCompletions(
	records: AsyncIterable<JsonObject[]>,
	{ surveyId, reader, known, pendingBaseline, isBeginning, whyNotOf }: Search,
): Promise<CompletionList> {
	const knownIdentities = await KnownIdentities.from(known);
	const beforeWatch = new Set<string>();
	const unknown = new Map<string, Interview>();
	/** How many completions there are so far, each counted once, because a list may have one twice. */
	const count = () => knownIdentities.listedCount + beforeWatch.size + unknown.size;
	let isScored = false;
	let whyNot: WhyNot[] = [];
	/** Those without an ID, by the time when they began, in the order of the list. */
	const withoutId = new Map<number | undefined, Unidentified[]>();
	const add = (hash: string, { completedAt, id, record }: Unidentified) => {
		if (!isScored && count() < MAX_FOR_SCORES)
			isScored = typeof scoreReader.factsIn(record).score === 'number';
		if (knownIdentities.markListed(hash) || beforeWatch.has(hash) || unknown.has(hash)) return;
		const at = completedAt === undefined ? undefined : Date.parse(completedAt);
		if (pendingBaseline && isBeforeWatch(pendingBaseline, at, isBeginning)) beforeWatch.add(hash);
		else unknown.set(hash, { hash, at, id, record });
	};
	for await (const batch of records) {
		for (const record of batch) {
			// Most are known. Once it is clear whether the list shows scores, only the ID is read of those.
			if (knownIdentities.listedCount >= MAX_FOR_SCORES) {
				const { id } = idReader.factsIn(record);
				if (typeof id === 'string' && knownIdentities.markListed(identityOf(surveyId, id)))
					continue;
			}
			const facts = reader.read(record);
			const { id, completed, completedAt } = facts;
			if (!completed) continue;
			if (id !== undefined) {
				add(identityOf(surveyId, id), { completedAt, id, record });
				continue;
			}
			const time = beganAt(facts);
			const sameBeginning = withoutId.get(time) ?? [];
			withoutId.set(time, sameBeginning);
			sameBeginning.push({ completedAt, record });
		}
		if (whyNotOf)
			whyNot = newestReasons([...whyNot, ...batch.flatMap((record) => whyNotOf(record) ?? [])]);
	}
	// A record without an ID gets its identity from the time when it began, and its index among those that began then.
	for (const [time, sameBeginning] of withoutId) {
		// In the order of completion, so that a new one gets the last index, and the others keep theirs. Lists are newest
		// first, so reversing them orders those without a time of completion too.
		const timeOf = ({ completedAt }: Unidentified) => Date.parse(completedAt ?? '') || 0;
		sameBeginning.reverse().sort((a, b) => timeOf(a) - timeOf(b));
		for (const [index, interview] of sameBeginning.entries())
			add(identityByTime(surveyId, time, index), interview);
	}
	return { count: count(), beforeWatch, unknown: [...unknown.values()], isScored, whyNot };
}
