import type { Simplified } from '../service/simplified';
import { placeholdersOf } from '../service/identifiers';
import type {
	ComposedOperation,
	BatchOperation,
	CheckOperation,
	EndpointOperation,
	FindOperation,
	Method,
	Operation,
	Resource,
} from './operation';

/** An entry as a file of this folder has it: without what follows from its key and its endpoint. */
type EntryOf<T extends Operation, OtherKeys extends string = never> = Omit<
	T,
	'value' | 'name' | 'method' | 'path' | 'identifiers' | OtherKeys
> & { name?: string };

/** The retry class follows from the method, except for a POST. */
type EndpointEntry = EntryOf<EndpointOperation, 'kind' | 'endpoint' | 'retry'> & {
	kind?: 'endpoint';
} & (
		| { endpoint: `${Exclude<Method, 'POST'>} /${string}` }
		| { endpoint: `POST /${string}`; retry: EndpointOperation['retry'] }
	);

/** An entry of Find has no endpoint: it reads the list of Get Many. */
type FindEntry = EntryOf<FindOperation, 'endpoint' | 'retry' | 'list' | 'simplified'> & {
	list: Omit<FindOperation['list'], 'likely'>;
};

type Entry =
	| EndpointEntry
	| FindEntry
	| EntryOf<ComposedOperation, 'retry'>
	| EntryOf<BatchOperation>
	| EntryOf<CheckOperation>;

const GET_MANY = 'getAll';

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
	const listOfRecords = { from: 'list', likely: [`${value}s`] } as const;
	const endpointOperation = (key: string, entry: EndpointEntry) => {
		const endpoint = parseEndpoint(entry.endpoint);
		const { method } = endpoint;
		return {
			kind: 'endpoint',
			...endpoint,
			retry: method === 'GET' ? 'read' : 'idempotent',
			...(method === 'DELETE' ? { effect: 'deleted' } : { simplified }),
			...(method === 'PATCH' ? { body: 'notEmpty' } : {}),
			...(key === GET_MANY ? { items: listOfRecords } : {}),
			...entry,
		};
	};
	const findOperation = (entry: FindEntry) => ({
		...entry,
		...parseEndpoint(endpointOfGetMany(entries)),
		retry: 'read',
		simplified,
		list: { ...listOfRecords, ...entry.list },
	});
	const completeEntry = (key: string, entry: Entry) => {
		if (isEndpoint(entry)) return endpointOperation(key, entry);
		if (entry.kind === 'find') return findOperation(entry);
		if (entry.kind === 'composed')
			return { ...entry, ...parseEndpoint(entry.endpoint), retry: 'read' };
		return entry;
	};
	const operations = Object.entries(entries).map(([key, entry]) => {
		const name = key === GET_MANY ? 'Get Many' : inWords(key);
		return { value: key, name, ...completeEntry(key, entry) } as Operation;
	});
	return { value, name: inWords(value), operations };
}

function endpointOfGetMany({ [GET_MANY]: getMany }: Record<string, Entry>): string {
	if (!isEndpoint(getMany)) throw new Error('Find needs Get Many, whose list it reads.');
	return getMany.endpoint;
}

function parseEndpoint(endpoint: string) {
	const [method, path = ''] = endpoint.split(' ');
	return { endpoint, method, path, identifiers: placeholdersOf(path) };
}

/** `createPersonal` is Create Personal. */
const inWords = (value: string) =>
	value.charAt(0).toUpperCase() + value.slice(1).replace(/[A-Z]/g, ' $&');

const isEndpoint = (entry: Entry | undefined): entry is EndpointEntry =>
	entry !== undefined && (entry.kind ?? 'endpoint') === 'endpoint';
