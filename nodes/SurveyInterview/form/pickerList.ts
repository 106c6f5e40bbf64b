/** What the pickers of records and of property keys have in common: the control, and how they read a list. */
import {
	type ILoadOptionsFunctions,
	type INodeProperties,
	type INodePropertyMode,
	NodeOperationError,
} from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { SessionLimits } from '../http/session';
import { uuidIn } from '../input/problem';
import { IDENTIFIERS } from '../service/identifiers';
import { asSentence, textKey } from '../service/scalars';

/** A control with two modes: a list with search, and a text that is entered by hand. */
export function locatorOf(
	searchListMethod: string,
	list: Partial<INodePropertyMode>,
	byHand: Omit<INodePropertyMode, 'name' | 'type'>,
) {
	const typeOptions = { searchListMethod, searchable: true };
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', ...list, typeOptions },
			{ ...byHand, name: 'id', type: 'string' },
		],
	} satisfies Partial<INodeProperties>;
}

/** The survey that is chosen in the node's form, or those in the trigger's: the first `MAX_SURVEYS`. */
export function surveysInForm(context: ILoadOptionsFunctions): string[] {
	const chosen = uuidIn(context.getCurrentNodeParameter(IDENTIFIERS.survey_id.parameter));
	if (chosen !== undefined) return [chosen];
	const watched: unknown = context.getCurrentNodeParameter('surveyIds');
	const watchedIds = (Array.isArray(watched) ? watched : []).flatMap((id) => uuidIn(id) ?? []);
	return watchedIds.slice(0, MAX_SURVEYS);
}

const MAX_SURVEYS = 10;

/**
 * The surveys in the form, for a list that needs at least one.
 *
 * @param shows what the list shows, for the error if no survey is chosen
 */
export function chosenSurveys(context: ILoadOptionsFunctions, shows: string): string[] {
	const chosen = surveysInForm(context);
	if (chosen.length > 0) return chosen;
	const message = `Choose a survey first: this list shows ${shows}.`;
	throw new NodeOperationError(context.getNode(), message);
}

/** A person is waiting, so repeats and waits for a rate limit must soon end with an error that helps. */
export const pickerLimits = (): SessionLimits => ({
	maxWaitMs: 5_000,
	timeoutMs: TIMEOUT_MS,
	deadline: performance.now() + TIMEOUT_MS,
	tooLongAdvice: 'Open the list again later, or enter the value by hand.',
});

const TIMEOUT_MS = 30_000;

/** Whether a text contains all of these words, in any case. */
export function containsWords(text: string, words: string): boolean {
	const searchedText = textKey(text);
	return textKey(words)
		.split(/\s+/)
		.every((word) => searchedText.includes(word));
}

/**
 * Does work whose errors the editor shows. It shows an error's description, which says what to do, only if the error
 * has the name of one of n8n's own.
 */
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
