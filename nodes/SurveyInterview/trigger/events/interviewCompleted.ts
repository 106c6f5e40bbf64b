import { listFrom } from '../../records/lists';
import { hasPropertyValue } from '../../records/properties';
import { RespondentReader } from '../../records/respondent';
import {
	splitByAge,
	isWhole,
	identityChangeOf,
	nextIdentityChange,
	wasSettledAt,
} from '../baseline';
import {
	settledEntry,
	unsettledEntry,
	type Draft,
	type TriggerEvent,
	type Judgement,
} from './event';
import { completionsOf, kindsOf, type Completion, type IdentityKinds } from '../identity';
import { SeenSet } from '../seen';
import type { TriggerSettings } from '../options';
import type { KnownSurvey, State } from '../state';
import { withSurvey, type Task } from '../surveys';

/** What a respondent list means. */
interface CompletionsJudgement extends Judgement {
	/** Settled without an event: the baseline, and what a filter turned away. */
	skipped: Array<{ hash: string; at?: number }>;
	/** Have no score yet, which a filter needs: looked at again. */
	scoreless: Draft[];
	/** When those that wait for room were completed, in milliseconds since 1970. */
	waitingTimes: number[];
	/** When the latest of those that were settled before was completed, perhaps again. */
	settledAt: number;
	identityKinds?: IdentityKinds;
	/** Whether the list showed everybody. */
	isWhole: boolean;
	/** Other names of some that were settled before. */
	renamed: string[];
	/** All names that several of the survey's completions had. */
	shared?: string;
}

/** So many polls look at something that is not there yet before they do without it. */
export const MAX_TRIES = 3;

/** Interview Completed: each completion exactly once (design, What is new). */
export const interviewCompleted: TriggerEvent<CompletionsJudgement> = {
	request: (surveyId) => ({ path: `/surveys/${surveyId}/respondents` }),

	judge(state, task, answer, settings, room) {
		const found = listFrom(answer, ['respondents']);
		if (found.kind !== 'list') return undefined;
		const { known, survey } = task;
		const shared = new SeenSet(known.shared ?? '');
		const list = completionsOf(
			survey.id,
			found.records,
			new RespondentReader(settings.completedStatuses),
			{
				seen: state.seen,
				shared,
				wasSettledAt: (at) => wasSettledAt(known, at),
			},
		);
		const kind = kindsOf(list.kinds);
		const unsettled = list.all.filter(({ isSettled }) => !isSettled);
		const { fresh, old, remark } = splitByAge(task, unsettled, identityChangeOf(known, kind));
		const skipped = old.map(({ hash, reading }) => ({ hash, at: reading.completedAt }));
		const ready: Completion[] = [];
		const scoreless: Draft[] = [];
		for (const completion of fresh) {
			const verdict = verdictOn(completion, state, settings);
			if (verdict === 'event') ready.push(completion);
			else if (verdict === 'no score yet') scoreless.push(draftOf(completion, task, settings));
			else skipped.push({ hash: completion.hash, at: completion.reading.completedAt });
		}
		ready.sort((a, b) => timeOf(a) - timeOf(b));
		return {
			drafts: ready.slice(0, room).map((completion) => draftOf(completion, task, settings)),
			waiting: Math.max(0, ready.length - room),
			skipped,
			scoreless,
			settledAt: latest(list.all.filter(({ isSettled }) => isSettled)),
			waitingTimes: ready.slice(room).flatMap(({ reading }) => reading.completedAt ?? []),
			identityKinds: kind ?? known.identityKinds,
			isWhole: isWhole(task, list.all.length),
			renamed: list.renamed,
			shared: shared.with(list.shared).text || undefined,
			remark,
		};
	},

	settle(state, task, sifted, { delivered, deferred, notReached }) {
		const settledNow = [...sifted.skipped, ...delivered];
		const lookedAt = [
			...deferred.map(({ hash }) => `conversation ${hash}`),
			...sifted.scoreless.map(({ hash }) => `score ${hash}`),
		];
		const isOpen = sifted.waiting > 0 || notReached.length > 0 || lookedAt.length > 0;
		const entry = isOpen ? unsettledEntry(task) : settledEntry(task, settledNow.length);
		const unsettled = [...deferred, ...notReached, ...sifted.scoreless].flatMap(
			({ at }) => at ?? [],
		);
		const known: KnownSurvey = {
			...entry,
			identityKinds: sifted.identityKinds,
			...settledTimes(
				task.known,
				[...settledNow, { at: sifted.settledAt }],
				[...unsettled, ...sifted.waitingTimes],
			),
			...nextIdentityChange(task.known, entry, sifted.identityKinds),
			baseline: task.known.baseline ?? (sifted.isWhole ? 'whole' : undefined),
			shared: sifted.shared,
			previousStatuses: undefined,
		};
		return {
			...withSurvey(state, known),
			seen: state.seen.with([...settledNow.flatMap(({ hash }) => hash ?? []), ...sifted.renamed]),
			waiting: waitingAfter(state.waiting, lookedAt, settledNow),
		};
	},
};

/** When the latest of these was completed, in milliseconds since 1970. */
function latest(completions: readonly Completion[]): number {
	let at = 0;
	for (const { reading } of completions) at = Math.max(at, reading.completedAt ?? 0);
	return at;
}

/** What the filters say of a completion. */
function verdictOn(
	{ hash, reading, record }: Completion,
	state: State,
	{ scoreFrom, scoreTo, property }: TriggerSettings,
): 'event' | 'no score yet' | 'turned away' {
	if (property && !hasPropertyValue(record, property.key, property.value)) return 'turned away';
	if (scoreFrom === undefined && scoreTo === undefined) return 'event';
	const { score } = reading;
	if (score === undefined) {
		const looks = (state.waiting[`score ${hash}`] ?? 0) + 1;
		return looks < MAX_TRIES ? 'no score yet' : 'turned away';
	}
	const fits = score >= (scoreFrom ?? -Infinity) && score <= (scoreTo ?? Infinity);
	return fits ? 'event' : 'turned away';
}

/** Oldest first; those without a time come last, in the order of the list. */
function timeOf({ reading }: Completion): number {
	return reading.completedAt ?? Number.MAX_SAFE_INTEGER;
}

function draftOf(
	{ hash, reading, record }: Completion,
	{ survey }: Task,
	{ includeSurvey }: TriggerSettings,
): Draft {
	return {
		json: {
			...record,
			survey_id: survey.id,
			survey_name: survey.name,
			// For workflows that must know a completion again, also where an anonymous survey gives no id.
			completion_id: hash,
			...(includeSurvey ? { survey: survey.record ?? null } : {}),
		},
		at: reading.completedAt,
		hash,
		respondentId: reading.id,
	};
}

function settledTimes(
	known: KnownSurvey,
	settledNow: Array<{ at?: number }>,
	unsettled: number[],
): Pick<KnownSurvey, 'settledUpTo' | 'unsettled'> {
	let settledUpTo = known.settledUpTo ?? 0;
	for (const { at } of settledNow) settledUpTo = Math.max(settledUpTo, at ?? 0);
	const earlier = unsettled.filter((at) => at <= settledUpTo);
	return {
		settledUpTo: settledUpTo > 0 ? settledUpTo : undefined,
		unsettled: earlier.length > 0 ? earlier : undefined,
	};
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
