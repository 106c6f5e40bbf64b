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
import { asSentence, SurveyInterviewError } from '../http/errors';
import { openSession, type SessionLimits } from '../http/session';
import { uuidIn } from '../input/problem';
import { IDENTIFIERS, type RecordName } from '../service/identifiers';
import { textKey } from '../service/scalars';
import { pickerEntry } from './pickerEntry';

/** The node's list methods by name. */
export const listSearch = Object.fromEntries(
	Object.entries(SEARCH_METHODS).map(([record, name]) => [name, searchIn(record as RecordName)]),
);

/** The surveys as options of a field with several choices, in the order of the service: newest first. */
export async function loadSurveys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const session = await openSession(this, pickerLimits());
	// If such a list fails, the editor shows only the message of the error.
	const answer = await read(session, '/surveys').catch((error: unknown) => {
		if (!(error instanceof SurveyInterviewError) || !error.description) throw error;
		throw new NodeOperationError(this.getNode(), withAdvice(error));
	});
	const records = recordsIn(this, 'survey', answer, 'check the Base URL in the credential');
	return records.flatMap((record) => pickerEntry(record, 'survey') ?? []);
}

/** Where the records of a kind are listed, and how they are found in that answer. */
interface Source {
	path: (surveyId: string) => string;
	list: (answer: unknown) => ListResult;
	/** What is chosen from, if it is made of the records of the list. */
	of?: (records: readonly unknown[]) => unknown[];
	/** Said where there are no records: n8n would only say that there are no results. */
	none?: string;
	/** The query parameter by which the service itself searches. */
	searchedBy?: string;
}

const named =
	(...likelyNames: readonly string[]) =>
	(answer: unknown) =>
		listIn(answer, likelyNames);

const SOURCES: Record<RecordName, Source> = {
	survey: { path: () => '/surveys', list: named('surveys') },
	mailing: { path: (id) => `/surveys/${id}/mailings`, list: named('mailings') },
	invitation: {
		path: (id) => `/surveys/${id}/invitations`,
		list: named('invitations'),
		searchedBy: 'q',
	},
	respondent: { path: (id) => `/surveys/${id}/respondents`, list: named('respondents') },
	topic: { path: (id) => `/surveys/${id}/results/topics`, list: named(...TOPIC_LISTS) },
	template: {
		path: (id) => `/surveys/${id}/mailings`,
		list: named('mailings'),
		of: templatesOf,
		none: 'This survey has no mailing yet from which its template could be taken: choose By ID and enter the ID from the application.',
	},
	// No endpoint lists these. The survey's detail has them, under keys that the interface does not show.
	theme: {
		path: (id) => `/surveys/${id}`,
		list: (answer) => listInRecord(answer, THEME_LISTS),
	},
	property: {
		path: (id) => `/surveys/${id}`,
		list: (answer) => listInRecord(answer, PROPERTY_LISTS),
	},
};

/** The records of an answer. */
function recordsIn(
	context: ILoadOptionsFunctions,
	record: RecordName,
	answer: unknown,
	advice = 'choose By ID and enter the ID',
) {
	const { list, of = (records) => [...records] } = SOURCES[record];
	const found = list(answer);
	// Counts beside a list inside a record are about the record.
	const isPart =
		found.kind === 'list' && found.isPartial && record !== 'theme' && record !== 'property';
	if (found.kind === 'list' && !isPart) return of(found.records);
	const what = isPart
		? `only a part of its list of ${record} records`
		: `no list of ${record} records`;
	throw new NodeOperationError(context.getNode(), `The service’s answer has ${what}: ${advice}.`);
}

/** n8n loads the next page when the user scrolls. */
const PAGE_SIZE = 100;

function searchIn(record: RecordName) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const { path, none, searchedBy } = SOURCES[record];
		const [surveyId = ''] = record === 'survey' ? [] : chosenSurveys(this);
		const words = filter?.trim() ?? '';
		const query = searchedBy !== undefined && words !== '' ? { [searchedBy]: words } : undefined;
		const session = await openSession(this, pickerLimits());
		const answer = await listingRecords(async () => await read(session, path(surveyId), query));
		const found = recordsIn(this, record, answer);
		const entries = found.flatMap((one) => pickerEntry(one, record) ?? []);
		if (none !== undefined && entries.length === 0) {
			throw new NodeOperationError(this.getNode(), none);
		}
		const matching = entries.filter(
			({ name, value }) => query !== undefined || containsWords(`${name} ${value}`, words),
		);
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
	const one = uuidIn(context.getCurrentNodeParameter(IDENTIFIERS.survey_id.parameter));
	if (one !== undefined) return [one];
	const watched: unknown = context.getCurrentNodeParameter('surveyIds');
	const several = (Array.isArray(watched) ? watched : []).flatMap((id) => uuidIn(id) ?? []);
	return several.slice(0, MAX_SURVEYS);
}

const MAX_SURVEYS = 10;

/** Whether a text contains all of these words, in any case. */
export function containsWords(text: string, words: string): boolean {
	const within = textKey(text);
	return textKey(words)
		.split(/\s+/)
		.every((word) => within.includes(word));
}

/** A person is waiting, so repeats and waits for a rate limit must soon end with an error that helps. */
export const pickerLimits = (): SessionLimits => ({
	maxWaitMs: 5_000,
	timeoutMs: MAX_MS,
	deadline: performance.now() + MAX_MS,
	tooLongAdvice: 'Open the list again later, or enter the value by hand.',
});

const MAX_MS = 30_000;

/** The editor shows the description of an error, which says what to do, only if the error's name is one of n8n's. */
export async function listingRecords<T>(work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof SurveyInterviewError) error.name = 'NodeApiError';
		throw error;
	});
}

/** What went wrong and what to do, as one text. */
export function withAdvice(error: unknown): string {
	const { message, description } = error as Error & { description?: string | null };
	return [asSentence(message), description].filter(Boolean).join(' ');
}
