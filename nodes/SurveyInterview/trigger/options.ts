import type { IPollFunctions } from 'n8n-workflow';

import { uuidIn, notUuid } from '../input/identifier';
import { InputError, display } from '../input/problem';
import { unfitText } from '../input/unfit';
import { refuseEmptyFilter } from '../input/widening';
import { isObject, type JsonObject } from '../records/json';
import { COMPLETED } from '../records/respondent';

/** The trigger's events; workflows are saved with these words. */
export const EVENT_NAMES = [
	'interviewCompleted',
	'resultsChanged',
	'mailingStatusChanged',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** What a person set, checked. */
export interface TriggerSettings {
	event: EventName;
	watch: 'all' | 'chosen';
	/** The chosen surveys, each once. */
	surveyIds: string[];
	emitExisting: boolean;
	includeConversation: boolean;
	includeSurvey: boolean;
	scoreFrom?: number;
	scoreTo?: number;
	property?: { key: string; value: string };
	/** `property_filter` of the overview, as typed. */
	propertyFilter: string[];
	/** The words for a completed interview, a line each, in lower case. */
	completedStatuses: string;
	maxEvents: number;
	fullCheckMs: number;
	/** Whether each watched survey is read in every poll, because no list across surveys tells a change. */
	readsEvery: boolean;
}

export const DEFAULT_STATUSES = [COMPLETED];
export const DEFAULT_MAX_EVENTS = 500;
export const DEFAULT_FULL_CHECK_MIN = 60;

/**
 * Reads and checks the trigger's parameters.
 *
 * @throws {InputError} one sentence: which field, why, and what to do
 */
export function readTriggerOptions(context: IPollFunctions): TriggerSettings {
	const parameter = (name: string, defaultValue: unknown) =>
		context.getNodeParameter(name, defaultValue) as unknown;
	const event = eventOf(parameter('event', EVENT_NAMES[0]));
	const given = parameter('options', {});
	const options = isObject(given) ? given : {};
	const watch = watchOf(parameter('surveys', 'all'));
	const isCompleted = event === 'interviewCompleted';
	const score = isCompleted ? scoresOf(options) : {};
	return {
		event,
		watch,
		surveyIds: watch === 'chosen' ? surveyIdsOf(parameter('surveyIds', [])) : [],
		emitExisting: options.emitExisting === true,
		includeConversation: isCompleted && options.includeConversation === true,
		includeSurvey: options.includeSurvey === true,
		...score,
		property: isCompleted ? propertyFilterIn(options.propertyFilter) : undefined,
		propertyFilter: event === 'resultsChanged' ? filtersOf(options.property_filter) : [],
		completedStatuses: wordsOf(options.completedStatuses),
		maxEvents: wholeNumber('Max Events per Poll', options.maxEvents, DEFAULT_MAX_EVENTS),
		fullCheckMs:
			60_000 * wholeNumber('Full Check Every', options.fullCheckMinutes, DEFAULT_FULL_CHECK_MIN),
		readsEvery: event === 'mailingStatusChanged',
	};
}

function eventOf(value: unknown): EventName {
	const event = EVENT_NAMES.find((name) => name === value);
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

function scoresOf(options: JsonObject): { scoreFrom?: number; scoreTo?: number } {
	const [scoreFrom, scoreTo] = (
		[
			['Score From', 'scoreFrom'],
			['Score To', 'scoreTo'],
		] as const
	).map(([label, name]) => {
		if (!(name in options)) return undefined;
		refuseEmptyFilter(label, options[name]);
		return scoreIn(label, options[name]);
	});
	if (scoreFrom !== undefined && scoreTo !== undefined && scoreFrom > scoreTo) {
		throw new InputError(
			`Score From (${scoreFrom}) is above Score To (${scoreTo}), so no completion could pass: exchange them.`,
		);
	}
	return { scoreFrom, scoreTo };
}

function scoreIn(label: string, value: unknown): number | undefined {
	const score = numberIn(label, value);
	if (score === undefined || score >= 0) return score;
	throw new InputError(
		`${label} is ${score}: scores start at 0. Enter 0 or more, or remove the option.`,
	);
}

function numberIn(label: string, value: unknown): number | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string' && value.trim() === '') return undefined;
	const isDecimal = typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value));
	const number = isDecimal ? Number(value) : NaN;
	if (Number.isFinite(number)) return number;
	throw new InputError(
		`${label} is not a number: ${display(value)}. Enter one, or remove the option.`,
	);
}

/** As people write numbers: `0x10` is more likely a mistake. */
const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/;

function wholeNumber(label: string, value: unknown, defaultValue: number): number {
	const number = numberIn(label, value) ?? defaultValue;
	if (number >= 1) return Math.floor(number);
	throw new InputError(`${label} is ${number}: enter 1 or more, or remove the option.`);
}

function propertyFilterIn(value: unknown): { key: string; value: string } | undefined {
	const filter = isObject(value) ? value.filter : undefined;
	// An option that was added without a row, and none at all.
	if (!isObject(filter)) return undefined;
	refuseEmptyFilter('Property Filter → Key', filter.key);
	refuseEmptyFilter('Property Filter → Value', filter.value);
	return { key: textOf('Key', filter.key), value: textOf('Value', filter.value) };
}

function textOf(part: string, value: unknown): string {
	const unfit = unfitText(value);
	if (unfit !== undefined) throw new InputError(`Property Filter → ${part} ${unfit}`);
	return String(value).trim();
}

/** Filters that are passed on as typed. An empty one would be taken for none, and everybody would be meant. */
function filtersOf(value: unknown): string[] {
	if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
	const given: unknown[] = Array.isArray(value) ? value : [value];
	return given.map((text) => {
		refuseEmptyFilter('Property Filter (Results)', text);
		const unfit = unfitText(text);
		if (unfit !== undefined) throw new InputError(`Property Filter (Results) ${unfit}`);
		return String(text);
	});
}

function textsOf(value: unknown): string[] {
	const given = Array.isArray(value) ? value : [value];
	return given.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [text] : []));
}

function wordsOf(value: unknown): string {
	const given = value ?? DEFAULT_STATUSES;
	const words = textsOf(typeof given === 'string' ? given.split(',') : given);
	const plain = words.map((word) => word.trim().toLowerCase());
	if (plain.length > 0) return [...new Set(plain)].sort().join('\n');
	throw new InputError(
		'Completed Status Values is empty: enter at least one status, or remove the option.',
	);
}
