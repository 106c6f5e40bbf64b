import { allRead, type OutputChoice, readOptions, readRecordFilter } from '../../input/options';
import { InputError } from '../../input/problem';
import type { JsonObject } from '../../records/json';
import { listFrom } from '../../records/lists';
import { surveyFactsOf } from '../surveyFacts';
import { RespondentReader } from '../../facts/respondent';
import {
	brake,
	hasOtherIdentities,
	idsOf,
	isOfBaseline,
	remarkOnBaseline,
	remarkOnNew,
	shortReadsOf,
} from '../baseline';
import { filtered, scoreKey } from '../completionFilter';
import { COMPLETION, draftsOf } from '../completionDrafts';
import { addConversations, conversationKey, conversationOutput } from '../conversations';
import type { TriggerEvent } from '../event';
import { COMPLETION_FILTERS, COMPLETION_OPTIONS, completionNotices } from '../completionFields';
import { settledEntry, unsettledEntry } from '../settledEntry';
import { CompletionList, hashOfId, settledOf, type Completion } from '../completionList';
import { afterReading, countOf, setOf } from '../seen';
import { HASH_LENGTH } from '../../records/scalars';
import { isForgotten, nextBounds } from '../window';
import type { KnownSurvey, State } from '../state';
import { newBaseline, withSurvey, type Task } from '../surveys';
import { WhyNot } from '../whyNot';

/** Interview Completed: each completion exactly once. */
export const interviewCompleted: TriggerEvent = {
	value: 'interviewCompleted',
	label: 'Interview Completed',
	description: 'Someone has completed an interview; each completion starts the workflow once',
	notices: completionNotices(),
	noTestEvent:
		'There is no completed interview for this trigger yet: complete one in the service, then fetch again.',
	docs: {
		item: 'each respondent who has completed the interview',
		output:
			'`message` (one line for a chat), the facts of the respondent, and `completion_id`, which is the same whenever this completion is delivered, also where an anonymous survey gives no id; with options `transcript`, `participant_text` and `survey`',
	},
	output: COMPLETION,
	options: COMPLETION_OPTIONS,
	filters: COMPLETION_FILTERS.flatMap(({ fields }) => fields),
	configure(given, checker, output) {
		const { completedStatuses, includeConversation, maxTranscript, quoteInMessage, ...unread } =
			readOptions(COMPLETION_OPTIONS, given.options, checker);
		allRead(unread);
		const filter = readRecordFilter(COMPLETION_FILTERS, (fields) =>
			readOptions(fields, given.filters, checker, 'filter'),
		);
		const statuses = statusLines(completedStatuses);
		if (!includeConversation) refuseConversation(output, quoteInMessage);
		const conversation = conversationOutput(output, maxTranscript, quoteInMessage === true);
		return {
			completedStatuses: statuses,
			nothingOf: filter.nothingOf,
			...(includeConversation && {
				addDetails: async (session, request) =>
					await addConversations(session, request, conversation),
			}),
			request: (surveyId) => ({ path: `/surveys/${surveyId}/respondents` }),
			listNames: LIST_NAMES,

			takes: (state, task) => listOf(state, task, statuses),
			whyNot(task, saved) {
				const ofSurvey = surveyFactsOf(task);
				const verdictOn = (record: JsonObject) => filter.passes(record, ofSurvey);
				const seen = setOf(saved?.seen ?? {}, task.survey.id);
				const isKnown = (id: string) => seen.has(hashOfId(task, id));
				return new WhyNot(new RespondentReader(statuses), verdictOn, isKnown);
			},

			judge(state, task, answer, room) {
				const list = takenFrom(answer, () => listOf(state, task, statuses))?.end();
				if (!list) return undefined;
				const { survey } = task;
				const knownCount = countOf(state.seen, [survey.id]);
				const isChange = hasOtherIdentities(task, list, knownCount);
				const now = isChange ? { ...task, known: newBaseline(task.known) } : task;
				const { known } = now;
				const { count, baseline } = list;
				const isOld = ({ reading }: Completion) => isOfBaseline(now, reading.completedAt);
				const old = list.unsettled.filter(isOld);
				const fresh = list.unsettled.filter((one) => !isOld(one));
				const before = old.length + baseline.length;
				const held = brake(now, fresh, knownCount);
				const { ready, undecided, unscored, rejected, hasScores, said } = filtered(
					fresh,
					filter,
					state,
					task,
					list.isScored,
				);
				ready.sort((a, b) => timeOf(a) - timeOf(b));
				const inRoom = held === undefined ? ready.slice(0, room) : [];
				const waiting = ready.slice(inRoom.length);
				const remarks = [
					known.pending
						? remarkOnBaseline(now, before, fresh.length, isChange)
						: remarkOnNew(now, list),
					held,
					said.remark,
				].filter((remark) => remark !== undefined);
				return {
					drafts: inRoom.length > 0 ? inRoom.map(draftsOf(task, output)) : [],
					waiting: waiting.length,
					...(isChange && { isNewBaseline: true }),
					...said,
					remark: remarks.join(' ') || undefined,
					settle: ({ delivered, deferred, notReached }) => {
						// Settled without an event: the baseline, and what a filter rejected.
						const settledNow = [...[...old, ...rejected].map(settledOf), ...delivered, ...baseline];
						const tried = [
							...deferred.map(({ hash }) => conversationKey(hash)),
							...undecided.map(({ hash }) => scoreKey(hash)),
						];
						const isOpen = waiting.length > 0 || notReached.length > 0 || tried.length > 0;
						const still = [...undecided, ...unscored, ...waiting].map(settledOf);
						const open = [...deferred, ...notReached, ...still];
						const bounds = nextBounds(now, {
							settled: [...list.known, ...settledNow],
							open,
							listed: count,
							remembered: countOf(state.seen) + settledNow.length,
							isFirst: knownCount === 0,
						});
						const shortReads = shortReadsOf(now, count, knownCount);
						const next: KnownSurvey = shortReads
							? { ...known, shortReads }
							: {
									...(isOpen ? unsettledEntry(now) : settledEntry(now, settledNow.length)),
									shortReads: undefined,
									...bounds,
									ids: idsOf(list) ?? known.ids,
									hasScores,
								};
						const isGone = ({ at }: { at?: number }) => isForgotten(bounds.oldBefore, at);
						const hashes = (all: ReadonlyArray<{ hash?: string }>) =>
							all.map(({ hash = '' }) => hash);
						const gone = hashes(list.known.filter(isGone));
						const more = hashes(settledNow.filter((one) => !isGone(one)));
						return {
							...withSurvey(state, next),
							seen: afterReading(state.seen, survey.id, gone, more),
							waiting: waitingAfter(state.waiting, tried, () => hashes(settledNow)),
						};
					},
				};
			},
		};
	},
};

/** Takes the completions of a survey's list. */
function listOf(state: State, task: Task, completedStatuses: string): CompletionList {
	const reader = new RespondentReader(completedStatuses);
	return new CompletionList(setOf(state.seen, task.survey.id), task, reader);
}

/** The list that has taken an answer; undefined where the answer is none. */
function takenFrom(answer: unknown, begin: () => CompletionList): CompletionList | undefined {
	if (answer instanceof CompletionList) return answer;
	const found = listFrom(answer, LIST_NAMES);
	if (found.kind !== 'list') return undefined;
	const list = begin();
	list.add(found.records);
	return list;
}

const LIST_NAMES = ['respondents'];

const OF_CONVERSATION = ['transcript', 'participant_text', 'conversation_error'];

/** What would be empty in every event is a mistake. */
function refuseConversation(output: OutputChoice, quoteInMessage = false): void {
	if (quoteInMessage) {
		throw new InputError(
			'Quote in Message needs the conversation: add the option Include Conversation and turn it on, or remove Quote in Message.',
		);
	}
	const isChosen = output !== 'everything' && output.length < Object.keys(COMPLETION).length;
	const field = isChosen && OF_CONVERSATION.find((name) => output.includes(name));
	if (!field) return;
	throw new InputError(
		`Fields has ${field}, but the option Include Conversation is off: turn it on, or remove the field.`,
	);
}

/** Statuses as the state keeps them: a line each, in lower case, in one order. */
function statusLines(statuses: readonly string[]): string {
	const plain = statuses.map((status) => status.trim().toLowerCase());
	return [...new Set(plain)].sort().join('\n');
}

/** Those without a time come last. */
const timeOf = ({ reading }: Completion) => reading.completedAt ?? Number.MAX_SAFE_INTEGER;

/** How often each was tried, without those that are settled. */
function waitingAfter(
	before: State['waiting'],
	tried: readonly string[],
	settledNow: () => readonly string[],
): State['waiting'] {
	const all = Object.entries(before);
	const settled = new Set(all.length > 0 ? settledNow() : []);
	const after = Object.fromEntries(all.filter(([key]) => !settled.has(key.slice(-HASH_LENGTH))));
	for (const key of tried) after[key] = (after[key] ?? 0) + 1;
	return after;
}
