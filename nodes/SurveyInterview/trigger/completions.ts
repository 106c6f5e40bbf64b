/** The completed interviews in the list of a survey, each with its identity. */
import type { JsonObject } from '../service/json';
import { beganAt, type InterviewReader, respondentReader } from '../service/respondents';
import {
	type Completion,
	identityByTime,
	identityOf,
	isOldWhenMet,
	type ListedCompletions,
	type Meeting,
} from './whatIsNew';
import type { WhyNot } from './event';
import type { Reasons } from './whyNot';

export interface Interview extends Completion {
	/** An anonymous survey may have none. */
	id?: string;
	record: JsonObject;
}

/** So many completions are searched for a score; where they have none, the service shows none yet. */
const MAX_FOR_SCORES = 1_000;
const scores = respondentReader('score');

/** Where the completions of a list are looked for. */
interface Search {
	surveyId: string;
	reader: InterviewReader;
	/** The identities of known completions. */
	known: ReadonlySet<string>;
	/** Of a survey whose baseline is not taken. */
	meeting?: Meeting;
	/** This poll begins the watch. */
	isBeginning: boolean;
	/** For a test event, which also says who is none. */
	reasons?: Reasons;
}

export interface CompletionList extends ListedCompletions<Interview> {
	/** Whether any of the first ones shows a score. */
	isScored: boolean;
	whyNot?: WhyNot[];
}

/**
 * Reads the completions in a list. It may have a million records, so those of known and old completions are dropped
 * at once, and those without an ID at its end.
 */
export async function readCompletions(
	records: AsyncIterable<JsonObject[]>,
	{ surveyId, reader, known, meeting, isBeginning, reasons }: Search,
): Promise<CompletionList> {
	const old: string[] = [];
	const unknown: Interview[] = [];
	let isScored = false;
	/** Finds what the list has twice. */
	const listed = new Set<string>();
	/** Those without an ID, by the time that they share, in the order of the list. */
	const withoutId = new Map<number | undefined, Interview[]>();
	const add = (interview: Interview) => {
		const { hash, at, record } = interview;
		if (listed.has(hash)) return;
		listed.add(hash);
		if (!isScored && listed.size <= MAX_FOR_SCORES)
			isScored = typeof scores.in(record).score === 'number';
		if (known.has(hash)) return;
		if (meeting && isOldWhenMet(meeting, at, isBeginning)) old.push(hash);
		else unknown.push(interview);
	};
	for await (const batch of records) {
		for (const record of batch) {
			const facts = reader.read(record);
			const { id, completed, completedAt: at } = facts;
			if (!completed) continue;
			if (id !== undefined) {
				add({ hash: identityOf(surveyId, id), at, id, record });
				continue;
			}
			const time = beganAt(facts);
			const equals = withoutId.get(time) ?? [];
			withoutId.set(time, equals);
			equals.push({ hash: '', at, record });
		}
		reasons?.add(batch);
	}
	// Those without an ID get their identities: equals are counted as they completed.
	for (const [time, equals] of withoutId) {
		// Lists are newest first where times do not tell.
		equals.reverse().sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
		for (const [count, interview] of equals.entries())
			add({ ...interview, hash: identityByTime(surveyId, time, count) });
	}
	return { count: listed.size, old, unknown, isScored, whyNot: reasons?.all };
}
