import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { templatesOf } from '../facts/mailingFacts';
import { TOPICS } from '../facts/topicFacts';
import { SEARCH_METHODS } from '../form/recordPickers';
import { read } from '../http/call';
import { asSentence, SurveyInterviewError } from '../http/errors';
import { openSession, type SessionLimits } from '../http/session';
import { uuidIn } from '../input/problem';
import { IDENTIFIERS, type RecordName } from '../records/identifiers';
import { listFrom, listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/lists';
import { pickerEntry } from './entry';

/** The node's list methods, by the names that the pickers use. */
export const listSearch = Object.fromEntries(
	Object.entries(SEARCH_METHODS).map(([record, name]) => [name, searchIn(record as RecordName)]),
);

/** The surveys as options of a list, in which several can be chosen; newest first, as the service lists them. */
export async function loadSurveys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const session = await openSession(this, pickerLimits());
	// Of an error of such a list the editor shows the message and nothing else.
	const answer = await read(session, '/surveys').catch((error: unknown) => {
		if (!(error instanceof SurveyInterviewError) || !error.description) throw error;
		throw new NodeOperationError(this.getNode(), withAdvice(error));
	});
	const records = SOURCES.survey.records(answer);
	if (records) return records.flatMap((record) => pickerEntry(record, 'survey') ?? []);
	throw new NodeOperationError(
		this.getNode(),
		'The service’s answer has no list of surveys: check the Base URL in the credential.',
	);
}

/** Where the records of a kind are listed, and how they are found in that answer. */
interface Source {
	path: (surveyId: string) => string;
	records: (answer: unknown) => unknown[] | undefined;
	/** What a person reads where there are none: n8n itself would only say that there are no results. */
	none?: string;
	/** Query parameter by which the service itself searches. */
	searchedBy?: string;
}

/** The entries of a list. One that is not a record, or is nested too deep, does not hold up the others. */
const inList = (likelyName: string) => (answer: unknown) => {
	const found = listFrom(answer, [likelyName]);
	return found.kind === 'notFound' ? undefined : found.records;
};

const SOURCES: Record<RecordName, Source> = {
	survey: { path: () => '/surveys', records: inList('surveys') },
	mailing: { path: (id) => `/surveys/${id}/mailings`, records: inList('mailings') },
	invitation: {
		path: (id) => `/surveys/${id}/invitations`,
		records: inList('invitations'),
		searchedBy: 'q',
	},
	respondent: { path: (id) => `/surveys/${id}/respondents`, records: inList('respondents') },
	topic: {
		path: (id) => `/surveys/${id}/results/topics`,
		// There may be several rankings of them, by mentions and by sentiment.
		records: (answer) => inList('topics')(answer) ?? TOPICS.recordsIn?.(answer),
	},
	template: {
		path: (id) => `/surveys/${id}/mailings`,
		records: (answer) => {
			const mailings = inList('mailings')(answer);
			return mailings && templatesOf(mailings);
		},
		none: 'This survey has no mailing yet from which its template could be taken: choose By ID and enter the ID from the application.',
	},
	// No endpoint lists these: the survey's detail has them, under keys that are not shown.
	theme: {
		path: (id) => `/surveys/${id}`,
		records: (answer) => listNamedLike(answer, THEME_LIST_NAMES),
	},
	property: {
		path: (id) => `/surveys/${id}`,
		records: (answer) => listNamedLike(answer, PROPERTY_LIST_NAMES),
	},
};

/** Entries of one page in a picker; n8n loads the next page when the user scrolls. */
const PAGE_SIZE = 100;

function searchIn(record: RecordName) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const { path, records, none, searchedBy } = SOURCES[record];
		const [surveyId = ''] = record === 'survey' ? [] : chosenSurveys(this);
		const words = filter?.trim() ?? '';
		const query = searchedBy !== undefined && words !== '' ? { [searchedBy]: words } : undefined;
		const session = await openSession(this, pickerLimits());
		const answer = await listingRecords(async () => await read(session, path(surveyId), query));
		const found = records(answer);
		if (!found) {
			throw new NodeOperationError(
				this.getNode(),
				`The service’s answer has no list of ${record} records: choose By ID and enter the ID.`,
			);
		}
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

/** The surveys in the form, at least one. `shows`: for the refusal without one. */
export function chosenSurveys(
	context: ILoadOptionsFunctions,
	shows = 'the records of one survey',
): string[] {
	const chosen = surveysInForm(context);
	if (chosen.length > 0) return chosen;
	const message = `Choose a survey first: this list shows ${shows}.`;
	throw new NodeOperationError(context.getNode(), message);
}

/** The surveys that are chosen in the form: none, one, or those that the trigger watches, as many as are read. */
export function surveysInForm(context: ILoadOptionsFunctions): string[] {
	const one = uuidIn(context.getCurrentNodeParameter(IDENTIFIERS.survey_id.parameter));
	if (one !== undefined) return [one];
	const watched: unknown = context.getCurrentNodeParameter('surveyIds');
	const several = (Array.isArray(watched) ? watched : []).flatMap((id) => uuidIn(id) ?? []);
	return several.slice(0, MAX_SURVEYS);
}

const MAX_SURVEYS = 10;

/** Whether a text holds all of these words, in upper or lower case. */
export function containsWords(text: string, words: string): boolean {
	const each = words.toLowerCase().split(/\s+/);
	return each.every((word) => text.toLowerCase().includes(word));
}

/**
 * Limits of a request for a picker. A person is waiting: the answer may take its time, but repeats and waits
 * for a rate limit must soon end with a sentence that says what is wrong.
 */
export const pickerLimits = (): SessionLimits => ({
	maxWaitMs: 5_000,
	timeoutMs: MAX_MS,
	deadline: performance.now() + MAX_MS,
	tooLongAdvice: 'Open the list again later, or enter the ID.',
});

const MAX_MS = 30_000;

/**
 * Does the work of a picker. Where it fails, the person who opened the list reads what to do as well: the
 * editor shows the description of an error only where the error's name is n8n's own.
 */
export async function listingRecords<T>(work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof SurveyInterviewError) error.name = 'NodeApiError';
		throw error;
	});
}

/** What went wrong and what to do, where there is one place for both. */
export function withAdvice(error: unknown): string {
	const { message, description } = error as Error & { description?: string | null };
	return [asSentence(message), description].filter(Boolean).join(' ');
}
