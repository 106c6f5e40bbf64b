import type { Simplified } from '../facts/fact';
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
type EndpointEntry = Declared<EndpointOperation, 'kind' | 'endpoint' | 'retry' | 'verify'> & {
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

/** Find looks in the list of Get Many. */
type FindEntry = Declared<FindOperation, 'endpoint' | 'retry' | 'list'> & {
	list: Omit<FindOperation['list'], 'likely' | 'simplified'>;
};

type Entry =
	| EndpointEntry
	| FindEntry
	| Declared<AnswerOperation, 'retry'>
	| Declared<BatchOperation>
	| Declared<CheckOperation>;

/**
 * A resource by the entries of its operations. The key of an entry is the value of n8n's parameter `operation`, a
 * contract with saved workflows. Its name is that value in words, unless it has another one.
 *
 * @param simplified the record in an answer, unless the entry says otherwise; a delete has none
 */
export function resource(
	value: string,
	simplified: Simplified | undefined,
	entries: Record<string, Entry>,
): Resource {
	const { get, getAll } = entries;
	const one = isEndpoint(get) ? endpointOf(get).path : undefined;
	const records = { from: 'list', likely: [`${value}s`] } as const;
	const list = isEndpoint(getAll)
		? { ...(getAll.items ?? records), path: endpointOf(getAll).path }
		: undefined;
	/** An endpoint with what follows from its method and from the other entries. */
	const endpointIn = (own: EndpointEntry) => {
		const { verify, ...entry } = own;
		const { method } = endpointOf(entry);
		const isDelete = method === 'DELETE';
		// Where no path shows the record alone, its list does. That it is gone, the list tells first.
		const read = isDelete ? [list?.path, one] : [one ?? list?.path];
		const ofMethod = method === 'PATCH' ? hasSentValues : isDelete && list && isAbsent(list);
		const judge = verify ?? ofMethod;
		return {
			kind: 'endpoint',
			retry: method === 'GET' ? 'read' : 'idempotent',
			...(isDelete ? { effect: 'deleted' } : { simplified }),
			...(method === 'PATCH' ? { body: 'notEmpty' } : {}),
			...(own === getAll ? { items: records } : {}),
			...entry,
			...(judge ? { verify: { read: read.filter((path) => path !== undefined), judge } } : {}),
		};
	};
	const ofKind = (entry: Entry) => {
		if (isEndpoint(entry)) return endpointIn(entry);
		if (entry.kind === 'answer') return { ...entry, retry: 'read' };
		if (entry.kind !== 'find') return entry;
		const endpoint = `GET ${list?.path}`;
		return { ...entry, endpoint, retry: 'read', list: { ...records, simplified, ...entry.list } };
	};
	const operations = Object.entries(entries).map(([key, entry]) => {
		const name = key === 'getAll' ? 'Get Many' : inWords(key);
		return { value: key, name, ...ofKind(entry) } as Operation;
	});
	return { value, name: inWords(value), operations };
}

/** `createPersonal` is Create Personal. */
const inWords = (value: string) =>
	value.charAt(0).toUpperCase() + value.slice(1).replace(/[A-Z]/g, ' $&');

const isEndpoint = (entry: Entry | undefined): entry is EndpointEntry =>
	entry !== undefined && (entry.kind ?? 'endpoint') === 'endpoint';
