/** The names under which n8n, and every saved workflow, knows the parts of this package. */
import type { INodeParameters } from 'n8n-workflow';

export const PACKAGE = 'n8n-nodes-survey-interview';
export const ACTION = `${PACKAGE}.surveyInterview`;
export const TRIGGER = `${PACKAGE}.surveyInterviewTrigger`;
/** The action node as a tool of an AI agent; n8n makes it. */
export const TOOL = `${ACTION}Tool`;
export const CREDENTIAL = 'surveyInterviewApi';

/** What n8n calls a node that is newly placed. */
export const ACTION_NAME = 'Survey Interview';
export const TRIGGER_NAME = 'Survey Interview Trigger';

/** The parameters of a trigger that is newly placed. */
export const NEW_TRIGGER = {
	event: 'interviewCompleted',
	surveys: 'all',
	options: {},
	pollTimes: { item: [{ mode: 'everyMinute' }] },
} satisfies INodeParameters;

/** Records as the service sent them: for suites that are not about Simplified (`test/output`). */
export const EVERYTHING = { output: 'everything' } as const;

/** Data of the credential by which a node reaches a service, by credential type. */
export function credentialsFor({ url, token }: { url: string; token: string }) {
	return { [CREDENTIAL]: { baseUrl: url, token } };
}
