/**
 * Check Service: asks for records of each kind, and says which facts were found and where, which were not, and which
 * keys were not used. A person writes the credential's Field Names from that.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { read } from '../http/read';
import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { parameterReader } from '../input/parameters';
import { isEmpty, readUuid } from '../input/problem';
import { findOperation } from '../operations';
import {
	type CheckOperation,
	type EndpointOperation,
	listOfAnswer,
	listsResource,
} from '../operations/operation';
import { fillPath, type IdentifierName, IDENTIFIERS, isUuid } from '../service/identifiers';
import { type JsonObject, objectIn } from '../service/json';
import { runItems } from '../run/run';
import { KINDS } from '../service/kinds';
import { listInRecord, type RecordList } from '../service/lists';
import { type Kind, RecordReader } from '../service/reader';
import { type InterviewFacts, interviewOf } from '../service/respondents';
import { withoutEnvelope } from '../service/simplified';
import { PROPERTY_LISTS, THEME_LISTS } from '../service/surveys';
import { shownKey } from '../service/unusedKeys';
import {
	type Found,
	joinPath,
	type NeededFacts,
	NOTHING_YET_OR_HIDDEN,
	type Status,
	STATUS_WORDS,
	type Verdict,
	verdictOn,
} from './verdict';

/**
 * The areas, in the order of the requests and of the output. Each has the operation that reads it, and the facts that
 * this package needs of its records (`NeededFacts`).
 */
const AREAS = {
	token: { operation: 'token.get', needed: 'scopes workspace' },
	surveys: { operation: 'survey.getAll', needed: 'id name metric_type response_count' },
	survey: { operation: 'survey.get', needed: 'name metric_type' },
	invitations: { operation: 'invitation.getAll', needed: 'id' },
	mailings: { operation: 'mailing.getAll', needed: 'id status' },
	respondents: {
		operation: 'respondent.getAll',
		needed: 'status id completed_at|ended_at score properties name|first_name email external_id',
	},
	conversation: { operation: 'respondent.getConversation', needed: 'messages|text' },
	overview: {
		operation: 'result.getOverview',
		needed: 'score completed started invited distribution',
	},
	suggestedRange: { operation: 'result.getSuggestedRange', needed: 'from to' },
	overTime: { operation: 'result.getOverTime', needed: 'score from answers' },
	scores: { operation: 'result.getScores', needed: 'score completed_at respondent_id' },
	conclusion: { operation: 'result.getConclusion', needed: 'text points' },
	topics: { operation: 'result.getTopics', needed: 'mentions|frequency id name' },
	quotes: { operation: 'result.getQuotes', needed: 'text sentiment' },
} as const;
type AreaName = keyof typeof AREAS;

function operationOf(area: AreaName): EndpointOperation {
	const [resource = '', name = ''] = AREAS[area].operation.split('.');
	return findOperation(resource, name) as EndpointOperation;
}
const kindOf = (area: AreaName) => operationOf(area).simplified?.kind as Kind;

/** Records inside the one record of an area: their kind, what is needed of them, and likely names of their list. */
const INNER_LISTS: {
	[area in AreaName]?: Array<[kind: Kind, needed: NeededFacts, names: readonly string[]]>;
} = {
	survey: [
		[KINDS.theme, 'id name', THEME_LISTS],
		[KINDS.property, 'id key|name', PROPERTY_LISTS],
	],
	conversation: [
		[KINDS.message, 'role|is_participant text', KINDS.conversation.facts.messages.keys],
	],
	conclusion: [[KINDS.point, 'text', KINDS.conclusion.facts.points.keys]],
};

/** An item of the output: what was found in the answer to a request, or in the records inside it. */
interface Area extends Verdict {
	area: string;
	/** Why the request failed. It is not for the report, because the service's own words may name people. */
	reason?: string;
}

/** Runs the operation. Each credential is checked once, for the first item that has it; its other items get nothing. */
export async function runCheck(context: IExecuteFunctions, operation: CheckOperation) {
	return await runItems(context, operation, ({ session }) => {
		let firstItem: number | undefined;
		return {
			read: (item) => {
				firstItem ??= item;
				const survey = IDENTIFIERS.survey_id;
				const chosen =
					item === firstItem ? parameterReader(context)(item)(survey.parameter) : undefined;
				if (isEmpty(chosen)) return undefined;
				return readUuid(chosen, survey.label);
			},
			work: async (surveyId, item) => {
				if (item !== firstItem) return { status: 'done', items: [] };
				const areas = await new ServiceCheck(session, surveyId).areas();
				const summary = summaryOf(areas);
				const isWarning = summary.status === 'incomplete' || summary.status === 'failed';
				const summaryRemark = { sentence: summary.sentence, isWarning };
				const report = reportOf([summary, ...areas]);
				const items = [...areas.map((area) => itemOf(area)), itemOf(summary, report)];
				return { status: 'done', items, remarks: { note: summaryRemark } };
			},
		};
	});
}

/** After so many requests in a row without an answer, no other is sent, because each may take minutes. */
const MAX_UNANSWERED = 2;
const TEN_YEARS_MS = 3653 * 86_400_000;

/** Fourteen requests that only read. One that fails does not stop the others. */
class ServiceCheck {
	private readonly found: { [area in AreaName]?: Found } = {};
	/** The completed interviews of the survey. */
	private completed: InterviewFacts[] = [];
	private readonly ids: Partial<Record<IdentifierName, string>>;
	private unansweredInRow = 0;
	/** Why no more requests are sent, as a sentence. */
	private stopReason?: string;

	/** @param surveyId the survey to check; without it, the one with most responses, or else the newest */
	constructor(
		private readonly session: Session,
		surveyId: string | undefined,
	) {
		this.ids = { survey_id: surveyId };
	}

	/** @throws {SurveyInterviewError} only when the execution is canceled */
	async areas(): Promise<Area[]> {
		const areas: Area[] = [];
		for (const area of Object.keys(AREAS) as AreaName[])
			areas.push(...(await this.checkArea(area)));
		return areas;
	}

	private async checkArea(area: AreaName): Promise<Area[]> {
		const operation = operationOf(area);
		const { path, identifiers, required } = operation;
		if (this.stopReason) return [{ area, status: 'failed', sentence: this.stopReason }];
		for (const name of identifiers) this.ids[name] ??= this.findId(name);
		const missing = identifiers.find((name) => this.ids[name] === undefined);
		if (missing) {
			const list = LIST_WITH[missing];
			// A list that was read has no such record yet.
			const status = list && this.found[list] ? 'empty' : 'failed';
			const { recordName } = IDENTIFIERS[missing];
			return [{ area, status, sentence: `Not checked: no ${recordName} is known to ask for.` }];
		}
		// Of the operations that are checked, only results have required fields, and these are a range.
		const query = required ? this.resultRange() : undefined;
		const answer = await read(this.session, fillPath(path, this.ids), query).catch(
			(error: unknown) => error as Error,
		);
		// A canceled execution ends the whole check; any other error of a request is that of this area alone.
		const isCanceled = this.session.signal?.aborted === true;
		if (answer instanceof SurveyInterviewError && !isCanceled)
			return [this.failedArea(area, answer)];
		if (answer instanceof Error) throw answer;
		this.unansweredInRow = 0;
		const found = foundIn(answer, operation);
		if (!found)
			return [{ area, status: 'incomplete', sentence: 'The answer has no list of records.' }];
		this.found[area] = found;
		if (area === 'respondents')
			this.completed = found.records.map(interviewOf).filter(({ completed }) => completed);
		const survey = this.checkedSurvey();
		const innerLists = INNER_LISTS[area] ?? [];
		return [
			{ area, ...verdictOn(kindOf(area), AREAS[area].needed, found, survey) },
			...innerLists.flatMap(([kind, needed, names]) => {
				const list = listInRecord(found.records[0], names);
				if (list.kind !== 'list' || list.records.length === 0) return [];
				const at = joinPath(found.at, pathOfList(list));
				const verdict = verdictOn(kind, needed, { ...list, at, isList: true }, survey);
				return [{ area: kind.name, ...verdict }];
			}),
		];
	}

	private failedArea(area: AreaName, { message, description, facts }: SurveyInterviewError): Area {
		const { status, code, failure } = facts;
		if (code === 'segment_suppressed')
			return { area, status: 'empty', sentence: NOTHING_YET_OR_HIDDEN };
		this.unansweredInRow = status === undefined ? this.unansweredInRow + 1 : 0;
		if (failure?.cause === 'rate-limited' || this.unansweredInRow === MAX_UNANSWERED)
			this.stopReason = `Not checked, because the request of ${area} failed. Run it again later.`;
		return {
			area,
			status: 'failed',
			sentence: 'The request failed.',
			details: { 'HTTP status': status === undefined ? [] : [String(status)] },
			reason: [message, description].filter(Boolean).join(' '),
		};
	}

	/** The range that the service suggests, or else the last ten years. */
	private resultRange(): JsonObject {
		const [suggested] = this.factsOf('suggestedRange');
		const now = Date.now();
		return {
			range_start: suggested?.from ?? new Date(now - TEN_YEARS_MS).toISOString(),
			range_end: suggested?.to ?? new Date(now).toISOString(),
		};
	}

	/** An ID for a path, from the answers so far. */
	private findId(name: IdentifierName): string | undefined {
		if (name === 'topic_id') return idsIn(this.factsOf('topics'))[0];
		if (name === 'respondent_id') return idsIn(this.completed)[0];
		// The list is newest first, which stays the order among surveys with equal counts or none.
		const surveys = this.factsOf('surveys').sort(
			(left, right) => Number(right.response_count) - Number(left.response_count),
		);
		// A token that is restricted to one survey may not see the list.
		const tokenSurveys = this.factsOf('token').map(({ survey_id: id }) => ({ id }));
		return idsIn([...surveys, ...tokenSurveys])[0];
	}

	/** The facts of each record in the answer of an area. */
	private factsOf(area: AreaName): JsonObject[] {
		const reader = new RecordReader(kindOf(area));
		return (this.found[area]?.records ?? []).map((record) => reader.factsIn(record));
	}

	/** What the answers so far say about the survey that is checked. */
	private checkedSurvey() {
		const listed = this.factsOf('surveys').find(({ id }) => id === this.ids.survey_id);
		const [surveyFacts] = this.factsOf('survey');
		return {
			isAnonymous: (surveyFacts?.anonymous ?? listed?.anonymous) === true,
			responses: surveyFacts?.response_count ?? listed?.response_count,
			completed: this.completed.length,
			participantLink: this.session.participantLink,
		};
	}
}

/** The list in which the ID for a path is looked for. */
const LIST_WITH: Partial<Record<IdentifierName, AreaName>> = {
	survey_id: 'surveys',
	respondent_id: 'respondents',
	topic_id: 'topics',
};

const idsIn = (records: ReadonlyArray<{ id?: unknown }>) =>
	records.map(({ id }) => id).filter(isUuid);

/** The records of an answer; undefined if it should have a list of them and has none. */
function foundIn(body: unknown, operation: EndpointOperation): Found | undefined {
	const { items } = operation;
	// A record with a list in it is read as a record.
	if (items && items.from !== 'pagesInRecord') {
		const list = listOfAnswer(body, items);
		if (list.kind !== 'list') return undefined;
		// In other answers a total may count something else, so only Get Many can be partial.
		const isPartial = list.isPartial && listsResource(operation);
		return { at: pathOfList(list), records: list.records, isList: true, isPartial };
	}
	const answer = objectIn(body);
	const record = withoutEnvelope(answer);
	// The key under which the record stands; none if it is the answer itself.
	const envelope = Object.keys(answer).find((key) => answer[key] === record) ?? '';
	return { at: envelope, records: [record] };
}

const pathOfList = ({ path }: RecordList) => `${path.map(shownKey).join('.')}[]`;

/**
 * The first of these that any area has is the status of all together. Some empty areas beside fine ones are no fault,
 * so `empty` is the last.
 */
const STATUS_ORDER: readonly Status[] = ['failed', 'incomplete', 'fine', 'empty'];

/** All areas together: `13 of 16 areas are fine; failed: mailings; empty: conclusion, quotes.` */
function summaryOf(areas: readonly Area[]): Area {
	const namesOf = (status: Status) =>
		areas.filter((area) => area.status === status).map(({ area }) => area);
	const presentStatuses = STATUS_ORDER.filter((status) => namesOf(status).length > 0);
	const otherStatuses = presentStatuses
		.filter((status) => status !== 'fine')
		.map((status) => `; ${status}: ${namesOf(status).join(', ')}`);
	const sentence = `${namesOf('fine').length} of ${areas.length} areas are fine${otherStatuses.join('')}.`;
	return { area: 'all', status: presentStatuses[0] ?? 'fine', sentence };
}

/** An item of the output. Only the last one has the report, because it is long. */
const itemOf = (
	{ area, status, sentence, details, reason }: Area,
	report: string | null = null,
): JsonObject => ({
	area,
	status,
	// Who runs the check may read the service's words; the report, which may be passed on, has only the sentence.
	sentence: reason ?? sentence,
	details: linesOf(details),
	report,
});

/** All areas as text, without any value of the service. */
function reportOf(areas: readonly Area[]): string {
	const sections = areas.map(({ area, status, sentence, details }) => {
		// The words for a status are values of the service, so their line is left out.
		const lines = linesOf({ ...details, [STATUS_WORDS]: [] });
		return [`## ${area}: ${status}`, sentence, lines].filter(Boolean).join('\n');
	});
	const title = 'Survey Interview, Check Service: keys and types of the answers, without any value';
	return [title, ...sections].join('\n\n');
}

/** One line for each list that has anything in it: `Not found: name, score`. */
const linesOf = (lists: Verdict['details'] = {}): string =>
	Object.entries(lists)
		.flatMap(([name, texts]) => (texts.length > 0 ? [`${name}: ${texts.join(', ')}`] : []))
		.join('\n');
