import { FactFinder } from '../facts/factFinder';
import { factsNamed } from '../facts/fact';
import { completionMessage, withLink, withMessage } from '../facts/message';
import { RESPONDENT, type RespondentFacts, type RespondentReader } from '../facts/respondentFacts';
import { RESPONDENT_FACTS, npsGroup } from '../facts/respondentPlaces';
import type { OutputChoice } from '../input/options';
import { canonical, type JsonObject, type OutputFields } from '../records/json';
import { shortHash } from '../records/scalars';
import type { RecordKeeper } from '../run/recordIntake';
import { beganAt, isOfBaseline, isOldByTime } from './baseline';
import type { Draft } from './event';
import { surveyFactsOf } from './metricOfSurvey';
import type { Task } from './pollPlan';

const scores = new FactFinder(factsNamed(RESPONDENT_FACTS, 'score'));
/** Where so many completions show no score, the service shows none yet. */
const MAX_FOR_SCORES = 1_000;

/** One completed interview and its identity. */
export interface Completion {
	hash: string;
	reading: RespondentFacts;
	record: JsonObject;
}

/** What is remembered of a completion: its identity, and when it ended. */
export type Settled = Pick<Draft, 'hash' | 'at'>;

/**
 * The completions in one survey's list, identified record by record: by survey and respondent id, hashed. An anonymous
 * survey gives no id; there it is the earliest time of the record, and among those with the same time a count, in the
 * order in which they completed. So the second of two who began together comes when the count grows, and whoever is
 * missing later makes no other one new. Where a record has no time, its content takes its place, but for what the
 * service itself changes.
 *
 * Of those that are known or of the baseline it keeps next to nothing; records without an id until the list ends.
 */
export class CompletionList implements RecordKeeper {
	/** How many completions there are, each once; of old ones that are not known, as often as the list has them. */
	count = 0;
	/** How many of them have ids, and how many are not known and too old to be new. */
	named = 0;
	tooOld = 0;
	/** Whether one of the first of them shows a score. */
	isScored?: true;
	/** Those that are known, and those of a baseline that is taken with this list. */
	known: Settled[] = [];
	baseline: Settled[] = [];
	/** Those that may be new, in the order of the list. */
	unsettled: Completion[] = [];
	/** The identities in the list, which may have one twice; not of old ones that are not known: a million would pile up. */
	private readonly ids = new Set<string>();
	/** By the identity that they share, in the order of the list. */
	private readonly anonymous = new Map<string, Completion[]>();
	/** When the first and the last of them completed. */
	private ends: number[] = [];
	private readonly changing = new FactFinder(
		factsNamed(RESPONDENT_FACTS, 'score', 'status', 'properties'),
	);

	/** @param whyNot takes the records as well */
	constructor(
		private readonly seen: ReadonlySet<string>,
		private readonly task: Task,
		private readonly reader: RespondentReader,
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

	/** Tells apart those without an id, once the list has ended. */
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

	/** Those who share an identity, in the order in which they completed; as long as nothing tells, newest first. */
	private addEquals(text: string, group: Completion[]): void {
		const [first = 0, last = 0] = this.ends;
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

	/** What a record without times says, but for what the service changes later. */
	private unchanging(record: JsonObject): string {
		const places = [...this.changing.placesIn(record).values()];
		const changing = new Set(places.map(({ path }) => path.split('.')[0]));
		const others = Object.entries(record).filter(([key]) => !changing.has(key));
		return canonical(Object.fromEntries(others));
	}
}

/** The identity of a respondent with an id. */
export const hashOfId = ({ survey }: Task, id: string): string => shortHash(`${survey.id}\n${id}`);

export const settledOf = ({ hash, reading }: Completion): Settled => ({
	hash,
	at: reading.completedAt,
});

/** An event Interview Completed, but for Everything; `quote` and the last three only with Include Conversation. */
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

/** Makes the drafts of completions in one survey. */
export function draftsOf(
	task: Task,
	output: OutputChoice,
	linkInMessage = false,
): (completion: Completion) => Draft {
	const { survey } = task;
	const known = surveyFactsOf(task);
	const read = RESPONDENT.reader();
	const times = new FactFinder(factsNamed(RESPONDENT_FACTS, 'completed_at'));
	/** Times that contradict each other say in their order what is new, and not when it was. */
	const timeOf = (record: JsonObject, at: number | undefined) => {
		const isUnclear = times.placesIn(record).get('completed_at')?.isCertain === false;
		return at === undefined || isUnclear ? null : new Date(at).toISOString();
	};
	return ({ hash, reading, record }) => {
		const { id, completedAt } = reading;
		const facts = read(record, known);
		const { name, score } = facts;
		const metric_type = facts.metric_type ?? null;
		const survey_name = facts.survey_name ?? known.survey_name ?? null;
		const ofSurvey = {
			metric_type,
			nps_group: npsGroup(metric_type, score),
			survey_id: survey.id,
			survey_name,
			// For workflows that must recognize a completion, also where an anonymous survey gives no id.
			completion_id: hash,
		};
		const isAnonymous = survey.facts?.anonymous === true;
		const line = completionMessage({ name, score, metric_type, survey_name }, isAnonymous);
		const message = linkInMessage ? withLink(line, facts.link) : line;
		const simplified = {
			message,
			...facts,
			id: facts.id ?? id ?? null,
			completed_at: facts.completed_at ?? timeOf(record, completedAt),
			...ofSurvey,
		};
		const json =
			output === 'everything' ? { ...withMessage(message, record), ...ofSurvey } : simplified;
		const hasScore = typeof score === 'number';
		return { json, hasScore, at: completedAt, hash, respondentId: id };
	};
}
