import { listIn } from '../../../nodes/SurveyInterview/service/lists';
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import type { Draft, DraftResults, Judgement } from '../../../nodes/SurveyInterview/trigger/event';
import {
	settingsFrom,
	type TriggerSettings,
} from '../../../nodes/SurveyInterview/trigger/settings';
import { HASH_LENGTH } from '../../../nodes/SurveyInterview/records/scalars';
import type { SeenHashes } from '../../../nodes/SurveyInterview/trigger/seen';
import { emptyState, type State } from '../../../nodes/SurveyInterview/trigger/state';
import {
	listedSurveys,
	planPoll,
	type PollPlan,
	type Task,
} from '../../../nodes/SurveyInterview/trigger/pollPlan';

type Json = Record<string, unknown>;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** When the watch begins in these tests. */
export const START = Date.parse('2026-03-01T12:00:00Z');

/** The same number gives the same UUID. */
export function uuid(number: number): string {
	return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const SURVEY = uuid(1);

export function iso(at: number): string {
	return new Date(at).toISOString();
}

const CHECKER = new FieldChecker('UTC');

/** What a person set: the event, some options as they are typed, and settings as they are checked. */
export interface Extra extends Partial<Omit<TriggerSettings, 'event'>> {
	/** What the state of a new watch remembers already. */
	others?: SeenHashes;
	event?: string;
	/** Everything, unless it is named. */
	output?: string;
	/** A line each. */
	completedStatuses?: string;
	includeSurvey?: boolean;
	property?: { key: string; value: string };
	propertyFilter?: string[];
	scoreFrom?: number;
	scoreTo?: number;
	scoreGroups?: string[];
	metricTypes?: string[];
}

/** The settings with these options, read as the trigger reads them. */
export function settings(extra: Extra = {}): TriggerSettings {
	const { event, output = 'everything', ...ofOptions } = extra;
	const { completedStatuses, includeSurvey, property, propertyFilter, ...others } = ofOptions;
	const { scoreFrom, scoreTo, scoreGroups, metricTypes, ...checked } = others;
	const options = added({ completedStatuses: completedStatuses?.split('\n'), includeSurvey });
	const filters = added({
		propertyFilter: property && { filter: property },
		property_filter: propertyFilter,
		scoreFrom,
		scoreTo,
		scoreGroups,
		metricTypes,
	});
	const given: Json = { options, filters, output, ...(event === undefined ? {} : { event }) };
	return { ...settingsFrom((name, absent) => given[name] ?? absent, CHECKER), ...checked };
}

/** A collection with what was added to it. */
const added = (values: Json): Json =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Who completed one a day, the newest first, as `day-0`, `day-1` and so on. */
export const days = (count: number, newest = START - HOUR, prefix = 'day'): Json[] =>
	Array.from({ length: count }, (_unused, age) =>
		completed(`${prefix}-${age}`, newest - age * DAY),
	);

/** The ids of what came. */
export const idsOfEvents = (events: ReadonlyArray<{ json: Json }>) =>
	events.map(({ json }) => json.id);

/** A survey of the list; a different count is a different summary. */
export function survey(id: string, count = 0, extra: Json = {}): Json {
	return { id, name: `Survey ${id.at(-1)}`, response_count: count, ...extra };
}

/** Someone who completed an interview at this time. */
export function completed(id: string | undefined, at: number, extra: Json = {}): Json {
	const times = { started_at: iso(at - 5 * MINUTE), completed_at: iso(at) };
	return { ...(id === undefined ? {} : { id }), status: 'completed', score: 8, ...times, ...extra };
}

export const emptyAt = (
	now: number,
	watch: State['watch'] = 'all',
	token = 'token',
	completedStatuses = 'completed',
) => emptyState({ scope: 'scope', watch, token, completedStatuses }, now);

/** What to read, the list being as the service sends it. */
export function planned(
	before: State | undefined,
	list: Json[],
	now: number,
	extra: Extra = {},
	token = 'token',
): PollPlan {
	const wanted = settings(extra);
	return planPoll(
		before,
		{
			...emptyAt(now, wanted.watch, token, wanted.event.completedStatuses),
			...(extra.others && { seen: extra.others }),
		},
		listedSurveys(list),
		wanted,
	);
}

export const idsOf = ({ tasks }: PollPlan) => tasks.map(({ survey: { id } }) => id);

/** What the service answers in one poll. */
interface Answers {
	surveys: Json[];
	respondents: { [surveyId: string]: unknown };
}

/** What the event makes of an answer that was read as a whole. */
export function judged(
	{ event }: Pick<TriggerSettings, 'event'>,
	state: State,
	task: Task,
	answer: unknown,
	room: number,
): Judgement | undefined {
	if (!event.listNames) return event.judge(state, task, answer, room);
	const list = listIn(answer, event.listNames);
	if (list.kind !== 'list') return undefined;
	const keeper = event.takes?.(state, task);
	if (!keeper) return event.judge(state, task, list.records, room);
	keeper.add(list.records);
	return event.judge(state, task, keeper, room);
}

/** One poll of Interview Completed without the requests. */
export function polled(
	before: State | undefined,
	{ surveys, respondents }: Answers,
	now: number,
	extra: Extra = {},
	fateOf = (drafts: Draft[]): DraftResults => ({ delivered: drafts, deferred: [], notReached: [] }),
): { state: State; events: Draft[]; read: string[]; remarks: string[] } {
	const wanted = settings(extra);
	const { state: begun, tasks } = planned(before, surveys, now, extra);
	let state = begun;
	const events: Draft[] = [];
	const read: string[] = [];
	const remarks: string[] = [];
	let next = '';
	for (const task of tasks) {
		const room = wanted.maxEvents - events.length;
		if (room === 0) {
			next = task.survey.id;
			break;
		}
		read.push(task.survey.id);
		const answer = respondents[task.survey.id] ?? [];
		const judgement = judged(wanted, state, task, answer, room);
		if (!judgement) throw new Error('The answer was not understood.');
		if (judgement.remark) remarks.push(judgement.remark);
		const fate = fateOf(judgement.drafts);
		state = judgement.settle(fate);
		events.push(...fate.delivered);
	}
	return { state: { ...state, next }, events, read, remarks };
}

/** As many completions of another survey as are remembered whatever their age. */
export const CROWD: SeenHashes = { [uuid(9)]: 'x'.repeat(50_000 * HASH_LENGTH) };

/** A workflow that watches one survey, poll after poll, with what it has delivered. */
export class Watch {
	state: State | undefined;
	now = START;
	/** What n8n's log would say. */
	readonly remarks: string[] = [];
	private changes = 0;
	private count = 0;

	constructor(private extra: Extra = {}) {}

	/** Publishes other options. */
	setOptions(extra: Extra): void {
		this.extra = extra;
	}

	/** A poll before there is any survey. */
	beginWithNothing(): void {
		this.state = planned(this.state, [], this.now, this.extra).state;
	}

	/** A poll that has no time to read the survey. */
	unread(): void {
		const list = [this.listed()];
		this.state = planned(this.state, list, this.now, this.extra).state;
	}

	/**
	 * A poll that meets these respondents, with a summary that differs from the last one.
	 *
	 * @param count how many the summary counts; the list is whole unless it is named
	 */
	changed(
		respondents: unknown,
		fateOf?: (drafts: Draft[]) => DraftResults,
		count = Array.isArray(respondents) ? respondents.length : this.count,
	): unknown[] {
		this.changes++;
		this.count = count;
		return this.same(respondents, fateOf);
	}

	private listed(): Json {
		return survey(SURVEY, this.count, { latest: this.changes });
	}

	/** A poll that meets these respondents, with the summary as it was. */
	same(respondents: unknown, fateOf?: (drafts: Draft[]) => DraftResults): unknown[] {
		const answers = {
			surveys: [this.listed()],
			respondents: { [SURVEY]: respondents },
		};
		const { state, events, remarks } = polled(this.state, answers, this.now, this.extra, fateOf);
		this.state = state;
		this.remarks.push(...remarks);
		this.now += MINUTE;
		return events.map(({ json }) => json.id ?? json.name);
	}

	/** The hashes that the state has for the survey, as one text. */
	get settled(): string | undefined {
		return this.state && (this.state.seen[SURVEY] ?? '');
	}

	get entry() {
		const [entry] = this.state?.surveys ?? [];
		if (!entry) throw new Error('No survey is known.');
		return entry;
	}
}
