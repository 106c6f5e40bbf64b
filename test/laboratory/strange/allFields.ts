import type { INodeParameters } from 'n8n-workflow';
import { findOperation } from '../../../nodes/SurveyInterview/operations';
import { simplifiedOf } from '../../../nodes/SurveyInterview/operations/operation';

/** The output with every field of an operation: those of Simplified, and those that only a choice returns. */
export function allFields(resource: string, operation: string): INodeParameters {
	const found = findOperation(resource, operation);
	const { fields } = (found && simplifiedOf(found)) ?? {};
	if (!fields) throw new Error(`${resource} ${operation} has no Simplified`);
	return { output: 'selectedFields', fields: Object.keys(fields) };
}
