import { processInOrder } from '../../http/concurrency';
import type { SurveyInterviewError } from '../../http/errors';
import type { Session } from '../../http/session';
import type { RecordFilter } from '../../operations/filter';
import { type OutputChoice, readOptions, readRecordFilter } from '../../input/options';
import { refuse } from '../../input/problem';
import type { JsonObject } from '../../service/json';
import { type OutputFields, simplifiedFields } from '../../service/outputFields';
import { textKey, twoDecimals } from '../../service/scalars';
import { completionMessage, withLink, withMessage } from '../../service/messages';
import { InterviewReader, RESPONDENT } from '../../service/respondents';
import {
	COMPLETION_FILTERS,
	COMPLETION_OPTIONS,
	type CompletionOptions,
} from '../completionOptions';
import { type CompletionList, type Interview, readCompletions } from '../completions';
import { applyFilters, ScoreWaits, Tries } from '../completionVerdicts';
import { addConversation, type ConversationOptions, NO_CONVERSATION } from '../conversations';
import {
	type NewEvent,
	type LookResult,
	oldestFirst,
	type SurveyPoll,
	type TriggerEvent,
} from '../event';
import { KnownIdentities } from '../knownIdentities';
import {
	affectsAllRequests,
	factsInList,
	factsInRecord,
	readRecords,
	type SurveyFacts,
} from '../reading';
import { identityOf, whatIsNew } from '../whatIsNew';
import { whyNotOf } from '../whyNot';

const CONVERSATIONS_AT_ONCE = 5;

/** This event always shows them; in the output of a respondent, only Selected Fields offers them. */
const SHOWN = ['message', 'metric_type', 'survey_name', 'survey_id'];

/** The fields of Simplified; `quote` and the last three only with Include Conversation. */
export const COMPLETION: OutputFields = {
	fields: {
		message: 'string',
		quote: 'string?',
		...RESPONDENT.fields,
		completion_id: 'string',
		transcript: 'string?',
		participant_text: 'string?',
		conversation_error: 'string?',
	},
	onlySelected: ['status', ...RESPONDENT.onlySelected.filter((name) => !SHOWN.includes(name))],
};

export const interviewCompleted: TriggerEvent = {
	value: 'interviewCompleted',
	label: 'Interview Completed',
	description: 'Someone has completed an interview; each completion starts the workflow once',
	notice:
		'Participants wrote the interview text: treat it as data, never as instructions, especially when an AI agent reads it.',
	noTestEvent:
		'There is no completed interview for this trigger yet: complete one in the service, then fetch again.',
	item: 'each respondent who has completed the interview',
	output: COMPLETION,
	options: COMPLETION_OPTIONS,
	filters: COMPLETION_FILTERS.flatMap(({ fields }) => fields),
	configure(collections, checker, output) {
		const options = readOptions<CompletionOptions>(
			COMPLETION_OPTIONS,
			collections.options,
			checker,
		);
		const { quoteInMessage = false, linkInMessage = false, maxTranscript } = options;
		// A quote comes from the conversation, so it turns that on, unless somebody has turned it off.
		const includeConversation = options.includeConversation ?? quoteInMessage;
		if (!includeConversation) refuseConversation(output, quoteInMessage);
		const settings: Settings = {
			output,
			filter: readRecordFilter(COMPLETION_FILTERS, collections.filters, checker),
			statuses: options.completedStatuses.map(textKey).join('\n'),
			linkInMessage,
			includeConversation,
			maxTranscript,
			quoteInMessage,
		};
		return {
			asColumns: options.propertiesAsColumns,
			whyNothingPasses: settings.filter.whyNothingPasses,
			...(linkInMessage && { checkSession: refuseWithoutPage }),
			read: async (poll) => await readList(poll, settings),
			look: async (poll, list: CompletionList) => await look(poll, list, settings),
		};
	},
};

interface Settings extends ConversationOptions {
	filter: RecordFilter;
	/** Those that mean a completed interview, one on each line, in lower case. */
	statuses: string;
	linkInMessage: boolean;
	includeConversation: boolean;
}

/** Reads a survey's list; for a test event also why respondents in it are no events. */
async function readList(
	poll: Omit<SurveyPoll, 'room'>,
	settings: Settings,
): Promise<CompletionList> {
	const { session, survey, memory, isBeginning, test } = poll;
	const { known, pendingBaseline } = memory;
	const whyNot = test && (await reasonFinder(poll, settings));
	return await readRecords(
		session,
		`/surveys/${survey.id}/respondents`,
		['respondents'],
		async (records) => {
			// Anew for each try of the request.
			const reader = new InterviewReader(settings.statuses);
			return await readCompletions(records, {
				surveyId: survey.id,
				reader,
				known,
				pendingBaseline,
				isBeginning,
				whyNotOf: whyNot,
			});
		},
	);
}

/** @returns a function that says why a respondent is no event, or undefined for one who is */
async function reasonFinder(
	{ session, survey, test }: Omit<SurveyPoll, 'room'>,
	{ filter, statuses }: Settings,
) {
	const facts = await factsInRecord(session, survey);
	const known = await KnownIdentities.from(test?.saved?.known ?? '');
	const reasoning = {
		reader: new InterviewReader(statuses),
		verdictOn: (record: JsonObject) => filter.verdictOn(record, facts),
		rejectedBy: (record: JsonObject) => filter.rejectedBy(record, facts),
		isKnown: (id: string) => known.has(identityOf(survey.id, id)),
	};
	return (record: JsonObject) => whyNotOf(record, reasoning);
}

/**
 * What is new goes through the filters, as far as there is room; then each event gets its conversation. A completion is
 * known once it is delivered or does not pass; all others are left over for the next poll.
 */
async function look(
	poll: SurveyPoll,
	list: CompletionList,
	settings: Settings,
): Promise<LookResult> {
	const { survey, memory, room, test } = poll;
	// How many completions the list of surveys counts; 0 if it does not say.
	const expected = Number(survey.facts.response_count ?? 0);
	const news = whatIsNew(list, memory, { expected, oldAtOnce: poll.oldAtOnce });
	// The list lacks completions, so a later poll takes the baseline: with an empty hash, the next one reads it again.
	if (news.memory.pendingBaseline)
		return { events: [], memory: { ...memory, entryHash: '', ...news.memory } };

	const tries = new Tries(memory.tries);
	const facts = await factsForEvents(poll, news.fresh, settings.filter);
	const waits = new ScoreWaits(poll.now, memory.scoreWaits);
	const context = { survey, facts, list, tries, waits };
	const filtered = applyFilters(news.fresh, settings.filter, context);
	const { passing, settled, waiting, remarks } = filtered;
	const oldestPassing = oldestFirst(passing);
	// A test event shows the newest ones as examples.
	const taken = test ? oldestPassing.slice(-room) : oldestPassing.slice(0, room);
	const { events, delivered, refusal } = await makeEvents(taken, poll, facts, settings, tries);
	if (refusal && events.length === 0) throw refusal;
	if (refusal) remarks.push(`conversations could not be read in this poll: ${refusal.message}`);

	const leftOver = passing.length - delivered.length + news.held.length;
	const hasTries = Object.keys(tries.next).length > 0;
	// A survey whose list is too short may be settled as well: what it lacks is not old when it comes.
	const isSettled = leftOver === 0 && !hasTries;
	const mustReadAgain = leftOver > 0 || hasTries || waits.mustLook || news.isShort;
	return {
		events: oldestFirst(events),
		held: news.held,
		remarks,
		whyNot: list.whyNot,
		memory: {
			...news.memory,
			entryHash: mustReadAgain ? '' : survey.entryHash,
			known: memory.known + [...news.onlyRemembered, ...settled, ...delivered].join(''),
			...(isSettled && { cleanAt: cleanUntil(poll.now, waiting, memory.cleanAt) }),
			...(hasTries && { tries: tries.next }),
			...(!waits.isEmpty && { scoreWaits: waits.next }),
		},
	};
}

/**
 * The time to which everything is settled: that of the oldest completion that waits, or now. What waits is not old when
 * it comes (`whatIsNew`).
 */
function cleanUntil(now: number, waiting: readonly Interview[], before = -Infinity): number {
	const oldest = waiting.reduce((least, { at = now }) => Math.min(least, at), now);
	return Math.max(before, oldest);
}

interface MadeEvents {
	events: NewEvent[];
	/** The identities of their completions. */
	delivered: string[];
	/** A rate limit or a refused token ended it before all were made. */
	refusal?: SurveyInterviewError;
}

/** Makes the events, each with its conversation if that is wanted, until the time is over. */
async function makeEvents(
	interviews: readonly Interview[],
	poll: SurveyPoll,
	facts: SurveyFacts,
	settings: Settings,
	tries: Tries,
): Promise<MadeEvents> {
	const { session, survey, test } = poll;
	const made: MadeEvents = { events: [], delivered: [] };
	const triesKey = ({ hash }: Interview) => `conversation ${hash}`;
	// Those whose conversation could not be read come last, because it may never succeed.
	const inOrder = interviews.toSorted(
		(a, b) => tries.countOf(triesKey(a)) - tries.countOf(triesKey(b)),
	);
	await processInOrder(inOrder.length, CONVERSATIONS_AT_ONCE, async (index) => {
		const interview = inOrder[index] as Interview;
		let event = eventOf(interview, poll, facts, settings);
		if (settings.includeConversation) {
			// The first one is always read, so that every poll delivers something.
			if (index > 0 && session.budget.remainingMs() <= 0) return false;
			const path = conversationPath(survey.id, interview.id);
			const read = await addConversation(session, event, path, settings);
			// A rate limit or a refused token says nothing about this conversation.
			if (read.error && affectsAllRequests(read.error)) {
				made.refusal ??= read.error;
				return false;
			}
			if (read.error && !test && tries.mayTryAgain(triesKey(interview))) return true;
			({ event } = read);
		}
		made.events.push(event);
		made.delivered.push(interview.hash);
		return true;
	});
	return made;
}

/**
 * The survey's facts. Some may stand only in the survey's own record, which costs a request. So it is read only if a
 * completion passes and there is room for it, or one may pass when the metric is known.
 */
async function factsForEvents(
	{ session, survey, room, test }: SurveyPoll,
	fresh: readonly Interview[],
	filter: RecordFilter,
): Promise<SurveyFacts> {
	const facts = factsInList(session, survey);
	const verdicts = new Set(fresh.map(({ record }) => filter.verdictOn(record, facts)));
	const needsMetric = verdicts.has('unknownMetric');
	const makesEvents = room > 0 && verdicts.has('passes');
	if (!needsMetric && !makesEvents) return facts;
	return await factsInRecord(session, survey, needsMetric && !test);
}

const readRespondent = RESPONDENT.read;

function eventOf(
	{ hash, at, id, record }: Interview,
	{ survey }: SurveyPoll,
	surveyFacts: SurveyFacts,
	{ output, linkInMessage }: Settings,
): NewEvent {
	const facts = readRespondent(record, surveyFacts);
	const { metric_type, nps_group } = facts;
	const survey_name = facts.survey_name ?? surveyFacts.survey_name;
	// A spreadsheet would read a hash that begins with + as a formula.
	const completion_id = `c${hash}`;
	/** In both outputs. */
	const added = { metric_type, nps_group, survey_id: survey.id, survey_name, completion_id };
	const score = typeof facts.score === 'number' ? twoDecimals(facts.score) : null;
	const messageText = completionMessage(
		{ ...facts, ...added, score },
		survey.facts.anonymous === true,
	);
	const message = linkInMessage ? withLink(messageText, facts.link) : messageText;
	const completed_at = facts.completed_at ?? (at === undefined ? null : new Date(at).toISOString());
	const simplified = { message, ...facts, id: facts.id ?? id ?? null, completed_at };
	const shown = output === 'everything' ? withMessage(message, record) : simplified;
	const json = { ...shown, ...added };
	return { json, at, hasScore: score !== null, survey: survey.record };
}

const conversationPath = (surveyId: string, id: string | undefined) =>
	id && `/surveys/${surveyId}/respondents/${encodeURIComponent(id)}/conversation`;

/** Refuses what would be empty in every event without the conversation. */
function refuseConversation(output: OutputChoice, quoteInMessage: boolean): void {
	if (quoteInMessage)
		refuse(
			'Quote in Message needs the conversation, and Include Conversation is off: turn it on, or remove one of the two options.',
		);
	if (output === 'everything') return;
	// Simplified arrives here as the list of all its fields; only Selected Fields asks for one of these itself.
	const isSimplified = Object.keys(simplifiedFields(COMPLETION)).every((name) =>
		output.includes(name),
	);
	const field = [...Object.keys(NO_CONVERSATION), 'conversation_error'].find((name) =>
		output.includes(name),
	);
	if (field && !isSimplified)
		refuse(
			`Fields has ${field}, but the option Include Conversation is off: turn it on, or remove the field.`,
		);
}

function refuseWithoutPage({ respondentPage }: Session): void {
	if (respondentPage === undefined)
		refuse(
			'Link in Message needs the address of a respondent’s page: enter it as Respondent Page under More Settings in the credential, or remove Link in Message.',
		);
}
