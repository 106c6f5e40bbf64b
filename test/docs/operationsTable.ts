import type {
	AnswerOperation,
	BatchOperation,
	CheckOperation,
	Operation,
	Resource,
} from '../../nodes/SurveyInterview/operations/operation';
import { contractRows } from '../contract/contract';

/** What a repeat of a request would do, in the words of docs/operations.md. */
const REPEATED: Record<string, string> = {
	read: 'always safe',
	idempotent: 'safe',
	create: 'never after an unclear try',
	irreversible: '**never**',
};

/** The table of operations in docs/operations.md, made from the entries that the node is made from. */
export function operationsTable(resources: Resource[]): string {
	const rows = resources.flatMap(({ name, operations }) =>
		operations
			.map((operation) => ('requests' in operation ? rowOfSeveral(operation) : rowOf(operation)))
			.sort((a, b) => a[0].localeCompare(b[0]))
			.map((cells) => `| ${[name, ...cells].join(' | ')} |`),
	);
	return [
		'| Resource | Operation | What it does | Endpoint | Repeated by itself |',
		'| --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

type SeveralRequests = AnswerOperation | BatchOperation | CheckOperation;
type OneRequest = Exclude<Operation, SeveralRequests>;
type Cells = [operation: string, what: string, endpoint: string, repeated: string];

const rowOf = (operation: OneRequest): Cells => [
	operation.name,
	operation.description,
	`\`${operation.endpoint}\``,
	repeatOf(operation),
];

/** Each of its requests is repeated as that of its own row is. */
const rowOfSeveral = ({ name, description, requests }: SeveralRequests): Cells => [
	name,
	description,
	requests,
	'each request as in its own row',
];

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

function repeatOf({ retry }: OneRequest): string {
	return typeof retry === 'function'
		? 'safe while duplicates are skipped and the recipient is named'
		: (REPEATED[retry] ?? retry);
}

/** Each endpoint of the contract, for the page about the interface. */
export function endpointsTable(): string {
	const rows = contractRows().map(
		({ method, path, retryClass, remarks = '' }) =>
			`| \`${method} ${path}\` | ${retryClass} | ${remarks} |`,
	);
	return ['| Endpoint | Class | Fields and remarks |', '| --- | --- | --- |', ...rows].join('\n');
}
