import { findRecords } from '../api/container';
import { isObject, type JsonObject } from '../records/json';
import { carriesProperty } from '../records/propertyValues';
import { RespondentReader, type Reading } from '../records/respondent';
import { isOld, turnedBy, turning } from './age';
import { closed, open, type Draft, type EventKind, type Judgement } from './event';
import {
	Identities,
	kindsOf,
	type Identity,
	type IdentityKind,
	type IdentityKinds,
} from './identity';
import type { TriggerSettings } from './settings';
import type { KnownSurvey, State } from './state';
import { withSurvey, type Task } from './surveys';

/** What a respondent list means. */
interface Sifted extends Judgement {
	/** Settled without an event: the baseline, and what a filter turned away. */
	aside: Array<{ hash: string; at?: number }>;
	/** Have no score yet, which a filter needs: looked at again. */
	scoreless: Draft[];
	/** When those that wait for room were completed, in milliseconds since 1970. */
	waitingTimes: number[];
	/** When the latest of those that were settled before was completed, perhaps again. */
	settledAt: number;
	kind?: IdentityKinds;
}

/** One interview that is completed and not in the seen-set. */
interface Completion {
	identity: Identity;
	reading: Reading;
	record: JsonObject;
}

/** So many polls look at something that is not there yet before they do without it. */
export const LOOKS = 3;

/** Interview Completed: each completion exactly once (design, What is new). */
export const completions: EventKind<Sifted> = {
	request: (surveyId) => ({ path: `/surveys/${surveyId}/respondents` }),

	judge(state, task, answer, settings, room) {
		const records = findRecords(answer, ['respondents'])?.records;
		if (!records) return undefined;
		const { fresh, kinds, aside, settledAt } = unseen(state, task, records, settings);
		const ready: Completion[] = [];
		const scoreless: Draft[] = [];
		for (const completion of fresh) {
			const verdict = judged(completion, state, settings);
			if (verdict === 'event') ready.push(completion);
			else if (verdict === 'no score yet') scoreless.push(draftOf(completion, task, settings));
			else aside.push({ hash: completion.identity.hash, at: completion.reading.completedAt });
		}
		ready.sort((a, b) => timeOf(a) - timeOf(b));
		return {
			drafts: ready.slice(0, room).map((completion) => draftOf(completion, task, settings)),
			waiting: Math.max(0, ready.length - room),
			aside,
			scoreless,
			settledAt,
			waitingTimes: ready.slice(room).flatMap(({ reading }) => reading.completedAt ?? []),
			kind: kindsOf(kinds) ?? task.known.kind,
		};
	},

	settle(state, task, sifted, { delivered, held, left }) {
		const settledNow = [...sifted.aside, ...delivered];
		const lookedAt = [
			...held.map(({ hash }) => `conversation ${hash}`),
			...sifted.scoreless.map(({ hash }) => `score ${hash}`),
		];
		const isOpen = sifted.waiting > 0 || left.length > 0 || lookedAt.length > 0;
		const entry = isOpen ? open(task) : closed(task, settledNow.length);
		const unsettled = [...held, ...left, ...sifted.scoreless].flatMap(({ at }) => at ?? []);
		const known = {
			...entry,
			kind: sifted.kind,
			...settledTimes(
				task.known,
				[...settledNow, { at: sifted.settledAt }],
				[...unsettled, ...sifted.waitingTimes],
			),
			...turning(task.known, entry, sifted.kind),
			words: undefined,
		};
		return {
			...withSurvey(state, known),
			seen: state.seen.with(settledNow.flatMap(({ hash }) => hash ?? [])),
			waiting: waitingAfter(state.waiting, lookedAt, settledNow),
		};
	},
};

/** The completions of a list that are not settled yet, and those that the baseline settles now. */
function unseen(state: State, task: Task, records: unknown[], settings: TriggerSettings) {
	const reader = new RespondentReader(settings.words);
	const identities = new Identities(task.survey.id);
	const all: Completion[] = [];
	const kinds = new Set<IdentityKind>();
	const inThisList = new Set<string>();
	let settledAt = 0;
	for (const record of records) {
		if (!isObject(record)) continue;
		const reading = reader.read(record);
		if (!reading.completed) continue;
		const identity = identities.of(record, reading);
		kinds.add(identity.kind);
		if (state.seen.has(identity.hash)) settledAt = Math.max(settledAt, reading.completedAt ?? 0);
		else if (!inThisList.has(identity.hash)) all.push({ identity, reading, record });
		inThisList.add(identity.hash);
	}
	const turned = turnedBy(task.known, kindsOf(kinds));
	const fresh: Completion[] = [];
	const aside: Sifted['aside'] = [];
	for (const completion of all) {
		const { identity, reading } = completion;
		if (!isOld(task, reading, turned)) fresh.push(completion);
		else aside.push({ hash: identity.hash, at: reading.completedAt });
	}
	return { fresh, aside, kinds, settledAt };
}

/** What the filters say of a completion. */
function judged(
	{ identity, reading, record }: Completion,
	state: State,
	{ scoreFrom, scoreTo, property }: TriggerSettings,
): 'event' | 'no score yet' | 'turned away' {
	if (property && !carriesProperty(record, property.key, property.value)) return 'turned away';
	if (scoreFrom === undefined && scoreTo === undefined) return 'event';
	const { score } = reading;
	if (score === undefined) {
		const looks = (state.waiting[`score ${identity.hash}`] ?? 0) + 1;
		return looks < LOOKS ? 'no score yet' : 'turned away';
	}
	const fits = score >= (scoreFrom ?? -Infinity) && score <= (scoreTo ?? Infinity);
	return fits ? 'event' : 'turned away';
}

/** Oldest first; those without a time come last, in the order of the list. */
function timeOf({ reading }: Completion): number {
	return reading.completedAt ?? Number.MAX_SAFE_INTEGER;
}

function draftOf(
	{ identity, reading, record }: Completion,
	{ survey }: Task,
	{ includeSurvey }: TriggerSettings,
): Draft {
	return {
		json: {
			...record,
			survey_id: survey.id,
			survey_name: survey.name,
			// For workflows that must know a completion again, also where an anonymous survey gives no id.
			completion_id: identity.hash,
			...(includeSurvey ? { survey: survey.record ?? null } : {}),
		},
		at: reading.completedAt,
		hash: identity.hash,
		respondentId: reading.id,
	};
}

function settledTimes(
	known: KnownSurvey,
	settledNow: Array<{ at?: number }>,
	unsettled: number[],
): Pick<KnownSurvey, 'upTo' | 'open'> {
	let upTo = known.upTo ?? 0;
	for (const { at } of settledNow) upTo = Math.max(upTo, at ?? 0);
	const open = unsettled.filter((at) => at <= upTo);
	return { upTo: upTo > 0 ? upTo : undefined, open: open.length > 0 ? open : undefined };
}

/** How often each was looked at, without those that are settled. */
function waitingAfter(
	before: State['waiting'],
	lookedAt: string[],
	settledNow: Array<{ hash?: string }>,
): State['waiting'] {
	const over = new Set(settledNow.flatMap(({ hash }) => [`conversation ${hash}`, `score ${hash}`]));
	const after = Object.fromEntries(Object.entries(before).filter(([what]) => !over.has(what)));
	for (const what of lookedAt) after[what] = (after[what] ?? 0) + 1;
	return after;
}
