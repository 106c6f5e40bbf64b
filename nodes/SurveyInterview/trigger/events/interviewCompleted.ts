import type { Session } from '../../http/session';
import type { RecordFilter } from '../../operations/filter';
import { type OutputChoice, readOptions, readRecordFilter } from '../../input/options';
import { refuse } from '../../input/problem';
import { type JsonObject, type OutputFields, usualFields } from '../../service/json';
import { textKey, twoDecimals } from '../../service/scalars';
import { completionMessage, withLink, withMessage } from '../../service/messages';
import { InterviewReader, RESPONDENT } from '../../service/respondents';
import {
	COMPLETION_FILTERS,
	COMPLETION_OPTIONS,
	type CompletionOptions,
} from '../completionOptions';
import { type CompletionList, type Interview, readCompletions } from '../completions';
import {
	addConversations,
	type ConversationOptions,
	type Conversations,
	NO_CONVERSATION,
} from '../conversations';
import {
	type NewEvent,
	type LookResult,
	oldestFirst,
	type SurveyPoll,
	type TriggerEvent,
} from '../event';
import { factsInList, factsInRecord, type SurveyFacts, readRecords, surveyLabel } from '../reading';
import { IdentitySet } from '../identitySet';
import { identityOf, whatIsNew } from '../whatIsNew';
import { Reasons } from '../whyNot';

/** After so many polls without success, a completion is decided without its missing score or conversation. */
const MAX_TRIES = 3;

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
		const filter = readRecordFilter(COMPLETION_FILTERS, collections.filters, checker);
		const statuses = options.completedStatuses.map(textKey).join('\n');
		if (!includeConversation) refuseConversation(output, quoteInMessage);
		const conversation = { output, maxTranscript, quoteInMessage };
		const settings: Settings = {
			output,
			filter,
			linkInMessage,
			conversation: includeConversation ? conversation : undefined,
		};
		return {
			asColumns: options.propertiesAsColumns,
			whyNothingPasses: filter.whyNothingPasses,
			...(linkInMessage && { checkSession: refuseWithoutPage }),
			read: async (poll) => await readList(poll, statuses, filter),
			look: async (poll, list: CompletionList) => await look(poll, list, settings),
		};
	},
};

/** Reads a survey's list; for a test event also why respondents in it are no events. */
async function readList(
	poll: Omit<SurveyPoll, 'room'>,
	statuses: string,
	filter: RecordFilter,
): Promise<CompletionList> {
	const { session, survey, memory, isBeginning, test } = poll;
	const knownIdentities = await IdentitySet.from(memory.known);
	const search = {
		surveyId: survey.id,
		known: knownIdentities,
		pendingBaseline: memory.pendingBaseline,
		isBeginning,
	};
	const newReasons = test && (await reasonsFor(poll, statuses, filter));
	return await readRecords(
		session,
		`/surveys/${survey.id}/respondents`,
		['respondents'],
		async (records) => {
			// Anew for each try of the request.
			const reader = new InterviewReader(statuses);
			return await readCompletions(records, { ...search, reader, reasons: newReasons?.() });
		},
	);
}

/** Makes the reasons why respondents are no events: begun anew each time that the list is requested. */
async function reasonsFor(
	{ session, survey, test }: Omit<SurveyPoll, 'room'>,
	statuses: string,
	filter: RecordFilter,
): Promise<() => Reasons> {
	const facts = await factsInRecord(session, survey);
	const delivered = await IdentitySet.from(test?.saved?.known ?? '');
	const isKnown = (id: string) => delivered.has(identityOf(survey.id, id));
	const verdictOn = (record: JsonObject) => filter.verdictOn(record, facts);
	return () => new Reasons(new InterviewReader(statuses), verdictOn, isKnown);
}

interface Settings {
	output: OutputChoice;
	filter: RecordFilter;
	linkInMessage: boolean;
	/** Absent without Include Conversation. */
	conversation: ConversationOptions | undefined;
}

/** Counts in how many polls something was tried in vain. */
class Tries {
	/** The counts to remember: with this poll, of what the next polls try again. */
	readonly next: Record<string, number> = {};

	constructor(private readonly earlier: Record<string, number> = {}) {}

	/** How often it was tried in vain in earlier polls. */
	countOf(key: string): number {
		return this.earlier[key] ?? 0;
	}

	/** Counts this poll's failed try. @returns `mayTryAgain`: whether the next polls may */
	countFailure(key: string): { mayTryAgain: boolean } {
		const count = this.countOf(key) + 1;
		const mayTryAgain = count < MAX_TRIES;
		if (mayTryAgain) this.next[key] = count;
		return { mayTryAgain };
	}
}

/**
 * What is new goes through the filters, as far as there is room; then each event gets its conversation. A completion is
 * known once it is delivered or does not pass; all others are left over for the next poll.
 */
async function look(
	poll: SurveyPoll,
	list: CompletionList,
	{ output, filter, linkInMessage, conversation }: Settings,
): Promise<LookResult> {
	const { session, survey, memory, room, test } = poll;
	// How many completions the list of surveys counts; 0 if it does not say.
	const expected = Number(survey.facts.response_count ?? 0);
	const news = whatIsNew(list, memory, { expected, oldAtOnce: poll.oldAtOnce });
	// The list lacks completions, so a later poll takes the baseline: with an empty hash, the next one reads it again.
	if (news.memory.pendingBaseline)
		return { events: [], memory: { ...memory, entryHash: '', ...news.memory } };

	const tries = new Tries(memory.tries);
	const { facts, isFromRecord } = await factsForFilters(poll, news.fresh, filter);
	const { passing, settled, remarks } = applyFilters(news.fresh, {
		filter,
		facts,
		tries,
		isScored: list.isScored,
		label: `survey ${surveyLabel(survey)}`,
	});
	const oldestPassing = oldestFirst(passing);
	// A test event shows the newest ones as examples.
	const taken = test ? oldestPassing.slice(-room) : oldestPassing.slice(0, room);
	const needsRecord = taken.length > 0 && !isFromRecord;
	const shownFacts = needsRecord ? await factsInRecord(session, survey) : facts;
	const triesKey = ({ hash }: Interview) => `conversation ${hash}`;
	const candidates = taken
		.map((interview) => ({
			interview,
			event: eventOf(interview, poll, shownFacts, output, linkInMessage),
			path: conversationPath(survey.id, interview.id),
			countFailure: () => !test && tries.countFailure(triesKey(interview)).mayTryAgain,
		}))
		// Those that failed before come last, because they may never succeed.
		.sort((a, b) => tries.countOf(triesKey(a.interview)) - tries.countOf(triesKey(b.interview)));

	const { ready, refusal }: Conversations<(typeof candidates)[number]> = conversation
		? await addConversations(session, candidates, conversation)
		: { ready: candidates };
	if (refusal && ready.length === 0) throw refusal;
	if (refusal) remarks.push(`conversations could not be read in this poll: ${refusal.message}`);

	const delivered = ready.map(({ interview }) => interview.hash);
	const leftOver = passing.length - ready.length + news.held.length;
	const hasTries = Object.keys(tries.next).length > 0;
	// A survey whose list is too short may be settled as well: what it lacks is not old when it comes.
	const isSettled = leftOver === 0 && !hasTries;
	const mustReadAgain = !isSettled || news.isShort;
	return {
		events: oldestFirst(ready.map(({ event }) => event)),
		held: news.held,
		remarks,
		whyNot: list.whyNot,
		memory: {
			...news.memory,
			entryHash: mustReadAgain ? '' : survey.entryHash,
			known: memory.known + [...news.onlyRemembered, ...settled, ...delivered].join(''),
			...(isSettled && { cleanAt: poll.now }),
			...(hasTries && { tries: tries.next }),
		},
	};
}

/** The survey's facts that the filters need. `isFromRecord`: read from the survey's own record, which has the metric. */
async function factsForFilters(
	{ session, survey, test }: SurveyPoll,
	fresh: readonly Interview[],
	filter: RecordFilter,
) {
	const listFacts = factsInList(session, survey);
	const needsMetric = fresh.some(
		({ record }) => filter.verdictOn(record, listFacts) === 'unknownMetric',
	);
	const isFromRecord = test !== undefined || needsMetric;
	const facts = isFromRecord
		? await factsInRecord(session, survey, needsMetric && !test)
		: listFacts;
	return { facts, isFromRecord };
}

interface Filtering {
	filter: RecordFilter;
	/** The survey's. */
	facts: SurveyFacts;
	tries: Tries;
	/** Whether the list shows scores. */
	isScored: boolean;
	/** The survey in a line of n8n's log. */
	label: string;
}

/** Those that pass, and the identities of those that do not (`settled`). All others wait for what the filters need. */
function applyFilters(
	fresh: readonly Interview[],
	{ filter, facts, tries, isScored, label }: Filtering,
) {
	const passing: Interview[] = [];
	const settled: string[] = [];
	let rejected = 0;
	let unscored = 0;
	let withoutMetric = 0;
	for (const interview of fresh) {
		const verdict = filter.verdictOn(interview.record, facts);
		if (verdict === 'passes') {
			passing.push(interview);
			continue;
		}
		if (verdict === 'rejected') {
			settled.push(interview.hash);
			rejected++;
			continue;
		}
		// An anonymous survey shows scores only when enough people have answered: completions wait until its list changes.
		if (verdict === 'noScoreYet' && !isScored) {
			unscored++;
			continue;
		}
		if (tries.countFailure(`score ${interview.hash}`).mayTryAgain) continue;
		// It was tried in enough polls, so it is left out for good.
		settled.push(interview.hash);
		if (verdict === 'unknownMetric') withoutMetric++;
	}
	const whyNothing = rejected > 0 && filter.whyNothingPasses(facts.metric_type);
	const remarks: string[] = [];
	if (whyNothing) remarks.push(`${label}: its completions start no workflow. ${whyNothing}`);
	else if (unscored > 0)
		remarks.push(
			`${label}: the service shows no scores of it yet, as in an anonymous survey until enough people have answered. Completions wait for their scores.`,
		);
	if (withoutMetric > 0)
		remarks.push(
			`${label}: its metric is unknown, so NPS Group and Metric Types cannot be applied. Completions that were left out: ${withoutMetric}.`,
		);
	return { passing, settled, remarks };
}

const readRespondent = RESPONDENT.read;

function eventOf(
	{ hash, at, id, record }: Interview,
	{ survey }: SurveyPoll,
	surveyFacts: SurveyFacts,
	output: OutputChoice,
	linkInMessage: boolean,
): NewEvent {
	const facts = readRespondent(record, surveyFacts);
	const { metric_type, nps_group } = facts;
	const survey_name = facts.survey_name ?? surveyFacts.survey_name;
	/** In both outputs. */
	const added = { metric_type, nps_group, survey_id: survey.id, survey_name, completion_id: hash };
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
	const isSimplified = Object.keys(usualFields(COMPLETION)).every((name) => output.includes(name));
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
