import { placeholdersOf } from '../service/identifiers';
import type { Simplified } from '../service/simplified';
import type {
	CheckOperation,
	ComposedOperation,
	Endpoint,
	EndpointOperation,
	FindOperation,
	Method,
	Operation,
	Resource,
	SyncOperation,
} from './operation';

/** An entry as a file of this folder has it: without what follows from its key, its endpoint and its resource. */
type EntryOf<T extends Operation, Derived extends string = never> = Omit<
	T,
	'value' | 'name' | 'method' | 'path' | 'identifiers' | Derived
> & { name?: string };

/** The retry class follows from the method, except for a POST. */
type EndpointEntry = EntryOf<EndpointOperation, 'kind' | 'endpoint' | 'retry'> & {
	kind?: 'endpoint';
} & (
		| { endpoint: `${Exclude<Method, 'POST'>} /${string}` }
		| { endpoint: `POST /${string}`; retry: EndpointOperation['retry'] }
	);

type Entry =
	| EndpointEntry
	| EntryOf<FindOperation, 'likely' | 'simplified'>
	| EntryOf<ComposedOperation>
	| EntryOf<SyncOperation>
	| EntryOf<CheckOperation>;

/**
 * A resource with its operations. The key of an entry is the value of n8n's parameter `operation`, which saved
 * workflows depend on; its name is this key in words, unless it has another one.
 *
 * @param simplified the record in an answer, unless the entry has another one; a delete has none
 */
export function resource(
	value: string,
	simplified: Simplified | undefined,
	entries: Record<string, Entry>,
): Resource {
	const likely = [`${value}s`];
	const operations = Object.entries(entries).map(([key, entry]) => {
		const name = key === 'getAll' ? 'Get Many' : inWords(key);
		const derived = derivedFrom(key, entry, simplified, likely);
		// `Entry` makes sure that an entry has all that is not derived.
		return { value: key, name, ...derived, ...entry } as Operation;
	});
	return { value, name: inWords(value), operations };
}

/**
 * What follows from an entry, unless the entry says otherwise.
 *
 * @param likely names that a list of the resource may have
 */
function derivedFrom(
	key: string,
	entry: Entry,
	simplified: Simplified | undefined,
	likely: string[],
): Partial<EndpointOperation | FindOperation> {
	if (entry.kind === 'find') return { ...partsOf(entry.endpoint), simplified, likely };
	if (entry.kind === 'composed') return partsOf(entry.endpoint);
	if (entry.kind === 'sync' || entry.kind === 'check') return {};
	const parts = partsOf(entry.endpoint);
	return {
		kind: 'endpoint',
		...parts,
		retry: parts.method === 'GET' ? 'read' : 'idempotent',
		...(parts.method === 'DELETE' ? { effect: 'deleted' } : { simplified }),
		...(parts.method === 'PATCH' ? { body: 'notEmpty' } : {}),
		...(key === 'getAll' ? { items: { from: 'list', likely } } : {}),
	};
}

/** The method, the path and its placeholders in an endpoint such as `GET /surveys/{survey_id}`. */
function partsOf(
	endpoint: Endpoint['endpoint'],
): Pick<Endpoint, 'method' | 'path' | 'identifiers'> {
	const [method, path = ''] = endpoint.split(' ');
	return { method: method as Method, path, identifiers: placeholdersOf(path) };
}

/** `createPersonal` is Create Personal. */
const inWords = (value: string) =>
	value.charAt(0).toUpperCase() + value.slice(1).replace(/[A-Z]/g, ' $&');
