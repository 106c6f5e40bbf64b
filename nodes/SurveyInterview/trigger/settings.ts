import type { IDataObject } from 'n8n-workflow';

import { factsOf } from '../facts/fact';
import { SURVEY } from '../facts/surveyFacts';
import { choice, integer, toggle } from '../fields/field';
import { allRead, type OutputChoice, readOptions, readOutput } from '../input/options';
import { display, notUuid, refuse, uuidIn } from '../input/problem';
import type { FieldChecker } from '../input/fieldChecker';
import { type JsonObject, usualFields } from '../records/json';
import { withPropertyColumns } from '../run/propertyColumns';
import type { ConfiguredEvent, Draft } from './event';
import { DEFAULT_EVENT, EVENTS } from './events/allEvents';

export type TriggerSettings = ReturnType<typeof settingsFrom>;

/** The options of all events; those of a single event are in its file. */
export const COMMON_OPTIONS = [
	toggle(
		'emitExisting',
		'Whether to also start the workflow for everything that exists when the trigger begins to watch a survey',
		false,
	),
	integer(
		'fullCheckMinutes',
		'How often to read every survey, even if its summary has not changed. Costs one request per survey.',
		{ label: 'Full Check Every (Minutes)', min: 1, default: 60 },
	),
	toggle(
		'includeSurvey',
		'Whether to add the survey, with the data that the list of surveys has',
		false,
	),
	integer('maxEvents', 'Maximum number of events per poll. The next polls deliver the rest.', {
		label: 'Max Events per Poll',
		min: 1,
		default: 500,
	}),
	choice(
		'reportFailures',
		'Which failed polls become failed executions and start the Error Workflow. n8n’s log says when a failure continues, and when it is over.',
		[
			{
				value: 'onceAndHourly',
				label: 'Once and Hourly',
				help: 'The first failed poll, then one per hour for the same reason',
			},
			{ value: 'everyPoll', label: 'Every Poll', help: 'Every failed poll' },
		],
	),
] as const;

/**
 * The settings that the trigger's parameters mean.
 *
 * @param parameter gives a parameter by its name, or `absent` where it was never set
 * @throws {InputError} one sentence: which field, why, and what to do
 */
export function settingsFrom(
	parameter: (name: string, absent: unknown) => unknown,
	checker: FieldChecker,
) {
	const chosenEvent = parameter('event', DEFAULT_EVENT);
	const event =
		EVENTS.find(({ value }) => value === chosenEvent) ??
		refuse(
			`Event is ${display(chosenEvent)}, which this version of the node does not know: choose one of its events.`,
		);
	const watch = watchOf(parameter('surveys', 'all'));
	const surveyIds = watch === 'chosen' ? surveyIdsOf(parameter('surveyIds', [])) : [];
	const options = parameter('options', {});
	const output = readOutput(event.output, checker, (name) => parameter(name, null));
	const filters = parameter('filters', {});
	const logic = event.configure({ options, filters }, checker, output);
	const configured: ConfiguredEvent = { ...event, ...logic };
	const { emitExisting, fullCheckMinutes, includeSurvey, maxEvents, reportFailures, ...unread } =
		readOptions(COMMON_OPTIONS, options, checker);
	allRead(unread);
	return {
		/** The event with its own options. */
		event: configured,
		/** The items of drafts, in their order. */
		itemsOf: async (drafts: readonly Draft[]) => {
			const items = drafts.map(({ json, survey }) => ({
				json: {
					...(output === 'everything' ? json : chosenFields(json, output)),
					...(includeSurvey ? { survey: surveyItem(survey, output) } : {}),
				} as IDataObject,
			}));
			return configured.asColumns
				? await withPropertyColumns(items, Object.keys(event.output.fields))
				: items;
		},
		watch,
		surveyIds,
		emitExisting,
		maxEvents,
		/** Every failed poll is reported. Otherwise a failure that continues is reported once an hour. */
		reportsEveryPoll: reportFailures === 'everyPoll',
		fullCheckMs: 60_000 * fullCheckMinutes,
	};
}

/** The chosen fields that an event has: without Include Conversation, those of the conversation are absent. */
const chosenFields = (json: JsonObject, names: readonly string[]): JsonObject =>
	Object.fromEntries(names.flatMap((name) => (name in json ? [[name, json[name]]] : [])));

function surveyItem(record: JsonObject | undefined, output: OutputChoice): JsonObject | null {
	if (record === undefined || output === 'everything') return record ?? null;
	return factsOf(SURVEY.reader(), record, {}, Object.keys(usualFields(SURVEY)));
}

function watchOf(value: unknown): 'all' | 'chosen' {
	if (value === 'all' || value === 'chosen') return value;
	return refuse(
		`Surveys is ${display(value)}: choose All Surveys or Chosen Surveys, or let the expression give "all" or "chosen".`,
	);
}

function surveyIdsOf(value: unknown): string[] {
	const given =
		typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
	const filled = given.filter((id) => id !== undefined && id !== null && String(id).trim() !== '');
	if (filled.length === 0)
		refuse(
			'No survey is chosen: choose at least one under Survey Names or IDs, or watch all surveys.',
		);
	const ids = filled.map((id) => uuidIn(id) ?? refuse(notUuid('Survey Names or IDs', id)));
	return [...new Set(ids)];
}
