import type { Service } from '../service';
import { aMomentLater, anotherTime } from './time';

/** Somebody whom a survey asks, as the test knows them: `ref` stays with them, whatever the service forgets. */
export interface Participant {
	ref: string;
	id: string;
	surveyId: string;
	/** `gone`: erased, deleted, or with the whole survey. */
	is: 'started' | 'completed' | 'gone';
	score: number;
	/** By the service's clock. */
	startedAt: number;
	completedAt?: number;
}

/** The key of the property that carries `ref` through every dialect, also through anonymous lists. */
const REF = 'ref';

/** Everybody who takes part, and what they do. Does to the service what people do, and keeps the truth. */
export class Crowd {
	readonly participants: Participant[] = [];
	readonly surveyIds: string[] = [];

	constructor(private readonly service: Service) {}

	createSurvey(): string {
		this.later();
		const name = `Survey ${this.surveyIds.length + 1}`;
		const { id } = this.service.world.createSurvey({ name, metricType: 'nps' });
		this.surveyIds.push(id);
		return id;
	}

	cloneSurvey(which: number): void {
		const id = this.survey(which);
		if (id === undefined) return;
		this.later();
		this.surveyIds.push(this.service.world.cloneSurvey(id).id);
	}

	deleteSurvey(which: number): void {
		const id = this.survey(which);
		if (id === undefined) return;
		this.service.world.deleteSurvey(id);
		this.surveyIds.splice(this.surveyIds.indexOf(id), 1);
		for (const one of this.participants) if (one.surveyId === id) one.is = 'gone';
	}

	survey(which: number): string | undefined {
		return this.surveyIds[which % this.surveyIds.length];
	}

	start(who: number): Participant | undefined {
		this.later();
		return this.startNow(who);
	}

	/** So many start an interview of the same survey in the same millisecond; some complete it soon. */
	startTogether(who: number, many: number, completed: number): void {
		this.later();
		const all = Array.from({ length: many }, () => this.startNow(who));
		for (const one of all.reverse().slice(0, completed)) this.complete(one);
	}

	/** Others who started at the same time, as the service writes it. */
	twinsOf({ ref, surveyId, startedAt }: Participant): Participant[] {
		const written = (at: number) => this.service.dialect.writing.time(at);
		return this.participants.filter(
			(other) =>
				other.ref !== ref &&
				other.surveyId === surveyId &&
				written(other.startedAt) === written(startedAt),
		);
	}

	private startNow(who: number): Participant | undefined {
		const surveyId = this.survey(who);
		if (surveyId === undefined) return undefined;
		const ref = `p${this.participants.length}`;
		const properties = { [REF]: ref, department: 'Sales' };
		const { id } = this.service.world.startInterview({ surveyId }, { name: ref, properties });
		const startedAt = this.service.clock.now();
		const one: Participant = { ref, id, surveyId, is: 'started', score: who % 11, startedAt };
		this.participants.push(one);
		return one;
	}

	complete(one: Participant | undefined): void {
		if (!one) return;
		this.later();
		const said = [`I am ${one.ref}.`];
		this.service.world.completeInterview(one.id, { score: one.score, messages: said });
		one.is = 'completed';
		one.completedAt = this.service.clock.now();
	}

	interview(who: number): void {
		this.complete(this.start(who));
	}

	reopen(one: Participant | undefined): void {
		if (!one) return;
		this.service.world.reopenInterview(one.id);
		one.is = 'started';
	}

	erase(one: Participant | undefined): void {
		if (!one) return;
		this.service.world.eraseRespondent(one.id);
		one.is = 'gone';
	}

	delete(one: Participant | undefined): void {
		if (!one) return;
		this.service.world.deleteRespondent(one.id);
		one.is = 'gone';
	}

	change(one: Participant | undefined): void {
		if (!one) return;
		const properties = { [REF]: one.ref, department: `Department ${one.score}` };
		this.service.world.changeRespondent(one.id, { properties });
	}

	/** Without ids, people are told apart by times, so no two of them happen to have the same. */
	private later(): void {
		const { service } = this;
		(service.choices.anonymousIds === 'absent' ? anotherTime : aMomentLater)(service);
	}

	who(is: Participant['is'] | 'there', place: number): Participant | undefined {
		const fitting = this.participants.filter((one) =>
			is === 'there' ? one.is !== 'gone' : one.is === is,
		);
		return fitting[place % fitting.length];
	}
}

/** Who an item is about; the dialects keep properties in an object, of texts or of labelled values, or in a list. */
export function refIn(json: unknown): string | undefined {
	const {
		properties,
		participant_properties: labelled,
		property_values: values,
	} = json as {
		properties?: Record<string, string>;
		participant_properties?: Record<string, { value: string }>;
		property_values?: Array<{ key: string; value: string }>;
	};
	const inList = values?.find(({ key }) => key === REF);
	return properties?.[REF] ?? (labelled?.[REF] ?? inList)?.value;
}
