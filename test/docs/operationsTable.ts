import type { Operation, Resource } from '../../nodes/SurveyInterview/operations/operation';
import { table } from './optionsTables';

/** The table of operations in docs/operations.md, made from the entries that the node is made from. */
export function operationsTable(resources: Resource[]): string {
	const rows = resources.flatMap(({ name: resource, operations }) =>
		[...operations]
			.sort((one, other) => one.name.localeCompare(other.name))
			.map((operation) => [resource, operation.name, operation.description, requestsOf(operation)]),
	);
	return table(['Resource', 'Operation', 'What it does', 'Endpoint'], rows);
}

/** The endpoint of an operation, or in words what one with several sends. */
const requestsOf = (operation: Operation): string =>
	'requests' in operation ? operation.requests : `\`${operation.endpoint}\``;

/** What cannot be undone or recalled, by resource; the table of operations and the form say what each does. */
export function irreversibleList(resources: Resource[]): string {
	return resources
		.flatMap(({ name, operations }) => {
			const names = operations.filter(isIrreversible).map((operation) => operation.name);
			return names.length > 0 ? [`- **${name}:** ${names.join(', ')}`] : [];
		})
		.join('\n');
}

function isIrreversible(operation: Operation): boolean {
	if (operation.kind !== 'endpoint' || operation.notice === undefined) return false;
	const { retry, endpoint, value } = operation;
	return retry === 'irreversible' || endpoint.startsWith('DELETE') || value === 'reissue';
}
