import type {
	BatchOperation,
	CheckOperation,
	EndpointOperation,
	FindOperation,
	Method,
	Operation,
	Resource,
} from './operation';

/** An operation as its entry declares it: what follows from the rest is left out. */
type Declared<T extends Operation, Derived extends string = never> = Omit<
	T,
	'value' | 'name' | Derived
> &
	Partial<Pick<T, 'name'>>;

/** A GET is a read; any other request says what a repeat of it would do. */
export type EndpointEntry = Declared<EndpointOperation, 'kind' | 'endpoint' | 'retry'> & {
	kind?: 'endpoint';
} & (
		| { endpoint: `GET /${string}` }
		| (Pick<EndpointOperation, 'retry'> & { endpoint: `${Exclude<Method, 'GET'>} /${string}` })
	);

type Entry =
	| EndpointEntry
	| Declared<FindOperation, 'retry'>
	| Declared<BatchOperation>
	| Declared<CheckOperation>;

/**
 * A resource by the entries of its operations. The key of an entry is the value of n8n's parameter `operation`, a
 * contract with saved workflows. Its name is that value in words, unless it has another one.
 */
export function resource(value: string, entries: Record<string, Entry>): Resource {
	const operations = Object.entries(entries).map(
		([key, entry]) =>
			({
				kind: 'endpoint',
				value: key,
				name: key === 'getAll' ? 'Get Many' : inWords(key),
				...impliedBy('endpoint' in entry ? entry.endpoint : ''),
				...entry,
			}) as Operation,
	);
	return { value, name: inWords(value), operations };
}

/** What the method alone says of an endpoint. */
function impliedBy(endpoint: string): Partial<EndpointOperation> {
	if (endpoint.startsWith('GET')) return { retry: 'read' };
	return endpoint.startsWith('DELETE') ? { effect: 'deleted' } : {};
}

/** `createPersonal` is Create Personal. */
const inWords = (value: string) =>
	value.charAt(0).toUpperCase() + value.slice(1).replace(/[A-Z]/g, ' $&');
