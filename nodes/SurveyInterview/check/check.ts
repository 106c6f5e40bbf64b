/**
 * Check Service: sends a request for each area, and says of its records which facts were found and where, which were
 * not, and which keys were not used. A person writes the credential's Field Names from that.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { read } from '../http/read';
import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { parametersOf } from '../input/parameters';
import { emptinessOf, InputError, notUuid, uuidIn } from '../input/problem';
import { findOperation } from '../operations';
import {
	type CheckOperation,
	type EndpointOperation,
	listOfAnswer,
	listsResource,
} from '../operations/operation';
import { fillPath, type IdentifierName, IDENTIFIERS, isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { runItems } from '../run/run';
import type { RecordList } from '../service/lists';
import { type Kind, RecordReader } from '../service/reader';
import { type InterviewFacts, interviewOf } from '../service/respondents';
import { withoutEnvelope } from '../service/simplified';
import {
	HIDDEN_OR_NOTHING,
	type Status,
	type SurveyFacts,
	type Verdict,
	verdictOn,
} from './verdict';

/**
 * The areas, in the order of the requests and of the output. Each has its operation, and the facts that this package
 * needs of its records, with `|` before one that does as well. While the first is null, there is nothing to see yet.
 */
const AREAS = {
	token: ['token.get', 'scopes workspace'],
	surveys: ['survey.getAll', 'id name metric_type response_count'],
	survey: ['survey.get', 'name metric_type'],
	invitations: ['invitation.getAll', 'id'],
	mailings: ['mailing.getAll', 'id status'],
	respondents: [
		'respondent.getAll',
		'status id completed_at|ended_at score properties name|first_name email external_id',
	],
	conversation: ['respondent.getConversation', 'messages|text'],
	overview: ['result.getOverview', 'score completed started invited distribution'],
	suggestedRange: ['result.getSuggestedRange', 'from to'],
	overTime: ['result.getOverTime', 'score from answers'],
	scores: ['result.getScores', 'score completed_at respondent_id'],
	conclusion: ['result.getConclusion', 'text points'],
	topics: ['result.getTopics', 'mentions|frequency id name'],
	quotes: ['result.getQuotes', 'text sentiment'],
} as const;
type AreaName = keyof typeof AREAS;

interface Area extends Verdict {
	area: string;
}

const areaOf = (area: string, status: Status, sentence: string, details = ''): Area => ({
	...{ area, status, sentence, details },
});

/** An item of the output. The report is long, so only the last one has it. */
const itemOf = (
	{ area, status, sentence, details, said = {} }: Area,
	report: string | null = null,
): JsonObject => ({
	...{ area, status, sentence: said.sentence ?? sentence },
	details: [details, said.details].filter(Boolean).join('\n'),
	report,
});

/** It checks each service once, for the first item that has its credential. */
export async function runCheck(context: IExecuteFunctions, operation: CheckOperation) {
	return await runItems(context, operation, ({ session }) => {
		/** Its first item. */
		let first: number | undefined;
		return {
			read: (item) => {
				first ??= item;
				const isFirst = item === first;
				return isFirst ? surveyIn(parametersOf(context)(item)(CHOSEN.parameter)) : undefined;
			},
			work: async (chosen, item) => {
				if (item !== first) return { status: 'done', items: [] };
				const areas = await new ServiceCheck(session, chosen).areas();
				const all = allOf(areas);
				const isWarning = all.status === 'incomplete' || all.status === 'failed';
				const report = reportOf([all, ...areas]);
				const items = [...areas.map((area) => itemOf(area)), itemOf(all, report)];
				return { status: 'done', items, remarks: { own: { sentence: all.sentence, isWarning } } };
			},
		};
	});
}
const CHOSEN = IDENTIFIERS.survey_id;

function surveyIn(value: unknown): string | undefined {
	if (emptinessOf(value) !== undefined) return undefined;
	const uuid = uuidIn(value);
	if (uuid === undefined) throw new InputError(notUuid(CHOSEN.label, value));
	return uuid;
}

function operationOf(area: AreaName): EndpointOperation {
	const [resource = '', name = ''] = AREAS[area][0].split('.');
	return findOperation(resource, name) as EndpointOperation;
}
const kindOf = (area: AreaName) => operationOf(area).simplified?.kind as Kind;

/** Where the records of a list are; undefined where the answer is one record. */
function listItemsOf(area: AreaName) {
	const { items } = operationOf(area);
	return items?.from === 'pagesWithin' ? undefined : items;
}

/** After so many requests without an answer the others are not sent, because each may take minutes. */
const MAX_UNANSWERED = 2;
const TEN_YEARS_MS = 3653 * 86_400_000;

/** Fourteen requests that only read. One that fails does not stop the others. */
class ServiceCheck {
	private readonly bodies: { [area in AreaName]?: unknown } = {};
	/** The lists in them. */
	private readonly lists: { [area in AreaName]?: RecordList } = {};
	private readonly ids: Partial<Record<IdentifierName, string>>;
	private unanswered = 0;
	/** Why no more requests are sent. */
	private stopped?: string;

	/** @param chosen the survey to check; without it, the one with most responses, or else the newest */
	constructor(
		private readonly session: Session,
		chosen: string | undefined,
	) {
		this.ids = { survey_id: chosen };
	}

	/** @throws {SurveyInterviewError} only when the execution is canceled */
	async areas(): Promise<Area[]> {
		const names = Object.keys(AREAS) as AreaName[];
		const without = new Map<AreaName, Area>();
		for (const name of names) {
			const problem = await this.ask(name);
			if (problem) without.set(name, problem);
		}
		const survey = this.survey();
		return names.map((area) => without.get(area) ?? this.judged(area, survey));
	}

	/** Keeps the answer of an area. @returns the area, if there is no answer that can be read */
	private async ask(area: AreaName): Promise<Area | undefined> {
		const { path, identifiers, required } = operationOf(area);
		if (this.stopped) return areaOf(area, 'failed', this.stopped);
		for (const name of identifiers) this.ids[name] ??= this.idsFor(name).find(isUuid);
		const missing = identifiers.find((name) => this.ids[name] === undefined);
		if (missing) {
			const { record } = IDENTIFIERS[missing];
			const status = this.lists[`${record}s` as AreaName] ? 'empty' : 'failed';
			return areaOf(area, status, `Not checked: no ${record} is known to ask for.`);
		}
		const query = required && this.range();
		const body = await read(this.session, fillPath(path, this.ids), query).catch(
			(error: unknown) => error as Error,
		);
		const isFailed = body instanceof SurveyInterviewError && !this.session.signal?.aborted;
		if (isFailed) return this.failed(area, body);
		if (body instanceof Error) throw body;
		this.unanswered = 0;
		this.bodies[area] = body;
		const items = listItemsOf(area);
		const list = items && listOfAnswer(body, items);
		if (list?.kind === 'list') this.lists[area] = list;
		return undefined;
	}

	private failed(area: AreaName, { message, description, facts }: SurveyInterviewError): Area {
		const { status, code, failure } = facts;
		if (code === 'segment_suppressed') return areaOf(area, 'empty', HIDDEN_OR_NOTHING);
		this.unanswered = status === undefined ? this.unanswered + 1 : 0;
		if (failure?.cause === 'rate-limited' || this.unanswered === MAX_UNANSWERED)
			this.stopped = `Not checked, because the request of ${area} failed. Run it again later.`;
		const answered = status === undefined ? '' : `HTTP status: ${status}`;
		const sentence = [message, description].filter(Boolean).join(' ');
		return { ...areaOf(area, 'failed', 'The request failed.', answered), said: { sentence } };
	}

	/** The range that the service suggests, or else the last ten years. */
	private range(): JsonObject {
		const { from, to } = this.facts('suggestedRange');
		const now = Date.now();
		return {
			range_start: from ?? new Date(now - TEN_YEARS_MS).toISOString(),
			range_end: to ?? new Date(now).toISOString(),
		};
	}

	/** Values of earlier answers for an identifier in a path, the best first. */
	private idsFor(name: IdentifierName): unknown[] {
		if (name === 'topic_id') return this.rows('topics').map(({ id }) => id);
		if (name === 'respondent_id') return this.completed().map(({ id }) => id);
		const surveys = this.rows('surveys').filter(({ id }) => isUuid(id));
		const byResponses = surveys.toSorted(
			(one, other) => Number(other.response_count) - Number(one.response_count),
		);
		return [byResponses[0]?.id, this.facts('token').survey_id];
	}

	/** The one record of an area; an empty one where there is none. */
	private record(area: AreaName): JsonObject {
		const body = this.bodies[area];
		return withoutEnvelope(isObject(body) ? body : {});
	}

	private facts(area: AreaName): JsonObject {
		return new RecordReader(kindOf(area)).in(this.record(area));
	}

	/** The facts of each record in the list of an area. */
	private rows(area: AreaName): JsonObject[] {
		const reader = new RecordReader(kindOf(area));
		return (this.lists[area]?.records ?? []).map((record) => reader.in(record));
	}

	/** The completed interviews of the survey. */
	private completed(): InterviewFacts[] {
		const interviews = (this.lists.respondents?.records ?? []).map(interviewOf);
		return interviews.filter(({ completed }) => completed);
	}

	/** What the survey's records say of it. */
	private survey(): SurveyFacts {
		const listed = this.rows('surveys').find(({ id }) => id === this.ids.survey_id) ?? {};
		const own = this.facts('survey');
		const responses = Number(own.response_count ?? listed.response_count ?? 0);
		const isAnonymous = (own.anonymous ?? listed.anonymous) === true;
		return { isAnonymous, responses, completed: this.completed().length };
	}

	private judged(area: AreaName, survey: SurveyFacts): Area {
		const list = this.lists[area];
		if (!list && listItemsOf(area))
			return areaOf(area, 'incomplete', 'The answer has no list of records.');
		const [, needed] = AREAS[area];
		const { participantLink } = this.session;
		const isPage = !listsResource(operationOf(area));
		const answer = { kind: kindOf(area), body: this.bodies[area], list, isPage };
		return { area, ...verdictOn({ ...answer, needed, survey, participantLink }) };
	}
}

/** The worst first, which counts for all areas together. */
const STATUSES: readonly Status[] = ['failed', 'incomplete', 'fine', 'empty'];

/** All areas together: `10 of 14 areas are fine; failed: mailings; empty: conclusion, quotes.` */
function allOf(areas: readonly Area[]): Area {
	const namesOf = (status: Status) =>
		areas.flatMap((one) => (one.status === status ? [one.area] : []));
	const others = STATUSES.filter((status) => status !== 'fine' && namesOf(status).length > 0).map(
		(status) => `; ${status}: ${namesOf(status).join(', ')}`,
	);
	const sentence = `${namesOf('fine').length} of ${areas.length} areas are fine${others.join('')}.`;
	return areaOf('all', STATUSES.find((status) => namesOf(status).length > 0) ?? 'fine', sentence);
}

/** All areas as text, without any value of the service. */
function reportOf(areas: readonly Area[]): string {
	const sections = areas.map(({ area, status, sentence, details }) =>
		[`## ${area}: ${status}`, sentence, details].filter(Boolean).join('\n'),
	);
	const title = 'Survey Interview, Check Service: keys and types of the answers, without any value';
	return [title, ...sections].join('\n\n');
}
