import type { Simplified } from '../service/simplified';
import { placeholdersOf } from '../service/identifiers';
import type {
	AnswerOperation,
	BatchOperation,
	CheckOperation,
	Endpoint,
	EndpointOperation,
	FindOperation,
	Method,
	Operation,
	Resource,
} from './operation';

/** An entry leaves out what can be derived. */
type Declared<T extends Operation, Derived extends string = never> = Omit<
	T,
	'value' | 'name' | Exclude<keyof Endpoint, 'endpoint'> | Derived
> &
	Partial<Pick<T, 'name'>>;

/** The retry class follows from the method, except for a POST. */
type EndpointEntry = Declared<EndpointOperation, 'kind' | 'endpoint' | 'retry'> & {
	kind?: 'endpoint';
} & (
		| { endpoint: `${Exclude<Method, 'POST'>} /${string}` }
		| (Pick<EndpointOperation, 'retry'> & { endpoint: `POST /${string}` })
	);

/** Find looks in the list of Get Many. */
type FindEntry = Declared<FindOperation, 'endpoint' | 'retry' | 'list' | 'simplified'> & {
	list: Omit<FindOperation['list'], 'likely'>;
};

type Entry =
	| EndpointEntry
	| FindEntry
	| Declared<AnswerOperation, 'retry'>
	| Declared<BatchOperation>
	| Declared<CheckOperation>;

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
	const { getAll } = entries;
	const records = { from: 'list', likely: [`${value}s`] } as const;
	const endpointIn = (entry: EndpointEntry) => {
		const endpoint = parsed(entry.endpoint);
		const { method } = endpoint;
		return {
			kind: 'endpoint',
			...endpoint,
			retry: method === 'GET' ? 'read' : 'idempotent',
			...(method === 'DELETE' ? { effect: 'deleted' } : { simplified }),
			...(method === 'PATCH' ? { body: 'notEmpty' } : {}),
			...(entry === getAll ? { items: records } : {}),
			...entry,
		};
	};
	const ofKind = (entry: Entry) => {
		if (isEndpoint(entry)) return endpointIn(entry);
		if (entry.kind === 'answer') return { ...entry, ...parsed(entry.endpoint), retry: 'read' };
		if (entry.kind !== 'find') return entry;
		const endpoint = parsed((getAll as EndpointEntry).endpoint);
		return {
			...entry,
			...endpoint,
			retry: 'read',
			simplified,
			list: { ...records, ...entry.list },
		};
	};
	const operations = Object.entries(entries).map(([key, entry]) => {
		const name = key === 'getAll' ? 'Get Many' : inWords(key);
		return { value: key, name, ...ofKind(entry) } as Operation;
	});
	return { value, name: inWords(value), operations };
}

function parsed(endpoint: string) {
	const [method, path = ''] = endpoint.split(' ');
	return { endpoint, method, path, identifiers: placeholdersOf(path) };
}

/** `createPersonal` is Create Personal. */
const inWords = (value: string) =>
	value.charAt(0).toUpperCase() + value.slice(1).replace(/[A-Z]/g, ' $&');

const isEndpoint = (entry: Entry | undefined): entry is EndpointEntry =>
	entry !== undefined && (entry.kind ?? 'endpoint') === 'endpoint';
