import { type INode, NodeOperationError } from 'n8n-workflow';

import { asSentence, SurveyInterviewError } from '../http/errors';

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

/** The same for a list of options, of whose errors the editor shows the message and nothing else. */
export async function listingOptions<T>(node: INode, work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (!(error instanceof SurveyInterviewError) || !error.description) throw error;
		throw new NodeOperationError(node, withAdvice(error));
	});
}

/** What went wrong and what to do, where there is one place for both. */
export function withAdvice(error: unknown): string {
	const { message, description } = error as Error & { description?: string | null };
	return [asSentence(message), description].filter(Boolean).join(' ');
}
