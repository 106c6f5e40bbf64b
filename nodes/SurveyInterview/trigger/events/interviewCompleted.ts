import { InterviewReader } from '../../service/respondents';
import type { Session } from '../../http/session';
import { allRead, type OutputChoice, readOptions, readRecordFilter } from '../../input/options';
import { InputError } from '../../input/problem';
import { type JsonObject, usualFields } from '../../records/json';
import { HASH_LENGTH, textKey } from '../../records/scalars';
import {
	brake,
	hasOtherIdentities,
	idsOf,
	isForgotten,
	isOfBaseline,
	nextBounds,
	remarkOnBaseline,
	remarkOnNew,
	shortReadsOf,
} from '../baseline';
import {
	COMPLETION_FILTERS,
	COMPLETION_OPTIONS,
	COMPLETION_NOTICES,
	filtered,
	scoreKey,
} from '../completionFilter';
import {
	COMPLETION,
	CompletionList,
	draftsOf,
	hashOfId,
	settledOf,
	type Completion,
	type Settled,
} from '../completionList';
import { addConversations, conversationKey } from '../conversations';
import type { TriggerEvent } from '../event';
import { afterReading, countOf, setOf } from '../seen';
import type { State } from '../state';
import { surveyFactsOf } from '../metricOfSurvey';
import { newBaseline, settledEntry, unsettledEntry, withSurvey } from '../pollPlan';
import { WhyNot } from '../whyNot';

export const interviewCompleted: TriggerEvent = {
	value: 'interviewCompleted',
	label: 'Interview Completed',
	description: 'Someone has completed an interview; each completion starts the workflow once',
	notices: COMPLETION_NOTICES,
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
		const {
			completedStatuses,
			includeConversation,
			linkInMessage,
			maxTranscript,
			quoteInMessage,
			propertiesAsColumns: asColumns,
			...unread
		} = readOptions(COMPLETION_OPTIONS, given.options, checker);
		allRead(unread);
		const filter = readRecordFilter(COMPLETION_FILTERS, (fields) =>
			readOptions(fields, given.filters, checker, 'filter'),
		);
		const statuses = statusLines(completedStatuses);
		if (!includeConversation) refuseConversation(output, quoteInMessage);
		const conversation = { output, maxTranscript, quoteInMessage };
		return {
			completedStatuses: statuses,
			asColumns,
			nothingOf: filter.nothingOf,
			...(linkInMessage && { checkSession: refuseWithoutPage }),
			...(includeConversation && {
				addDetails: async (session, request) =>
					await addConversations(session, request, conversation),
			}),
			request: (surveyId) => ({ path: `/surveys/${surveyId}/respondents` }),
			listNames: ['respondents'],

			takes(state, task, whyNot) {
				const seen = setOf(state.seen, task.survey.id);
				return new CompletionList(seen, task, new InterviewReader(statuses), whyNot);
			},

			whyNot(task, saved) {
				const ofSurvey = surveyFactsOf(task);
				const verdictOn = (record: JsonObject) => filter.passes(record, ofSurvey);
				const seen = setOf(saved?.seen ?? {}, task.survey.id);
				const isKnown = (id: string) => seen.has(hashOfId(task, id));
				return new WhyNot(new InterviewReader(statuses), verdictOn, isKnown);
			},

			judge(state, task, answer, room) {
				if (!(answer instanceof CompletionList)) return undefined;
				const list = answer.end();
				const { survey } = task;
				const knownCount = countOf(state.seen, [survey.id]);
				const isChange = hasOtherIdentities(task, list, knownCount);
				const now = isChange ? { ...task, known: newBaseline(task.known) } : task;
				const { known } = now;
				const isOld = ({ reading }: Completion) => isOfBaseline(now, reading.completedAt);
				const old = list.unsettled.filter(isOld);
				const fresh = list.unsettled.filter((one) => !isOld(one));
				const isSeen = ({ hash }: Completion) =>
					scoreKey(hash) in state.waiting || conversationKey(hash) in state.waiting;
				const held = brake(now, fresh, isSeen, knownCount);
				const { ready, undecided, unscored, rejected, hasScores, said } = filtered(
					held === undefined ? fresh : [],
					filter,
					state,
					task,
					list.isScored,
				);
				ready.sort((a, b) => timeOf(a) - timeOf(b));
				const inRoom = ready.slice(0, room);
				const waiting = held === undefined ? ready.slice(inRoom.length) : fresh;
				const remark = known.pending
					? remarkOnBaseline(now, old.length + list.baseline.length, fresh.length, isChange)
					: remarkOnNew(now, list);
				const remarks = [remark, held, said.remark].filter((one) => one !== undefined);
				return {
					drafts: inRoom.length > 0 ? inRoom.map(draftsOf(task, output, linkInMessage)) : [],
					...(isChange && { isNewBaseline: true }),
					...said,
					remark: remarks.join(' ') || undefined,
					settle: ({ delivered, deferred, notReached }) => {
						// The baseline, and what a filter rejected, are settled without an event.
						const settledNow = [
							...[...old, ...rejected].map(settledOf),
							...delivered,
							...list.baseline,
						];
						const tried = [
							...deferred.map(({ hash }) => conversationKey(hash)),
							...undecided.map(({ hash }) => scoreKey(hash)),
						];
						const isBacklog = waiting.length > 0 || notReached.length > 0;
						const isOpen = isBacklog || tried.length > 0;
						const still = [...undecided, ...unscored, ...waiting].map(settledOf);
						const open = [...deferred, ...notReached, ...still];
						const bounds = nextBounds(now, state, list, settledNow, open);
						const shortReads = shortReadsOf(now, list.count, knownCount);
						const entry = isOpen ? unsettledEntry(now) : settledEntry(now, settledNow.length);
						const ids = idsOf(list) ?? known.ids;
						const next = shortReads
							? { ...known, shortReads }
							: {
									...entry,
									shortReads,
									...bounds,
									backlog: isBacklog || undefined,
									ids,
									hasScores,
								};
						const isGone = ({ at }: Settled) => isForgotten(bounds.oldBefore, at);
						const gone = hashes(list.known.filter(isGone));
						const more = hashes(settledNow.filter((one) => !isGone(one)));
						return {
							...withSurvey(state, next),
							seen: afterReading(state.seen, survey.id, gone, more),
							waiting: waitingAfter(state.waiting, tried, settledNow),
						};
					},
				};
			},
		};
	},
};

const OF_CONVERSATION = ['quote', 'transcript', 'participant_text', 'conversation_error'];

/** Refuses what would be empty in every event without the conversation. */
function refuseConversation(output: OutputChoice, quoteInMessage = false): void {
	if (quoteInMessage) {
		throw new InputError(
			'Quote in Message needs the conversation: add the option Include Conversation and turn it on, or remove Quote in Message.',
		);
	}
	if (output === 'everything') return;
	const isUsual = Object.keys(usualFields(COMPLETION)).every((name) => output.includes(name));
	const field = !isUsual && OF_CONVERSATION.find((name) => output.includes(name));
	if (!field) return;
	throw new InputError(
		`Fields has ${field}, but the option Include Conversation is off: turn it on, or remove the field.`,
	);
}

function refuseWithoutPage({ respondentPage }: Session): void {
	if (respondentPage !== undefined) return;
	throw new InputError(
		'Link in Message needs the address of a respondent’s page: enter it as Respondent Page under More Settings in the credential, or remove Link in Message.',
	);
}

/** The same text for the same statuses, in whatever order and case they were written. */
function statusLines(statuses: readonly string[]): string {
	const plain = statuses.map(textKey);
	return [...new Set(plain)].sort().join('\n');
}

/** Those without a time come last. */
const timeOf = ({ reading }: Completion) => reading.completedAt ?? Number.MAX_SAFE_INTEGER;

const hashes = (all: readonly Settled[]) => all.map(({ hash = '' }) => hash);

/** The counts of tries, with those of this poll and without those of settled completions. */
function waitingAfter(
	before: State['waiting'],
	tried: readonly string[],
	settledNow: readonly Settled[],
): State['waiting'] {
	const hashOf = (key: string) => key.slice(-HASH_LENGTH);
	const open = new Set(Object.keys(before).map(hashOf));
	// A baseline may settle a million.
	for (const { hash = '' } of settledNow) open.delete(hash);
	const isOpen = ([key]: [string, number]) => open.has(hashOf(key));
	const after = Object.fromEntries(Object.entries(before).filter(isOpen));
	for (const key of tried) after[key] = (after[key] ?? 0) + 1;
	return after;
}
