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
	COMPLETION_NOTICES,
	COMPLETION_OPTIONS,
	type CompletionOptions,
} from '../completionOptions';
import { type CompletionList, type Interview, readCompletions } from '../completions';
import { addConversations, type ConversationOptions, WITHOUT } from '../conversations';
import { type Draft, type Looked, oldestFirst, type SurveyPoll, type TriggerEvent } from '../event';
import { factsInList, factsInRecord, type SurveyFacts, surveyLabel } from '../reading';
import { identitiesIn, identityOf, whatIsNew } from '../whatIsNew';
import { Reasons } from '../whyNot';

/** After this many polls without success, a completion is decided without what it lacks. */
const MAX_TRIES = 3;

/** What the event shows, and only Selected Fields of a respondent. */
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
	more: ['status', ...RESPONDENT.more.filter((name) => !SHOWN.includes(name))],
};

export const interviewCompleted: TriggerEvent = {
	value: 'interviewCompleted',
	label: 'Interview Completed',
	description: 'Someone has completed an interview; each completion starts the workflow once',
	notices: COMPLETION_NOTICES,
	noTestEvent:
		'There is no completed interview for this trigger yet: complete one in the service, then fetch again.',
	item: 'each respondent who has completed the interview',
	output: COMPLETION,
	options: COMPLETION_OPTIONS,
	filters: COMPLETION_FILTERS.flatMap(({ fields }) => fields),
	configure(given, checker, output) {
		const {
			completedStatuses,
			quoteInMessage = false,
			// A quote comes from the conversation.
			includeConversation = quoteInMessage,
			linkInMessage = false,
			maxTranscript,
			propertiesAsColumns: asColumns,
		} = readOptions<CompletionOptions>(COMPLETION_OPTIONS, given.options, checker);
		const filter = readRecordFilter(COMPLETION_FILTERS, given.filters, checker);
		const statuses = completedStatuses.map(textKey).join('\n');
		if (!includeConversation) refuseConversation(output, quoteInMessage);
		const conversation = { output, maxTranscript, quoteInMessage };
		const settings: Settings = {
			...{ output, filter, linkInMessage },
			...(includeConversation && { conversation }),
		};
		return {
			asColumns,
			nothingOf: filter.nothingOf,
			...(linkInMessage && { checkSession: refuseWithoutPage }),
			request: (surveyId) => ({
				path: `/surveys/${surveyId}/respondents`,
				listNames: ['respondents'],
			}),
			async readerFor({ session, survey, memory, isBeginning, test }) {
				const known = await identitiesIn(memory.known);
				const newReader = () => new InterviewReader(statuses);
				const search = { surveyId: survey.id, known, meeting: memory.met, isBeginning };
				if (!test)
					return async (records) =>
						await readCompletions(records, { ...search, reader: newReader() });
				const facts = await factsInRecord(session, survey);
				const saved = await identitiesIn(test.saved?.known ?? '');
				const isKnown = (id: string) => saved.has(identityOf(survey.id, id));
				const verdictOn = (record: JsonObject) => filter.passes(record, facts);
				return async (records) => {
					const reasons = new Reasons(newReader(), verdictOn, isKnown);
					return await readCompletions(records, { ...search, reader: newReader(), reasons });
				};
			},
			look: async (poll, answer) => await look(poll, answer as CompletionList, settings),
		};
	},
};

interface Settings {
	output: OutputChoice;
	filter: RecordFilter;
	linkInMessage: boolean;
	/** Absent without Include Conversation. */
	conversation?: ConversationOptions;
}

/** How often something was tried in vain in earlier polls, and with this one. */
class Tries {
	/** With this poll. */
	readonly next: Record<string, number> = {};

	constructor(private readonly before: Record<string, number> = {}) {}

	of(key: string): number {
		return this.before[key] ?? 0;
	}

	/** @returns whether it has been tried often enough */
	isLast(key: string): boolean {
		const count = this.of(key) + 1;
		if (count < MAX_TRIES) this.next[key] = count;
		return count >= MAX_TRIES;
	}
}

async function look(
	poll: SurveyPoll,
	list: CompletionList,
	{ output, filter, linkInMessage, conversation }: Settings,
): Promise<Looked> {
	const { session, survey, memory, room, test, wholeMs } = poll;
	const expected = Number(survey.facts.response_count ?? 0);
	const news = whatIsNew(list, memory, { expected, oldAtOnce: poll.oldAtOnce });
	if (news.memory.met) return { events: [], memory: { ...memory, entry: '', ...news.memory } };

	const tries = new Tries(memory.tries);
	const { facts, isOfRecord, ready, settled, remarks } = await filtered(poll, list, news.fresh, {
		...{ filter, tries },
	});
	ready.sort((a, b) => (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER));
	// Of a test, the newest ones are examples.
	const taken = test ? ready.slice(-room) : ready.slice(0, room);
	const isEnough = isOfRecord || taken.length === 0;
	const ofSurvey = isEnough ? facts : await factsInRecord(session, survey);
	const interviews = new Map(
		taken.map((one) => [draftOf(one, poll, ofSurvey, output, linkInMessage), one]),
	);
	const interviewOf = (draft: Draft) => interviews.get(draft) as Interview;
	const drafts = [...interviews.keys()];

	const all = drafts.map((draft) => ({ draft, event: draft }));
	const triesKey = (draft: Draft) => `conversation ${interviewOf(draft).hash}`;
	const {
		ready: events,
		failed,
		refusal,
	} = conversation
		? await addConversations(drafts, {
				...conversation,
				...{ session, wholeMs: test ? Infinity : wholeMs },
				pathOf: (draft) => conversationPath(survey.id, interviewOf(draft).id),
				triesOf: (draft) => tries.of(triesKey(draft)),
				maxTries: test ? 1 : MAX_TRIES,
			})
		: { ready: all, failed: [] };
	if (refusal && events.length === 0) throw refusal;
	if (refusal) remarks.push(`conversations could not be read in this poll: ${refusal.message}`);
	for (const draft of failed) tries.isLast(triesKey(draft));

	const delivered = events.map(({ draft }) => interviewOf(draft).hash);
	const leftOver = ready.length - events.length + news.held.length;
	const isDone = leftOver === 0 && Object.keys(tries.next).length === 0;
	return {
		events: oldestFirst(events.map(({ event }) => event)),
		held: news.held,
		remarks,
		whyNot: list.whyNot,
		memory: {
			...news.memory,
			entry: isDone && !news.isShort ? survey.entry : '',
			known: memory.known + [...news.known, ...settled, ...delivered].join(''),
			...(isDone && { cleanAt: poll.now }),
			...(Object.keys(tries.next).length > 0 && { tries: tries.next }),
		},
	};
}

/** Applies the filters to new completions. `settled` are the identities of those that do not pass. */
async function filtered(
	{ session, survey, test }: SurveyPoll,
	{ isScored }: CompletionList,
	fresh: readonly Interview[],
	{ filter, tries }: { filter: RecordFilter; tries: Tries },
) {
	const inList = factsInList(session, survey);
	const needsMetric = fresh.some(({ record }) => filter.passes(record, inList) === 'metric');
	const isOfRecord = test !== undefined || needsMetric;
	const facts = isOfRecord ? await factsInRecord(session, survey, needsMetric && !test) : inList;
	const verdictOn = ({ record }: Interview) => filter.passes(record, facts);
	const ready: Interview[] = [];
	const settled: string[] = [];
	let rejected = 0;
	let unscored = 0;
	let withoutMetric = 0;
	for (const one of fresh) {
		const verdict = verdictOn(one);
		if (verdict === true) ready.push(one);
		else if (verdict === false) {
			settled.push(one.hash);
			rejected++;
		}
		// An anonymous survey shows scores only when enough people have answered: they wait until its list changes.
		else if (verdict === undefined && !isScored) unscored++;
		else if (tries.isLast(`score ${one.hash}`)) {
			settled.push(one.hash);
			if (verdict === 'metric') withoutMetric++;
		}
	}
	const label = `survey ${surveyLabel(survey)}`;
	const nothing = rejected > 0 && filter.nothingOf(facts.metric_type);
	const remarks: string[] = [];
	if (nothing) remarks.push(`${label}: its completions start no workflow. ${nothing}`);
	else if (unscored > 0)
		remarks.push(
			`${label}: the service shows no scores of it yet, as in an anonymous survey until enough people have answered. Completions wait for their scores.`,
		);
	if (withoutMetric > 0)
		remarks.push(
			`${label}: its metric is unknown, so NPS Group and Metric Types cannot be applied. Completions that were left out: ${withoutMetric}.`,
		);
	return { facts, isOfRecord, ready, settled, remarks };
}

const readRespondent = RESPONDENT.reader();

function draftOf(
	{ hash, at, id, record }: Interview,
	{ survey }: SurveyPoll,
	known: SurveyFacts,
	output: OutputChoice,
	linkInMessage: boolean,
): Draft {
	const facts = readRespondent(record, known);
	const { metric_type, nps_group } = facts;
	const survey_name = facts.survey_name ?? known.survey_name;
	const of = { metric_type, nps_group, survey_id: survey.id, survey_name, completion_id: hash };
	const score = typeof facts.score === 'number' ? twoDecimals(facts.score) : null;
	const line = completionMessage({ ...facts, ...of, score }, survey.facts.anonymous === true);
	const message = linkInMessage ? withLink(line, facts.link) : line;
	const completed_at = facts.completed_at ?? (at === undefined ? null : new Date(at).toISOString());
	const own = { message, ...facts, id: facts.id ?? id ?? null, completed_at };
	const json = { ...(output === 'everything' ? withMessage(message, record) : own), ...of };
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
	const isUsual = Object.keys(usualFields(COMPLETION)).every((name) => output.includes(name));
	const field = [...Object.keys(WITHOUT), 'conversation_error'].find((name) =>
		output.includes(name),
	);
	if (field && !isUsual)
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
