import { SURVEY } from '../facts/survey';
import { schemaOf } from '../form/outputSchemas';
import type { JsonObject } from '../records/json';
import { EVENTS } from './events';

/**
 * The output schemas of the events, by `event/<value>`, of the output Simplified. n8n itself shows none of a
 * trigger; the tests hold each event to its own, and programs can read them.
 */
export function eventSchemas(): Record<string, JsonObject> {
	const survey = { object: SURVEY.fields, nullable: true } as const;
	return Object.fromEntries(
		EVENTS.map(({ value, output }) => [`event/${value}`, schemaOf({ ...output, survey })]),
	);
}
