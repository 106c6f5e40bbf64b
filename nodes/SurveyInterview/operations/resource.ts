import {
	endpointOf,
	type AnswerOperation,
	type BatchOperation,
	type CheckOperation,
	type EndpointOperation,
	type FindOperation,
	type Method,
	type Operation,
	type Resource,
} from './operation';
import { hasSentValues, isAbsent, type Judge } from './verification';

/** An operation as its entry declares it: what follows from the rest is left out. */
type Declared<T extends Operation, Derived extends string = never> = Omit<
	T,
	'value' | 'name' | Derived
> &
	Partial<Pick<T, 'name'>>;

/** What a repeat does follows from the method, but for a POST. */
export type EndpointEntry = Declared<
	EndpointOperation,
	'kind' | 'endpoint' | 'retry' | 'verify'
> & {
	kind?: 'endpoint';
	/**
	 * How the record shows that an unanswered request was done. Of a PATCH, by what was sent, and of a DELETE, by
	 * the resource's list, unless this says otherwise.
	 */
	verify?: Judge;
} & (
		| { endpoint: `${Exclude<Method, 'POST'>} /${string}` }
		| (Pick<EndpointOperation, 'retry'> & { endpoint: `POST /${string}` })
	);

type Entry =
	| EndpointEntry
	| Declared<FindOperation, 'retry'>
	| Declared<AnswerOperation, 'retry'>
	| Declared<BatchOperation>
	| Declared<CheckOperation>;
type Entries = Record<string, Entry>;

/**
 * A resource by the entries of its operations. The key of an entry is the value of n8n's parameter `operation`, a
 * contract with saved workflows. Its name is that value in words, unless it has another one.
 */
export function resource(value: string, entries: Entries): Resource {
	const operations = Object.entries(entries).map(
		([key, entry]) =>
			({
				value: key,
				name: key === 'getAll' ? 'Get Many' : inWords(key),
				...(entry.kind === 'find' || entry.kind === 'answer' ? { retry: 'read' } : {}),
				...(isEndpoint(entry) ? endpointIn(entry, entries) : entry),
			}) as Operation,
	);
	return { value, name: inWords(value), operations };
}

/** `createPersonal` is Create Personal. */
const inWords = (value: string) =>
	value.charAt(0).toUpperCase() + value.slice(1).replace(/[A-Z]/g, ' $&');

const isEndpoint = (entry: Entry | undefined): entry is EndpointEntry =>
	entry !== undefined && (entry.kind ?? 'endpoint') === 'endpoint';

/** An endpoint with what follows from its method and from the other entries of its resource. */
function endpointIn({ verify, ...entry }: EndpointEntry, { get, getAll }: Entries) {
	const { method } = endpointOf(entry);
	const isDelete = method === 'DELETE';
	const one = isEndpoint(get) ? endpointOf(get).path : undefined;
	const list = isEndpoint(getAll) ? { ...getAll.items, path: endpointOf(getAll).path } : undefined;
	// Where no path shows the record alone, its list does. That it is gone, the list tells first.
	const read = isDelete ? [list?.path, one] : [one ?? list?.path];
	const ofMethod = method === 'PATCH' ? hasSentValues : isDelete && list && isAbsent(list);
	const judge = verify ?? ofMethod;
	return {
		kind: 'endpoint',
		retry: method === 'GET' ? 'read' : 'idempotent',
		...(isDelete ? { effect: 'deleted' } : {}),
		...entry,
		...(judge ? { verify: { read: read.filter((path) => path !== undefined), judge } } : {}),
	};
}
