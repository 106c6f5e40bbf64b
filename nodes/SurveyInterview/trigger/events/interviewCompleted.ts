import type { OutputChoice } from '../../input/output';
import { InputError } from '../../input/problem';
import { listFrom } from '../../records/lists';
import { RespondentReader } from '../../records/respondent';
import {
	splitByAge,
	isWhole,
	identityChangeOf,
	nextIdentityChange,
	settledTimes,
	wasSettledAt,
} from '../baseline';
import { filtered, scoreKey } from '../completionFilter';
import { COMPLETION, draftsOf } from '../completionDrafts';
import { addConversations, conversationKey, conversationOutput } from '../conversations';
import { defineEvent } from '../event';
import { COMPLETION_FILTERS, COMPLETION_OPTIONS, completionNotices } from '../completionFields';
import { settledEntry, unsettledEntry } from '../settledEntry';
import { completionsOf, kindsOf, type Completion } from '../identity';
import { addSurveyFacts } from '../surveyFacts';
import { SeenSet } from '../seen';
import { isForgotten, isOldByTime, nextOldBefore } from '../window';
import type { KnownSurvey, State } from '../state';
import { withSurvey } from '../surveys';

/** Interview Completed: each completion exactly once. */
export const interviewCompleted = defineEvent({
	value: 'interviewCompleted',
	label: 'Interview Completed',
	description: 'Somebody has completed an interview; each completion comes once',
	notices: completionNotices(),
	noTestEvent:
		'No completed interview is there yet that this trigger would deliver: complete one in the service, then fetch again.',
	docs: {
		item: 'each respondent who has completed the interview',
		output:
			'`message` (one line for a chat), the facts of the respondent, and `completion_id`, which is the same whenever this completion is delivered, also where an anonymous survey gives no id; with options `transcript`, `participant_text` and `survey`',
	},
	output: COMPLETION,
	options: COMPLETION_OPTIONS,
	filters: COMPLETION_FILTERS,
	configure: (
		{
			completedStatuses: given,
			includeConversation,
			maxTranscript,
			quoteInMessage,
			passes,
			nothingOf,
			...unread
		},
		output,
	) => {
		const completedStatuses = statusLines(given);
		if (!includeConversation) refuseConversation(output, quoteInMessage);
		const conversation = conversationOutput(output, maxTranscript, quoteInMessage === true);
		return {
			unread,
			completedStatuses,
			nothingOf,
			async addDetails(session, request) {
				const results = await addSurveyFacts(session, request);
				if (!includeConversation || results.refusal) return results;
				const completed = { ...request, drafts: results.delivered };
				return await addConversations(session, completed, conversation);
			},
			request: (surveyId) => ({ path: `/surveys/${surveyId}/respondents` }),

			judge(state, task, answer, room) {
				const found = listFrom(answer, ['respondents']);
				if (found.kind !== 'list') return undefined;
				const { known, survey } = task;
				const shared = new SeenSet(known.shared ?? '');
				const reader = new RespondentReader(completedStatuses);
				const list = completionsOf(survey.id, found.records, reader, {
					seen: { has: (hash) => state.seen.has(survey.id, hash) },
					shared,
					isOldAt: (at) => isOldByTime(known.oldBefore, at),
					isForgottenAt: (at) => isForgotten(known.oldBefore, at),
					wasSettledAt: (at) => wasSettledAt(known, at),
				});
				const kind = kindsOf(list.kinds);
				const unsettled = list.all.filter(({ isSettled }) => !isSettled);
				const { fresh, old, remark } = splitByAge(task, unsettled, identityChangeOf(known, kind));
				const filter = { passes, nothingOf };
				const { ready, undecided, rejected, said } = filtered(fresh, filter, state, task);
				ready.sort((a, b) => timeOf(a) - timeOf(b));
				const [inRoom, waiting] = [ready.slice(0, room), ready.slice(room)];
				return {
					drafts: inRoom.length > 0 ? inRoom.map(draftsOf(task, output)) : [],
					waiting: waiting.length,
					...said,
					remark: [remark, said.remark].filter((one) => one !== undefined).join(' ') || undefined,
					settle: ({ delivered, deferred, notReached }) => {
						// Settled without an event: the baseline, and what a filter rejected.
						const settledNow = [...[...old, ...rejected].map(settledOf), ...delivered];
						const tried = [
							...deferred.map(({ hash }) => conversationKey(hash)),
							...undecided.map(({ hash }) => scoreKey(hash)),
						];
						const isOpen = waiting.length > 0 || notReached.length > 0 || tried.length > 0;
						const entry = isOpen ? unsettledEntry(task) : settledEntry(task, settledNow.length);
						const open = [...deferred, ...notReached, ...[...undecided, ...waiting].map(settledOf)];
						const identityKinds = kind ?? known.identityKinds;
						const listed = list.all.filter(({ isSettled }) => isSettled).map(settledOf);
						const times = [...listed, ...settledNow];
						const oldBefore = nextOldBefore(task, times, open, list.all.length);
						const next: KnownSurvey = {
							...entry,
							identityKinds,
							oldBefore,
							...settledTimes(known, times, open),
							...nextIdentityChange(known, entry, identityKinds),
							baseline: known.baseline ?? (isWhole(task, list.all.length) ? 'whole' : undefined),
							shared: shared.with(list.shared).text || undefined,
							previousStatuses: undefined,
						};
						return {
							...withSurvey(state, next),
							seen: state.seen.afterReading(survey.id, {
								completions: list.all,
								settledNow: [...settledNow.flatMap(({ hash }) => hash ?? []), ...list.renamed],
								oldBefore,
							}),
							waiting: waitingAfter(state.waiting, tried, settledNow),
						};
					},
				};
			},
		};
	},
});

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

const settledOf = ({ hash, reading }: Completion) => ({ hash, at: reading.completedAt });

/** How often each was tried, without those that are settled. */
function waitingAfter(
	before: State['waiting'],
	tried: string[],
	settledNow: Array<{ hash?: string }>,
): State['waiting'] {
	const over = new Set(settledNow.flatMap(({ hash }) => [conversationKey(hash), scoreKey(hash)]));
	const after = Object.fromEntries(Object.entries(before).filter(([key]) => !over.has(key)));
	for (const key of tried) after[key] = (after[key] ?? 0) + 1;
	return after;
}
