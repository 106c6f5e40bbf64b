import type { Service, SurveyRecord } from '../../harness/service';
import { timeOfDay, type Arrival } from './activeWorkflow';

/** Somebody who completed an interview, as the service knows. */
interface Visit {
	id: string;
	name: string;
	survey: string;
	/** Milliseconds since 1970. */
	at: number;
	/** Why no event is due; absent where exactly one is. */
	notDue?: string;
}

/** Keeps the truth: who completed which interview when, and whose completion the trigger owes. */
export class Visitors {
	private readonly visits: Visit[] = [];

	constructor(private readonly service: Service) {}

	/** Some seconds later, somebody completes an interview. */
	complete(name: string, survey: SurveyRecord, notDue?: string): Visit {
		this.service.clock.advance(5_017);
		const messages = [`I am ${name}, please call me back.`];
		const { id } = this.service.world.interview({ surveyId: survey.id }, { name, messages });
		const visit = { id, name, survey: survey.name, at: this.service.clock.now(), notDue };
		this.visits.push(visit);
		return visit;
	}

	/** Whose events are due, in the order of their completions. */
	get due(): Visit[] {
		return this.visits.filter(({ notDue }) => notDue === undefined);
	}

	get notDue(): Visit[] {
		return this.visits.filter(({ notDue }) => notDue !== undefined);
	}

	/** A line for everybody: when they completed, when that arrived, and what it took. */
	table(arrivals: readonly Arrival[]): string[] {
		const rows = this.visits.map(({ id, name, survey, at, notDue }) => {
			const own = arrivals.filter((arrival) => arrival.id === id);
			const of = (cell: (arrival: Arrival) => string | number) => own.map(cell).join(' and ');
			const nothing = notDue ?? 'MISSING';
			return [
				name,
				survey,
				timeOfDay(at),
				of((arrival) => timeOfDay(arrival.at)) || '–',
				of(({ poll }) => `poll ${poll}`) || nothing,
				of(({ requests }) => requests),
			];
		});
		const lines = [['who', 'survey', 'completed', 'arrived', 'in', 'its requests'], ...rows];
		const widths = lines[0]?.map((_cell, at) => Math.max(...lines.map((l) => l[at]?.length ?? 0)));
		return lines.map((cells) =>
			cells
				.map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
				.join('  ')
				.trimEnd(),
		);
	}
}
