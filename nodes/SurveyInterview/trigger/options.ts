import type { IPollFunctions } from 'n8n-workflow';

import { integer, toggle } from '../fields/makeField';
import { uuidIn, notUuid } from '../input/identifier';
import { allRead, readOptions } from '../input/options';
import { InputError, display } from '../input/problem';
import { FieldChecker } from '../input/values';
import type { ConfiguredEvent } from './event';
import { DEFAULT_EVENT, EVENTS } from './events';
import type { WatchSettings } from './surveys';

/** What a person set, checked. */
export interface TriggerSettings extends WatchSettings {
	/** The event with its own options. */
	event: ConfiguredEvent;
	maxEvents: number;
}

/** The options that all events have; those of one event are in its file. */
export const COMMON_OPTIONS = [
	toggle(
		'emitExisting',
		'Emit Existing',
		'Whether what exists when the watch of a survey begins comes as events too, and not only what comes after',
		false,
	),
	integer(
		'fullCheckMinutes',
		'Full Check Every (Minutes)',
		'Minutes after which every survey is read once, also those whose summary has not changed. It costs a request for each survey.',
		{ min: 1, default: 60 },
	),
	toggle(
		'includeSurvey',
		'Include Survey',
		'Whether to add the survey as the list of surveys shows it',
		false,
	),
	integer(
		'maxEvents',
		'Max Events per Poll',
		'How many events one poll delivers at most; the rest comes with the next polls',
		{ min: 1, default: 500 },
	),
] as const;

/**
 * Reads and checks the trigger's parameters.
 *
 * @throws {InputError} one sentence: which field, why, and what to do
 */
export async function readTriggerOptions(context: IPollFunctions): Promise<TriggerSettings> {
	const { z } = await import('zod');
	const checker = new FieldChecker(z, context.getTimezone());
	const parameter = (name: string, absent: unknown) =>
		context.getNodeParameter(name, absent) as unknown;
	return settingsFrom(parameter, checker);
}

/**
 * The settings that the trigger's parameters mean.
 *
 * @param parameter gives a parameter by its name, or `absent` where it was never set
 * @throws {InputError} one sentence for a person
 */
export function settingsFrom(
	parameter: (name: string, absent: unknown) => unknown,
	checker: FieldChecker,
): TriggerSettings {
	const event = eventOf(parameter('event', DEFAULT_EVENT));
	const watch = watchOf(parameter('surveys', 'all'));
	const surveyIds = watch === 'chosen' ? surveyIdsOf(parameter('surveyIds', [])) : [];
	const options = parameter('options', {});
	const configured = event.configure(options, checker);
	const { emitExisting, fullCheckMinutes, includeSurvey, maxEvents, ...unread } = readOptions(
		COMMON_OPTIONS,
		options,
		checker,
	);
	allRead(unread);
	return {
		event: includeSurvey ? withSurveyRecord(configured) : configured,
		watch,
		surveyIds,
		emitExisting,
		maxEvents,
		fullCheckMs: 60_000 * fullCheckMinutes,
	};
}

/** The event with the survey's record in each item. */
function withSurveyRecord(event: ConfiguredEvent): ConfiguredEvent {
	return {
		...event,
		judge(state, task, answer, room) {
			const judgement = event.judge(state, task, answer, room);
			const survey = task.survey.record ?? null;
			return (
				judgement && {
					...judgement,
					drafts: judgement.drafts.map((draft) => ({ ...draft, json: { ...draft.json, survey } })),
				}
			);
		},
	};
}

function eventOf(value: unknown) {
	const event = EVENTS.find((one) => one.value === value);
	if (event) return event;
	throw new InputError(
		`Event is ${display(value)}, which this version of the node does not know: choose one of its events.`,
	);
}

function watchOf(value: unknown): 'all' | 'chosen' {
	if (value === 'all' || value === 'chosen') return value;
	throw new InputError(
		`Surveys is ${display(value)}: choose All Surveys or Chosen Surveys, or let the expression give "all" or "chosen".`,
	);
}

function surveyIdsOf(value: unknown): string[] {
	const given =
		typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
	const filled = given.filter((id) => id !== undefined && id !== null && String(id).trim() !== '');
	if (filled.length === 0) {
		throw new InputError(
			'No survey is chosen: choose at least one under Survey Names or IDs, or watch all surveys.',
		);
	}
	const ids = filled.map((value) => {
		const id = uuidIn(value);
		if (id === undefined) throw new InputError(notUuid('Survey Names or IDs', value));
		return id;
	});
	return [...new Set(ids)];
}
