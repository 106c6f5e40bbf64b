import { templatesOf } from '../service/mailings';
import { TOPIC_LISTS } from '../service/results';
import { listIn, listInRecord, type ListResult } from '../service/lists';
import { PROPERTY_LISTS, THEME_LISTS } from '../service/surveys';
import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { SEARCH_METHODS } from './recordPickers';
import { read } from '../http/read';
import { SurveyInterviewError } from '../http/errors';
import { openSession, type SessionLimits } from '../http/session';
import { uuidIn } from '../input/problem';
import { IDENTIFIERS, type RecordName } from '../service/identifiers';
import { asSentence, textKey } from '../service/scalars';
import { pickerEntry } from './pickerEntry';

/** The node's list methods by name. */
export const listSearch = Object.fromEntries(
	Object.entries(SEARCH_METHODS).map(([record, name]) => [
		name,
		searchMethodFor(record as RecordName),
	]),
);

/** The surveys as options of a field in which several can be chosen. The service lists the newest first. */
export async function loadSurveys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const session = await openSession(this, pickerLimits());
	// If a list of options fails, the editor shows only the message of the error.
	const answer = await read(session, '/surveys').catch((error: unknown) => {
		if (!(error instanceof SurveyInterviewError) || !error.description) throw error;
		throw new NodeOperationError(this.getNode(), messageWithAdvice(error));
	});
	const records = recordsIn(this, 'survey', answer, 'check the Base URL in the credential');
	return records.flatMap((record) => pickerEntry(record, 'survey') ?? []);
}

/** Where the records of a kind are listed, and how they are found in that answer. */
interface Source {
	path: (surveyId: string) => string;
	findList: (answer: unknown) => ListResult;
	/** Makes what can be chosen from the records of the list; without it, the records themselves can be. */
	toChoices?: (records: readonly unknown[]) => unknown[];
	/** The error if there is nothing to choose: n8n would only say that there are no results. */
	ifEmpty?: string;
	/** The query parameter by which the service itself searches. */
	searchParameter?: string;
}

/** Finds the list under one of these names in an answer. */
const listUnder =
	(...likelyNames: readonly string[]) =>
	(answer: unknown) =>
		listIn(answer, likelyNames);

const SOURCES: Record<RecordName, Source> = {
	survey: { path: () => '/surveys', findList: listUnder('surveys') },
	mailing: { path: (id) => `/surveys/${id}/mailings`, findList: listUnder('mailings') },
	invitation: {
		path: (id) => `/surveys/${id}/invitations`,
		findList: listUnder('invitations'),
		searchParameter: 'q',
	},
	respondent: { path: (id) => `/surveys/${id}/respondents`, findList: listUnder('respondents') },
	topic: { path: (id) => `/surveys/${id}/results/topics`, findList: listUnder(...TOPIC_LISTS) },
	template: {
		path: (id) => `/surveys/${id}/mailings`,
		findList: listUnder('mailings'),
		toChoices: templatesOf,
		ifEmpty:
			'This survey has no mailing yet from which its template could be taken: choose By ID and enter the ID from the application.',
	},
	// No endpoint lists these. The survey's detail has them, under keys that the interface does not show.
	theme: {
		path: (id) => `/surveys/${id}`,
		findList: (answer) => listInRecord(answer, THEME_LISTS),
	},
	property: {
		path: (id) => `/surveys/${id}`,
		findList: (answer) => listInRecord(answer, PROPERTY_LISTS),
	},
};

/** The records of an answer. @throws {NodeOperationError} if it has no list, or only a part of it */
function recordsIn(
	context: ILoadOptionsFunctions,
	kind: RecordName,
	answer: unknown,
	advice = 'choose By ID and enter the ID',
) {
	const { findList, toChoices = (records) => [...records] } = SOURCES[kind];
	const found = findList(answer);
	// Themes and properties stand inside a survey: counts beside them are the survey's, and not those of the list.
	const isOnlyPart =
		found.kind === 'list' && found.isPartial && kind !== 'theme' && kind !== 'property';
	if (found.kind === 'list' && !isOnlyPart) return toChoices(found.records);
	const finding = isOnlyPart
		? `only a part of its list of ${kind} records`
		: `no list of ${kind} records`;
	throw new NodeOperationError(
		context.getNode(),
		`The service’s answer has ${finding}: ${advice}.`,
	);
}

/** n8n loads the next page when the user scrolls; each page reads the whole list again. */
const PAGE_SIZE = 100;

function searchMethodFor(kind: RecordName) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const { path, ifEmpty, searchParameter } = SOURCES[kind];
		// The list of surveys itself needs none.
		const [surveyId = ''] = kind === 'survey' ? [] : chosenSurveys(this);
		const words = filter?.trim() ?? '';
		const query =
			searchParameter !== undefined && words !== '' ? { [searchParameter]: words } : undefined;
		const session = await openSession(this, pickerLimits());
		const answer = await showingAdvice(async () => await read(session, path(surveyId), query));
		const found = recordsIn(this, kind, answer);
		const entries = found.flatMap((record) => pickerEntry(record, kind) ?? []);
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

/** @param shows what the list would show, for the error without a chosen survey */
export function chosenSurveys(context: ILoadOptionsFunctions, shows = 'the records of one survey') {
	const chosen = surveysInForm(context);
	if (chosen.length > 0) return chosen;
	const message = `Choose a survey first: this list shows ${shows}.`;
	throw new NodeOperationError(context.getNode(), message);
}

/** The survey in the node's form, or those in the trigger's, at most `MAX_SURVEYS`. */
export function surveysInForm(context: ILoadOptionsFunctions): string[] {
	const chosen = uuidIn(context.getCurrentNodeParameter(IDENTIFIERS.survey_id.parameter));
	if (chosen !== undefined) return [chosen];
	const watched: unknown = context.getCurrentNodeParameter('surveyIds');
	const watchedIds = (Array.isArray(watched) ? watched : []).flatMap((id) => uuidIn(id) ?? []);
	return watchedIds.slice(0, MAX_SURVEYS);
}

const MAX_SURVEYS = 10;

/** Whether a text contains all of these words, in any case. */
export function containsWords(text: string, words: string): boolean {
	const searchedText = textKey(text);
	return textKey(words)
		.split(/\s+/)
		.every((word) => searchedText.includes(word));
}

/** A person is waiting, so repeats and waits for a rate limit must soon end with an error that helps. */
export const pickerLimits = (): SessionLimits => ({
	maxWaitMs: 5_000,
	timeoutMs: TIMEOUT_MS,
	deadline: performance.now() + TIMEOUT_MS,
	tooLongAdvice: 'Open the list again later, or enter the value by hand.',
});

const TIMEOUT_MS = 30_000;

/** Does work, and names its errors as n8n's own: only of those does the editor show what to do (the description). */
export async function showingAdvice<T>(work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof SurveyInterviewError) error.name = 'NodeApiError';
		throw error;
	});
}

/** What went wrong and what to do, as one text. */
export function messageWithAdvice(error: unknown): string {
	const { message, description } = error as Error & { description?: string | null };
	return [asSentence(message), description].filter(Boolean).join(' ');
}
