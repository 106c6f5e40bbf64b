import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	NodeOperationError,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { read } from '../http/call';
import { listFrom, listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/lists';
import { openSession, type SessionLimits } from '../http/session';
import { uuidIn } from '../input/identifier';
import { IDENTIFIERS, type RecordName } from '../records/identifiers';
import { pickerEntry } from './entry';
import type { SEARCH_METHODS } from '../form/controls';

/** Where the records of a kind are listed, and how they are found in that answer. */
interface Source {
	path: (surveyId: string) => string;
	records: (answer: unknown) => unknown[] | undefined;
	/** Query parameter with which the service itself searches. */
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
	topic: { path: (id) => `/surveys/${id}/results/topics`, records: inList('topics') },
	// No endpoint lists these: the survey's detail carries them, under keys that are not shown.
	theme: {
		path: (id) => `/surveys/${id}`,
		records: (answer) => listNamedLike(answer, THEME_LIST_NAMES),
	},
	property: {
		path: (id) => `/surveys/${id}`,
		records: (answer) => listNamedLike(answer, PROPERTY_LIST_NAMES),
	},
};

/**
 * Somebody is looking at the picker. An answer may take its time, but trying again and waiting for a
 * rate limit must soon give way to a sentence that says what is wrong. Milliseconds.
 */
export const limits = (): SessionLimits => ({
	maxWaitMs: 5_000,
	timeoutMs: MAX_MS,
	deadline: performance.now() + MAX_MS,
	tooLongAdvice: 'Open the list again then, or enter the ID.',
});

const MAX_MS = 30_000;

/** Entries of one page in a picker; more come as the user scrolls. */
const PAGE = 100;

function searchFor(record: RecordName) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const { path, records, searchedBy } = SOURCES[record];
		const surveyId = record === 'survey' ? '' : chosenSurvey(this);
		const wanted = filter?.trim() ?? '';
		const query = searchedBy !== undefined && wanted !== '' ? { [searchedBy]: wanted } : undefined;
		const answer = await read(await openSession(this, limits()), path(surveyId), query);
		const found = records(answer);
		if (!found) {
			throw new NodeOperationError(
				this.getNode(),
				`The service’s answer names no list of ${record} records: choose By ID and enter the ID.`,
			);
		}
		const entries = found
			.map((one) => pickerEntry(one, record))
			.filter((entry) => entry !== undefined);
		const matching = query
			? entries
			: entries.filter(({ name, value }) => matches(`${name} ${value}`, wanted));
		const start = Number(paginationToken ?? 0) || 0;
		const next = start + PAGE;
		return {
			results: matching.slice(start, next),
			paginationToken: next < matching.length ? String(next) : undefined,
		};
	};
}

function chosenSurvey(context: ILoadOptionsFunctions): string {
	const given = context.getCurrentNodeParameter(IDENTIFIERS.survey_id.parameter);
	const id = uuidIn(given);
	if (id !== undefined) return id;
	throw new NodeOperationError(
		context.getNode(),
		'Choose a survey first: this list shows the records of one survey.',
	);
}

function matches(text: string, filter: string): boolean {
	const haystack = text.toLowerCase();
	return filter
		.toLowerCase()
		.split(/\s+/)
		.every((word) => haystack.includes(word));
}

/** The node's list methods, by the names that the pickers use. */
export const listSearch = {
	searchSurveys: searchFor('survey'),
	searchMailings: searchFor('mailing'),
	searchInvitations: searchFor('invitation'),
	searchRespondents: searchFor('respondent'),
	searchThemes: searchFor('theme'),
	searchProperties: searchFor('property'),
	searchTopics: searchFor('topic'),
} satisfies Record<(typeof SEARCH_METHODS)[RecordName], unknown>;

/** The surveys as options of a list, in which several can be chosen; newest first, as the service lists them. */
export async function loadSurveys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const session = await openSession(this, limits());
	const answer = await read(session, '/surveys');
	const records = SOURCES.survey.records(answer);
	if (!records) {
		throw new NodeOperationError(
			this.getNode(),
			'The service’s answer names no list of surveys: check the Base URL in the credential.',
		);
	}
	return records.flatMap((record) => pickerEntry(record, 'survey') ?? []);
}
