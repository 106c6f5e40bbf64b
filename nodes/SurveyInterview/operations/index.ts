import { invitation } from './invitation';
import { mailing } from './mailing';
import type { Operation, Resource } from './operation';
import { property } from './property';
import { respondent } from './respondent';
import { result } from './result';
import { survey } from './survey';
import { theme } from './theme';
import { token } from './token';

/** Every resource, in the order of the editor's list. */
export const RESOURCES: Resource[] = [
	invitation,
	mailing,
	property,
	respondent,
	result,
	survey,
	theme,
	token,
];

export const DEFAULT_RESOURCE = survey.value;

export function findOperation(resource: string, operation: string): Operation | undefined {
	return RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
}
