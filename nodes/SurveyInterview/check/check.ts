/** Check Service: sends a request for each area, one after the other, and says what this package finds in the answers. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { read } from '../http/call';
import { type ErrorFacts, isNotFound, SurveyInterviewError, TOO_DEEP } from '../http/errors';
import type { Session } from '../http/session';
import { inTime } from '../http/timing';
import { parametersOf } from '../input/parameters';
import { emptinessOf, InputError, notUuid, uuidIn } from '../input/problem';
import type { CheckOperation } from '../operations/operation';
import { fillPath, type IdentifierName, IDENTIFIERS, isUuid } from '../records/identifiers';
import { isTooDeep, type JsonObject } from '../records/json';
import { counted } from '../records/scalars';
import { runItems } from '../run/run';
import { interviewOf } from '../service/respondents';
import {
	type Area,
	type AreaName,
	AREAS,
	factsOf,
	interviewsIn,
	judged,
	listOf,
	operationOf,
	recordOf,
	type Scene,
	STATUSES,
	type Verdict,
	verdict,
} from './areas';

const CHOSEN = IDENTIFIERS.survey_id;

/** It checks once, for the first item, because all items have the same service. */
export async function runCheck(context: IExecuteFunctions, operation: CheckOperation) {
	return await runItems(context, operation, ({ session }) => ({
		read: (item) =>
			item === 0 ? surveyIn(parametersOf(context)(item)(CHOSEN.parameter)) : undefined,
		work: async (chosen, item) => {
			if (item > 0) return { status: 'done', items: [] };
			const areas = await new Look(session, chosen).areas();
			const all = ofAll(areas);
			const isWarning = all.status !== 'fine' && all.status !== 'empty';
			// The report is long, so only the last item has it.
			const items = areas.map((area) => ({ ...area, report: null }));
			const last = { ...all, report: reportText(areas, all.sentence) };
			const remarks = { own: { sentence: all.sentence, isWarning } };
			return { status: 'done', items: [...items, last], remarks };
		},
	}));
}

function surveyIn(value: unknown): string | undefined {
	if (emptinessOf(value) !== undefined) return undefined;
	const uuid = uuidIn(value);
	if (uuid === undefined) throw new InputError(notUuid(CHOSEN.label, value));
	return uuid;
}

/** The answer to a request, or a verdict without one. */
type Asked = { body: unknown } | Verdict;

/** Each survey costs a request, so only the newest are read. */
const MAX_SURVEYS = 20;
/** After so many requests without an answer the others are not sent, because each may take minutes. */
const MAX_UNANSWERED = 2;
const TEN_YEARS_MS = 3653 * 86_400_000;

type Ids = Partial<Record<IdentifierName, string>>;

const notChecked = (why: string) => verdict('notLookedAt', `Not checked: ${why}.`);

/** Fourteen requests that only read, and one for each further survey. One that fails does not stop the others. */
class Look {
	private readonly asked: { [area in AreaName]?: Asked } = {};
	private readonly ids: Ids;
	/** The verdict on all further requests, once nothing more is sent. */
	private stopped?: Verdict;
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
		const { scene } = this;
		const areas = names.map((area): Area => {
			const asked = this.asked[area] as Asked;
			return 'body' in asked ? judged(area, asked.body, scene) : { area, ...asked, details: {} };
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

	private failed(facts: ErrorFacts): Verdict {
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
	private without(name: IdentifierName): Verdict {
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
			const [most] = this.surveys.toSorted(
				(one, other) => Number(other.response_count) - Number(one.response_count),
			);
			return [most?.id, this.facts('token').survey_id];
		}
		if (name === 'topic_id')
			return (this.rows('topics') ?? []).map((topic) => factsOf('topics', topic).id);
		const interviews = (this.rows('respondents') ?? []).map(interviewOf);
		return interviews.filter(({ completed }) => completed).map(({ id }) => id);
	}

	private body(area: AreaName): unknown {
		const asked = this.asked[area];
		return asked && 'body' in asked ? asked.body : undefined;
	}
	private readonly rows = (area: AreaName) => listOf(area, this.body(area))?.records;
	private readonly facts = (area: AreaName) => factsOf(area, recordOf(this.body(area)));

	/** The facts of each survey that has an ID in the list. */
	private get surveys(): JsonObject[] {
		return (this.rows('surveys') ?? []).flatMap((row) => {
			const facts = factsOf('surveys', row);
			return isUuid(facts.id) ? [facts] : [];
		});
	}

	private get scene(): Scene {
		const own = this.surveys.find(({ id }) => id === this.ids.survey_id) ?? {};
		const told = [this.facts('survey'), own];
		const list = listOf('respondents', this.body('respondents'));
		const seen = list && interviewsIn(list, 0).completed;
		// The highest count, because some may be older. If respondents are listed and none counts as completed, the
		// number is unknown.
		const counts = [
			seen || (list?.records.length === 0 ? 0 : null),
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
			const list = 'body' in asked ? listOf('respondents', asked.body) : undefined;
			const problem = 'body' in asked ? 'The answer has no list of respondents.' : asked.sentence;
			const seen = list ? interviewsIn(list, response_count) : { completed: null, problem };
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
function refusal(facts: ErrorFacts): Verdict {
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

/** `notAllowed` as `not allowed`. */
const inWords = (status: string) => status.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

/** All areas together: `10 of 15 areas are fine. 2 are limited: respondents, overTime.` */
function ofAll(areas: readonly Area[]): Area {
	const others = STATUSES.flatMap((status) => {
		const names = areas.flatMap((one) => (one.status === status ? [one.area] : []));
		const are = names.length === 1 ? 'is' : 'are';
		return names.length > 0 && status !== 'fine'
			? [`${names.length} ${are} ${inWords(status)}: ${names.join(', ')}.`]
			: [];
	});
	const fine = areas.filter(({ status }) => status === 'fine').length;
	const sentence = [`${fine} of ${areas.length} areas are fine.`, ...others].join(' ');
	const status = STATUSES.find((one) => areas.some((area) => area.status === one)) ?? 'fine';
	return { area: 'all', status, sentence, details: {} };
}

/** Details with values of the service. Scopes are values too, and are shown if they look like usual ones. */
const VALUES = ['expires_at', 'status_words', 'surveys'];
const USUAL_SCOPE = /^[a-z]{1,20}([_-][a-z]{1,20})*([:.][a-z]{1,20}([_-][a-z]{1,20})*){1,2}$/;

/** All areas as text, without any value. */
function reportText(areas: readonly Area[], summary: string): string {
	const sections = areas.map(({ area, status, sentence, details }) => {
		const lines = Object.entries(details).flatMap(([name, value]) => {
			if (VALUES.includes(name)) return [];
			const isScopes = name === 'scopes' && Array.isArray(value);
			const shown: unknown = isScopes
				? value.filter((one) => USUAL_SCOPE.test(String(one)))
				: value;
			return [`- ${name}: ${JSON.stringify(shown)}`];
		});
		return [`## ${area}: ${inWords(status)}`, sentence, ...lines].join('\n');
	});
	const title = 'Survey Interview, Check Service: keys and types of the answers, without any value';
	return [title, summary, ...sections].join('\n\n');
}
