import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Run } from '../harness/engine';
import type { Service } from '../harness/service';

/** One operation tried out: its parameters, what the service must see, and what must come out. */
export interface Case {
	/** Values for the placeholders of the path, as `survey_id`. */
	ids?: Record<string, string>;
	/** Beside resource, operation and the pickers of `ids`. */
	parameters?: INodeParameters;
	/** The requests that go after it, as `GET /surveys`; none when absent. */
	after?: string[];
	/** The query as pairs, in any order; none when absent. */
	query?: Array<[string, string]>;
	/** The body as parsed; `undefined`: no body at all. */
	body?: unknown;
	/** The output, in the dialect of the service. Absent: one item, which is the answer as sent. */
	output?: (items: IDataObject[], run: Run) => void;
	/** What must have happened in the service. */
	effect?: (service: Service) => void;
}

/** Makes a case for a service that has just started; its world is the standard seed. */
export type MakeCase = (service: Service) => Case;

/** Cases by `resource/operation`. */
export type Cases = Record<string, MakeCase>;

/** The survey with everything in it. */
export const full = (service: Service) => service.world.survey('Customer relationship');

/** The first record of a list; fails the test when there is none. */
export function first<T>(records: T[], where: (record: T) => boolean = () => true): T {
	const found = records.find(where);
	if (found === undefined) throw new Error('The seed has no such record.');
	return found;
}

/** A picker's value, as the editor saves it when it was chosen from the list. */
export const chosen = (value: string) => ({ __rl: true, mode: 'list', value });
