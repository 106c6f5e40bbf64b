import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a repeat of an operation would do, as the contract says. */
export type RetryClass = 'read' | 'idempotent' | 'create' | 'irreversible';

/**
 * One row of the contract, which `operations.tsv` lists: names that saved workflows depend on, and what
 * each calls.
 */
export interface ContractRow {
	resource: string;
	operation: string;
	displayName: string;
	method: string;
	path: string;
	retryClass: string;
	/** The fields that the specification names; what must be there has a star. */
	fields?: string;
}

/**
 * What the package offers on top of the contract: operations that no endpoint is made for, each with the
 * request that it sends all the same.
 */
export const ADDED_OPERATIONS: ContractRow[] = [
	{
		resource: 'invitation',
		operation: 'find',
		displayName: 'Find',
		method: 'GET',
		path: '/surveys/{survey_id}/invitations',
		retryClass: 'read',
	},
	{
		resource: 'respondent',
		operation: 'find',
		displayName: 'Find',
		method: 'GET',
		path: '/surveys/{survey_id}/respondents',
		retryClass: 'read',
	},
	{
		resource: 'mailing',
		operation: 'getRecipients',
		displayName: 'Get Recipients',
		method: 'GET',
		path: '/mailings/{mailing_id}',
		retryClass: 'read',
	},
	...['property', 'theme'].map((resource) => ({
		resource,
		operation: 'getAll',
		displayName: 'Get Many',
		method: 'GET',
		path: '/surveys/{survey_id}',
		retryClass: 'read',
	})),
];

/** The contract's rows that have an endpoint, as `operations.tsv` lists them. */
export function contractRows(): ContractRow[] {
	const lines = readFileSync(join(__dirname, 'operations.tsv'), 'utf8').trim().split('\n').slice(1);
	return lines
		.map((line) => {
			const [
				resource = '',
				operation = '',
				displayName = '',
				method = '',
				path = '',
				retryClass = '',
				fields = '',
			] = line.split('\t');
			return { resource, operation, displayName, method, path, retryClass, fields };
		})
		.filter(({ method }) => method !== '-');
}
