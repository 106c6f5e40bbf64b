/** The requests of Check Service, one after the other, with what each needs from earlier answers. */
import { interviewOf } from '../facts/respondentFacts';
import { TOPICS } from '../facts/topicFacts';
import { dataIn } from '../facts/unreadKeys';
import { read } from '../http/call';
import { type ErrorFacts, isNotFound, SurveyInterviewError, TOO_DEEP } from '../http/errors';
import { inTime } from '../http/timing';
import type { Session } from '../http/session';
import { fillPath, type IdentifierName, IDENTIFIERS, isUuid } from '../records/identifiers';
import { isTooDeep, type JsonObject } from '../records/json';
import { counted } from '../records/scalars';
import { type Area, interviewsIn, judged, type Scene, type AreaVerdict } from './area';
import { type AreaName, AREAS, factsIn, listIn, operationOf, recordIn } from './answers';

/** The answer to a request, or a verdict without one. */
type Asked = { body: unknown } | AreaVerdict;

/** Each survey costs a request, so only the newest are read. */
const MAX_SURVEYS = 20;
/** After so many requests without an answer the others are not sent, because each may take minutes. */
const MAX_UNANSWERED = 2;
const TEN_YEARS_MS = 3653 * 86_400_000;

type Ids = Partial<Record<IdentifierName, string>>;

const verdict = (status: AreaVerdict['status'], sentence: string): AreaVerdict => ({
	status,
	sentence,
});
const notChecked = (why: string) => verdict('notLookedAt', `Not checked: ${why}.`);

/**
 * Sends fourteen requests that only read, and one for each further survey unless a survey is chosen. A request that
 * fails does not stop the others.
 */
export class Look {
	private readonly asked: { [area in AreaName]?: Asked } = {};
	private readonly ids: Ids;
	/** The verdict on all further requests, once nothing more is sent. */
	private stopped?: AreaVerdict;
	private unanswered = 0;

	/** @param chosen the survey to check; without it, the one with most responses, or else the newest */
	constructor(
		private readonly session: Session,
		private readonly chosen: string | undefined,
	) {
		this.ids = { survey_id: chosen };
	}

	/** @throws {SurveyInterviewError} only when the execution is canceled */
	async areas(): Promise<Area[]> {
		const names = Object.keys(AREAS) as AreaName[];
		for (const area of names) {
			const needed = operationOf(area).identifiers;
			for (const name of needed) this.ids[name] ??= this.idsFor(name).find(isUuid);
			const missing = needed.find((name) => this.ids[name] === undefined);
			const isAsked = this.stopped !== undefined || missing === undefined;
			this.asked[area] = isAsked ? await this.get(area, this.ids) : this.without(missing);
		}
		const trigger = await this.trigger();
		const isData = dataIn(names.map((area) => this.body(area)));
		const { scene } = this;
		const areas = names.map((area): Area => {
			const asked = this.asked[area] as Asked;
			return 'body' in asked
				? judged(area, asked.body, scene, isData)
				: { area, ...asked, details: {} };
		});
		return [...areas, trigger];
	}

	private async get(area: AreaName, ids: Ids): Promise<Asked> {
		if (this.stopped) return this.stopped;
		const operation = operationOf(area);
		const path = fillPath(operation.path, ids);
		const body = await read(this.session, path, operation.required && this.range()).catch(
			(error: unknown) => error as Error,
		);
		const isFailed = body instanceof SurveyInterviewError && !this.session.signal?.aborted;
		if (isFailed) return this.failed(body.facts);
		if (body instanceof Error) throw body;
		this.unanswered = 0;
		return isTooDeep(body) ? verdict('notUnderstood', TOO_DEEP.message) : { body };
	}

	private failed(facts: ErrorFacts): AreaVerdict {
		const { status, failure } = facts;
		this.unanswered = status === undefined ? this.unanswered + 1 : 0;
		const limit = failure?.cause === 'rate-limited' ? failure : undefined;
		if (limit || this.unanswered === MAX_UNANSWERED) {
			const why = limit ? 'limits how many requests it answers' : 'did not answer earlier requests';
			const ms = limit?.retryAfterMs;
			const when = ms === undefined ? 'later' : inTime(ms, this.session.timeZone);
			this.stopped = notChecked(`the service ${why}. Run it again ${when}`);
		}
		return this.stopped ?? refusal(facts);
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

	/** The verdict on an area that needs an ID which no answer has. */
	private without(name: IdentifierName): AreaVerdict {
		const { record } = IDENTIFIERS[name];
		const { completed, isAnonymous } = this.scene;
		const known = this.rows(`${record}s` as AreaName);
		// An anonymous survey may hide the IDs of those who answered.
		const isEmpty = completed === 0 || known?.length === 0 || (known && isAnonymous);
		const { status, sentence } = notChecked(`no ${record} is known to ask for`);
		return verdict(isEmpty ? 'empty' : status, sentence);
	}

	/** Values of earlier answers for an identifier in a path, the best first. */
	private idsFor(name: IdentifierName): unknown[] {
		if (name === 'survey_id') {
			const [most] = [...this.surveys].sort(
				(one, other) => Number(other.response_count) - Number(one.response_count),
			);
			return [most?.id, this.facts('token').survey_id];
		}
		if (name === 'topic_id')
			return (TOPICS.recordsIn?.(this.body('topics')) ?? []).map(({ id }) => id);
		const interviews = (this.rows('respondents') ?? []).map(interviewOf);
		return interviews.filter(({ completed }) => completed).map(({ id }) => id);
	}

	private body(area: AreaName): unknown {
		const asked = this.asked[area];
		return asked && 'body' in asked ? asked.body : undefined;
	}

	private readonly rows = (area: AreaName) => listIn(area, this.body(area))?.records;
	private readonly facts = (area: AreaName) =>
		factsIn(area, recordIn(area, this.body(area)).record);

	/** The facts of each survey that has an ID in the list. */
	private get surveys(): JsonObject[] {
		return (this.rows('surveys') ?? []).flatMap((row) => {
			const facts = factsIn('surveys', row);
			return isUuid(facts.id) ? [{ ...facts, id: facts.id.toLowerCase() }] : [];
		});
	}

	private get scene(): Scene {
		const own = this.surveys.find(({ id }) => id === this.ids.survey_id) ?? {};
		const told = [this.facts('survey'), own];
		const list = listIn('respondents', this.body('respondents'));
		const { completed } = interviewsIn(list, 0);
		// The highest count, because some may be older. If respondents are listed and none counts as completed, the
		// number is unknown.
		const counts = [
			completed || (list?.records.length === 0 ? 0 : null),
			...told.map(({ response_count: count }) => count),
			this.facts('overview').completed,
		].filter((one) => typeof one === 'number');
		const flags = told.map(({ anonymous }) => anonymous);
		return {
			participantLink: this.session.participantLink,
			isAnonymous: flags.find((one) => typeof one === 'boolean'),
			completed: counts.length > 0 ? Math.max(...counts) : undefined,
		};
	}

	/** The area about all surveys: how many interviews the trigger counts as completed, and problems with that. */
	private async trigger(): Promise<Area> {
		const { chosen, ids } = this;
		const listed = this.surveys.filter(({ id }) => chosen === undefined || id === chosen);
		const known: JsonObject[] = listed.length === 0 && chosen ? [{ id: chosen }] : listed;
		const surveys = [];
		for (const { id, name = null, response_count } of known.slice(0, MAX_SURVEYS)) {
			const survey_id = String(id);
			const own = survey_id === ids.survey_id ? this.asked.respondents : undefined;
			const asked = own ?? (await this.get('respondents', { survey_id }));
			const seen =
				'body' in asked
					? interviewsIn(listIn('respondents', asked.body), response_count)
					: { completed: null, problem: asked.sentence };
			surveys.push({ survey_id, survey_name: name, ...seen });
		}
		const area = 'trigger';
		if (surveys.length === 0) return { area, ...this.without('survey_id'), details: {} };
		const problems = new Set(surveys.flatMap(({ problem }) => problem ?? []));
		const counts = surveys.flatMap(({ completed }) => completed ?? []);
		const all = counts.reduce((sum, completed) => sum + completed, 0);
		const isUnseen = counts.length === 0;
		const seen = `The trigger sees ${counted(all, 'completed interview')} in ${counted(counts.length, 'survey')}.`;
		return {
			area,
			status: problems.size === 0 ? 'fine' : isUnseen ? 'notLookedAt' : 'limited',
			sentence: [...(isUnseen ? [] : [seen]), ...problems].join(' '),
			details: { surveys },
		};
	}
}

/** By the code of an error, or else by its status. */
const NOT_ALLOWED = new Map([
	['insufficient_scope', 'The token lacks a scope to read this.'],
	['401', 'The service refuses the token (401): it may be revoked or expired.'],
	['402', 'Billing blocks this (402): an administrator can resolve it.'],
	['403', 'The token may lack a scope to read this (403), or be restricted to another survey.'],
]);

/** The verdict on a request that failed, without the words of the service, which may name people. */
function refusal(facts: ErrorFacts): AreaVerdict {
	const { status = 0, code = '' } = facts;
	const refused = NOT_ALLOWED.get(code) ?? NOT_ALLOWED.get(String(status));
	if (code === 'segment_suppressed')
		return verdict('empty', 'The anonymous survey hides this while too few people have answered.');
	if (refused) return verdict('notAllowed', refused);
	if (isNotFound(facts))
		return verdict('notAllowed', 'This does not exist, or the token is restricted to others.');
	if (status === 0) return notChecked('the service did not answer');
	if (status >= 500) return notChecked(`the service failed (${status})`);
	const what = status < 400 ? 'something that is not a record' : 'a refusal that is not expected';
	return verdict('notUnderstood', `The address answered ${status} with ${what}.`);
}
