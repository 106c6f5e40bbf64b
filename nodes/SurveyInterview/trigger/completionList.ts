import { completionMessage, withLink, withMessage } from '../service/messages';
import {
	RESPONDENT,
	type InterviewFacts,
	type InterviewReader,
	respondentReader,
} from '../service/respondents';
import type { OutputChoice } from '../input/options';
import { canonical, type JsonObject, type OutputFields } from '../records/json';
import { shortHash } from '../records/scalars';
import type { RecordKeeper } from '../run/recordIntake';
import { beganAt, isOfBaseline, isOldByTime } from './baseline';
import type { Draft } from './event';
import { surveyFactsOf } from './metricOfSurvey';
import type { Task } from './pollPlan';

const scores = respondentReader('score');
/** So many completions are searched for a score; where they have none, the service shows none yet. */
const MAX_FOR_SCORES = 1_000;

/** One completed interview and its identity. */
export interface Completion {
	hash: string;
	reading: InterviewFacts;
	record: JsonObject;
}

/** What is remembered of a completion: its identity, and the time when it was completed. */
export type Settled = Pick<Draft, 'hash' | 'at'>;

/**
 * The completions in one survey's list. The identity of one is a hash of the survey and the respondent's id. An
 * anonymous survey gives no id. There the identity is the earliest time of the record, or without any time its content
 * except for what the service itself changes; and those that share it are counted in the order in which they completed.
 * So the second of two who began together is new when the count grows, and nobody becomes new when one is missing.
 *
 * The list may be long, so records of known completions and of the baseline are dropped at once, and records without an
 * id at its end.
 */
export class CompletionList implements RecordKeeper {
	/** How many completions there are, each counted once; but unknown old ones as often as the list has them. */
	count = 0;
	/** How many of them have ids; `tooOld`: how many are unknown, and too old to be new. */
	named = 0;
	tooOld = 0;
	/** Whether any of the first ones shows a score. */
	isScored?: true;
	/** Those that are known; `baseline`: those of a baseline that is taken with this list. */
	known: Settled[] = [];
	baseline: Settled[] = [];
	/** Those that may be new, in the order of the list. */
	unsettled: Completion[] = [];
	/** Finds what the list has twice. Unknown old completions are not in it, because there may be a million. */
	private readonly ids = new Set<string>();
	/** Those without an id, by the time or content that they share, in the order of the list. */
	private readonly anonymous = new Map<string, Completion[]>();
	/** When the first and the last of the anonymous ones completed: the order of the list. */
	private ends: number[] = [];
	private readonly changing = respondentReader('score', 'status', 'properties');

	/** @param whyNot also gets the records */
	constructor(
		private readonly seen: ReadonlySet<string>,
		private readonly task: Task,
		private readonly reader: InterviewReader,
		private readonly whyNot?: RecordKeeper,
	) {}

	get kept(): number {
		return this.unsettled.length;
	}

	clear(): void {
		this.count = this.named = this.tooOld = 0;
		this.isScored = undefined;
		this.known = [];
		this.unsettled = [];
		this.baseline = [];
		this.ids.clear();
		this.anonymous.clear();
		this.ends = [];
		this.whyNot?.clear();
	}

	add(records: JsonObject[]): false {
		for (const record of records) this.addOne(record);
		this.whyNot?.add(records);
		return false;
	}

	/** Once the list has ended, those without an id get their identities. */
	end(): this {
		for (const [text, group] of this.anonymous) this.addEquals(text, group);
		this.anonymous.clear();
		return this;
	}

	private addOne(record: JsonObject): void {
		const reading = this.reader.read(record);
		const { id, completed, completedAt } = reading;
		if (!completed) return;
		if (id !== undefined) {
			return this.addIdentified({ hash: hashOfId(this.task, id), reading, record });
		}
		const began = beganAt(reading);
		const text = began === undefined ? this.unchanging(record) : `from ${began}`;
		const equals = this.anonymous.get(text) ?? [];
		this.anonymous.set(text, equals);
		equals.push({ hash: '', reading, record });
		if (completedAt !== undefined) this.ends = [this.ends[0] ?? completedAt, completedAt];
	}

	/** Counts those that share a time or content, in the order in which they completed. */
	private addEquals(text: string, group: Completion[]): void {
		const [first = 0, last = 0] = this.ends;
		// Lists are newest first, unless the times say otherwise.
		if (first >= last) group.reverse();
		group.sort((a, b) => (a.reading.completedAt ?? 0) - (b.reading.completedAt ?? 0));
		for (const [place, one] of group.entries()) {
			const ofPlace = place === 0 ? `\n\n${text}` : `\n\n${text}\n${place}`;
			this.addIdentified({ ...one, hash: shortHash(this.task.survey.id + ofPlace) });
		}
	}

	private addIdentified(one: Completion): void {
		const { hasScores, oldBefore } = this.task.known;
		const { id, completedAt } = one.reading;
		const isKnown = this.seen.has(one.hash);
		const isTooOld = !isKnown && isOldByTime(oldBefore, completedAt ?? beganAt(one.reading));
		const isOfFirst = !isKnown && !isTooOld && isOfBaseline(this.task, completedAt);
		if (!isTooOld && !isOfFirst) {
			if (this.ids.has(one.hash)) return;
			this.ids.add(one.hash);
		}
		this.count++;
		if (id !== undefined) this.named++;
		if (!this.isScored && !hasScores && this.count <= MAX_FOR_SCORES) {
			this.isScored = typeof scores.in(one.record).score === 'number' || undefined;
		}
		if (isTooOld) this.tooOld++;
		else if (isOfFirst) this.baseline.push(settledOf(one));
		else if (isKnown) this.known.push(settledOf(one));
		else this.unsettled.push(one);
	}

	/** The content of a record, without what the service changes later. */
	private unchanging(record: JsonObject): string {
		const readings = this.changing.readingsIn(record);
		const changing = new Set(readings.map(({ path }) => path.split('.')[0]));
		const others = Object.entries(record).filter(([key]) => !changing.has(key));
		return canonical(Object.fromEntries(others));
	}
}

export const hashOfId = ({ survey }: Task, id: string): string => shortHash(`${survey.id}\n${id}`);

export const settledOf = ({ hash, reading }: Completion): Settled => ({
	hash,
	at: reading.completedAt,
});

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
	more: ['status', 'started_at'],
};

export function draftsOf(
	task: Task,
	output: OutputChoice,
	linkInMessage = false,
): (completion: Completion) => Draft {
	const { survey } = task;
	const known = surveyFactsOf(task);
	const read = RESPONDENT.reader();
	return ({ hash, reading, record }) => {
		const { id, completedAt } = reading;
		const facts = read(record, known);
		const ofSurvey = {
			metric_type: facts.metric_type,
			nps_group: facts.nps_group,
			survey_id: survey.id,
			survey_name: facts.survey_name ?? known.survey_name,
			// So that a workflow can recognize a completion even where an anonymous survey gives no id.
			completion_id: hash,
		};
		const isAnonymous = survey.facts?.anonymous === true;
		const line = completionMessage({ ...facts, ...ofSurvey }, isAnonymous);
		const message = linkInMessage ? withLink(line, facts.link) : line;
		const simplified = {
			message,
			...facts,
			id: facts.id ?? id ?? null,
			completed_at:
				facts.completed_at ??
				(completedAt === undefined ? null : new Date(completedAt).toISOString()),
			...ofSurvey,
		};
		const json =
			output === 'everything' ? { ...withMessage(message, record), ...ofSurvey } : simplified;
		const hasScore = typeof facts.score === 'number';
		const path = id && `/surveys/${survey.id}/respondents/${encodeURIComponent(id)}/conversation`;
		return { json, hasScore, at: completedAt, hash, conversation: path };
	};
}
