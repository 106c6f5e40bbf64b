import type { Hints } from '../http/hints';
import type { RetryClass } from '../http/retry';
import type { JsonObject } from '../records/json';
import type { Shape } from '../records/shapes';
import { placeholdersOf, type IdentifierName } from '../records/identifiers';
import type { Judge } from './verification';
import type { Field } from '../fields/field';
import type { Find } from '../find/find';
import type { NodeFilter } from '../filters/filter';

/** One endpoint as one entry: UI, request, check, README row, output schema and tests follow from it. */
export interface Operation {
	/** Value of the n8n parameter `operation`: a contract with saved workflows. */
	value: string;
	/** Name in the list of operations. */
	name: string;
	/** What the list of actions in the editor says: a sentence in lower case but for its start. */
	action: string;
	description: string;
	/** Method and path as in the specification's table. */
	endpoint: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
	/** What a repeat would do; a function where the body as sent decides. */
	retry: RetryClass | ((body: JsonObject) => RetryClass);
	/** What the answer carries, as far as the specification shows it. */
	output: Shape;
	/** Fields that the specification requires: parameters of their own, always sent. */
	required?: Field[];
	/** Optional fields: one collection, sent only where the user added them. */
	optional?: Field[];
	/** Filters among the optional fields that the node applies to the list it read; only with one. */
	nodeFilters?: NodeFilter[];
	/** Optional fields that stand in an object inside the body. */
	nested?: { key: string; label: string; fields: Field[]; nullable?: true };
	/** Whether Additional Fields (JSON) is offered, because the body's record is not fully shown. */
	freeForm?: true;
	/** Whether a body is sent even when it is empty (a required body). */
	bodyRequired?: true;
	/** Whether at least one field must be added, because an empty request can only be a mistake. */
	fieldsRequired?: true;
	/** Shown in the editor before it is run. */
	notice?: string;
	/** How the answer becomes items. */
	items?: Items;
	/** The answer is a list in which a person is looked for, and becomes one item. */
	find?: Find;
	hints?: Hints;
	/** When the specification says that it is refused, and what to do then; with which status is not shown. */
	refusedWhen?: string;
	/** What may have happened when no answer came, for example `sent`, and how to find out. */
	effect?: string;
	howToCheck?: string;
	/** How a record shows that an unanswered request was done. */
	verify?: VerifySpec;
}

/** How an answer becomes items. Without it: one item, the answer whole. */
export type Items =
	/**
	 * One item a record. `likely`: names of the array, where the container is not shown. `orWhole`: it need not
	 * be an array at all, so that an answer without one is an item.
	 */
	| { from: 'list'; likely?: string[]; orWhole?: true }
	/** Like list, and read page by page. */
	| { from: 'pages'; largest: number; likely?: string[] }
	/** One item, whose array `key` is read page by page. */
	| { from: 'pagesWithin'; largest: number; key: string };

/** How to tell, from the record, whether a request that nobody answered was done. */
export interface VerifySpec {
	/** Paths where the record can be read; the first whose identifiers are known is read, once. */
	read: string[];
	judge: Judge;
}

/** A kind of record with its operations: one file, one resource. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
	/** Operations that are made of several requests. */
	composed?: ComposedOperation[];
}

/** Method and path template of an operation. */
export function endpointOf(operation: Operation): {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
} {
	const [method, path] = operation.endpoint.split(' ') as [
		'GET' | 'POST' | 'PATCH' | 'DELETE',
		string,
	];
	return { method, path };
}

/** The identifiers in an operation's path, in order; the last is the record it acts on. */
export function identifiersOf(operation: Operation): IdentifierName[] {
	return placeholdersOf(endpointOf(operation).path);
}

/** The collections of optional fields (design, Names). */
export type CollectionKind = 'filters' | 'updateFields' | 'additionalFields';

/** The collection that holds an operation's optional fields. */
export function collectionOf(operation: Operation): CollectionKind {
	const { method } = endpointOf(operation);
	if (method === 'GET') return 'filters';
	return method === 'PATCH' ? 'updateFields' : 'additionalFields';
}

/** The retry class of an operation for the body as it will be sent. */
export function retryClassOf(operation: Operation, body: JsonObject): RetryClass {
	return typeof operation.retry === 'function' ? operation.retry(body) : operation.retry;
}

/** How many items run side by side by default, and at most (design, Concurrency). */
export function concurrencyOf(operation: Operation): { default: number; most: number } {
	if (operation.retry === 'read') return { default: 5, most: 20 };
	const creates = operation.retry === 'create' || typeof operation.retry === 'function';
	return creates ? { default: 1, most: 10 } : { default: 1, most: 1 };
}

/**
 * An operation that is made of several requests, and works on all input items together: it has a run of
 * its own, and its entry is its form.
 */
export interface ComposedOperation {
	/** Value of the n8n parameter `operation`: a contract with saved workflows. */
	value: string;
	name: string;
	action: string;
	description: string;
	notice?: string;
	/** Parameters of their own. */
	parameters: Field[];
	/** A collection of optional fields. */
	collection: { name: string; label: string; help: string; fields: Field[] };
	/** Under Options, besides those of every operation. */
	options: Field[];
	/** Requests at the same time, by default and at most. */
	concurrency: { default: number; most: number };
	output: Shape;
	/** What it sends, for the README. */
	requests: string;
}
