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

/** What cannot be undone or recalled, with what the editor says about it. */
export function irreversibleList(resources: Resource[]): string {
	const lines = resources.flatMap(({ name, operations }) =>
		operations
			.filter((operation) => operation.kind === 'endpoint')
			.filter(
				({ notice, retry, endpoint, value }) =>
					notice !== undefined &&
					(retry === 'irreversible' || endpoint.startsWith('DELETE') || value === 'reissue'),
			)
			.map((operation) => `- **${name} → ${operation.name}.** ${operation.notice}`),
	);
	return lines.join('\n');
}
