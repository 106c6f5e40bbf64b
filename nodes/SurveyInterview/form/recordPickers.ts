/** Pickers of records: the control in the form, the list that n8n shows in it, and how a record is named there. */
import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import { read } from '../http/read';
import { openSession } from '../http/session';
import { findOperation } from '../operations';
import { type EndpointOperation, listOfAnswer, type ListNames } from '../operations/operation';
import { fillPath, ID_SHAPE, isUuid, type RecordName } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { templatesOf } from '../service/mailings';
import { METRIC_LABELS } from '../service/metric';
import { counted, oneLine, scalarText } from '../service/scalars';
import {
	chosenSurveys,
	containsWords,
	locatorOf,
	messageWithAdvice,
	pickerLimits,
	showingAdvice,
} from './pickerList';

interface Picker {
	/** The node's method that gives n8n the list. */
	method: string;
	/** The operation whose list it shows; Get Many of the record's resource if absent. */
	listedBy?: readonly [resource: string, operation: string];
	/** The query parameter by which the service itself searches. */
	searchParameter?: string;
	/** Makes what can be chosen from the records of the list; without it, the records themselves can be. */
	toChoices?: (records: readonly JsonObject[]) => JsonObject[];
	/** The error if there is nothing to choose: n8n would only say that there are no results. */
	ifEmpty?: string;
	/** Facts that can name a record: the first that it has is shown. */
	names: readonly string[];
	/** Facts that are shown behind the name. */
	details: readonly string[];
}

const PERSON = ['name', 'email', 'external_id'];

export const PICKERS: Record<RecordName, Picker> = {
	survey: {
		method: 'searchSurveys',
		names: ['name'],
		details: ['metric_type', 'status', 'response_count'],
	},
	mailing: {
		method: 'searchMailings',
		names: ['subject_override'],
		details: ['status', 'created_at'],
	},
	invitation: {
		method: 'searchInvitations',
		searchParameter: 'q',
		names: ['label', ...PERSON],
		details: ['email', 'type', 'status'],
	},
	respondent: {
		method: 'searchRespondents',
		names: PERSON,
		details: ['email', 'status', 'score', 'completed_at'],
	},
	theme: { method: 'searchThemes', names: ['name'], details: ['is_archived'] },
	property: { method: 'searchProperties', names: ['label', 'key'], details: [] },
	topic: {
		method: 'searchTopics',
		listedBy: ['result', 'getTopics'],
		names: ['name'],
		details: [],
	},
	template: {
		method: 'searchTemplates',
		listedBy: ['mailing', 'getAll'],
		toChoices: templatesOf,
		ifEmpty:
			'This survey has no mailing yet from which its template could be taken: choose By ID and enter the ID from the application.',
		names: ['subject_override'],
		details: ['created_at'],
	},
};

/**
 * The control: a list with search, and By ID. It is called as the kind; whoever uses it gives it the name of the
 * parameter. It has no validation pattern: n8n allows 250 ms for checking it before each execution, so a busy machine
 * would fail the execution. The node checks every ID itself before it sends anything.
 */
export function pickerOf(kind: RecordName, label: string): INodeProperties {
	const placeholder = `Choose ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
	const byId = { displayName: 'By ID', placeholder: `e.g. ${ID_SHAPE}` };
	return {
		displayName: label,
		name: kind,
		...locatorOf(PICKERS[kind].method, { placeholder }, byId),
		...(kind === 'survey' ? {} : { typeOptions: { loadOptionsDependsOn: ['surveyId.value'] } }),
	};
}

/** The node's methods that list records, by name. */
export const listSearch = Object.fromEntries(
	Object.entries(PICKERS).map(([kind, { method }]) => [
		method,
		searchMethodFor(kind as RecordName),
	]),
);

/** n8n loads the next page when the user scrolls; each page reads the whole list again. */
const PAGE_SIZE = 100;

function searchMethodFor(kind: RecordName) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const { ifEmpty, searchParameter } = PICKERS[kind];
		const words = filter?.trim() ?? '';
		const query =
			searchParameter !== undefined && words !== '' ? { [searchParameter]: words } : undefined;
		const answer = await showingAdvice(async () => await readListOf(this, kind, query));
		const entries = entriesIn(this, kind, answer, 'choose By ID and enter the ID');
		if (ifEmpty !== undefined && entries.length === 0) {
			throw new NodeOperationError(this.getNode(), ifEmpty);
		}
		// With a query, the service has searched already.
		const matching = query
			? entries
			: entries.filter(({ name, value }) => containsWords(`${name} ${value}`, words));
		const start = Number(paginationToken ?? 0) || 0;
		const next = start + PAGE_SIZE;
		return {
			results: matching.slice(start, next),
			paginationToken: next < matching.length ? String(next) : undefined,
		};
	};
}

/** The surveys as options of a field in which several can be chosen. The service lists the newest first. */
export async function loadSurveys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const answer = await readListOf(this, 'survey').catch((error: unknown) => {
		if (!(error instanceof SurveyInterviewError)) throw error;
		// If a list of options fails, the editor shows only the message of the error.
		throw new NodeOperationError(this.getNode(), messageWithAdvice(error));
	});
	return entriesIn(this, 'survey', answer, 'check the Base URL in the credential');
}

function listOperationOf(kind: RecordName): EndpointOperation {
	const [resource, operation] = PICKERS[kind].listedBy ?? [kind, 'getAll'];
	return findOperation(resource, operation) as EndpointOperation;
}

/** The answer with the list of the chosen survey; the list of surveys itself needs none. */
async function readListOf(context: ILoadOptionsFunctions, kind: RecordName, query?: JsonObject) {
	const [survey_id] = kind === 'survey' ? [] : chosenSurveys(context, 'the records of one survey');
	const session = await openSession(context, pickerLimits());
	return await read(session, fillPath(listOperationOf(kind).path, { survey_id }), query);
}

/**
 * What can be chosen from an answer.
 *
 * @throws {NodeOperationError} if it has no list, or only a part of it
 */
function entriesIn(
	context: ILoadOptionsFunctions,
	kind: RecordName,
	answer: unknown,
	advice: string,
) {
	const { items } = listOperationOf(kind);
	const listNames: ListNames = items?.from === 'list' ? items : {};
	const list = listOfAnswer(answer, listNames);
	// Themes and properties stand inside a survey: counts beside them are the survey's, and not those of the list.
	const isOnlyPart = list.kind === 'list' && list.isPartial && listNames.inRecord === undefined;
	if (list.kind === 'list' && !isOnlyPart) {
		const { toChoices } = PICKERS[kind];
		return pickerEntries(toChoices ? toChoices(list.records) : list.records, kind);
	}
	const finding = isOnlyPart ? 'only a part of its list' : 'no list';
	throw new NodeOperationError(
		context.getNode(),
		`The service’s answer has ${finding} of ${kind} records: ${advice}.`,
	);
}

/** The entries for records; a record without an ID has none. */
export function pickerEntries(records: readonly JsonObject[], kind: RecordName) {
	const readFacts = listOperationOf(kind).simplified?.read;
	return records.flatMap((record) => {
		const facts = readFacts?.(record);
		return isUuid(facts?.id) ? [{ name: labelOf(facts, facts.id, kind), value: facts.id }] : [];
	});
}

/**
 * The label of a record: its name or the start of its ID, and two details; of a survey three, such as
 * `Customer relationship · NPS · open · 418 answers`.
 */
export function labelOf(facts: JsonObject, id: string, kind: RecordName): string {
	const { names, details } = PICKERS[kind];
	const textOf = (fact: string) => textOfFact(fact, facts[fact]);
	const name = names.map(textOf).find((text) => text !== undefined);
	const otherDetails = details.map(textOf).filter((text) => text !== undefined && text !== name);
	const shownDetails = otherDetails.slice(0, kind === 'survey' ? 3 : 2);
	return [name ?? `ID ${id.slice(0, 8)}`, ...shownDetails].join(' · ');
}

function textOfFact(fact: string, value: unknown): string | undefined {
	if (fact === 'metric_type') return METRIC_LABELS[scalarText(value)];
	// The only flag among the details is `is_archived`.
	if (value === true) return 'archived';
	if (typeof value === 'number') {
		return fact === 'response_count' ? counted(value, 'answer') : String(value);
	}
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	// The day of a time is enough to recognise a record.
	return fact.endsWith('_at') ? value.slice(0, 10) : oneLine(value, 80);
}
