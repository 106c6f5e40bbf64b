import { Dice } from './dice';
import { read, written, type Format } from './times';

export interface Person {
	/** The judge's name for this person; the service shows it as a property. */
	tag: string;
	id: string;
	/** True times; the stamps are the service clock's. */
	startedStamp: number;
	completedTrue?: number;
	completedStamp?: number;
	status: 'started' | 'completed' | 'abandoned' | 'erased';
	score: number;
	department: string;
	/** The service shows the completion from this step on, and the score from that one on. */
	shownFrom: number;
	scoredFrom: number;
	/** The record stands in the list twice. */
	twice: boolean;
	deleted: boolean;
	/** Has continued a completed interview. */
	again: boolean;
}

export interface SurveySetup {
	metric: 'nps' | 'enps' | 'csat' | 'ces' | 'scale';
	metricPlace: 'list' | 'record' | 'detail' | 'nowhere';
	ids: 'all' | 'none' | 'some';
	format: Format;
	/** Which times a record has. */
	times: Array<'started_at' | 'created_at' | 'completed_at'>;
	/** The word for a completed interview. */
	word: string;
	/** Scores show from so many answers on. */
	scoresFrom: number;
	showsCount: boolean;
	showsCreated: boolean;
}

export interface Survey extends SurveySetup {
	id: string;
	name: string;
	createdTrue: number;
	createdStamp: number;
	people: Person[];
	deleted: boolean;
	/** No token sees it. */
	hidden: boolean;
	/** The tokens that do not see it. */
	unseenBy: string[];
	scoresShown: boolean;
	/** A list of surveys has shown it. */
	wasListed: boolean;
	/** How its respondents are refused, and in how many polls more. */
	unreadable?: { what: '403' | '500' | 'garbage'; polls: number };
}

/** The first sees every survey, each other one a part of them. */
export const TOKENS = ['second-opinion', 'second-opinion-2', 'second-opinion-3'];

type RecordOf = Record<string, unknown>;

/** A completed interview as the service shows it, if it shows it. */
export const isShown = (person: Person, step: number) =>
	!person.deleted && person.status === 'completed' && person.shownFrom <= step;

/** When the list of surveys says that it was created. */
export const createdOf = ({ showsCreated, createdStamp, format }: Survey) =>
	showsCreated ? read(written(createdStamp, format)) : undefined;

/** The simulated workspace: everything that is true, whatever the service shows of it. */
export class World {
	now = Date.UTC(2026, 2, 2, 8);
	/** The service's clock less the true one. */
	clockError = 0;
	step = 0;
	/** The one that the service takes. */
	token = TOKENS[0] ?? '';
	/** The list of surveys is empty. */
	isListEmpty = false;
	readonly surveys: Survey[] = [];
	private people = 0;

	constructor(readonly dice: Dice) {}

	get stamp(): number {
		return this.now + this.clockError;
	}

	get existing(): Survey[] {
		return this.surveys.filter(({ deleted }) => !deleted);
	}

	/** What the token sees. */
	get visible(): Survey[] {
		return this.existing.filter(
			({ hidden, unseenBy }) => !hidden && !unseenBy.includes(this.token),
		);
	}

	addSurvey(setup: SurveySetup): Survey {
		const survey: Survey = {
			...setup,
			id: this.dice.uuid(),
			name: `Survey ${this.surveys.length + 1}`,
			createdTrue: this.now,
			createdStamp: this.stamp,
			people: [],
			deleted: false,
			hidden: false,
			unseenBy: TOKENS.slice(1).filter(() => this.dice.chance(0.4)),
			scoresShown: false,
			wasListed: false,
		};
		this.surveys.push(survey);
		return survey;
	}

	start(survey: Survey, startedStamp = this.stamp): Person {
		const top = survey.metric === 'nps' || survey.metric === 'enps' ? 10 : 5;
		const person: Person = {
			tag: `p${++this.people}`,
			id: this.dice.uuid(),
			startedStamp,
			status: 'started',
			score: this.dice.whole(0, top),
			department: this.dice.one(['sales', 'Sales', 'support']),
			shownFrom: 0,
			scoredFrom: 0,
			twice: false,
			deleted: false,
			again: false,
		};
		survey.people.push(person);
		return person;
	}

	complete(person: Person, stamp = this.stamp): void {
		person.status = 'completed';
		person.completedTrue = stamp - this.clockError;
		person.completedStamp = stamp;
	}

	/** Records of GET /surveys, newest first. */
	surveyRecords(omitted?: Survey): RecordOf[] {
		const visible = this.isListEmpty ? [] : this.visible;
		const listed = visible.filter((survey) => survey !== omitted);
		for (const survey of listed) survey.wasListed = true;
		return listed.reverse().map((survey) => this.surveyRecord(survey));
	}

	surveyRecord(survey: Survey, isDetail = false): RecordOf {
		const done = survey.people.filter((person) => isShown(person, this.step));
		const latest = done.reduce<Person | undefined>(
			(best, one) => ((best?.completedStamp ?? 0) < (one.completedStamp ?? 0) ? one : best),
			undefined,
		);
		const named = survey.metricPlace === 'list' || (isDetail && survey.metricPlace === 'detail');
		return {
			id: survey.id,
			name: survey.name,
			...(named ? { metric_type: survey.metric } : {}),
			...(survey.showsCreated ? { created_at: written(survey.createdStamp, survey.format) } : {}),
			...(survey.showsCount ? { response_count: done.length } : {}),
			participant_count: survey.people.filter(({ deleted }) => !deleted).length,
			latest_completed_interview: latest
				? { completed_at: written(latest.completedStamp ?? 0, survey.format) }
				: null,
		};
	}

	respondentRecords(survey: Survey): RecordOf[] {
		const there = survey.people.filter(({ deleted }) => !deleted);
		const answers = there.filter((person) => isShown(person, this.step)).length;
		survey.scoresShown ||= answers >= survey.scoresFrom;
		const records = there.map((person) => this.respondentRecord(survey, person));
		const doubles = there.filter(({ twice }) => twice);
		return [...records, ...doubles.map((person) => this.respondentRecord(survey, person))];
	}

	private respondentRecord(survey: Survey, person: Person): RecordOf {
		const { format, times } = survey;
		const isDone = isShown(person, this.step);
		const isErased = person.status === 'erased';
		const hasId = survey.ids === 'all' || (survey.ids === 'some' && person.score % 2 === 0);
		const { completedStamp = 0 } = person;
		const isScored = isDone && survey.scoresShown && person.scoredFrom <= this.step;
		const at: Record<string, string | number | null> = {
			started_at: written(person.startedStamp, format),
			created_at: written(person.startedStamp, format),
			completed_at: isDone ? written(completedStamp, format) : null,
		};
		const statusOf = { completed: isDone ? survey.word : 'started', erased: 'erased' };
		return {
			...(hasId ? { id: person.id } : {}),
			status: statusOf[person.status as 'completed' | 'erased'] ?? person.status,
			score: isScored ? person.score : null,
			...Object.fromEntries(times.map((name) => [name, at[name]])),
			...(survey.metricPlace === 'record' ? { metric_type: survey.metric } : {}),
			properties: isErased ? {} : { tag: person.tag, department: person.department },
		};
	}
}
