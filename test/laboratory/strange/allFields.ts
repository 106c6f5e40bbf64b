import type { INodeParameters } from 'n8n-workflow';
import { hasSelection } from '../../../nodes/SurveyInterview/operations/nodeFields';
import { findOperation } from '../../../nodes/SurveyInterview/operations';

/** The output with every field of an operation: those of Simplified, and those that only a choice returns. */
export function allFields(resource: string, operation: string): INodeParameters {
	const found = findOperation(resource, operation);
	const simplified = found?.simplified;
	if (!simplified) throw new Error(`${resource} ${operation} has no Simplified`);
	if (hasSelection(simplified)) {
		return { output: 'selectedFields', fields: Object.keys(simplified.fields) };
	}
	if (simplified.more?.length) throw new Error(`${resource} ${operation} offers no choice`);
	return { output: 'simplified' };
}
